import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCHEDULE } from '../../test/edge.ts'
import { type ReceivedCall, type Receiver, startReceiver } from '../../test/receiver.ts'
import { type Client, type ClientEvent, createClient, type ScheduleDocument, verifyCallback } from '../client/client.ts'
import { type FakeGateway, startFake } from './gateway.ts'

let fake: FakeGateway
let receiver: Receiver
let client: Client
/** Status of the next answers of the receiver; 204 when there is none. */
const statuses: number[] = []
const QUICK = { firstPauseMs: 5 }

beforeAll(async () => {
  receiver = await startReceiver((response) => response.writeHead(statuses.shift() ?? 204).end())
  fake = await startFake({ pausesMs: [20, 20] })
  client = createClient({ baseUrl: fake.address, token: fake.token, retry: QUICK })
})

afterAll(async () => {
  await fake?.close()
  await receiver?.close()
})

/** A schedule whose callback has these words in its address. */
const scheduleFor = (words: string): object => ({ ...SCHEDULE, callbackUrl: `${receiver.url}&fake=${words}` })
const submit = async (words: string): Promise<string> => (await client.submit(scheduleFor(words))).solverProblemId

async function callsFor(id: string, count: number): Promise<readonly ReceivedCall[]> {
  const mine = (): ReceivedCall[] => receiver.calls.filter(({ body }) => (JSON.parse(body) as { solverProblemId: string }).solverProblemId === id)
  await expect.poll(() => mine().length, { interval: 10 }).toBeGreaterThanOrEqual(count)
  return mine()
}

const isGenuine = ({ body, headers }: ReceivedCall): boolean => {
  try {
    return verifyCallback(body, headers, fake.secret).type !== 'schedule.test'
  } catch {
    return false
  }
}

describe('a search of the fake gateway', () => {
  test('is over in a moment, with a solution that is true, which is called back', async () => {
    const id = await submit('')
    expect(await client.waitForEnd(id, { everyMs: 5 })).toMatchObject({ status: 'SOLVED', stopReason: 'OPTIMAL', score: [0, 0, 0, 0], gap: 0 })
    expect(await client.solution(id)).toMatchObject({ solverProblemId: id, status: 'SOLVED', shifts: [{ id: 1, employee: 1 }], unassigned: [] })
    const [call] = await callsFor(id, 1)
    expect(verifyCallback(call!.body, call!.headers, fake.secret)).toMatchObject({ type: 'schedule.solved', shifts: [{ id: 1, employee: 1 }] })
    await expect.poll(() => client.deliveries(id)).toMatchObject([{ status: 'DELIVERED', attempts: [{ status: 204 }] }])
  })

  test('gives back ways, rotas and people at work as they were sent, and tells what travel costs, and the carry of refused wishes', async () => {
    const away = { type: 'UNDESIRED' as const, start: '2026-03-02', end: '2026-03-02' }
    const schedule: Omit<ScheduleDocument, 'callbackUrl'> = {
      timeZone: 'UTC',
      settings: {
        others: 'off',
        assignShift: { firstPriorityWeight: 20 },
        travelTime: { fourthPriorityWeight: 1 },
        fairness: { thirdPriorityWeight: 1 },
      },
      spots: [{ id: 1 }],
      employees: [
        { id: 1, name: 'Zoë', home: 'hill', rotation: { id: 'one' }, wishes: [away] },
        { id: 2, wishes: [away], history: { fairness: [{ id: 'refusals', carry: 2 }] } },
      ],
      shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', tags: ['early'], employee: 1, fixed: true }],
      horizon: 'OPEN',
      travel: { matrix: [{ from: 'hill', to: 1, minutes: 25 }] },
      rotations: [{ id: 'one', weeks: [['early', 'off', 'off', 'off', 'off', 'off', 'off']], anchor: '2026-03-02' }],
      coverageRequirements: [{ id: 'desk', start: '2026-03-02T08:00:00Z', end: '2026-03-02T10:00:00Z', min: 1 }],
      fairness: [{ id: 'refusals', of: 'refusedWishes', share: 'EQUAL' }],
    }
    const { solverProblemId: id, warnings } = await client.submit({ ...schedule, callbackUrl: `${receiver.url}&fake=` })
    expect(warnings).toEqual([])
    const entry = await client.waitForEnd(id, { everyMs: 5 })
    const { fairness, constraintRelease, boundLeavesOut, ...answer } = (await client.solution(id))!
    expect(answer.score).toEqual([0, 0, expect.any(Number), 50])
    const stored = await fetch(`${fake.address}/api/v1/gateway/${id}/schedule`, { headers: { authorization: `Bearer ${fake.token}` } })
    expect(await stored.json()).toMatchObject(schedule)
    // One wish of two is refused: half a refusal is a fair share.
    const carries: readonly number[] = fairness.map(({ carry }) => carry)
    expect(carries).toEqual([0.5, 1.5])
    expect(constraintRelease.flatMap(({ setting, matches }) => (setting === 'travelTime' ? matches.map(({ text }) => text) : []))).toEqual([
      expect.stringMatching(/^Zoë .*50/),
    ])
    const left: readonly string[] = boundLeavesOut
    expect([left, entry.boundLeavesOut]).toEqual([['fairness: refusals'], ['fairness']])
  })

  test('holds what is paid against budgets, and gives both back as they were sent', async () => {
    const schedule: Omit<ScheduleDocument, 'callbackUrl'> = {
      timeZone: 'UTC',
      currency: 'EUR',
      settings: { others: 'off', assignShift: { firstPriorityWeight: 20 }, budgets: { thirdPriorityWeight: 1 } },
      spots: [{ id: 1 }],
      employees: [{ id: 1, pay: { hourly: 1500 } }],
      shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', employee: 1, fixed: true }],
      budgets: [
        { id: 'desk', per: 'day', spots: [1], max: 10_000 },
        { id: 'house', per: 'week', max: 12_000, weight: 3 },
      ],
    }
    const { solverProblemId: id, warnings } = await client.submit({ ...schedule, callbackUrl: `${receiver.url}&fake=` })
    expect(warnings.map(({ pointer, code }) => [pointer, code])).toEqual([['/budgets/0/max', 'budget-below-shift']])
    await client.waitForEnd(id, { everyMs: 5 })
    const { score, costs, constraintRelease } = (await client.solution(id))!
    // Eight hours are 120.00: 20 above the budget of the desk, and as much as that of the house.
    expect([score, costs?.currency, costs?.total]).toEqual([[0, 0, 20, 0], 'EUR', 12_000])
    expect(constraintRelease.map(({ setting, penalty }) => [setting, penalty])).toEqual([['budgets', 20]])
    const stored = await fetch(`${fake.address}/api/v1/gateway/${id}/schedule`, { headers: { authorization: `Bearer ${fake.token}` } })
    expect(await stored.json()).toMatchObject(schedule)
    const unknown = { ...schedule, budgets: [{ id: 'desk', per: 'day', spots: [2], max: 10_000 }], callbackUrl: receiver.url }
    await expect(client.submit(unknown)).rejects.toMatchObject({ status: 422, problem: { errors: [{ pointer: '/budgets/0/spots/0' }] } })
  })

  test('that is infeasible is solved, leaves its mandatory shifts empty and says why nobody works', async () => {
    const id = await submit('infeasible')
    const { score } = await client.waitForEnd(id, { everyMs: 5 })
    expect(score![1]).toBeGreaterThan(0)
    expect(await client.solution(id)).toMatchObject({
      unassigned: [{ shiftId: 1 }],
      constraintRelease: expect.arrayContaining([expect.objectContaining({ setting: 'assignShift', priority: 2 })]),
    })
  })

  test('that fails says so in its entry and its callback, and has no solution', async () => {
    const id = await submit('failed')
    expect(await client.waitForEnd(id, { everyMs: 5 })).toMatchObject({ status: 'FAILED', failureReason: expect.stringContaining('told to fail') })
    expect(await client.solution(id)).toBeNull()
    const [call] = await callsFor(id, 1)
    expect(verifyCallback(call!.body, call!.headers, fake.secret)).toMatchObject({ type: 'schedule.failed', status: 'FAILED' })
  })

  test('that is slow can be followed, and read before its end', async () => {
    const id = await submit('slow=3600')
    const events: ClientEvent[] = []
    for await (const event of client.events(id)) {
      events.push(event)
      if (event.type !== 'better') continue
      expect(await client.solution(id)).toMatchObject({ status: 'SOLVING', stopReason: null })
      await client.stop(id)
    }
    const types = events.map((event) => ('status' in event ? `${event.type} ${event.status}` : event.type))
    expect(types.slice(-4)).toEqual(['status SOLVING', 'better', 'status SOLVED', 'end SOLVED'])
  })

  test('that is slow lasts as long as it says', async () => {
    const { startedAt, endedAt } = await client.waitForEnd(await submit('slow=0.3'), { everyMs: 5 })
    expect(Date.parse(endedAt!) - Date.parse(startedAt!)).toBeGreaterThanOrEqual(290)
  })

  test('that hangs ends when it is stopped, and without a callback when it is withdrawn', async () => {
    const [stopped, withdrawn] = [await submit('hanging'), await submit('hanging')]
    await expect.poll(async () => (await client.entry(stopped)).status).toBe('SOLVING')
    await client.stop(stopped)
    expect(await client.waitForEnd(stopped, { everyMs: 5 })).toMatchObject({ status: 'SOLVED', stopReason: 'STOPPED' })
    await expect(client.stop(stopped)).rejects.toMatchObject({ status: 409 })
    await client.withdraw(withdrawn)
    await expect(client.entry(withdrawn)).rejects.toMatchObject({ status: 404 })
    await callsFor(stopped, 1)
    expect(receiver.calls.filter(({ body }) => body.includes(`"solverProblemId":"${withdrawn}"`))).toEqual([])
  })
})

describe('a callback of the fake gateway', () => {
  test('that is duplicate comes twice with one webhook-id, both genuine', async () => {
    const calls = await callsFor(await submit('duplicate'), 2)
    expect(calls).toHaveLength(2)
    expect(calls.map(isGenuine)).toEqual([true, true])
    expect(calls[0]!.headers['webhook-id']).toBe(calls[1]!.headers['webhook-id'])
  })

  for (const word of ['unsigned', 'forged', 'stale']) {
    test(`that is ${word} comes, and is not genuine`, async () => {
      const [call] = await callsFor(await submit(word), 1)
      expect(isGenuine(call!)).toBe(false)
      expect('webhook-signature' in call!.headers).toBe(word !== 'unsigned')
    })
  }

  test('that is late comes later', async () => {
    const id = await submit('late=0.3')
    const { endedAt } = await client.waitForEnd(id, { everyMs: 5 })
    await callsFor(id, 1)
    expect(Date.now() - Date.parse(endedAt!)).toBeGreaterThanOrEqual(290)
  })

  test('that is lost never comes, and is given up', async () => {
    const id = await submit('lost')
    await expect.poll(() => client.deliveries(id)).toMatchObject([{ status: 'GIVEN_UP', tries: 3 }])
    expect(receiver.calls.filter(({ body }) => body.includes(`"solverProblemId":"${id}"`))).toEqual([])
  })

  test('is repeated until it is taken, and sent again when that is asked for', async () => {
    statuses.push(500)
    const id = await submit('')
    expect(await callsFor(id, 2)).toHaveLength(2)
    await expect.poll(() => client.deliveries(id)).toMatchObject([{ status: 'DELIVERED', tries: 2 }])
    await client.redeliver(id, 1)
    await callsFor(id, 3)
    await expect(client.redeliver(id, 2)).rejects.toMatchObject({ status: 404 })
  })

  test('is in the list of the department, with the newest try', async () => {
    const id = await submit('lost')
    await expect.poll(() => client.deliveries(id)).toMatchObject([{ status: 'GIVEN_UP' }])
    const list = async (query: string): Promise<unknown> => {
      const answer = await fetch(`${fake.address}/api/v1/callbacks/deliveries${query}`, { headers: { authorization: `Bearer ${fake.token}` } })
      return answer.json()
    }
    expect(await list('?limit=1')).toMatchObject([
      { solverProblemId: id, number: 1, status: 'GIVEN_UP', tries: 3, lastStatus: null, lastError: expect.stringContaining('lose it') },
    ])
    expect(await list('?status=CANCELLED')).toEqual([])
  })
})

describe('a submission to the fake gateway', () => {
  for (const { word, status } of [
    { word: 'unavailable', status: 503 },
    { word: 'throttled', status: 429 },
    { word: 'unanswered', status: 503 },
  ]) {
    test(`that is ${word} is answered ${status} once, and our client gets it through, stored once`, async () => {
      const schedule = scheduleFor(`${word},hanging&of=${word}`)
      const before = (await client.list()).length
      const impatient = createClient({ baseUrl: fake.address, token: fake.token, retry: { tries: 1 } })
      await expect(impatient.submit(schedule, { idempotencyKey: word })).rejects.toMatchObject({ status, retryAfterSeconds: 1 })
      const { solverProblemId } = await client.submit(schedule, { idempotencyKey: word })
      expect(await client.list()).toHaveLength(before + 1)
      await client.withdraw(solverProblemId)
    })
  }

  test('is judged as the gateway judges it, words that are none included', async () => {
    await expect(client.submit({ ...SCHEDULE, shifts: 'none' })).rejects.toMatchObject({ status: 422, problem: { code: 'schedule-invalid' } })
    for (const { query, shown } of [
      { query: 'fake=sloved', shown: '"sloved"' },
      { query: 'Fake=solved', shown: '"Fake"' },
    ]) {
      await expect(client.submit({ ...SCHEDULE, callbackUrl: `${receiver.url}&${query}` })).rejects.toMatchObject({
        status: 422,
        problem: {
          errors: [
            {
              pointer: '/callbackUrl',
              code: 'callback-url-invalid',
              detail: expect.stringContaining(shown),
              hint: expect.stringContaining('docs/fake.md'),
            },
          ],
        },
      })
    }
  })

  test('is answered 429 beyond the requests of a minute that it was told', async () => {
    const limited = await startFake({ requestsPerMinute: 3 })
    const ask = () => fetch(`${limited.address}/api/v1/gateway`, { headers: { authorization: `Bearer ${limited.token}` } })
    const answers = [await ask(), await ask(), await ask(), await ask()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(Number(answers[3]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answers[3]!.headers.get('ratelimit-policy')).toContain('q=3;w=60')
    expect(await answers[3]!.json()).toMatchObject({ code: 'too-many-requests' })
    await limited.close()
  })

  test('is opened by the tokens of the fake alone, each for its department', async () => {
    const id = await submit('')
    const statusWith = async (token: string): Promise<number> =>
      (await fetch(`${fake.address}/api/v1/gateway/${id}`, { headers: { authorization: `Bearer ${token}` } })).status
    expect(await Promise.all(['tns_fake_reader', 'tns_fake_other', 'tns_real', 'toString'].map(statusWith))).toEqual([200, 403, 401, 401])
    const login = (password: string) =>
      fetch(`${fake.address}/v1/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'a@b.example', password }),
      })
    expect((await login('wrong')).status).toBe(401)
    expect(await (await login('fake')).json()).toMatchObject({ access_token: fake.token })
  })

  test('that has no words of its own is played by the script, and then as all are', async () => {
    const scripted = await startFake({ script: ['failed', ''], words: 'infeasible' })
    const asker = createClient({ baseUrl: scripted.address, token: scripted.token })
    const ends: string[] = []
    for (let i = 0; i < 3; i += 1) {
      const { solverProblemId } = await asker.submit({ ...SCHEDULE, callbackUrl: receiver.url })
      const { status, score } = await asker.waitForEnd(solverProblemId, { everyMs: 5 })
      ends.push(`${status} ${score?.[1] ?? '-'}`)
    }
    expect(ends).toEqual(['FAILED -', 'SOLVED 0', 'SOLVED 20'])
    await scripted.close()
  })
})

test('our client reads and replaces what the priorities are called', async () => {
  const none = { first: null, second: null, third: null, fourth: null }
  expect(await client.priorityNames()).toEqual(none)
  const names = { ...none, first: 'Law', third: 'Wishes' }
  expect(await client.replacePriorityNames({ first: ' Law ', third: 'Wishes' })).toEqual(names)
  expect(await client.priorityNames()).toEqual(names)
  await expect(client.replacePriorityNames({ first: 'x'.repeat(61) })).rejects.toMatchObject({ status: 422 })
  expect(await client.replacePriorityNames({})).toEqual(none)
})

describe('a plan of the fake gateway', () => {
  const schedule = { ...SCHEDULE, callbackUrl: undefined }
  const withoutShifts = { ...schedule, shifts: [] }
  const all = async <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => {
    const read: Row[] = []
    for await (const row of rows) read.push(row)
    return read
  }

  test('is made, saved, improved, accepted and published by our client, and read by an employee', async () => {
    const { plans } = client
    const { planId, tag, errors } = await plans.create({ name: 'March', schedule: withoutShifts })
    expect(errors).toMatchObject([{ code: 'no-shift-to-plan' }])
    const saved = await plans.save(planId, tag, { schedule, comment: 'With shifts' })
    expect(saved).toMatchObject({ version: 2, errors: [], content: { comment: 'With shifts' } })
    await expect(plans.save(planId, tag, { schedule })).rejects.toMatchObject({
      status: 412,
      problem: { code: 'plan-changed', conflict: { changes: [{ kind: 'ADDED' }] } },
    })

    const { solverProblemId } = await plans.improve(planId)
    await client.waitForEnd(solverProblemId, { everyMs: 5 })
    expect((await plans.read(planId)).requests).toMatchObject([{ solverProblemId, version: 2, status: 'SOLVED' }])
    const accepted = await plans.accept(planId, saved.tag, { solverProblemId })
    expect(accepted).toMatchObject({ version: 3, content: { source: 'ACCEPTED', solverProblemId } })
    expect((await plans.read(planId)).schedule).toMatchObject({ shifts: [{ id: 1, employee: 1 }] })
    expect((await plans.read(planId, 1)).schedule['shifts']).toEqual([])
    expect((await plans.compare(planId, 2, 3)).roster).toMatchObject({ changes: [{ shiftId: 1, before: null, after: 1 }] })
    expect((await all(plans.versions(planId))).map(({ version }) => version)).toEqual([3, 2, 1])

    expect(await plans.publish(planId, 3)).toMatchObject({ publishedVersion: 3 })
    const [link] = await plans.makeLinks(planId, { employeeIds: [1] })
    const page = (): Promise<Response> => fetch(new URL(link!.path, fake.address))
    expect((await page()).status).toBe(200)
    await plans.revokeLink(planId, link!.linkId)
    expect((await page()).status).toBe(404)
    expect((await all(plans.links(planId)))[0]!.revokedAt).not.toBeNull()
  })

  test('is renamed, archived, listed by page, and deleted with its requests', async () => {
    const { plans } = client
    for (const name of ['Ward 7, April', 'Ward 7, May', 'Ward 8']) await plans.create({ name, schedule })
    const [may, april] = await all(plans.list({ search: 'ward 7', pageSize: 1 }))
    expect([may!.name, april!.name]).toEqual(['Ward 7, May', 'Ward 7, April'])
    expect(await plans.change(may!.planId, { name: 'Ward 7, June', archived: true })).toMatchObject({ name: 'Ward 7, June' })
    expect((await all(plans.list({ search: 'ward 7' }))).map(({ name }) => name)).toEqual(['Ward 7, April'])
    expect((await all(plans.list({ search: 'ward 7', archived: true }))).map(({ name }) => name)).toEqual(['Ward 7, June'])
    const { solverProblemId } = await plans.improve(april!.planId)
    await plans.delete(april!.planId)
    await expect(plans.read(april!.planId)).rejects.toMatchObject({ status: 404, problem: { code: 'plan-not-found' } })
    expect((await client.entry(solverProblemId).catch(() => ({ status: 'CANCELLED' }))).status).toMatch(/CANCELLED|SOLVED/)
  })
})

test('answers the questions of JSON-RPC about its requests', async () => {
  const id = await submit('infeasible')
  await client.waitForEnd(id, { everyMs: 5 })
  const { score } = await client.call('schedule.evaluate', { solverProblemId: id })
  expect(score[1]).toBeGreaterThan(0)
})
