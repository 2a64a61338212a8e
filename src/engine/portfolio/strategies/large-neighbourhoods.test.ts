import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { largeDocument } from '../../../../bench/large-document.ts'
import { readSubmission } from '../../../api/read-schedule.ts'
import { rosterOfDecided } from '../../../model/roster.ts'
import { compareScores, type Score } from '../../../model/score.ts'
import { loadHighs } from '../../../threads/load-highs.ts'
import { solve } from '../../index.ts'
import { compile } from '../../instance/compile.ts'
import type { Incumbent } from '../../local-search/incumbent.ts'
import { Random } from '../../random.ts'
import { cellsOf, createState, restoreCells, scoreOf } from '../../scoring/state.ts'
import { solveOptions } from '../../solve-options.fixture.ts'
import { DEFAULT_PARAMS } from '../params.ts'
import { createSearch } from '../search.ts'
import { largeNeighbourhoods } from './large-neighbourhoods.ts'

const posted: unknown = JSON.parse(readFileSync(new URL('../../../../examples/clinic-week.json', import.meta.url), 'utf8'))
const { schedule } = readSubmission(posted, { callback: 'optional' }).submission!
const instance = compile(schedule)
/** Of each roster its cells, from the dearest on: nobody works, and what a shorter and a longer local search come to. */
const EMPTY = createState(instance, rosterOfDecided(schedule)).cells
const [GOOD, BETTER] = [3000, 300_000].map((maxIterations) => cellsOf(instance, solve(schedule, solveOptions({ maxIterations })).roster))
/** A neighbourhood is about four people. */
const PARAMS = { ...DEFAULT_PARAMS, neighbourhoods: { ...DEFAULT_PARAMS.neighbourhoods, maxCellsAtOnce: 1, maxChoicesAtOnce: 1, firstEmployees: 4 } }
/** Ends after the first one, whatever came of it. */
const IMPATIENT = { ...PARAMS, neighbourhoods: { ...PARAMS.neighbourhoods, minPatience: -1, patience: -1 } }
let solver: Awaited<ReturnType<typeof loadHighs>>
beforeAll(async () => {
  solver = await loadHighs()
})

/** A turn of so many neighbourhoods with such an incumbent, from another roster where there is a `beginning`. Another thread has found `heard` by the first of them. `stood`: what the roster cost before each, and `best` what the incumbent did; `isOnExcursion`: whether it went on from a dearer one. */
function turn(
  cells: Int32Array,
  {
    neighbourhoods = 1,
    beginning = null as Int32Array | null,
    heard = null as Int32Array | null,
    params = PARAMS,
    of = { schedule, instance },
    share = 0.01,
    until = 1,
  },
) {
  const state = createState(of.instance, rosterOfDecided(of.schedule))
  const scored = (roster: Int32Array) => {
    restoreCells(state, roster)
    return { cells: roster.slice(), score: scoreOf(state) }
  }
  const incumbent: Incumbent = { ...scored(cells), revision: 1, bound: null }
  const before = incumbent.score
  const found = scored(heard ?? cells)
  const [stood, best]: [Score[], Score[]] = [[], []]
  const isOnExcursion: boolean[] = []
  let begun = -1
  const pace = {
    clock: () => 0,
    progress: () => Math.max(0, begun / neighbourhoods),
    onLook: () => {},
    onCycle: () => {},
    onNeighbourhood() {
      begun += 1
      stood.push(scoreOf(state))
      best.push(incumbent.score)
      isOnExcursion.push(search.beginning !== null)
      if (begun === 0 && heard !== null) Object.assign(incumbent, found, { revision: 2 })
    },
  }
  const help = { solver, proves: false, isAlone: () => true }
  const search = createSearch({ state, incumbent, random: new Random(1), pace, help, params })
  search.beginning = beginning
  const current = state.cells.slice()
  const strategy = largeNeighbourhoods.start(search)
  const { hasWon } = strategy.run({ strategy: '', row: '', from: 0, until, extension: { share, latest: 1 } }, () => false)
  return { hasWon, before, after: incumbent.score, search, current, stood, best, isOnExcursion }
}

test('rosters become better than the incumbent', () => {
  const { hasWon, before, after } = turn(GOOD!, { neighbourhoods: 20 })
  expect(hasWon).toBe(true)
  expect(compareScores(after, before)).toBeLessThan(0)
})

test('what begins with a dearer roster is kept as soon as it is better than the incumbent', () => {
  const { hasWon, before, after, search } = turn(GOOD!, { neighbourhoods: 40, beginning: EMPTY })
  expect(hasWon).toBe(true)
  expect(compareScores(after, before)).toBeLessThan(0)
  expect(search.beginning).toBeNull()
})

test('where it does not get there the incumbent and what local search stood at stay, and the next turn goes on from what it came to', () => {
  const { hasWon, before, after, search, current } = turn(BETTER!, { beginning: EMPTY })
  expect(search.state.cells).toEqual(current)
  expect(hasWon).toBe(false)
  expect(after).toEqual(before)
  restoreCells(search.state, search.beginning!)
  expect(compareScores(scoreOf(search.state), before)).toBeGreaterThan(0)
  expect(search.beginning).not.toEqual(EMPTY)
})

test('what another thread finds meanwhile does not take the place of a dearer roster that came first', () => {
  const { before, stood } = turn(BETTER!, { neighbourhoods: 2, beginning: EMPTY, heard: BETTER! })
  expect(compareScores(stood[1]!, before)).toBeGreaterThan(0)
})

test('a dearer roster is given up where nothing better is found for long', () => {
  const { stood, isOnExcursion, before, search } = turn(BETTER!, { neighbourhoods: 9, params: IMPATIENT, beginning: EMPTY })
  expect(isOnExcursion.slice(0, 2)).toEqual([true, true])
  expect(isOnExcursion.at(-1)).toBe(false)
  expect(stood.at(-1)).toEqual(before)
  expect(search.beginning).toBeNull()
})

test('where windows find nothing better, it leaves the incumbent for a dearer roster, and comes back to it where that leads nowhere', () => {
  const house = readSubmission(largeDocument({ employees: 8, weeks: 2, seed: 4 }), { callback: 'optional' }).submission!
  const of = { schedule: house.schedule, instance: compile(house.schedule) }
  const cells = cellsOf(of.instance, solve(of.schedule, solveOptions({ maxIterations: 20_000 })).roster)
  const { stood, best, isOnExcursion, before, after } = turn(cells, { neighbourhoods: 60, params: DEFAULT_PARAMS, of, share: 1 })
  expect(compareScores(after, before)).toBeLessThan(0)
  const isAway = stood.map((score, i) => compareScores(score, best[i]!) > 0)
  const left = isAway.indexOf(true)
  expect(left).toBeGreaterThan(0)
  expect(isAway.indexOf(false, left)).toBeGreaterThan(left)
  expect(stood.some((score, i) => compareScores(score, best[i]!) < 0)).toBe(false)
  // What stands in the place of the incumbent otherwise is the incumbent.
  expect(isAway.filter((away, i) => away && !isOnExcursion[i])).toEqual([])
})

test('a turn goes on after a better roster that still breaks the first priority only where everybody can be taken on all days at once', () => {
  // Four people are to have four shifts a week at least, which are two weeks of 14 shifts each: somebody always lacks some.
  const rules = [{ kind: 'count', of: 'shifts', per: 'week', min: 4, weight: 1, priority: 1 }]
  const shifts = Array.from({ length: 28 }, (_, i) => {
    const day = `2027-05-${String(3 + (i >> 1)).padStart(2, '0')}`
    return i % 2 === 0 ? { start: `${day}T06:00`, end: `${day}T14:00` } : { start: `${day}T14:00`, end: `${day}T22:00` }
  })
  const { submission } = readSubmission(
    {
      timeZone: 'Europe/Berlin',
      spots: [{ id: 1 }],
      employees: [1, 2, 3, 4].map((id) => ({ id, contract: { hoursBetweenShift: 660, rules } })),
      shifts: shifts.map((shift, i) => ({ id: i + 1, spot: 1, ...shift })),
    },
    { callback: 'optional' },
  )
  const of = { schedule: submission!.schedule, instance: compile(submission!.schedule) }
  const nobody = createState(of.instance, rosterOfDecided(of.schedule)).cells
  const neighbourhoodsOf = (params: typeof PARAMS): number => turn(nobody, { neighbourhoods: 20, params, of, until: 0.05, share: 0.2 }).stood.length
  const withoutAll = { ...DEFAULT_PARAMS, neighbourhoods: { ...DEFAULT_PARAMS.neighbourhoods, maxCellsAtOnce: 1, maxChoicesAtOnce: 1 } }
  expect(neighbourhoodsOf(withoutAll)).toBeLessThan(5)
  expect(neighbourhoodsOf(DEFAULT_PARAMS)).toBeGreaterThan(15)
})
