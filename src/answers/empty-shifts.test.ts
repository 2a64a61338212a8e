import { expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { NOBODY } from '../model/roster.ts'
import { explainEmptyShifts } from './empty-shifts.ts'

const NIGHT = { id: 1, name: 'Night', spot: 1, start: '2026-03-02T23:00:00Z', end: '2026-03-03T07:00:00Z', importance: 'MANDATORY' }
const EARLY = { id: 2, name: 'Early', spot: 2, start: '2026-03-03T07:00:00Z', end: '2026-03-03T15:00:00Z', importance: 'MANDATORY' }
const SPOTS = [{ id: 1, skills: [7] }, { id: 2 }]

/** The cause of the night, which is empty; the early shift is with the employee at this position. */
function causeOf(employees: readonly object[], early = NOBODY): string {
  const document = { employees, spots: SPOTS, shifts: [NIGHT, EARLY] }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  return explainEmptyShifts(submission!.schedule, Int32Array.of(NOBODY, early))[0]!.cause
}

const nurse = (id: number, more: object = {}) => ({ id, name: `Nurse ${id}`, skills: [{ id: 7 }], ...more })
const AWAY = { wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-03' }] }
const RESTED = { contract: { hoursBetweenShift: 660 } }

for (const { name, employees, early, cause } of [
  { name: 'nobody is there', employees: [], early: NOBODY, cause: 'Nobody can work it: there are no employees.' },
  { name: 'the only employee lacks the skill', employees: [{ id: 1 }], early: NOBODY, cause: 'The only employee is kept off it by a missing skill.' },
  { name: 'nobody has the skill', employees: [{ id: 1 }, { id: 2 }], early: NOBODY, cause: 'All 2 employees are kept off it by a missing skill.' },
  {
    name: 'everybody has another reason, each their first',
    employees: [{ id: 1 }, { id: 2, ...AWAY }, nurse(3, AWAY), nurse(4, RESTED)],
    early: 3,
    cause: 'Of 4 employees 2 are kept off it by a missing skill, 1 by being unavailable and 1 by too little rest between shifts.',
  },
  {
    name: 'the only employee could',
    employees: [nurse(1)],
    early: NOBODY,
    cause: 'It could be filled: the roster is better with the only employee on it.',
  },
  {
    name: 'somebody could',
    employees: [{ id: 1 }, nurse(2)],
    early: NOBODY,
    cause: 'It could be filled: the roster is better with one of the 2 employees on it.',
  },
]) {
  test(`an empty shift says why when ${name}`, () => expect(causeOf(employees, early)).toBe(cause))
}

test('an empty shift that nothing is gained by filling is not said to be kept from anybody', () => {
  const optional = { ...NIGHT, importance: 'OPTIONAL' }
  const settings = { assignOptionalShift: { firstPriorityWeight: 0 }, evenShiftDistribution: {}, evenNightDistribution: {} }
  const document = { employees: [{ id: 1 }, nurse(2)], spots: SPOTS, shifts: [optional, EARLY], settings }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  expect(explainEmptyShifts(submission!.schedule, Int32Array.of(NOBODY, 0))[0]!.cause).toBe(
    'Filling it gains nothing: the roster is no better and no worse with one of the 2 employees on it.',
  )
})

test('shifts that are not explained when the time is over are listed all the same, mandatory ones explained first', () => {
  const optional = { ...NIGHT, id: 3, importance: 'OPTIONAL' }
  const document = { employees: [nurse(1)], spots: SPOTS, shifts: [optional, NIGHT, EARLY] }
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  const explainedIn = (mostLooks: number): unknown[] => {
    let looks = 0
    const explained = explainEmptyShifts(schedule, new Int32Array(3).fill(NOBODY), () => (looks += 1) > mostLooks)
    return explained.map(({ shiftId, complete, employees, cause }) => [shiftId, complete, employees.length, cause.startsWith('The time was over')])
  }
  const [is, isNot] = [
    [true, 1, false],
    [false, 0, true],
  ]
  for (const { looks, reached } of [
    { looks: 0, reached: [isNot, isNot, isNot] },
    { looks: 1, reached: [isNot, isNot, isNot] },
    { looks: 2, reached: [isNot, is, isNot] },
    { looks: 3, reached: [isNot, is, is] },
    { looks: 4, reached: [is, is, is] },
  ]) {
    expect(explainedIn(looks), `${looks} looks`).toEqual([3, 1, 2].map((id, i) => [id, ...reached[i]!]))
  }
})
