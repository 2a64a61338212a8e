import { once } from 'node:events'
import { connect } from 'node:net'

/** Posts `body` to a receiver on loopback up to its middle, and breaks the connection off. Resolves when it is closed on this side. */
export async function breakOff(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const { hostname, port, pathname } = new URL(url)
  const bytes = Buffer.from(body)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ host: hostname, 'content-length': bytes.length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`)
  await new Promise((written) => socket.write(bytes.subarray(0, bytes.length / 2), written))
  const closed = once(socket, 'close')
  socket.destroy()
  await closed
}
