// Slow: all rosters of a hundred and fifty tiny schedules are tried, and a bound is proved of each.
import { beforeAll, describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { compareScores } from '../../src/model/score.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { dateOfEpochDay } from '../../src/model/calendar.ts'
import { COVERAGE, GROUPS, PAIRINGS, PLACES } from './additions-together.ts'
import { type Addition, FAIRNESS, type Fields, RULES, type Said } from './additions.ts'
import { bestByForce } from './rule-examples.ts'

const ITERATIONS = 4_000
const FIRST_DAY = Date.UTC(2026, 2, 2) / 86_400_000

/** By capital letter: when a shift begins, how long it is, its tag and its points. */
const TIMES: Readonly<Record<string, readonly [from: number, hours: number, tag: string, points: number]>> = {
  A: [6, 3, 'day', 1],
  B: [10, 4, 'day', 1],
  C: [15, 3, 'day', 1],
  D: [7, 8, 'day', 1],
  P: [7, 8, 'day', 2],
  L: [14, 8, 'late', 1],
  N: [23, 8, 'night', 1],
}

function shiftsOf({ days, suggested }: Addition): Fields[] {
  const edge = days.indexOf('/')
  const places = [...days.matchAll(/[A-Za-z.]+/g)]
  let planned = 0
  return places.flatMap(({ 0: letters, index }, day) =>
    [...letters].flatMap((letter, at): Fields[] => {
      if (letter === '.') return []
      const [from, hours, tag, points] = TIMES[letter.toUpperCase()]!
      const minute = (hour: number): string => `${dateOfEpochDay(FIRST_DAY + day + Math.floor(hour / 24))}T${String(hour % 24).padStart(2, '0')}:00`
      const isHistoric = index < edge
      const who = isHistoric ? { historic: true, employee: 'anna' } : { suggestedEmployees: [suggested?.[planned++] ?? 'anna'] }
      const id = places.slice(0, day).reduce((sum, { 0: before }) => sum + before.replaceAll('.', '').length, 0) + at + 1
      return [
        { id, spot: letter === letter.toUpperCase() ? 1 : 2, start: minute(from), end: minute(from + hours), tags: [tag], points, cost: 3, ...who },
      ]
    }),
  )
}

function scheduleOf(addition: Addition, said: Said): Schedule {
  const { submission, errors } = readSubmission(
    {
      timeZone: 'UTC',
      settings: {
        others: 'off',
        assignShift: { secondPriorityWeight: 20 },
        useSuggestedEmployee: { fourthPriorityWeight: 1 },
        ...(/[A-Z]{2}/i.test(addition.days) && !/[ABC]/i.test(addition.days) ? { oneShiftPerDay: { firstPriorityWeight: 1 } } : {}),
        ...said.settings,
      },
      spots: [{ id: 1 }, { id: 2 }],
      employees: [{ id: 'anna', ...said.anna }, { id: 'bo', ...said.bo }, ...(said.cy === undefined ? [] : [{ id: 'cy', ...said.cy }])],
      shifts: shiftsOf(addition),
      ...said.document,
    },
    { callback: 'optional' },
  )
  expect(errors, JSON.stringify(errors)).toEqual([])
  return submission!.schedule
}

let solver: Awaited<ReturnType<typeof loadHighs>>
beforeAll(async () => {
  solver = await loadHighs()
})

describe.each([
  ['rules', RULES],
  ['fairness', FAIRNESS],
  ['who with whom', PAIRINGS],
  ['which with which', GROUPS],
  ['how many at once', COVERAGE],
  ['places', PLACES],
] as const)('of %s', (_, additions) => {
  test.each(additions)('$says changes the best of all rosters of $days, and the engine finds and bounds it', (addition) => {
    for (const [said, best] of [
      [addition.with, addition.best],
      [addition.without, addition.bare],
    ] as const) {
      const schedule = scheduleOf(addition, said)
      expect(bestByForce(schedule).score).toEqual(best)
      const { score, bound } = solve(schedule, solveOptions({ seed: 1, maxIterations: ITERATIONS, solver, proves: true }))
      expect(score).toEqual(best)
      if (bound !== null) expect(compareScores(bound, best)).toBeLessThanOrEqual(0)
    }
    expect(addition.best).not.toEqual(addition.bare)
  })
})
