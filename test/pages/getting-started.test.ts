import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPage } from './page.ts'
import { createWorkbench, freePort, type Workbench } from './workbench.ts'

const ARRIVED_MS = 60_000

describe.skipIf(process.platform === 'win32')('docs/getting-started.md, command by command', { timeout: 120_000 }, () => {
  const page = openPage('docs/getting-started.md')
  let bench: Workbench
  let receiver: string

  beforeAll(async () => {
    const gateway = String(await freePort())
    receiver = String(await freePort())
    bench = createWorkbench({ moved: { 8080: gateway, 9000: receiver }, env: { TURNUS_PORT: gateway } })
    // The page's own schedule; only its port is one that is free here.
    writeFileSync(join(bench.folder, 'shop.json'), page.take('2. Write a schedule', 'json').replaceAll('9000', receiver))
  })
  afterAll(() => bench?.close(), 60_000)

  test('the demonstration ends well', async () => {
    expect(await bench.run(page.take('1. See it work', 'sh'))).toContain('no first-priority rule is broken')
  })

  test('the schedule is solved, checked and explained without a server', async () => {
    const output = await bench.run(page.take('3. Solve it without a server', 'sh'))
    expect(output).toContain('Anna')
    expect(output).toMatch(/Score 0 \/ 0/)
  })

  test('the gateway starts, the receiver listens, and the submission is solved and called back', async () => {
    await bench.start(page.take('4. Start the gateway', 'sh'), /listens on/)
    const received = await bench.start(page.take('5. Listen for the answer', 'sh'), new RegExp(receiver))
    const [submit, read] = [page.take('6. Submit', 'sh'), page.take('6. Submit', 'sh')]
    const solved = 'until curl -s http://127.0.0.1:8080/api/v1/gateway/1 -H "Authorization: Bearer $TOKEN" | grep -q SOLVED; do sleep 1; done'
    expect(await bench.run(`${submit}\n${solved}\n${read}`)).toMatch(/"solverProblemId":"1"[\s\S]*"status":"SOLVED"[\s\S]*"shifts":\[/)
    await expect.poll(received.output, { timeout: ARRIVED_MS }).toMatch(/genuine[\s\S]*schedule\.solved|schedule\.solved[\s\S]*genuine/)
    page.expectAllTaken('sh', 'json')
  })
})
