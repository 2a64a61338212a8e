import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { readSolution } from '../../src/api/read-solution.ts'
import { judge, scoreOf } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { createState, rosterOf as heldBy } from '../../src/engine/scoring/state.ts'
import { isDecided, NOBODY, type Roster, rosterOfDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { readText } from '../source-files.ts'
import golden from './earlier-documents.json' with { type: 'json' }

/**
 * Scores that the checker of c059865 gave, the last commit before ids could be texts, to twenty rosters of each document of its time. A number here never
 * changes: what old documents cost is a promise. A document that has changed since stands in `earlier` as it was.
 */
const RECORDED: Readonly<Record<string, readonly (readonly number[])[]>> = golden

/** Numbers from 0 to below 1, the same for ever: a linear congruential generator, of Numerical Recipes. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The roster of that number: of 0 nothing but what is decided, of others every fifth open shift is empty and anybody works the rest. */
function rosterOf(schedule: Schedule, number: number): Roster {
  const next = numbersFrom(number + 1)
  const roster = rosterOfDecided(schedule)
  for (const [position, shift] of schedule.shifts.entries()) {
    if (isDecided(shift)) continue
    const isEmpty = next() < 0.2
    const employee = Math.floor(next() * schedule.employees.length)
    roster[position] = number === 0 || isEmpty ? NOBODY : employee
  }
  return roster
}

function read(path: string): Schedule {
  const { submission, errors } = readSubmission(JSON.parse(readText(path)), { callback: 'optional' })
  expect(errors).toEqual([])
  return submission!.schedule
}

describe.each(Object.entries(RECORDED))('%s', (path, scores) => {
  test('costs what it cost, by checker and engine', () => {
    const schedule = read(path)
    const instance = compile(schedule)
    for (const [number, score] of scores.entries()) {
      const roster = rosterOf(schedule, number)
      expect(scoreOf(schedule, roster), `roster ${number}`).toEqual(score)
      // The engine has nobody twice in one of several equal shifts, which such a roster may have.
      const state = createState(instance, roster)
      expect([...state.score], `roster ${number}, engine`).toEqual([...scoreOf(schedule, heldBy(instance, state.cells))])
    }
  })
})

test('there are twenty scores of each of 52 documents, of which at least four differ', () => {
  const scores = Object.values(RECORDED)
  expect(scores.map(({ length }) => length)).toEqual(Array.from({ length: 52 }, () => 20))
  expect(Math.min(...scores.map((each) => new Set(each.map(String)).size))).toBeGreaterThanOrEqual(4)
})

test('the solution of a callback of that time costs what the callback says', () => {
  const text = readText('test/golden/earlier/schedule.solved.http')
  const callback: unknown = JSON.parse(text.slice(text.indexOf('\n\n') + 2))
  const schedule = read('examples/clinic-week.json')
  const { roster } = readSolution(callback, schedule)
  const { score } = callback as { score: number[] }
  expect(score).toEqual([0, 0, 18, 9])
  expect(judge(schedule, roster!).score).toEqual(score)
})
