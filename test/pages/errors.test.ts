import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { findAccounts } from '../../src/checker/accounts.ts'
import { type FakeGateway, startFake } from '../../src/fake/gateway.ts'
import { rosterAsPosted } from '../../src/model/roster.ts'
import { openPage } from './page.ts'

const hours = { start: '2027-03-01T07:00:00Z', end: '2027-03-01T15:00:00Z' }

/** The minutes that each account of a schedule owes, and what it is warned of. */
function owedIn(document: object): { readonly owed: readonly number[]; readonly codes: readonly string[] } {
  const { submission, errors, warnings } = readSubmission({ timeZone: 'UTC', spots: [{ id: 1 }], ...document }, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = submission!
  return { owed: findAccounts(schedule, rosterAsPosted(schedule)).map(({ owed }) => owed), codes: warnings.map(({ code }) => code) }
}

describe('docs/errors.md, block by block', () => {
  const page = openPage('docs/errors.md')
  let gateway: FakeGateway

  beforeAll(async () => {
    gateway = await startFake()
  })
  afterAll(() => gateway?.close())

  test('the failure that is shown is what a schedule is answered whose fourth shift is at a spot that there is not', async () => {
    const shown: unknown = JSON.parse(page.take('Errors and warnings', 'json'))
    const schedule = {
      callbackUrl: 'http://127.0.0.1:9/solved',
      timeZone: 'UTC',
      employees: [{ id: 1 }],
      spots: [{ id: 1 }],
      shifts: [1, 1, 1, 12].map((spot, i) => ({ id: i + 1, spot, ...hours })),
    }
    const answer = await fetch(`${gateway.address}/api/v1/gateway`, {
      method: 'POST',
      headers: { 'authorization': `Bearer ${gateway.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(schedule),
    })
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await answer.json()).toEqual(shown)
  })

  test('a rule per period owes all of a week that is planned from Monday to Friday, and so does a Sunday on which nobody works', () => {
    const { calendar, employees } = JSON.parse(page.take('least-cut', 'json')) as { readonly calendar: object; readonly employees: readonly object[] }
    const shiftOn = (date: string, id: number): object => ({ id, spot: 1, start: `${date}T07:00:00Z`, end: `${date}T15:00:00Z` })
    const shifts = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'].map(shiftOn)
    const sunday = { ...shiftOn('2026-03-15', 7), importance: 'OPTIONAL', weight: 0, fixed: true, employee: null }
    const inWeek = [{ id: 1, contract: { minHoursWeek: 2400 } }]
    expect(owedIn({ calendar, employees, shifts })).toEqual({ owed: [2400], codes: [] })
    expect(owedIn({ employees: inWeek, shifts })).toEqual({ owed: [1714], codes: ['least-cut'] })
    expect(owedIn({ employees: inWeek, shifts: [...shifts, sunday] })).toEqual({ owed: [2400], codes: [] })
  })

  test('nothing else is shown', () => page.expectAllTaken('json'))
})
