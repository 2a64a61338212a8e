import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { HANG_MS } from '../patience.ts'

/** What a client sends over one connection, and how it leaves. */
export interface Attack {
  readonly kind: string
  readonly pieces: readonly Buffer[]
  /** Between two pieces, in milliseconds; 0 when absent. */
  readonly pauseMs?: number
  /** How it leaves after the last piece: not before the server closes, by closing its own half, or altogether. */
  readonly leaves: 'never' | 'half' | 'at-once'
}

/** What came of it. */
export interface Outcome {
  /** Of every answer, in their order. */
  readonly statuses: readonly number[]
  /** The answers as they came, latin1. */
  readonly text: string
  /** False when the server left the connection open for longer than `patienceMs`. */
  readonly closed: boolean
  readonly durationMs: number
}

/** How long the server may leave the connection open, `HANG_MS` when absent, and who is told once the last piece is on its way. */
export interface SendOptions {
  readonly patienceMs?: number
  readonly onSent?: () => void
}

/** Sends the attack, and answers what the server said until the connection ended. */
export async function send(port: number, attack: Attack, { patienceMs = HANG_MS, onSent }: SendOptions = {}): Promise<Outcome> {
  const startedMs = performance.now()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const chunks: Buffer[] = []
  const over = Promise.withResolvers<void>()
  let closed = false
  const finish = (): void => {
    closed = true
    over.resolve()
  }
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('end', finish)
  socket.on('close', finish)
  // A reset is an answer like any other.
  socket.on('error', finish)
  const timer = setTimeout(() => over.resolve(), patienceMs)
  for (const [i, piece] of attack.pieces.entries()) {
    if (i > 0) await sleep(attack.pauseMs ?? 0)
    if (closed) break
    socket.write(piece, i === attack.pieces.length - 1 ? onSent : undefined)
  }
  if (attack.leaves === 'half') socket.end()
  if (attack.leaves === 'at-once') {
    await sleep(1)
    finish()
  }
  await over.promise
  clearTimeout(timer)
  socket.destroy()
  const text = Buffer.concat(chunks).toString('latin1')
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => Number(status))
  return { statuses, text, closed, durationMs: performance.now() - startedMs }
}
