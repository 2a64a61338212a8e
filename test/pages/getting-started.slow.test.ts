// Slow: every command of the page starts as a process.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPage } from './page.ts'
import { createWorkbench, type Running, type Workbench } from './workbench.ts'

const LISTENS = /[lL]isten\w* (?:on|at) (http:\/\/127\.0\.0\.1:\d+)[/\n]/

describe.skipIf(process.platform === 'win32')('docs/getting-started.md, command by command', () => {
  const page = openPage('docs/getting-started.md')
  let bench: Workbench
  /** The page's own schedule, for as short a time as may be asked for. */
  const shop = page.take('2. Write a schedule', 'json').replace('"maxSeconds": 3', '"maxSeconds": 1')

  beforeAll(() => {
    // Ports that are free: whoever listens prints which it is. Iterations end the search, not seconds: a busy machine finds no roster in one of these.
    const solve = 'npx turnus solve shop.json'
    bench = createWorkbench({
      moved: { '--port 9000': '--port 0', [solve]: `${solve} --max-seconds 120 --max-iterations 20000` },
      env: { TURNUS_PORT: '0' },
    })
    writeFileSync(join(bench.folder, 'shop.json'), shop)
  })
  afterAll(() => bench?.close())

  test('the schedule is solved, checked and explained without a server', async () => {
    const output = await bench.run(page.take('3. Solve it without a server', 'sh'))
    expect(output).toContain('Anna')
    expect(output).toMatch(/Score 0 \/ 0/)
  })

  test('the gateway starts, the receiver listens, and the submission is solved and called back', async () => {
    const [gateway] = await listening(page.take('4. Start the gateway', 'sh'))
    const [receiver, received] = await listening(page.take('5. Listen for the answer', 'sh'))
    bench.move({ 'http://127.0.0.1:8080': gateway })
    writeFileSync(join(bench.folder, 'shop.json'), shop.replace('http://127.0.0.1:9000', receiver))
    const [submit, read] = [page.take('6. Submit', 'sh'), page.take('6. Submit', 'sh')]
    const solved = 'until curl -s http://127.0.0.1:8080/api/v1/gateway/1 -H "Authorization: Bearer $TOKEN" | grep -q SOLVED; do sleep 0.1; done'
    expect(await bench.run(`${submit}\n${solved}\n${read}`)).toMatch(/"solverProblemId":"1"[\s\S]*"status":"SOLVED"[\s\S]*"shifts":\[/)
    await expect.poll(received.output).toMatch(/genuine[\s\S]*schedule\.solved|schedule\.solved[\s\S]*genuine/)
    // The demonstration is run by getting-started.long.test.ts, and that of the README by its test.
    page.take('1. See it work', 'sh')
    page.expectAllTaken('sh', 'json')
  })

  /** Starts what listens, and answers where. */
  async function listening(command: string): Promise<readonly [string, Running]> {
    const running = await bench.start(command, LISTENS)
    return [LISTENS.exec(running.output())![1]!, running]
  }
})
