import { coverageOf } from '../checker/demand-course.ts'
import { createWords } from '../checker/words.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { CoverageStretch, ExplainedCoverage } from '../model/demand.ts'
import type { Materialised } from '../model/generated-shifts.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import type { UnassignedShift } from '../model/solution.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'
import type { Identifier, ShiftId } from '../model/units.ts'
import { explainEmptyShifts } from './empty-shifts.ts'
import { candidatesByDemand, commonMinutes } from './further-shifts.ts'

/** Times at which somebody is missing whose causes are looked up; the others are listed without. */
export const MAX_EXPLAINED_TIMES = 200

/** Where people are missing, on shifts and for demands. */
export interface Shortages {
  readonly unassigned: readonly UnassignedShift[]
  readonly coverage: readonly ExplainedCoverage[]
}

/**
 * Every empty shift, and how many are at work for each demand, with what keeps others off. For a time at which somebody is missing it is asked who could take one more shift then: one that a template
 * allows and that covers as much of the time as any. `schedule` is as it was read, `found` what a roster of it comes to.
 */
export function explainShortages(
  schedule: Schedule,
  found: Materialised,
  { isOver = () => false, teller = ENGLISH }: { readonly isOver?: () => boolean; readonly teller?: Teller } = {},
): Shortages {
  const noneAllowed = teller.say('cause.noTemplate')
  const explained = (everything: Schedule, roster: Roster): UnassignedShift[] => explainEmptyShifts(everything, roster, isOver, teller)
  const covered = coverageOf(found.schedule, found.roster)
  const short = covered.filter(({ missing }) => missing > 0).slice(0, MAX_EXPLAINED_TIMES)
  if (short.length === 0) return { unassigned: explained(found.schedule, found.roster), coverage: covered }
  const asked = oneMoreShift(schedule, short)
  const further = [...new Set([...asked.values()].filter((shift) => shift !== null))]
  const idOf = (shift: Shift): ShiftId => `further/${further.indexOf(shift)}` as ShiftId
  if (further.length === 0)
    return {
      unassigned: explained(found.schedule, found.roster),
      coverage: covered.map((stretch) => (asked.has(stretch) ? { ...stretch, cause: noneAllowed } : stretch)),
    }
  const roster = new Int32Array(found.roster.length + further.length).fill(NOBODY)
  roster.set(found.roster)
  const shifts = [...found.schedule.shifts, ...further.map((shift) => ({ ...shift, id: idOf(shift) }))]
  const empty = explained({ ...found.schedule, shifts }, roster)
  const isFurther = new Set<Identifier>(further.map(idOf))
  const causes = new Map(
    empty.filter(({ shiftId }) => isFurther.has(shiftId)).map(({ shiftId, complete, cause }) => [shiftId, complete ? cause : null]),
  )
  const words = createWords(schedule, teller)
  const causeOf = (stretch: CoverageStretch): string | null => {
    const shift = asked.get(stretch)
    if (shift === undefined) return null
    if (shift === null) return noneAllowed
    const cause = causes.get(idOf(shift)) ?? null
    return cause === null ? null : teller.say('cause.oneMore', { shift: words.shift(shift), cause })
  }
  return {
    unassigned: empty.filter(({ shiftId }) => !isFurther.has(shiftId)),
    coverage: covered.map((stretch) => {
      const cause = causeOf(stretch)
      return cause === null ? stretch : { ...stretch, cause }
    }),
  }
}

/** For each of some times the candidate that covers most of it, the shortest and earliest of several; null = there is none. */
export function oneMoreShift(schedule: Schedule, short: readonly CoverageStretch[]): Map<CoverageStretch, Shift | null> {
  const byDemand = candidatesByDemand(schedule)
  return new Map(
    short.map((stretch) => {
      let best: Shift | null = null
      for (const shift of byDemand.get(stretch.demandId) ?? []) {
        const gain = commonMinutes(shift, stretch)
        if (gain === 0) continue
        const more = best === null ? 1 : gain - commonMinutes(best, stretch)
        if (best === null || more > 0 || (more === 0 && shift.end - shift.start < best.end - best.start)) best = shift
      }
      return [stretch, best]
    }),
  )
}
