import { readConfig } from '../config.ts'
import { createApp } from './app.ts'
import type { UseCases } from './use-cases.ts'

/** The text of openapi.json: the API as its routes describe themselves, the same bytes on every machine. */
export async function describeApi(): Promise<string> {
  // Routes are described without being called, so nothing is bound to them.
  const app = await createApp({} as UseCases, {
    limits: readConfig({}, {}).limits,
  })
  await app.ready()
  const description = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  return description
}
