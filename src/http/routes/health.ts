import { Type } from 'typebox'
import { GatewayError } from '../../model/errors.ts'
import type { App } from '../typed-app.ts'
import { problems } from '../schemas.ts'
import { UNREADY } from '../readiness.ts'
import type { UseCases } from '../use-cases.ts'

/** `/health/live`: the process answers. `/health/ready`: it can also take work. */
export function addHealthRoutes(app: App, useCases: Pick<UseCases, 'readiness'>): void {
  app.get(
    '/health/live',
    {
      config: { access: 'everybody' },
      schema: {
        operationId: 'readLiveness',
        tags: ['operation'],
        summary: 'Is the process alive?',
        response: { 200: Type.Object({ status: Type.Literal('live') }, { description: 'It is.' }) },
      },
    },
    async () => ({ status: 'live' as const }),
  )

  app.get(
    '/health/ready',
    {
      config: { access: 'everybody' },
      schema: {
        operationId: 'readReadiness',
        tags: ['operation'],
        summary: 'Can the node take work?',
        response: {
          200: Type.Object({ status: Type.Literal('ready') }, { description: 'It can: the database answers, and stores what it is given.' }),
          ...problems(503),
        },
      },
    },
    async () => {
      const found = await useCases.readiness()
      if (found === 'ready') return { status: 'ready' as const }
      throw new GatewayError('database-unavailable', `The node is not ready. ${UNREADY[found]}`, 'Try again in a few seconds, or another node.')
    },
  )
}
