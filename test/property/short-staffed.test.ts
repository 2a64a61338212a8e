import { expect, test } from 'vitest'
import { explainEmptyShifts } from '../../src/answers/empty-shifts.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { NEIGHBOURHOODS } from '../../src/engine/local-search/neighbourhoods.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { Random } from '../../src/engine/random.ts'
import { apply, createMove, evaluate } from '../../src/engine/scoring/evaluate.ts'
import { createState, rosterOf, scoreFromScratch } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { isDecided, NOBODY, rosterOfDecided, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { SettingName } from '../../src/model/settings.ts'
import type { Judgement } from '../../src/model/violation.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { scheduleByDefault } from './by-default.ts'

const WANTED = casesOf(50)
const WALKS = casesOf(60)
const STEPS = 40
/** Who is away, or cannot do the work. */
const ABSENT: readonly SettingName[] = ['unavailable', 'spotSkills']

/** A schedule that says nothing of weights; null where it could fill every mandatory shift. */
function shortStaffed(seed: number): { schedule: Schedule; roster: Roster } | null {
  const schedule = scheduleByDefault(seed)
  if (schedule === null) return null
  const { roster } = solve(schedule, solveOptions({ seed, maxIterations: 4_000 }))
  return emptyOf(schedule, roster).length === 0 ? null : { schedule, roster }
}

function emptyOf({ shifts }: Schedule, roster: Roster): number[] {
  return shifts.flatMap((shift, index) => (!isDecided(shift) && shift.importance === 'MANDATORY' && roster[index] === NOBODY ? [index] : []))
}

/** Who works which shift, decided shifts aside, so that `settings` are broken. */
function plannedIn(schedule: Schedule, roster: Roster, { violations }: Judgement, settings: readonly SettingName[]): string[] {
  const planned = new Set(
    schedule.shifts.flatMap((shift, index) => {
      const employee = roster[index]!
      return isDecided(shift) || employee === NOBODY ? [] : [`${schedule.employees[employee]!.id} on ${shift.id}`]
    }),
  )
  const broken = violations.filter(({ setting }) => settings.includes(setting)).flatMap(({ matches }) => matches)
  const pairs = broken.flatMap(({ shiftIds, employeeIds }) => employeeIds.flatMap((employee) => shiftIds.map((shift) => `${employee} on ${shift}`)))
  return pairs.filter((pair) => planned.has(pair))
}

/** What breaches of the first priority cost beside work for foreign teams. */
function othersOfFirst({ score, violations }: Judgement): number {
  const ofTeams = violations.filter(({ setting, priority }) => setting === 'spotTeams' && priority === 0)
  return ofTeams.reduce((others, { penalty }) => others - penalty, score[0])
}

test(`by default no empty seat buys leave, a skill or law, and each has its cause, in ${WANTED} schedules with too few people`, () => {
  let found = 0
  for (let seed = 1; found < WANTED; seed += 1) {
    const short = shortStaffed(seed)
    if (short === null) continue
    found += 1
    const { schedule, roster } = short
    const judged = judge(schedule, roster)
    const before = judge(schedule, rosterOfDecided(schedule))
    // What is decided may break anything, and whatever is planned beside it breaks nothing more.
    expect(judged.score[0], `seed ${seed}`).toBeLessThanOrEqual(before.score[0])
    expect(plannedIn(schedule, roster, judged, ABSENT), `seed ${seed}`).toEqual([])
    // Work for a foreign team may mend an equal breach by what is decided, and buys no seat.
    if (othersOfFirst(judged) >= othersOfFirst(before)) expect(plannedIn(schedule, roster, judged, ['spotTeams']), `seed ${seed}`).toEqual([])
    const causes = new Map(explainEmptyShifts(schedule, roster).map(({ shiftId, cause }) => [shiftId, cause]))
    for (const index of emptyOf(schedule, roster)) expect(causes.get(schedule.shifts[index]!.id), `seed ${seed}`).toMatch(/\.$/)
  }
})

test(`what nobody weighs costs the same by the search, from scratch and by the checker, on ${WALKS} random walks`, () => {
  let apart = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed += 1) {
    const schedule = scheduleByDefault(seed)
    if (schedule === null) continue
    const random = new Random(seed)
    const instance = compile(schedule)
    const state = createState(instance, rosterOfDecided(schedule))
    const move = createMove(instance)
    for (let step = 0; step < STEPS; step += 1) {
      const neighbourhood = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
      if (!neighbourhood.propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
      apply(state, move)
      expect([...state.score], `seed ${seed} step ${step}: ${neighbourhood.name}`).toEqual(scoreFromScratch(state))
    }
    const { score, violations } = judge(schedule, rosterOf(instance, state.cells))
    expect(score, `seed ${seed}`).toEqual([...state.score])
    apart += violations.filter(
      ({ setting, priority }) => priority === 2 && (setting === 'pairings' || setting === 'maxTravelMinutes' || setting === 'minRestBetweenShifts'),
    ).length
  }
  expect(apart, 'what decided shifts break').toBeGreaterThan(WALKS / 10)
})
