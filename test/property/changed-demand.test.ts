// Slow: each schedule is solved, planned again for another curve, and solved by trying all rosters.
import { expect, test } from 'vitest'
import { diff } from '../../src/answers/diff.ts'
import { replan } from '../../src/answers/replan/replan.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { scoreOf } from '../../src/checker/check.ts'
import { demandCourse } from '../../src/checker/demand-course.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { materialised, materialisedPair } from '../../src/model/generated-shifts.ts'
import { NOBODY, type Roster, rosterAsPosted } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, type Score } from '../../src/model/score.ts'
import { casesOf } from './cases.ts'
import { type Chance, chanceOf, createRandom, type Fields } from './draft.ts'
import { everyRoster, rostersOf } from './every-place.ts'

const SCHEDULES = casesOf(24)
const MOST_ROSTERS = 1_500
const SEARCH = { seed: 1, maxIterations: 4_000 }
const FIRST = 8
const LAST = 20
const STEP = 4

const at = (hour: number): string => `2027-03-01T${String(hour).padStart(2, '0')}:00`

/** A day of a shop, at which one or two are wanted from part of the day to part of the day, with somebody of three who may be away. */
function shop(chance: Chance): Fields {
  const people = chance.whole(2, 3)
  return {
    timeZone: 'UTC',
    spots: [{ id: 1 }],
    employees: Array.from({ length: people }, (_, id) => ({ id: id + 1, contract: {} })),
    shifts: [],
    demands: Array.from({ length: (LAST - FIRST) / STEP }, (_, part) => {
      const min = chance.whole(0, Math.min(2, people))
      return { id: part + 1, spot: 1, start: at(FIRST + part * STEP), end: at(FIRST + (part + 1) * STEP), min, max: min + chance.whole(0, 1) }
    }),
    shiftTemplates: [
      { id: 'T', spots: [1], startsFrom: '08:00', startsTo: '16:00', stepMinutes: 240, minMinutes: 240, maxMinutes: 480, lengthStepMinutes: 240 },
    ],
  }
}

/** One part of the curve asks for one fewer, for nobody, or for one more. */
function eventOf(chance: Chance, demands: readonly Fields[]): { readonly isCut: boolean; readonly event: object } {
  const wanted = demands.filter(({ min }) => (min as number) > 0)
  const { id, min, max } = chance.one(wanted)
  const isCut = chance.is(0.7)
  if (isCut && chance.is(0.3)) return { isCut, event: { cancelDemand: { demandId: id } } }
  const by = isCut ? -1 : 1
  return { isCut, event: { changeDemand: { demandId: id, min: (min as number) + by, max: (max as number) + by } } }
}

/** What a roster comes to: how much is missing and how many have lost a shift that they were told of. */
interface Standing {
  readonly score: Score
  readonly missing: number
  readonly lost: number
}

function standingOf(schedule: Schedule, told: Roster, roster: Roster): Standing {
  const whole = materialised(schedule, roster)
  const score = scoreOf(whole.schedule, whole.roster)
  const course = [...demandCourse(whole.schedule, whole.roster).values()].flat()
  const missing = course.reduce((sum, { min, assigned, start, end }) => sum + Math.max(0, min - assigned) * (end - start), 0)
  return { score, missing, lost: told.filter((employee, shift) => employee !== NOBODY && roster[shift] !== employee).length }
}

interface Tried {
  readonly seed: number
  readonly isCut: boolean
  readonly schedule: Schedule
}

/** Curves that were solved, changed in one part, and are to be planned again. */
function* changedCurves(keep: readonly object[] | null): Generator<Tried> {
  for (let seed = 1, made = 0; made < SCHEDULES; seed += 1) {
    const chance = chanceOf(createRandom(seed))
    const posted = shop(chance)
    const demands = posted.demands as Fields[]
    if (demands.every(({ min }) => min === 0)) continue
    const { submission, errors } = readSubmission(posted, { callback: 'optional' })
    expect(errors).toEqual([])
    const { schedule } = submission!
    const { roster } = solve(schedule, solveOptions({ ...SEARCH, seed }))
    const { isCut, event } = eventOf(chance, demands)
    const { replanned, errors: wrong } = replan(
      { posted, schedule, roster },
      { events: [event], ...(keep === null ? {} : { keep }) },
      { callback: 'optional' },
    )
    expect(wrong).toEqual([])
    const { schedule: changed } = replanned!.submission
    if (changed.candidates === undefined || rostersOf(changed) > MOST_ROSTERS) continue
    made += 1
    yield { seed, isCut, schedule: changed }
  }
}

/** The best of all rosters by the score. */
function bestOfAll(schedule: Schedule, told: Roster): Standing & { readonly fewestLost: number } {
  let best: Standing | null = null
  let [missing, fewestLost] = [Infinity, Infinity]
  for (const roster of everyRoster(schedule)) {
    const own = standingOf(schedule, told, roster)
    if (best === null || compareScores(own.score, best.score) < 0) best = own
    if (own.missing < missing) [missing, fewestLost] = [own.missing, own.lost]
    else if (own.missing === missing) fewestLost = Math.min(fewestLost, own.lost)
  }
  return { ...best!, fewestLost }
}

test(`of ${SCHEDULES} curves of which an hour is cut or added as few lose a shift as any roster allows that covers as much, and each is told`, () => {
  const met = { cut: 0, added: 0, gained: 0 }
  for (const { seed, isCut, schedule } of changedCurves(null)) {
    const told = rosterAsPosted(schedule)
    const { roster } = solve(schedule, solveOptions({ ...SEARCH, seed }))
    const found = standingOf(schedule, told, roster)
    const best = bestOfAll(schedule, told)
    expect(found.score, `seed ${seed}`).toEqual(best.score)
    expect([found.missing, found.lost], `seed ${seed}`).toEqual([best.missing, best.fewestLost])
    const { changes, employees } = diff(materialisedPair(schedule, told, roster))
    expect(employees.flatMap(({ lost }) => lost)).toHaveLength(found.lost)
    // Without a shift more to work a curve that is cut takes nobody off one.
    if (isCut) expect([changes, employees]).toEqual([[], []])
    met[isCut ? 'cut' : 'added'] += 1
    if (changes.length > 0) met.gained += 1
  }
  expect(met.cut).toBeGreaterThan(SCHEDULES / 3)
  expect(met.added).toBeGreaterThan(SCHEDULES / 8)
  expect(met.gained).toBeGreaterThan(0)
})

test(`where a change costs less than the time that is worked for nobody, those and no others lose a shift, in ${SCHEDULES} curves`, () => {
  let lost = 0
  for (const { seed, isCut, schedule } of changedCurves([{ until: '2027-03-02', weight: 1, priority: 4 }])) {
    const told = rosterAsPosted(schedule)
    const { roster } = solve(schedule, solveOptions({ ...SEARCH, seed }))
    const found = standingOf(schedule, told, roster)
    const { score } = bestOfAll(schedule, told)
    expect(found.score, `seed ${seed}`).toEqual(score)
    const { employees } = diff(materialisedPair(schedule, told, roster))
    expect(employees.flatMap((employee) => employee.lost)).toHaveLength(found.lost)
    if (isCut) lost += found.lost
  }
  expect(lost).toBeGreaterThan(0)
})
