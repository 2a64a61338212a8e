import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tellFailures } from '../../scripts/testing/failures.ts'
import { ROOT, run } from '../../scripts/testing/programs.ts'
import { REPORT_VARIABLE, type RunReport } from '../../scripts/testing/run-report.ts'

test('a run tells each test that failed, each file that could not be loaded, and each error that nobody caught', async () => {
  // In the repository, so that `vitest` is found from it.
  const folder = mkdtempSync(join(ROOT, 'build', 'failures-'))
  const write = (name: string, ...lines: readonly string[]): void => writeFileSync(join(folder, name), lines.join('\n'))
  try {
    // Vitest reads a default export, which no file of the repository has.
    const reporter = join(ROOT, 'scripts/testing/run-report.ts')
    write(
      'vitest.config.ts',
      `import { reportTo } from ${JSON.stringify(reporter)}`,
      `${'export'} default { test: { reporters: [reportTo(${JSON.stringify(join(folder, 'report.json'))})] } }`,
    )
    write(
      'sums.test.ts',
      "import { describe, expect, test } from 'vitest'",
      "describe('a sum', () => test('of two is four', () => expect(2 + 3).toBe(4)))",
      "test('of nothing is nothing', () => {})",
    )
    write('broken.test.ts', "throw new Error('no file')")
    write('loose.test.ts', "import { test } from 'vitest'", "test('leaves something behind', () => void Promise.reject(new Error('nobody waits')))")
    const { status } = await run('vitest', ['run', '--root', folder], { streams: 'keep', env: { [REPORT_VARIABLE]: '' } })
    expect(status).toBe(1)
    const { counts, failures } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as RunReport
    expect(counts).toEqual({ passed: 2, failed: 1, skipped: 0 })
    const told = failures.map(({ file, ...rest }) => ({ ...rest, file: file?.split('/').at(-1) ?? null })).toSorted(byText)
    expect(told).toEqual(
      [
        { file: 'sums.test.ts', test: 'a sum > of two is four', says: expect.stringContaining('expected 5 to be 4') as string },
        { file: 'broken.test.ts', test: null, says: 'no file' },
        { file: null, test: null, says: 'nobody waits' },
      ].toSorted(byText),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

function byText(a: { readonly file: string | null }, b: { readonly file: string | null }): number {
  return String(a.file) < String(b.file) ? -1 : 1
}

test('a failure is one line, however much it says', () => {
  expect(tellFailures([])).toBe('')
  expect(tellFailures([{ file: 'a.test.ts', test: 'it > holds', says: 'expected 1\n  to be 2' }])).toBe(
    '✗ a.test.ts · it > holds · expected 1 to be 2\n',
  )
  expect(tellFailures([{ file: null, test: null, says: 'nobody waits' }])).toBe('✗ outside of every file · nobody waits\n')
  expect(tellFailures([{ file: 'a.test.ts', test: null, says: 'x'.repeat(10_000) }]).length).toBeLessThan(410)
})
