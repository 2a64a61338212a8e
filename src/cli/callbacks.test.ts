import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type Receiver, startReceiver } from '../../test/receiver.ts'
import { createTestTerminal } from '../../test/terminal.ts'
import { departmentSigningSecret } from '../access/organizations.ts'
import { createFakeDispatcher, type FakeDispatcher } from '../callbacks/dispatcher.fixture.ts'
import { runProgram } from './program.ts'

const key = randomBytes(32)
let database: TestDatabase
let dispatcher: FakeDispatcher
let receiver: Receiver
let failing: Receiver
let env: Record<string, string>
/** Statuses of the next answers of the receiver; 200 when there is none. */
const statuses: number[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  dispatcher = await createFakeDispatcher(database, { key, random: () => 0 })
  receiver = await startReceiver((response) => response.writeHead(statuses.shift() ?? 200).end('all\u001b[31m well\r\n'))
  failing = await startReceiver((response) => response.writeHead(500).end())
  env = { DATABASE_URL: database.url, TURNUS_SECRET_KEY: key.toString('hex'), TURNUS_CALLBACK_ALLOW: '127.0.0.0/8' }
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
  await failing.close()
  await database.close()
})

async function turnus(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = createTestTerminal({ env })
  const code = await runProgram(args, terminal)
  return { code, out: terminal.out(), err: terminal.err() }
}

describe('turnus callbacks list', () => {
  test('shows where callbacks go and how they fare there', async () => {
    await dispatcher.endJob(receiver.url)
    await dispatcher.endJob(failing.url)
    await dispatcher.run()
    const { code, out } = await turnus('callbacks', 'list')
    expect(code).toBe(0)
    const [titles, ...lines] = out.trimEnd().split('\n')
    expect(titles).toMatch(/^department +address +pending +failures +failing +last success +last failure +put off until +error$/)
    expect(lines.find((line) => line.includes(new URL(receiver.url).origin))).toMatch(/ 0 +0 +no +\d{4}-/)
    expect(lines.find((line) => line.includes(new URL(failing.url).origin))).toMatch(/ 0 +10 +yes .*Answered 500\.$/)
    const json = JSON.parse((await turnus('callbacks', 'list', '--failing', '--json')).out) as { origin: string }[]
    expect(json.map(({ origin }) => origin)).toEqual([new URL(failing.url).origin])
  })

  test('shows every try of the callback of a request, on one line each, whatever the receiver answered', async () => {
    statuses.push(503)
    const job = await dispatcher.endJob(receiver.url)
    await dispatcher.run()
    const { code, out } = await turnus('callbacks', 'list', '--job', String(job))
    expect(code).toBe(0)
    const [titles, ...lines] = out.trimEnd().split('\n')
    expect(titles).toMatch(/^delivery +state +try +started +ms +status +next try +what happened$/)
    expect(lines).toEqual([
      expect.stringMatching(/^ +1 +DELIVERED +1 .* 503 .*Answered 503\.$/),
      expect.stringMatching(/^ +1 +DELIVERED +2 .* 200 +- +all \[31m well$/),
    ])
    const json = JSON.parse((await turnus('callbacks', 'list', '--job', String(job), '--json')).out) as object[]
    expect(json).toMatchObject([{ number: 1, state: 'DELIVERED', attempts: [{ status: 503 }, { status: 200 }] }])
  })

  test('says that a request is not there', async () => {
    expect(await turnus('callbacks', 'list', '--job', '999999')).toMatchObject({ code: 1, err: expect.stringMatching(/^job-not-found: /) })
    expect(await turnus('callbacks', 'list', '--job', 'x')).toMatchObject({ code: 2, err: expect.stringMatching(/^usage-wrong: /) })
    expect(await turnus('callbacks', 'list', '--job', '1', '--failing')).toMatchObject({ code: 2, err: expect.stringContaining('--failing') })
  })
})

describe('turnus callbacks redeliver', () => {
  test('makes the last delivery of a request due at once', async () => {
    const job = await dispatcher.endJob(receiver.url)
    await dispatcher.run()
    const { code, out } = await turnus('callbacks', 'redeliver', String(job))
    expect([code, out]).toEqual([0, `Delivery 1 of request ${job} is due: ${receiver.url}, try 2.\n`])
    const { rows } = await database.db.query(
      `select d.state, j.data from deliveries d join pgboss.job j on (j.data->>'id')::bigint = d.id and (j.data->>'queueNumber')::integer = d.queue_number
        where d.job_id = $1`,
      [job],
    )
    expect(rows).toMatchObject([{ state: 'PENDING' }])
  })

  test('says that there is no such delivery', async () => {
    const job = await dispatcher.endJob(receiver.url)
    expect(await turnus('callbacks', 'redeliver', String(job), '2')).toMatchObject({ code: 1, err: expect.stringMatching(/^delivery-not-found: /) })
  })
})

describe('turnus callbacks test', () => {
  test('sends a signed sample and prints what came of it', async () => {
    const before = receiver.calls.length
    const { code, out } = await turnus('callbacks', 'test', receiver.url, '--header', 'X-API-Key: sesame')
    expect(code).toBe(0)
    expect(out).toMatch(/leads to +127\.0\.0\.1\n/)
    expect(out).toMatch(/answered +200 after \d+ ms\n +all \[31m well\n$/)
    const call = receiver.calls[before]!
    const secret = /with (whsec_\S+), made for this call/.exec(out)![1]!
    const body = new Webhook(secret).verify(call.body, call.headers)
    expect(body).toMatchObject({ type: 'schedule.test', solverProblemId: 'test', status: 'TEST' })
    expect(call.headers).toMatchObject({ 'x-api-key': 'sesame', 'webhook-id': /webhook-id (\S+)/.exec(out)![1] })
  })

  test("signs with a department's secret when it is named, which it does not print", async () => {
    const { organizationId: organization, departmentId: department } = dispatcher.caller
    const before = receiver.calls.length
    const { code, out } = await turnus('callbacks', 'test', receiver.url, '--organization', String(organization), '--department', String(department))
    expect(code).toBe(0)
    expect(out).not.toContain('whsec_')
    const call = receiver.calls[before]!
    const secret = await departmentSigningSecret({ db: database.db, key }, { organization, department })
    expect(new Webhook(secret).verify(call.body, call.headers)).toMatchObject({ type: 'schedule.test' })
  })

  test('exits with 1 when the answer is no success', async () => {
    expect(await turnus('callbacks', 'test', failing.url)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/answered +500 after \d+ ms: Answered 500\.\n$/),
    })
    expect(await turnus('callbacks', 'test', 'http://127.0.0.1:1/')).toMatchObject({
      code: 1,
      out: expect.stringContaining('The call failed: ECONNREFUSED.'),
    })
    const json = JSON.parse((await turnus('callbacks', 'test', failing.url, '--json')).out) as object
    expect(json).toMatchObject({ url: failing.url, addresses: ['127.0.0.1'], status: 500, error: 'Answered 500.', durationMs: expect.any(Number) })
  })

  for (const { args, code, says } of [
    { args: ['http://169.254.169.254/'], code: 1, says: 'neither public nor allowed' },
    { args: ['ftp://consumer.example/'], code: 1, says: 'scheme' },
    { args: ['http://127.0.0.1:1/', '--department', 'x'], code: 2, says: '--organization' },
    { args: ['http://127.0.0.1:1/', '--header', 'no colon'], code: 2, says: '--header' },
    { args: ['http://127.0.0.1:1/', '--header', 'a: b\nc: d'], code: 2, says: '--header' },
  ]) {
    test(`is refused for ${args.join(' ')}`, async () => {
      expect(await turnus('callbacks', 'test', ...args)).toMatchObject({ code, err: expect.stringContaining(says), out: '' })
    })
  }
})

describe('turnus department rotate-secret', () => {
  test('prints the new secret, which signs from now on', async () => {
    const { organizationId: organization, departmentId: department } = dispatcher.caller
    const { code, out } = await turnus(
      'department',
      'rotate-secret',
      String(department),
      '--organization',
      String(organization),
      '--overlap-hours',
      '2',
    )
    expect([code, out]).toEqual([0, `${await departmentSigningSecret({ db: database.db, key }, { organization, department })}\n`])
    expect(await turnus('department', 'rotate-secret', 'x', '--organization', String(organization), '--overlap-hours', '721')).toMatchObject({
      code: 2,
    })
  })
})
