import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

/** Requests whose client was told to send the body. */
const toldToGoOn = new WeakSet<IncomingMessage>()

/** True for a request whose client waits with the body until it is told to send it (RFC 9110, 10.1.1). */
function waits({ raw }: FastifyRequest): boolean {
  const { expect, 'content-length': length, 'transfer-encoding': coding } = raw.headers
  const hasBody = coding !== undefined || (length !== undefined && length !== '0')
  return hasBody && raw.httpVersion === '1.1' && /(?:^|[\s,])100-continue(?:$|[\s,])/i.test(expect ?? '')
}

/**
 * Tells clients that ask before they send a body to go on, once the request has passed the gate: who has no token, or asks at an address that there is
 * not, is answered at once and sends nothing. Nobody knows then whether the body comes all the same, so that connection is closed.
 */
export function answerExpectations(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const length = Number(request.headers['content-length'] ?? 0)
    // One that says that it is too long is refused, without having been sent.
    if (!waits(request) || length > request.routeOptions.bodyLimit) return payload
    toldToGoOn.add(request.raw)
    reply.raw.writeContinue()
    return payload
  })
  app.addHook('onSend', async (request, reply) => {
    if (waits(request) && !toldToGoOn.has(request.raw)) reply.header('connection', 'close')
  })
}
