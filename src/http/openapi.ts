import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'

/** What openapi.json says beside the routes. */
export const OPENAPI: NonNullable<FastifyDynamicSwaggerOptions['openapi']> = {
  openapi: '3.1.0',
  info: {
    title: 'Turnus',
    description:
      'A shift-scheduling solver gateway: post a schedule, get the best roster called back. Failures are RFC 9457 problem details; see docs/errors.md. Identifiers are strings without meaning. Schedules, solutions, lists of requests and answers to questions are compressed (zstd, br, gzip) for clients whose Accept-Encoding takes it; their ETag is weak then.',
    version: '1',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [
    { url: '/', description: 'The scheduler application (base_url), the login (auth_url) and the general endpoint (api_url) in one process.' },
  ],
  tags: [
    { name: 'gateway', description: 'Submitting schedules and following what becomes of them.' },
    { name: 'plans', description: 'Schedules that are kept and edited, with their versions: improving, comparing and publishing them.' },
    { name: 'answers', description: 'Asking about schedules and rosters: why, who else, what would fix it.' },
    { name: 'auth', description: 'Getting a token.' },
    { name: 'administration', description: 'Tokens, users, departments and the audit log of an organization; the scope tokens:admin.' },
    { name: 'operation', description: 'For those who run Turnus.' },
  ],
  webhooks: {
    callback: {
      post: {
        operationId: 'callBack',
        summary: 'What Turnus posts to `callbackUrl` when a request has ended',
        description:
          'Signed as Standard Webhooks says, with the secret of the department. Repeated under the same `webhook-id` until it is answered 2xx or 410, for 75 hours; redirects are not followed; `Retry-After` is obeyed. See docs/callbacks.md. The header that the submission named is sent too.',
        parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
          in: 'header',
          name,
          required: true,
          schema: { type: 'string' },
        })),
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/CallbackPayload' } } } },
        responses: { '2XX': { description: 'Received.' }, 410: { description: 'Not wanted any more: there are no further tries.' } },
      },
    },
  },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'A token of one department, from its administrator or from POST /v1/auth.' },
    },
  },
}

/** The name of a shared schema in `components.schemas`: its `$id`. */
export function schemaName(schema: Record<string, unknown>, _baseUri: unknown, _fragment: unknown, position: number): string {
  return typeof schema.$id === 'string' ? schema.$id : `def-${position}`
}
