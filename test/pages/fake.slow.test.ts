// Slow: the commands of its page run, as they stand there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, verifyCallback } from '../../src/client/client.ts'
import { type Receiver, startReceiver } from '../receiver.ts'
import { readText } from '../source-files.ts'
import { openPage } from './page.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

describe.skipIf(process.platform === 'win32')('docs/fake.md, block by block', () => {
  const page = openPage('docs/fake.md')
  const text = readText('docs/fake.md')
  /** What the page says in a sentence. */
  const said = (pattern: RegExp): string => pattern.exec(text)![1]!
  let bench: Workbench
  let receiver: Receiver
  let address: string

  beforeAll(async () => {
    receiver = await startReceiver((response) => response.writeHead(200).end())
    // The page lets it listen where it listens by itself, and somebody may do so on this machine.
    bench = createWorkbench({ moved: { 'turnus fake': 'turnus fake --port 0' } })
  })
  afterAll(async () => {
    await bench?.close()
    await receiver?.close()
  })

  test('it listens, and prints the token and the secret that the page names', async () => {
    const { output } = await bench.start(page.take('A gateway for your tests', 'sh'), /secret/)
    const [, host, port] = /listens on (http:\/\/\S+):(\d+)\n/.exec(output())!
    address = `${host}:${port}`
    expect(said(/^listens on `(http:\S+)`/m)).toBe(`${host}:8081`)
    expect(output()).toMatch(new RegExp(`token +${said(/^Its token is `([^`]+)`/m)} `))
    expect(output()).toMatch(new RegExp(`secret +${said(/signing secret `([^`]+)`/)}\n`))
  })

  test('a submission with the words in its address fails, and is called back twice under one id', async () => {
    const { callbackUrl } = JSON.parse(page.take('Say what happens', 'json')) as { callbackUrl: string }
    const client = createClient({ baseUrl: address, token: said(/^Its token is `([^`]+)`/m) })
    const { solverProblemId } = await client.submit({
      callbackUrl: callbackUrl.replace('http://127.0.0.1:3000', new URL(receiver.url).origin),
      timeZone: 'UTC',
      employees: [{ id: 1 }],
      spots: [{ id: 1 }],
      shifts: [{ id: 1, spot: 1, start: '2027-03-01T07:00:00Z', end: '2027-03-01T15:00:00Z' }],
    })
    await expect.poll(() => receiver.calls.length).toBe(2)
    expect((await client.entry(solverProblemId)).status).toBe('FAILED')
    const [first, second] = receiver.calls
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    for (const { url, body, headers } of receiver.calls) {
      expect(url).toBe(new URL(callbackUrl).pathname + new URL(callbackUrl).search)
      expect(verifyCallback(body, headers, said(/signing secret `([^`]+)`/))).toMatchObject({ type: 'schedule.failed', solverProblemId })
    }
    page.expectAllTaken('sh', 'json')
  })
})
