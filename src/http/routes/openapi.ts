import type { App } from '../typed-app.ts'

/** `/openapi.json`: this API, described from the schemas beside the routes. */
export function addOpenApiRoute(app: App): void {
  // Written once: strangers may ask for it as often as they like, and writing it takes a millisecond.
  let written: Buffer | null = null
  app.get('/openapi.json', { config: { access: 'everybody' }, schema: { hide: true } }, async (_request, reply) => {
    written ??= Buffer.from(JSON.stringify(app.swagger()))
    return reply.header('content-type', 'application/json; charset=utf-8').send(written)
  })
}
