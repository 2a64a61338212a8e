import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that may wait for the answers to earlier ones. */
export const MOST_WAITING = 32

interface Line {
  isBusy: boolean
  readonly waiting: [IncomingMessage, ServerResponse][]
}

/**
 * A listener that hands over one request of a connection at a time, each when the one before it is answered. A connection with more than
 * `MOST_WAITING` is closed. Without it whoever sends requests without waiting for answers could begin a thousand of them with every
 * 64 KB, and others would wait behind those for the database.
 */
export function inTurn(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>()
  const begin = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    line.isBusy = true
    response.once('close', () => {
      line.isBusy = false
      if (request.socket.destroyed) line.waiting.length = 0
      const next = line.waiting.shift()
      if (next !== undefined) begin(line, ...next)
    })
    handle(request, response)
  }
  return (request, response) => {
    const { socket } = request
    // What of it was parsed before the connection was closed.
    if (socket.destroyed) return
    const line = lines.get(socket) ?? { isBusy: false, waiting: [] }
    lines.set(socket, line)
    if (!line.isBusy) begin(line, request, response)
    else if (line.waiting.length < MOST_WAITING) line.waiting.push([request, response])
    else {
      line.waiting.length = 0
      socket.destroy()
    }
  }
}
