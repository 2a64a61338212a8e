import { writeLlmsText } from '../llms-text.ts'
import { REFERENCE_POLICY, type ShownApi, writeReference } from '../reference/reference-page.ts'
import { writeScheduleSchema } from '../schedule-schema.ts'
import type { App } from '../typed-app.ts'

/** This API, described from the schemas beside the routes: for machines, for people, for models; and the schema of a schedule. */
export function addOpenApiRoute(app: App): void {
  const shown = (): ShownApi => app.swagger() as ShownApi
  const pages = [
    { url: '/openapi.json', type: 'application/json; charset=utf-8', answers: 'application/json', write: () => JSON.stringify(app.swagger()) },
    { url: '/schemas/schedule.json', type: 'application/schema+json', answers: 'application/json', write: writeScheduleSchema },
    { url: '/llms.txt', type: 'text/plain; charset=utf-8', answers: 'text/plain', write: () => writeLlmsText(shown()) },
    { url: '/reference', type: 'text/html; charset=utf-8', answers: 'text/html', write: () => writeReference(shown()) },
  ] as const
  for (const { url, type, answers, write } of pages) {
    // Written once: strangers may ask for it as often as they like, and writing it takes milliseconds.
    let written: Buffer | null = null
    app.get(url, { config: { access: 'everybody', answers, compressed: 'where accepted' }, schema: { hide: true } }, async (_request, reply) => {
      written ??= Buffer.from(write())
      if (answers === 'text/html') reply.header('content-security-policy', REFERENCE_POLICY)
      return reply.header('content-type', type).send(written)
    })
  }
}
