// Slow: each schedule is proved, and solved by trying all rosters.
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { apply, createMove, evaluate } from '../../src/engine/scoring/evaluate.ts'
import { fillWithRow, rowOf } from '../../src/engine/scoring/one-row.ts'
import { createState, rosterOf, scoreFromScratch, scoreOf } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { dateOfEpochDay, epochDayOf } from '../../src/model/calendar.ts'
import { isDecided, NOBODY } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { createRandom } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { chanceOf, type Chance } from './draft.ts'

const WALKED = casesOf(100)
const STEPS = 20
const WARDS = casesOf(40)
const MAX_OPEN = 7
const ITERATIONS = 15_000
const TAGS = ['early', 'late'] as const
const HOURS = { early: ['07:00', '12:00'], late: ['13:00', '18:00'] } as const

/** Two employees, each in a rotation of up to three weeks that may be of any priority, and up to two shifts a day. */
function rotatingWard(chance: Chance, days: number): Schedule {
  const first = epochDayOf('2026-02-23') + chance.whole(0, 20)
  const shifts = Array.from({ length: days }, (_, at) => {
    const date = dateOfEpochDay(first + at)
    return TAGS.filter((tag) => (tag === 'early' && (at === 0 || at === days - 1)) || chance.is(0.5)).map((tag) => ({
      id: 10 * at + TAGS.indexOf(tag) + 1,
      spot: 1,
      start: `${date}T${HOURS[tag][0]}:00Z`,
      end: `${date}T${HOURS[tag][1]}:00Z`,
      tags: chance.is(0.8) ? [tag] : [...TAGS],
      ...(chance.is(0.1) ? { fixed: true, employee: chance.whole(1, 2) } : {}),
    }))
  }).flat()
  const weeks = Array.from({ length: chance.whole(1, 3) }, () =>
    Array.from({ length: 7 }, () => chance.one([...TAGS, 'off', chance.one(['off', 'none'])])),
  )
  const document = {
    calendar: { weekStartsOn: chance.one(['MONDAY', 'SUNDAY', 'THURSDAY']) },
    rotations: [{ id: 'turns', weeks, anchor: dateOfEpochDay(first + chance.whole(-40, 40)) }],
    employees: [1, 2].map((id) => ({
      id,
      rotation: {
        id: 'turns',
        offset: chance.whole(-4, 4),
        weight: chance.whole(1, 3),
        ...(chance.is(0.5) ? { priority: chance.whole(1, 4) } : {}),
      },
      ...(chance.is(0.3) ? { absences: [{ start: dateOfEpochDay(first + 1), end: dateOfEpochDay(first + 2) }] } : {}),
    })),
    shifts,
    spots: [{ id: 1 }],
    settings: {
      others: 'off',
      rotations: { thirdPriorityWeight: 5 },
      unavailable: { firstPriorityWeight: chance.whole(1, 20) },
      oneShiftPerDay: { firstPriorityWeight: 20 },
      assignShift: chance.is(0.8) ? { secondPriorityWeight: chance.whole(1, 20) } : { firstPriorityWeight: 1, secondPriorityWeight: 1 },
    },
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  return submission.schedule
}

const brokenBy = (schedule: Schedule, roster: Int32Array): boolean =>
  judge(schedule, roster).violations.some(({ setting }) => setting === 'rotations')

test(`engine from scratch, engine by difference and checker say the same of ${WALKED} wards and ${STEPS} changes of each`, () => {
  let broken = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKED; seed += 1) {
    const chance = chanceOf(createRandom(seed))
    const schedule = rotatingWard(chance, chance.whole(2, 16))
    const instance = compile(schedule)
    const state = createState(
      instance,
      Int32Array.from(schedule.shifts, (shift) => (isDecided(shift) ? shift.employeeIndex! : NOBODY)),
    )
    const move = createMove(instance)
    for (let step = 0; step < STEPS; step += 1) {
      const label = `seed ${seed}, step ${step}`
      const employee = chance.whole(0, 1)
      const from = chance.whole(0, instance.dayCount - 1)
      const to = chance.whole(from, Math.min(instance.dayCount - 1, from + 3))
      const row = rowOf(state, employee)
      for (let day = from; day <= to; day += 1) {
        const decided = instance.decidedDuty[employee * instance.dayCount + day]!
        const free = [...instance.openDemands[day]!].filter((d) => state.filled[d] === 0)
        row[day] = free.length === 0 || chance.is(0.3) ? decided : instance.duties.with(decided, chance.one(free))
      }
      fillWithRow(move, employee, row, { from, to })
      expect(evaluate(state, move), label).toBe(true)
      apply(state, move)
      expect(scoreOf(state), label).toEqual(scoreFromScratch(state))
      const roster = rosterOf(instance, state.cells)
      expect(scoreOf(state), label).toEqual(judge(schedule, roster).score)
      if (brokenBy(schedule, roster)) broken += 1
    }
  }
  expect(broken).toBeGreaterThan((WALKED * STEPS) / 3)
})

test(`the engine finds the best of all rosters under rotations, and proves no more, on ${WARDS} tiny wards`, async () => {
  const solver = await loadHighs()
  const counts = { proved: 0, closed: 0, broken: 0, first: 0 }
  for (let seed = FIRST_SEED, tried = 0; tried < WARDS; seed += 1) {
    const chance = chanceOf(createRandom(seed))
    const schedule = rotatingWard(chance, chance.whole(2, 6))
    if (schedule.shifts.filter((shift) => !isDecided(shift)).length > MAX_OPEN) continue
    tried += 1
    const { score: best } = bestByForce(schedule)
    const { score, bound, roster, boundLeavesOut } = solve(schedule, solveOptions({ seed, maxIterations: ITERATIONS, solver, proves: true }))
    expect(score, `seed ${seed}`).toEqual(best)
    expect(boundLeavesOut.filter((name) => name.startsWith('rotations'))).toEqual([])
    if (brokenBy(schedule, roster)) counts.broken += 1
    if (best[0] > 0) counts.first += 1
    if (bound === null) continue
    counts.proved += 1
    expect(compareScores(bound, best), `seed ${seed}: ${bound.join()} is proved, ${best.join()} is there`).toBeLessThanOrEqual(0)
    if (compareScores(bound, best) === 0) counts.closed += 1
  }
  expect(counts.broken).toBeGreaterThan(WARDS / 3)
  expect(counts.first).toBeGreaterThan(WARDS / 10)
  expect(counts.closed).toBeGreaterThan(WARDS / 3)
})
