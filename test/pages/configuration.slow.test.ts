// Slow: the commands of its page run, as they stand there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPage } from './page.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

describe.skipIf(process.platform === 'win32')('docs/configuration.md, command by command', () => {
  const page = openPage('docs/configuration.md')
  let doctor: string
  const benches: Workbench[] = []

  beforeAll(() => {
    doctor = page.take('Configuration', 'sh')
  })
  afterAll(() => Promise.all(benches.map((bench) => bench.close())), 60_000)

  function benchWith(env: Readonly<Record<string, string>>): Workbench {
    const bench = createWorkbench({ env })
    benches.push(bench)
    return bench
  }

  test('it reads the variables, and says what will work with them', async () => {
    const output = await benchWith({ TURNUS_ROLE: 'gateway', TURNUS_DATA: 'store', TURNUS_CONSOLE: 'off' }).run(doctor)
    expect(output).toMatch(/^ok +configuration +Every variable and flag can be read\.$/m)
    expect(output).toMatch(/^skipped +threads +This process is no solver\.$/m)
    expect(output).toMatch(/^skipped +console/m)
    expect(output).toMatch(/\/store/)
  })

  test('it names a variable with a wrong value, and what to write instead, and one that nothing reads', async () => {
    expect(await benchWith({ TURNUS_PORT: 'eighty' }).run(doctor, 1)).toMatch(
      /^failed +configuration +--port\/TURNUS_PORT is "eighty"\.\n +Remedy: Give an integer from 0/m,
    )
    expect(await benchWith({ TURNUS_PROT: '80' }).run(doctor)).toMatch(
      /^warning +configuration +Nothing reads the variable TURNUS_PROT\.\n.*TURNUS_PORT/m,
    )
    page.expectAllTaken('sh')
  })
})
