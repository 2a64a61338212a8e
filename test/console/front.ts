import { connect, createServer, type Socket } from 'node:net'
import { listenOn } from '../receiver.ts'

/** Stands before a gateway and keeps its address, so that another process cannot get the port while the gateway is down. */
export interface Front {
  /** Such as `http://127.0.0.1:40123`. */
  readonly address: string
  /** Ends all connections. */
  breakAll(): void
  close(): Promise<void>
}

/** Opens one. `gateway`: where the gateway listens now; null: nowhere, and connections end at once. */
export async function openFront(gateway: () => string | null): Promise<Front> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    keep(near)
    const address = gateway()
    if (address === null) return void near.destroy()
    const far = connect(Number(new URL(address).port), '127.0.0.1')
    keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroySoon())
    far.on('close', () => near.destroySoon())
  })
  const listens = await listenOn(server)
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: `http://${listens}`,
    breakAll,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        breakAll()
      }),
  }
}
