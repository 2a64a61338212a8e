import { readConfig } from '../config.ts'
import { createApp } from './app.ts'
import { writeLlmsText } from './llms-text.ts'
import type { ShownApi } from './reference/reference-page.ts'
import type { UseCases } from './use-cases.ts'

/** The text of openapi.json: the API as its routes describe themselves, the same bytes on every machine. */
export function describeApi(): Promise<string> {
  return describe((api) => `${JSON.stringify(api, null, 2)}\n`)
}

/** The text of llms.txt. */
export function describeForModels(): Promise<string> {
  return describe(writeLlmsText)
}

async function describe(write: (api: ShownApi) => string): Promise<string> {
  // Routes are described without being called, so nothing is bound to them.
  const app = await createApp({} as UseCases, { limits: readConfig({}, {}).limits })
  await app.ready()
  const description = write(app.swagger() as ShownApi)
  await app.close()
  return description
}
