import type { FastifyReply } from 'fastify'

/** Says that an answer is another one by a header of the request, beside those that are said already. */
export function addVary(reply: FastifyReply, header: string): void {
  const { vary } = reply.getHeaders()
  void reply.header('vary', vary === undefined ? header : `${String(vary)}, ${header}`)
}
