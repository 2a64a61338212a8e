// Slow: schedules that say all there is to say are read anew for each of their rosters.
import { expect, test } from 'vitest'
import type { Means } from '../../src/answers/means.ts'
import { QUESTIONS, type QuestionName } from '../../src/answers/questions.ts'
import { Random } from '../../src/engine/random.ts'
import { isDecided, NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { randomRoster } from './any-schedule.ts'
import { FIRST_SEED } from './cases.ts'
import type { Fields } from './draft.ts'
import { everything } from './everything.ts'

const CASES = 6
const ROSTERS = 2

/** Goes a millisecond at each look: what is broken off is broken off at the same place. */
function means(readBefore?: WeakMap<object, Schedule>): Means {
  let nowMs = 0
  return { limits: {}, solver: null, clock: () => (nowMs += 1), mostSeconds: 0.02, ...(readBefore === undefined ? {} : { readBefore }) }
}

test(`of ${CASES} schedules that say all there is to say, what was read before answers ${ROSTERS} rosters as what is read anew does`, () => {
  let asked = 0
  for (let seed = FIRST_SEED, cases = 0; cases < CASES; seed += 1) {
    const drawn = everything(seed)
    if (drawn === null) continue
    cases += 1
    const { document, schedule } = drawn
    const readBefore = new WeakMap<object, Schedule>()
    const random = new Random(seed)
    for (let n = 0; n < ROSTERS; n += 1) {
      const roster = randomRoster(schedule, () => random.unit())
      for (const [name, parameters] of questionsOf(schedule, { document, solution: solutionOf(schedule, roster) })) {
        const [anew, again] = [means(), means(readBefore)].map((each) => JSON.stringify(QUESTIONS[name].answer(parameters, each)))
        expect(again, `seed ${seed}, roster ${n}, ${name}`).toBe(anew)
        asked += 1
      }
    }
    expect(readBefore.has(document), 'the second roster was asked about what was read for the first').toBe(true)
  }
  expect(asked).toBeGreaterThan(CASES * ROSTERS * 4)
})

/** What can be asked of a roster, shortly. */
function questionsOf(schedule: Schedule, { document, solution }: { document: Fields; solution: object }): [QuestionName, object][] {
  const given = { schedule: document, solution }
  const open = schedule.shifts.find((shift) => !isDecided(shift))
  const questions: [QuestionName, object][] = [
    ['schedule.evaluate', given],
    ['schedule.explain', given],
    ['schedule.stress', { ...given, maxSeconds: 1 }],
    ['schedule.repair', { ...given, maxSeconds: 1 }],
    ['schedule.diff', { schedule: document, after: solution }],
  ]
  if (open !== undefined) questions.push(['schedule.recommend', { ...given, shiftId: open.id, others: true }])
  return questions
}

function solutionOf({ shifts, employees }: Schedule, roster: Roster): object {
  const told = new Map<unknown, { id: unknown; employees: unknown[] }>()
  for (const [at, { id }] of shifts.entries()) {
    const entry = told.get(id) ?? { id, employees: [] }
    told.set(id, entry)
    if (roster[at] !== NOBODY) entry.employees.push(employees[roster[at]!]!.id)
  }
  const hasSeats = new Set(shifts.filter(({ seats }) => seats !== undefined).map(({ id }) => id as unknown))
  return {
    shifts: [...told.values()].map(({ id, employees: people }) =>
      hasSeats.has(id) ? { id, employees: people } : { id, employee: people[0] ?? null },
    ),
  }
}
