import { expect, test } from 'vitest'
import { readSubmission } from '../../../api/read-schedule.ts'
import { rosterOfDecided } from '../../../model/roster.ts'
import { CoverRows } from '../../column-generation/cover-rows.ts'
import { compile } from '../../instance/compile.ts'
import type { Instance } from '../../instance/instance.ts'
import { createState } from '../../scoring/state.ts'
import { NO_MAX } from './coverage.ts'
import { unfollowed, withoutUnfollowed } from './follow.ts'

type Fields = Readonly<Record<string, unknown>>

/** Two employees of whom the second holds the skill, a night and an early shift that overlap from 06:00 to 07:00, a fixed one, and these requirements. */
function instanceWith(requirements: readonly Fields[]): Instance {
  const { submission, errors } = readSubmission(
    {
      timeZone: 'UTC',
      employees: [
        { id: 1, contract: {} },
        { id: 2, contract: {}, skills: [{ id: 'lead' }] },
      ],
      skills: [{ id: 'lead', name: 'Lead' }],
      spots: [{ id: 1 }],
      shifts: [
        { id: 1, spot: 1, start: '2027-03-01T22:00', end: '2027-03-02T07:00' },
        { id: 2, spot: 1, start: '2027-03-02T06:00', end: '2027-03-02T14:00' },
        { id: 3, spot: 1, start: '2027-03-03T06:00', end: '2027-03-03T14:00', employee: 1, fixed: true },
      ],
      coverageRequirements: requirements,
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  return compile(submission!.schedule)
}

const on = (day: number, from: string, to: string): Fields => ({ start: `2027-03-0${day}T${from}`, end: `2027-03-0${day}T${to}` })

test('a ratio is left out, and a most where shifts of two days overlap, and both are named', () => {
  const instance = instanceWith([
    { id: 'least', ...on(2, '05:00', '09:00'), min: 2 },
    { id: 'ratio', ...on(2, '09:00', '10:00'), min: 1, ratioOf: { who: {}, ratio: 0.5 } },
    { id: 'most', name: 'Quiet', ...on(2, '05:00', '09:00'), max: 1 },
    { id: 'later', ...on(2, '08:00', '12:00'), max: 1 },
  ])
  expect(unfollowed(instance).map(({ name }) => name)).toEqual(['ratio', 'Quiet'])
  const followed = withoutUnfollowed(instance).coverage!
  expect([...followed.thousandths]).toEqual([-1, -1, -1, -1])
  const most = [...followed.max].filter((_, stretch) => followed.requirement[followed.opening[stretch]!] === 2)
  // Before the early shift, with it, after the night shift.
  expect(most).toEqual([1, NO_MAX, 1])
  expect(withoutUnfollowed({ ...instance, coverage: null })).toEqual({ coverage: null })
})

test('a duty has a part in its seat and where its employee counts, and in nothing that is decided', () => {
  const instance = instanceWith([
    { id: 'all', ...on(2, '06:00', '08:00'), min: 1 },
    { id: 'lead', ...on(2, '07:00', '08:00'), min: 1, who: { skill: 'lead' } },
    { id: 'third', ...on(3, '06:00', '08:00'), min: 1 },
  ])
  const rows = CoverRows.of(instance)
  const { demands, duties } = instance
  const [plain, lead] = [rows.classOf(0), rows.classOf(1)]
  const early = duties.of([demands.demandOfShift[1]!])
  const ofLead = rows.of(lead, early)
  const ofPlain = rows.of(plain, early)
  expect(rows.classCount).toBe(2)
  expect(ofPlain[0]).toBe(demands.demandOfShift[1])
  // 06:00 to 07:00 and 07:00 to 08:00; who leads also counts there from 07:00.
  expect([ofPlain.length, ofLead.length]).toEqual([3, 4])
  expect(rows.of(plain, duties.of([demands.demandOfShift[2]!]))).toEqual([])
  // What is decided is counted in the roster that rows are added to.
  const { counted } = createState(instance, rosterOfDecided(instance.schedule)).coverage!
  expect([...counted].reduce((sum, people) => sum + people, 0)).toBe(1)
})
