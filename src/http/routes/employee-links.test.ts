import { describe, expect, test } from 'vitest'
import { JSON_TYPE, PLANNER, problemOf, useEdge } from '../../../test/edge.ts'
import { HOSTILE_NAMES } from '../../formats/solved.fixture.ts'
import { LINK_REQUESTS_PER_MINUTE } from './employee-links.ts'

const edge = useEdge('one-for-each', { requestsPerMinute: 1_000_000 })
const person = (id: number, name: string) => ({ id, name, skills: [], teams: [], contract: {}, wishes: [] })
const shift = (id: number, day: number, employee: number | null) => ({
  id,
  spot: 1,
  start: `2027-03-0${day}T07:00:00Z`,
  end: `2027-03-0${day}T15:00:00Z`,
  importance: 'MANDATORY',
  employee,
})
const WARD = {
  timeZone: 'UTC',
  employees: [person(1, 'Anna Andersen'), person(2, 'Ben Berg'), person(3, 'Cem Can')],
  spots: [{ id: 1, name: 'Ward', skills: [], teams: [] }],
  shifts: [shift(1, 1, 1), shift(2, 2, 2), shift(3, 3, 1), shift(4, 4, null)],
  settings: {},
}

const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
  edge.app.inject({
    method,
    url,
    headers: { ...PLANNER, ...(body === undefined ? {} : JSON_TYPE) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })

/** Makes a plan that is published; answers its address. */
async function publish(schedule: object = WARD): Promise<string> {
  const { planId } = (await send('POST', '/api/v1/plans', { name: 'Ward 3, March', schedule })).json()
  expect((await send('POST', `/api/v1/plans/${planId}/publish`, { version: 1 })).statusCode).toBe(200)
  return `/api/v1/plans/${planId}`
}

interface Link {
  readonly path: string
  readonly calendarPath: string
  readonly linkId: string
}

async function linkFor(plan: string, employeeId: number): Promise<Link> {
  const made = await send('POST', `${plan}/links`, { employeeIds: [employeeId] })
  expect(made.statusCode).toBe(201)
  expect(made.headers['cache-control']).toBe('no-store')
  return (made.json() as Link[])[0]!
}

/** As a browser of somebody without a token. */
const open = (url: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8', language = 'en') =>
  edge.app.inject({ method: 'GET', url, headers: { accept, 'accept-language': language } })

describe('the page of an employee', () => {
  test('shows the own shifts and nothing of anybody else, to whoever has the link', async () => {
    const { path } = await linkFor(await publish(), 1)
    const page = await open(path)
    expect(page.statusCode).toBe(200)
    for (const shown of ['Anna Andersen', 'Ward 3, March', 'Monday 2027-03-01', 'Wednesday 2027-03-03', '2 shifts', '07:00–15:00']) {
      expect(page.body).toContain(shown)
    }
    for (const hidden of ['Ben', 'Cem', '2027-03-02', '2027-03-04']) expect(page.body).not.toContain(hidden)
  })

  test.each([
    ['da-DK,da;q=0.9,en;q=0.8', 'da', ['Dine vagter', 'mandag 01.03.2027', '07.00–15.00', '2 vagter, 16:00 timer.', 'Din konto']],
    ['de', 'de', ['Ihre Schichten', 'Montag, 01.03.2027', '07:00–15:00', '2 Schichten, 16:00 Stunden.', 'Ihr Konto']],
    ['sv,en;q=0.5', 'sv', ['Dina pass', 'måndag 2027-03-01', '07:00–15:00', '2 pass, 16:00 timmar.', 'Ditt konto']],
    ['fr', 'en', ['Your shifts', 'Monday 2027-03-01', '2 shifts, 16:00 hours.', 'Your account']],
  ])('is in the language of whoever opens it: %s', async (asked, language, shown) => {
    const { path } = await linkFor(await publish(), 1)
    const { body, headers } = await open(path, 'text/html', asked)
    expect(headers['vary']).toContain('Accept-Language')
    expect(body).toContain(`<html lang="${language}">`)
    for (const text of shown) expect(body).toContain(text)
  })

  test('is for no index, tells no other page its address, and runs nothing', async () => {
    const { path } = await linkFor(await publish(), 1)
    const { headers, body } = await open(path)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; frame-ancestors 'none'/),
    })
    expect(body).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(body).not.toMatch(/<script|https?:|src=/)
  })

  test('shows whoever works nothing that there is nothing', async () => {
    const { path, calendarPath } = await linkFor(await publish(), 3)
    expect((await open(path)).body).toContain('You have no shift here.')
    expect((await open(calendarPath)).body).toBe(
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Turnus//Turnus//EN\r\nCALSCALE:GREGORIAN\r\nEND:VCALENDAR\r\n',
    )
  })

  test('is markup of ours alone, whatever the names are', async () => {
    const employees = HOSTILE_NAMES.map((name, n) => person(n + 1, name))
    const shifts = HOSTILE_NAMES.map((name, n) => ({ ...shift(n + 1, 1, n + 1), name }))
    const plan = await publish({ ...WARD, employees, shifts })
    for (const [n] of HOSTILE_NAMES.entries()) {
      const { path } = await linkFor(plan, n + 1)
      expect(
        (await open(path)).body.replaceAll(
          /<\/?(?:!doctype|html|head|meta|title|style|body|main|h1|h2|p|a|ul|li|br|time|strong|bdi|span)\b[^<>]*>/g,
          '',
        ),
      ).not.toMatch(/[<>]/)
    }
  })
})

test('the calendar has the own shifts and names nobody', async () => {
  const { calendarPath } = await linkFor(await publish(), 1)
  const calendar = await open(calendarPath, 'text/calendar')
  expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(calendar.body.match(/BEGIN:VEVENT/g)).toHaveLength(2)
  expect(calendar.body).toContain('DTSTART:20270301T070000Z')
  expect(calendar.body).not.toMatch(/Anna|Ben|Cem/)
})

describe('a link opens nothing', () => {
  const expectClosed = async (path: string) => {
    const page = await open(path)
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.body).toContain('This link opens nothing any more')
    expect(problemOf(await open(path, '*/*'))).toMatchObject({ status: 404, code: 'link-not-found' })
  }

  test('and says so in the language of whoever opens it', async () => {
    const { body } = await open(`/my/${'0'.repeat(43)}`, 'text/html', 'de-AT')
    expect(body).toContain('<html lang="de">')
    expect(body).toContain('Dieser Link öffnet nichts mehr')
  })

  test('when it was ended, which takes it out of nobody else’s hands', async () => {
    const plan = await publish()
    const [anna, ben] = [await linkFor(plan, 1), await linkFor(plan, 2)]
    expect((await send('DELETE', `${plan}/links/${anna.linkId}`)).statusCode).toBe(204)
    await expectClosed(anna.path)
    expect((await open(ben.path)).statusCode).toBe(200)
    expect(problemOf(await send('DELETE', `${plan}/links/${anna.linkId}`)).code).toBe('link-not-found')
  })

  test('when another was made for the same employee', async () => {
    const plan = await publish()
    const [first, second] = [await linkFor(plan, 1), await linkFor(plan, 1)]
    await expectClosed(first.path)
    expect((await open(second.path)).statusCode).toBe(200)
    const listed = (await send('GET', `${plan}/links`)).json() as { revokedAt: string | null }[]
    expect(listed.map(({ revokedAt }) => revokedAt === null)).toEqual([true, false])
    expect(JSON.stringify(listed)).not.toContain(second.path.slice('/my/'.length))
  })

  test('while nothing is published, when the plan is put away, and when it is deleted', async () => {
    const { planId } = (await send('POST', '/api/v1/plans', { name: 'Draft', schedule: WARD })).json()
    await expectClosed((await linkFor(`/api/v1/plans/${planId}`, 1)).path)
    const plan = await publish()
    const { path } = await linkFor(plan, 1)
    await send('PATCH', plan, { archived: true })
    await expectClosed(path)
    await send('PATCH', plan, { archived: false })
    expect((await open(path)).statusCode).toBe(200)
    await send('DELETE', plan)
    await expectClosed(path)
  })

  test('when it is a guess, or of somebody who is not in the schedule', async () => {
    const plan = await publish()
    await expectClosed(`/my/${'A'.repeat(43)}`)
    await expectClosed('/my/1')
    await expectClosed((await linkFor(plan, 99)).path)
  })
})

test('a new version is shown once it is published, and not before', async () => {
  const plan = await publish()
  const { path } = await linkFor(plan, 2)
  const schedule = { ...WARD, shifts: [shift(4, 4, 2)] }
  const headers = { ...PLANNER, ...JSON_TYPE, 'if-match': `"${plan.split('/').at(-1)}-1"` }
  await edge.app.inject({ method: 'PUT', url: plan, headers, payload: JSON.stringify({ schedule }) })
  expect((await open(path)).body).toContain('2027-03-02')
  await send('POST', `${plan}/publish`, { version: 2 })
  expect((await open(path)).body).toContain('2027-03-04')
})

test('links are asked for with ids of employees, and for so many days', async () => {
  const plan = await publish()
  const refused = async (body: object) => problemOf(await send('POST', `${plan}/links`, body)).errors
  expect(await refused({})).toMatchObject([{ pointer: '/employeeIds', code: 'field-missing' }])
  expect(await refused({ employeeIds: [1], expiresDays: 401 })).toMatchObject([{ pointer: '/expiresDays', code: 'out-of-range' }])
  expect(await refused({ employeeIds: [1.5] })).toMatchObject([{ pointer: '/employeeIds/0' }])
  expect(await refused({ employeeIds: Array.from({ length: 1001 }, (_, id) => id) })).toMatchObject([{ code: 'list-too-long' }])
})

test('from one address links are asked only so often, good ones and bad ones alike', async () => {
  const { path } = await linkFor(await publish(), 1)
  for (let i = 1; i < LINK_REQUESTS_PER_MINUTE; i += 1) await open(`/my/${i}`)
  expect((await open(path)).statusCode).toBe(200)
  const refused = await open(path)
  expect(problemOf(refused)).toMatchObject({ status: 429, code: 'too-many-requests' })
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
})

test('another department makes, sees and ends no link', async () => {
  const plan = await publish()
  const { linkId } = await linkFor(plan, 1)
  const headers = { authorization: 'Bearer neighbour', ...JSON_TYPE }
  for (const asked of [
    { method: 'POST', url: `${plan}/links`, payload: JSON.stringify({ employeeIds: [1] }) },
    { method: 'GET', url: `${plan}/links` },
    { method: 'DELETE', url: `${plan}/links/${linkId}` },
  ] as const) {
    expect(
      problemOf(await edge.app.inject({ ...asked, headers: asked.method === 'POST' ? headers : { authorization: headers.authorization } })).code,
    ).toBe('department-foreign')
  }
})
