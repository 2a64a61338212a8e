import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeApi } from './describe-api.ts'

test('openapi.json is what the routes say of themselves; run scripts/write-openapi.ts after a change', async () => {
  const committed = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')
  expect(JSON.parse(committed)).toEqual(JSON.parse(await describeApi()))
  expect(committed).toBe(await describeApi())
})

test('every operation has a name of its own, and every reference leads somewhere', async () => {
  const text = await describeApi()
  const api = JSON.parse(text) as {
    paths: Record<string, Record<string, { operationId?: string }>>
    components: Record<string, Record<string, unknown>>
  }
  const names = Object.values(api.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  expect(names).not.toContain(undefined)
  expect(new Set(names).size).toBe(names.length)
  for (const [, kind, name] of text.matchAll(/"\$ref": "#\/components\/([^/"]+)\/([^"]+)"/g)) {
    expect(Object.keys(api.components[kind!]!)).toContain(name)
  }
  expect(text.match(/"\$ref": "(?!#\/components\/)/g)).toBeNull()
})
