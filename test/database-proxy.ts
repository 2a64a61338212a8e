import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands between a process and its database, and can take it away. */
export interface DatabaseProxy {
  /** Address of the database, by way of this. */
  readonly url: string
  /** From now on connections break and are refused, as when the server is stopped. */
  cut(): void
  /** From now on nothing is passed on any more and nothing breaks, as when a network swallows it. */
  hang(): void
  /** Ends every connection with a message, as a server that shuts down does. */
  end(): void
  /** From now on whoever takes leave is told by that message that the connection is ended. */
  endOnLeave(): void
  /** How many connections there are. */
  count(): number
  close(): void
}

/** What a server says that shuts down. */
export const ENDING = 'terminating connection due to administrator command'
const ENDING_MESSAGE = messageOf('E', `SFATAL\0C57P01\0M${ENDING}\0\0`)
/** Begins the message by which a client takes its leave. */
const LEAVE = 0x58

/** Opens a proxy on a free port of loopback for the PostgreSQL at `url`. */
export async function openDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let state: 'open' | 'hung' | 'cut' = 'open'
  const nearSockets = new Set<Socket>()
  let endsOnLeave = false
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    keep(near)
    if (state !== 'open') {
      if (state === 'cut') near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    keep(far)
    nearSockets.add(near)
    near.on('data', (sent) => {
      if (endsOnLeave && sent[0] === LEAVE) near.end(ENDING_MESSAGE)
    })
    near.pipe(far).pipe(near)
    near.on('close', () => {
      nearSockets.delete(near)
      far.destroy()
    })
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const own = new URL(url)
  own.hostname = '127.0.0.1'
  own.port = String((server.address() as AddressInfo).port)
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: own.href,
    cut() {
      state = 'cut'
      breakAll()
    },
    hang() {
      state = 'hung'
      for (const socket of sockets) socket.unpipe().pause()
    },
    end() {
      for (const near of nearSockets) near.end(ENDING_MESSAGE)
    },
    endOnLeave() {
      endsOnLeave = true
    },
    count: () => nearSockets.size,
    close() {
      server.close()
      breakAll()
    },
  }
}

function messageOf(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(Buffer.byteLength(body) + 4)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}
