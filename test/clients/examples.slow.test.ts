// Slow: every example of the clients is run as a program.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { readSolution } from '../../src/api/read-solution.ts'
import { judge } from '../../src/checker/check.ts'
import { type Client, createClient, type ScheduleDocument, verifyCallback } from '../../src/client/client.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
let receiver: Receiver
let client: Client

beforeAll(async () => {
  receiver = await startReceiver((response) => response.writeHead(204).end())
  gateway = await startGateway()
  client = createClient({ baseUrl: gateway.url, token: gateway.token })
})

afterAll(async () => {
  await gateway?.close()
  await receiver?.close()
})

/** Sends an example, and ends the search once the first two priorities are whole: a busy machine takes longer, and no more is asked of it here. */
async function solve(schedule: ScheduleDocument): Promise<string> {
  const { solverProblemId, warnings } = await client.submit(schedule)
  expect(warnings).toEqual([])
  for await (const event of client.events(solverProblemId)) {
    if (event.type === 'better' && event.score![0] === 0 && event.score![1] === 0) break
  }
  await client.stop(solverProblemId).catch(() => undefined)
  const { status, score } = await client.waitForEnd(solverProblemId, { everyMs: 20 })
  expect({ status, firstTwo: score!.slice(0, 2) }).toEqual({ status: 'SOLVED', firstTwo: [0, 0] })
  return solverProblemId
}

// The hospital month is what the demonstration sends.
for (const name of ['clinic-week', 'shop-week', 'factory-rotation', 'on-call-rota', 'ward-change']) {
  test(`${name} is solved by a gateway, called back, and breaks no rule of the first two priorities`, async () => {
    const document = JSON.parse(readFileSync(new URL(`../../examples/${name}.json`, import.meta.url), 'utf8')) as ScheduleDocument
    const schedule = { ...document, callbackUrl: receiver.url, termination: { maxSeconds: 600, seed: 1 } }
    const id = await solve(schedule)
    const mine = () => receiver.calls.find(({ body }) => body.includes(`"solverProblemId":"${id}"`))
    await expect.poll(mine).toBeDefined()
    const { body, headers } = mine()!
    const callback = verifyCallback(body, headers, gateway.secret)
    const read = readSubmission(schedule, { callback: 'required' }).submission!.schedule
    expect(judge(read, readSolution(callback, read).roster!).score.slice(0, 2)).toEqual([0, 0])
  })
}
