import { toCapacity } from '../administration-schemas.ts'
import { administrationFor } from '../caller.ts'
import { described, problems } from '../schemas.ts'
import type { App } from '../typed-app.ts'
import type { UseCases } from '../use-cases.ts'

/** `GET /api/v1/nodes`: what solves, and what of the organization's waits for it. */
export function addNodesRoute(app: App, useCases: Pick<UseCases, 'administration'>): void {
  app.get(
    '/api/v1/nodes',
    {
      config: { access: 'tokens:admin' },
      schema: {
        operationId: 'listNodes',
        tags: ['administration'],
        summary: "List the processes of Turnus, and the organization's queues",
        security: [{ token: [] }],
        response: { 200: described('Capacity', 'As they are now.'), ...problems(401, 403, 406, 429, 503) },
      },
    },
    async (request) => toCapacity(await administrationFor(request, useCases).listNodes()),
  )
}
