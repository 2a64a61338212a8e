import { chanceOf, createRandom } from '../../../test/property/draft.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { isDecided, NOBODY, type Roster, rosterAsPosted } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'

/** A published week of three or four people, of whom one is away, with rules that make chains needful. */
export function disrupted(seed: number): Schedule {
  const chance = chanceOf(createRandom(seed))
  const people = chance.whole(3, 4)
  const count = chance.whole(4, 6)
  const away = chance.whole(1, people)
  const employees = Array.from({ length: people }, (_, e) => ({
    id: e + 1,
    skills: chance.is(0.6) ? [{ id: 1 }] : [],
    contract: { minRestBetweenShifts: 660, maxConsecutiveDays: chance.whole(2, 4), maxHoursPerWeek: 480 * chance.whole(2, 4) },
    wishes: e + 1 === away ? [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-08' }] : [],
  }))
  const shifts = Array.from({ length: count }, (_, s) => {
    const day = 2 + Math.floor((s * 7) / count)
    const late = chance.is(0.4)
    return {
      id: s + 1,
      spot: 1,
      start: `2026-03-0${day}T${late ? '15' : '07'}:00Z`,
      end: `2026-03-0${day}T${late ? '23' : '15'}:00Z`,
      skills: chance.is(0.5) ? [1] : [],
      employee: chance.is(0.9) ? chance.whole(1, people) : null,
      ...(chance.is(0.15) ? { importance: 'OPTIONAL' } : {}),
    }
  })
  const settings = {
    others: 'off',
    ...Object.fromEntries(RULES.map((name) => [name, { firstPriorityWeight: 20 }])),
    assignShift: { secondPriorityWeight: 20 },
    keepAssignment: { thirdPriorityWeight: 1 },
  }
  const document = { timeZone: 'UTC', employees, shifts, spots: [{ id: 1 }], settings }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  return submission.schedule
}

const RULES = ['shiftCollision', 'oneShiftPerDay', 'unavailable', 'spotSkills', 'minRestBetweenShifts', 'maxConsecutiveDays', 'maxMinutesPerWeek']

/** Every roster of a schedule; the same array each time. */
export function* rostersOf(schedule: Schedule): Generator<Roster> {
  const open = schedule.shifts.flatMap((shift, index) => (isDecided(shift) ? [] : [index]))
  const roster = rosterAsPosted(schedule)
  const place = function* (at: number): Generator<Roster> {
    if (at === open.length) yield roster
    else
      for (let employee = NOBODY; employee < schedule.employees.length; employee += 1) {
        roster[open[at]!] = employee
        yield* place(at + 1)
      }
  }
  yield* place(0)
}
