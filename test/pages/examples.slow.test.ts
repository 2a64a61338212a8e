// Slow: every command of the page is run.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../clients/gateway.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { openPage } from './page.ts'
import { copyExamples, letConverge } from './stand-ins.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

describe.skipIf(process.platform === 'win32')('examples/README.md, command by command', () => {
  const page = openPage('examples/README.md')
  let gateway: TestGateway
  let receiver: Receiver
  let bench: Workbench

  beforeAll(async () => {
    receiver = await startReceiver((response) => response.writeHead(204).end())
    gateway = await startGateway()
    bench = createWorkbench({ moved: { 'http://127.0.0.1:8080': gateway.url, 'curl ': 'curl -sS ' }, env: { TOKEN: gateway.token } })
    copyExamples(bench.folder, { port: new URL(receiver.url).port, maxSeconds: 2 })
    letConverge(bench.folder, 'clinic-week.json')
  })
  afterAll(async () => {
    await bench?.close()
    await gateway?.close()
    await receiver?.close()
  })

  test('a week is solved without a server, and its roster stands', async () => {
    const output = await bench.run(page.take('Send one', 'sh'))
    expect(output).toMatch(
      /Score 0 \/ 0 \/ \d+ \/ \d+ after [\s\S]*The solution stands: no first-priority rule is broken, no mandatory shift is empty, and what it states is so/,
    )
  })

  test('a month is sent to a gateway, and its solved schedule posted to the address in the file', async () => {
    const answer = JSON.parse(await bench.run(page.take('Send one', 'sh'))) as { solverProblemId: string }
    expect(answer).toMatchObject({ solverProblemId: '1', status: 'QUEUED', warnings: [] })
    await expect.poll(() => receiver.calls.length).toBe(1)
    const [call] = receiver.calls
    const { solverProblemId, type, shifts } = JSON.parse(call!.body) as { solverProblemId: string; type: string; shifts: unknown[] }
    expect({ url: call!.url, solverProblemId, type, shifts: shifts.length }).toEqual({
      url: '/callback',
      solverProblemId: answer.solverProblemId,
      type: 'schedule.solved',
      shifts: 646,
    })
    page.expectAllTaken('sh')
  })
})
