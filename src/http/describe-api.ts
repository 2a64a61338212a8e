import { createApp } from './app.ts'
import type { UseCases } from './use-cases.ts'

/** The text of openapi.json: the API as its routes describe themselves, the same bytes on every machine. */
export async function describeApi(): Promise<string> {
  // Routes are described without being called, so nothing is bound to them.
  const app = await createApp({} as UseCases, {
    limits: { bodyBytes: 1, bodyDepth: 1, requestMs: 1, requestsPerMinute: 1, streamsPerToken: 1, streams: 1 },
  })
  await app.ready()
  const description = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  return description
}
