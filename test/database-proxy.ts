import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands between a process and its database, and can take it away. */
export interface DatabaseProxy {
  /** Address of the database, by way of this. */
  readonly url: string
  /** From now on connections break and are refused, as when the server is stopped. */
  cut(): void
  /** From now on nothing is passed on any more and nothing breaks, as when a network swallows it. */
  hang(): void
  close(): void
}

/** Opens a proxy on a free port of loopback for the PostgreSQL at `url`. */
export async function openDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let state: 'open' | 'hung' | 'cut' = 'open'
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
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
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
    close() {
      server.close()
      breakAll()
    },
  }
}
