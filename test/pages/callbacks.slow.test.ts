// Slow: every command of the page starts as a process beside a gateway.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDepartment, createOrganization, departmentSigningSecret } from '../../src/access/organizations.ts'
import { createToken } from '../../src/access/tokens.ts'
import { type Client, createClient, verifyCallback } from '../../src/client/client.ts'
import { idsOf, type ReceivedCall, type Receiver, startReceiver } from '../receiver.ts'
import { readText } from '../source-files.ts'
import { commandsOf, openPage } from './page.ts'
import { openServedWorkbench, type ServedWorkbench } from './served-workbench.ts'

const OF = { organization: 'City Hospital', department: 'Medical Ward' }
const JOB = '4711'
/** Solved as soon as it is looked at. */
const TINY = {
  employees: [{ id: 1 }],
  spots: [{ id: 1 }],
  shifts: [{ id: 1, spot: 1, start: '2027-03-01T07:00:00Z', end: '2027-03-01T15:00:00Z' }],
}
/** Header lines, each name with its value. */
const HEADER = /^([\w-]+): (.*)$/gm

describe.skipIf(process.platform === 'win32')('docs/callbacks.md, command by command', () => {
  const page = openPage('docs/callbacks.md')
  const [shownHead, shownBody] = page.take('Callbacks', 'http').split('\n\n') as [string, string]
  let bench: ServedWorkbench
  let receiver: Receiver
  let client: Client
  let status = 200
  /** Names and values of the headers of each call, as they came. */
  const heads: [string, string][][] = []

  beforeAll(async () => {
    receiver = await startReceiver((response, _, { rawHeaders }) => {
      heads.push(rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]!] as [string, string]] : [])))
      response.writeHead(status).end(status === 200 ? 'taken' : 'out of order')
    })
    bench = await openServedWorkbench({ moved: { 'https://consumer.example': new URL(receiver.url).origin } })
    await createOrganization(bench.database, OF.organization)
    await createDepartment({ ...bench.database, key: bench.key }, { organization: OF.organization, name: OF.department })
    const { token } = await createToken(bench.database, OF)
    client = createClient({ baseUrl: bench.address, token })
    await bench.database.db.query(`alter table jobs alter column id restart with ${JOB}`)
  })
  afterAll(async () => {
    await bench?.close()
    await receiver?.close()
  })

  /** Submits a schedule under the address and the header of the page, and waits until its callback was called for the first time. */
  async function solve(schedule: object): Promise<string> {
    const { solverProblemId } = await client.submit({
      ...schedule,
      callbackUrl: new URL('/hooks/solved', receiver.url).href,
      callbackAuthenticationHeaderName: 'X-API-Key',
      callbackAuthenticationHeaderValue: 'sesame',
    })
    await expect.poll(() => idsOf(receiver.calls)).toContain(solverProblemId)
    return solverProblemId
  }

  test('a callback arrives with the head that is shown, begins with the body that is shown, and is signed by the secret that is printed', async () => {
    // Nobody can prove this one within a second, so that it ends as the page shows it.
    const shop = JSON.parse(readText('examples/shop-week.json')) as object
    expect(await solve({ ...shop, termination: { maxSeconds: 120, stallSeconds: 1 } })).toBe(JOB)
    const [{ method, url, headers, body }] = receiver.calls as [ReceivedCall]
    expect(`${method} ${url} HTTP/1.1`).toBe(shownHead.split('\n')[0])
    const shown = [...shownHead.matchAll(HEADER)].map(([, name, value]) => [name!, value!] as const)
    expect(heads[0]).toEqual(shown.map(([name, value]) => [name, patternOf(name, value)]))
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
    expect(body.slice(0, shownBody.indexOf('…'))).toBe(shownBody.slice(0, shownBody.indexOf('…')))
    const [, command] = /`(npx turnus department secret [^`]+)`/.exec(readText('docs/callbacks.md'))!
    const [secret] = /whsec_\S+/.exec(await bench.run(command!))!
    expect(verifyCallback(Buffer.from(body), headers, secret)).toMatchObject({ type: 'schedule.solved', solverProblemId: JOB })
  })

  test('the department sees every try, has a callback sent again, and is told which address fails', async () => {
    // Two that fail, and the first one again: three failures one after the other.
    status = 500
    await Promise.all([solve(TINY), solve(TINY)])
    const [token, list, again, failing, pending] = commandsOf(page.take('See what happened, and send again', 'sh')) as [
      string,
      string,
      string,
      string,
      string,
    ]
    expect(JSON.parse(await bench.run(`${token}\n${list}`))).toMatchObject([
      { number: 1, status: 'DELIVERED', tries: 1, attempts: [{ number: 1, status: 200, answer: 'taken', error: null }] },
    ])
    expect(JSON.parse(await bench.run(`${token}\n${again}`))).toMatchObject({ number: 1, status: 'PENDING' })
    await expect.poll(() => callsOf(JOB).length).toBe(2)
    const [first, second] = callsOf(JOB) as [ReceivedCall, ReceivedCall]
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    await expect
      .poll(async () => JSON.parse(await bench.run(`${token}\n${failing}`)) as unknown)
      .toEqual([expect.objectContaining({ origin: new URL(receiver.url).origin, failing: true })])
    const failed = { status: 'PENDING', lastStatus: 500, lastError: 'Answered 500.' }
    expect(JSON.parse(await bench.run(`${token}\n${pending}`))).toMatchObject([failed, failed, { ...failed, solverProblemId: JOB }])
  })

  test('who runs Turnus sees the same over all departments, and tries an address', async () => {
    const [listFailing, listJob, redeliver, tryOut] = commandsOf(page.take('See what happened, and send again', 'sh')) as [
      string,
      string,
      string,
      string,
    ]
    expect(await bench.run(listFailing)).toMatch(new RegExp(`address[\\s\\S]+${new URL(receiver.url).origin} .* yes `))
    expect(await bench.run(listJob)).toMatch(/ 200 [\s\S]* 500 /)
    status = 200
    const before = callsOf(JOB).length
    expect(await bench.run(redeliver)).toContain(JOB)
    await expect.poll(() => callsOf(JOB).length).toBe(before + 1)
    expect(await bench.run(tryOut)).toMatch(/signed {4}with the secret of Medical Ward[\s\S]*answered {2}200/)
    const call = receiver.calls.find(({ body }) => body.includes('schedule.test'))!
    expect(call.url).toBe('/hooks/solved')
    const secret = await departmentSigningSecret({ db: bench.database.db, key: bench.key }, OF)
    expect(verifyCallback(Buffer.from(call.body), call.headers, secret)).toMatchObject({ type: 'schedule.test' })
  })

  test('for the time of overlap a callback is signed by the new secret and by the old one', async () => {
    const old = await departmentSigningSecret({ db: bench.database.db, key: bench.key }, OF)
    const [fresh] = /whsec_\S+/.exec(await bench.run(page.take('Change the secret', 'sh')))!
    expect(fresh).not.toBe(old)
    const id = await solve(TINY)
    const [{ body, headers }] = callsOf(id) as [ReceivedCall]
    for (const secret of [fresh, old]) expect(verifyCallback(Buffer.from(body), headers, secret)).toMatchObject({ solverProblemId: id })
    page.expectAllTaken('sh', 'http')
  })

  function callsOf(id: string): readonly ReceivedCall[] {
    return receiver.calls.filter(({ body }) => body.includes(`"solverProblemId":"${id}"`))
  }
})

/** What stands for a value that is another one each time. */
function patternOf(name: string, value: string): unknown {
  if (name === 'webhook-id') return expect.stringMatching(/^msg_[\w-]{22}$/)
  if (name === 'webhook-timestamp') return expect.stringMatching(/^\d{10}$/)
  if (name === 'webhook-signature') return expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/)
  if (name === 'content-length' || name === 'host') return expect.any(String)
  return value
}
