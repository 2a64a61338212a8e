import { expect, onTestFinished, test } from 'vitest'
import { openPage } from './page.ts'
import { createWorkbench } from './workbench.ts'

test.skipIf(process.platform === 'win32')('the demonstration of docs/getting-started.md ends well', async () => {
  const bench = createWorkbench()
  onTestFinished(() => bench.close())
  const demo = openPage('docs/getting-started.md').take('1. See it work', 'sh')
  expect(await bench.run(demo)).toContain('no first-priority rule is broken')
})
