// Slow: two judges and the engine go through hundreds of random schedules, and tiny ones are solved by trying all rosters.
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge, scoreOf } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { createState, rosterOf } from '../../src/engine/scoring/state.ts'
import { isDecided, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores } from '../../src/model/score.ts'
import type { SettingName } from '../../src/model/settings.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { createRandom, randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import type { Fields } from './draft.ts'
import { searchFor } from './search-for.ts'
import { spotless, withOwnSpots } from './written-out.ts'

const CASES = casesOf(100)
const TINY = casesOf(15)
const MAX_ROSTERS = 700

function read(document: unknown, label: string): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors, label).toEqual([])
  return submission!.schedule
}

/** What the engine says of a roster, and the checker of the one that the engine then has: equal seats are taken for one another. */
function expectSame(schedule: Schedule, roster: Roster, label: string): void {
  const instance = compile(schedule)
  const state = createState(instance, roster)
  expect([...state.score], label).toEqual([...scoreOf(schedule, rosterOf(instance, state.cells))])
}

test(`engine and checker agree on ${CASES} schedules whose shifts ask for skills, one of several, and prefer some, at levels`, () => {
  const charged = new Map<SettingName, number>()
  let own = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed += 1) {
    const random = createRandom(seed)
    const schedule = read(randomDocument(random, { rules: 'all' }), `seed ${seed}`)
    if (schedule.shifts.some(({ skills, anySkills }) => skills.length + anySkills.length > 0)) own += 1
    const roster = randomRoster(schedule, random)
    expectSame(schedule, roster, `seed ${seed}`)
    for (const { setting } of judge(schedule, roster).violations) charged.set(setting, 1 + (charged.get(setting) ?? 0))
  }
  expect(own).toBeGreaterThan(CASES / 2)
  for (const setting of ['spotSkills', 'preferredSkills'] as const) expect(charged.get(setting), setting).toBeGreaterThan(CASES / 4)
})

test(`${CASES} schedules cost the same with skills at shifts as with a spot for each list of skills, in engine and checker`, () => {
  let more = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed += 1) {
    const random = createRandom(seed)
    const drawn = randomDocument(random, { rules: 'all' })
    const short = spotless(drawn)
    const [one, other] = [read(short, `seed ${seed}`), read(withOwnSpots(short), `seed ${seed}, written out`)]
    if (other.spots.length > one.spots.length) more += 1
    const roster = randomRoster(one, random)
    expect(scoreOf(other, roster), `seed ${seed}`).toEqual(judge(one, roster).score)
    expectSame(other, roster, `seed ${seed}, written out`)
  }
  expect(more).toBeGreaterThan(CASES / 2)
})

test(`the engine finds the best of all rosters of ${TINY} tiny schedules whose shifts differ in skills alone`, () => {
  let found = 0
  for (let seed = 1; found < TINY; seed += 1) {
    const schedule = read(tinyDocument(seed), `seed ${seed}`)
    const open = schedule.shifts.filter((shift) => !isDecided(shift)).length
    if ((schedule.employees.length + 1) ** open > MAX_ROSTERS) continue
    found += 1
    const { score } = bestByForce(schedule)
    const [best] = [1, 2].map((searchSeed) => searchFor(schedule, score, { seed: searchSeed, maxIterations: 20_000 }).score).sort(compareScores)
    expect(best, `seed ${seed}`).toEqual(score)
  }
})

/** Shifts at one spot and few times, so that nothing but skills tells many of them apart. */
function tinyDocument(seed: number): Fields {
  const random = createRandom(seed)
  const drawn = randomDocument(random, { rules: 'all' })
  const shifts = (drawn['shifts'] as Fields[]).slice(0, 4).map(({ skills, anySkills, preferredSkills, id }, index) => ({
    ...Object.fromEntries(Object.entries({ skills, anySkills, preferredSkills }).filter(([, list]) => list !== undefined)),
    id,
    spot: 1,
    start: `2026-06-0${1 + (index >> 1)}T07:00:00Z`,
    end: `2026-06-0${1 + (index >> 1)}T15:00:00Z`,
  }))
  const employees = (drawn['employees'] as Fields[]).slice(0, 4).map(({ id, skills }) => ({
    id,
    skills: (skills as Fields[]).map(({ id: skill, level = 1 }) => ({ id: skill, level })),
  }))
  return { employees, spots: [{ id: 1, skills: seed % 2 === 0 ? [1] : [] }], shifts }
}
