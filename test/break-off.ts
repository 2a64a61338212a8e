import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** How a connection ends: `fin` in order, as when a program closes it; `reset` at once, as when a middlebox between them gives up. */
export type Ending = 'fin' | 'reset'

/** Both endings, to try a receiver with each. */
export const ENDINGS: readonly Ending[] = ['fin', 'reset']

/** A reset overtakes what the receiver has not read yet: without a moment it would come before the head of the request was read. */
const HEAD_READ_MS = 200

/**
 * Posts `body` to a receiver on loopback up to its middle, and breaks the connection off. Resolves when it is closed on this side.
 * Throws when the receiver was not there, or ended the connection first.
 */
export async function breakOff(url: string, body: string, headers: Readonly<Record<string, string>>, ending: Ending): Promise<void> {
  const { hostname, port, pathname } = new URL(url)
  const bytes = Buffer.from(body)
  const socket = connect(Number(port), hostname)
  let cause: Error | undefined
  socket.on('error', (error) => (cause = error))
  const closed = new Promise((done) => socket.once('close', done))
  const lines = Object.entries({ host: hostname, 'content-length': bytes.length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`)
  await new Promise((written) => socket.write(bytes.subarray(0, bytes.length / 2), written))
  await delay(HEAD_READ_MS)
  if (socket.destroyed) throw new Error(`${url} was not there, or ended the connection first`, { cause })
  if (ending === 'fin') socket.destroy()
  else socket.resetAndDestroy()
  await closed
}
