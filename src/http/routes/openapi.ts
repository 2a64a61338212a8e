import type { App } from '../typed-app.ts'

/** `/openapi.json`: this API, described from the schemas beside the routes. */
export function addOpenApiRoute(app: App): void {
  app.get('/openapi.json', { config: { access: 'everybody' }, schema: { hide: true } }, async () => app.swagger())
}
