import { expect, test } from 'vitest'
import { explainEmptyShifts } from '../../src/answers/empty-shifts.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { isDecided, NOBODY, rosterOfDecided, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { SettingName } from '../../src/model/settings.ts'
import type { Judgement } from '../../src/model/violation.ts'
import type { ShiftId } from '../../src/model/units.ts'
import { createRandom, randomDocument } from './any-schedule.ts'
import { casesOf } from './cases.ts'

const WANTED = casesOf(50)
/** Who is away, or cannot do the work. */
const ABSENT: readonly SettingName[] = ['unavailable', 'spotSkills']

/** A document without whatever weighs: the settings, and the priorities of rules of contracts. */
function withoutWeights(document: object): unknown {
  const text = JSON.stringify(document, (key, value: unknown) => (key === 'settings' || key === 'priority' ? undefined : value))
  return JSON.parse(text)
}

/** A schedule that says nothing of weights; null where it could fill every mandatory shift. */
function shortStaffed(seed: number): { schedule: Schedule; roster: Roster } | null {
  const document = withoutWeights(randomDocument(createRandom(seed), { rules: 'all' }))
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  const { roster } = solve(schedule, solveOptions({ seed, maxIterations: 4_000 }))
  return emptyOf(schedule, roster).length === 0 ? null : { schedule, roster }
}

function emptyOf({ shifts }: Schedule, roster: Roster): number[] {
  return shifts.flatMap((shift, index) => (!isDecided(shift) && shift.importance === 'MANDATORY' && roster[index] === NOBODY ? [index] : []))
}

/** The shifts, none of them decided, on which `settings` are broken. */
function plannedIn(schedule: Schedule, { violations }: Judgement, settings: readonly SettingName[]): ShiftId[] {
  const decided = new Set(schedule.shifts.flatMap((shift) => (isDecided(shift) ? [shift.id] : [])))
  const broken = violations.filter(({ setting }) => settings.includes(setting)).flatMap(({ matches }) => matches)
  return broken.flatMap(({ shiftIds }) => shiftIds).filter((id) => !decided.has(id))
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
    expect(plannedIn(schedule, judged, ABSENT), `seed ${seed}`).toEqual([])
    // Work for a foreign team may mend an equal breach by what is decided, and buys no seat.
    if (othersOfFirst(judged) >= othersOfFirst(before)) expect(plannedIn(schedule, judged, ['spotTeams']), `seed ${seed}`).toEqual([])
    const causes = new Map(explainEmptyShifts(schedule, roster).map(({ shiftId, cause }) => [shiftId, cause]))
    for (const index of emptyOf(schedule, roster)) expect(causes.get(schedule.shifts[index]!.id), `seed ${seed}`).toMatch(/\.$/)
  }
})
