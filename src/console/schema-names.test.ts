import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { filesMatching, readText, ROOT } from '../../test/source-files.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { schemasAsNames } from './schemas-as-names.ts'

test('a schedule is read the same with the names of fields alone as with whole schemas', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnus-schemas-'))
  try {
    await build({
      root: ROOT,
      configFile: false,
      logLevel: 'error',
      ...schemasAsNames(join(ROOT, 'src/console/schema-names.ts')),
      ssr: { noExternal: true },
      build: { ssr: 'src/api/read-schedule.ts', outDir: folder, emptyOutDir: false, minify: false },
    })
    expect(readFileSync(join(folder, 'read-schedule.js'), 'utf8')).not.toContain('Unique among')
    const inPage = (await import(pathToFileURL(join(folder, 'read-schedule.js')).href)) as { readonly readSubmission: typeof readSubmission }
    const examples = filesMatching('examples/*.json').map((file) => JSON.parse(readText(file)) as Record<string, unknown>)
    expect(examples.length).toBeGreaterThan(5)
    for (const example of examples) {
      // Fields that nobody knows, and one that has the name that other programs give it.
      const doubtful = { ...example, settigns: {}, shifts: [{ spot: 1, from: 'x', ende: 'y' }] }
      for (const document of [example, doubtful]) {
        const options = { callback: 'optional' } as const
        const [here, whole] = [inPage.readSubmission(document, options), readSubmission(document, options)]
        expect(JSON.stringify(here)).toBe(JSON.stringify(whole))
        expect(here).toEqual(whole)
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
