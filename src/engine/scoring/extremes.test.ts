import { expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { judge } from '../../checker/check.ts'
import { rosterAsPosted } from '../../model/roster.ts'
import { compile } from '../instance/compile.ts'
import { createState } from './state.ts'

const shifts = Array.from({ length: 7 }, (_, day) => ({
  id: day + 1,
  spot: 1,
  start: `2026-03-0${day + 2}T07:00:00Z`,
  end: `2026-03-0${day + 2}T15:00:00Z`,
  employee: day < 3 ? 1 : null,
}))

const freePeriod = (more: object): object => ({
  freePeriodRequirements: [{ id: 1, employeeId: 1, windowStart: '2026-03-02', windowEnd: '2026-03-09', demand: { requiredUnitCount: 3 }, ...more }],
})

for (const { title, employee, document } of [
  { title: 'a wish to work that ends for ever', employee: { wishes: [{ type: 'DESIRED', start: '2026-03-06', end: '9999-12-31' }] }, document: {} },
  {
    title: 'a duty elsewhere that ends for ever',
    employee: {},
    document: freePeriod({ boundaryEvidence: [{ source: 'x', startsAt: '2026-03-06T00:00:00Z', endsAt: '9999-12-31T00:00:00Z' }] }),
  },
  {
    title: 'more free units than minutes',
    employee: {},
    document: freePeriod({ demand: { requiredUnitCount: 1_000_000, requiredLocalDates: ['2026-03-08'] } }),
  },
  {
    title: 'a free unit for every minute',
    employee: {},
    document: freePeriod({ counting: { shortUnitMinimumMinutes: 1, connectedTwoUnitMinimumMinutes: 2, extraUnitMinutes: 1 } }),
  },
  {
    title: 'a hundred thousandfold wish and cost',
    employee: { wishes: [{ type: 'UNDESIRED', start: '2026-03-02', end: '2026-03-08', weight: 1_000_000 }] },
    document: { shifts: shifts.map((shift) => ({ ...shift, weight: 1_000_000, cost: 1_000_000 })) },
  },
]) {
  test(`engine and checker agree on ${title}`, () => {
    const posted = { employees: [{ id: 1, ...employee }], spots: [{ id: 1 }], shifts, ...document }
    const { submission, errors } = readSubmission(posted, { callback: 'optional' })
    expect(errors).toEqual([])
    const { schedule } = submission!
    const roster = rosterAsPosted(schedule)
    expect([...createState(compile(schedule), roster).score]).toEqual([...judge(schedule, roster).score])
  })
}
