import type { AskedRoster } from '../api/read-question.ts'
import { momentWriter } from '../api/write-solution.ts'
import { createWords } from '../checker/words.ts'
import { type Handover, Probe } from '../engine/explain/probe.ts'
import type { CoverageStretch } from '../model/demand.ts'
import { isDecided, NOBODY } from '../model/roster.ts'
import type { Shift } from '../model/schedule.ts'
import { compareScores, type Score } from '../model/score.ts'
import type { Teller } from '../model/teller.ts'
import type { EmployeeId, Identifier, ShiftId, SpotId } from '../model/units.ts'
import { candidatesByDemand, commonMinutes, shortTimesOf, withFurther } from './further-shifts.ts'
import { isAbsent } from './is-absent.ts'
import { type Candidate, Recommending } from './recommended.ts'

/** A time at which somebody is missing. */
interface ShortTime {
  readonly start: string
  readonly end: string
  readonly missing: number
}

/** A further shift for somebody, at a time at which somebody is missing. */
export interface Duty extends Candidate {
  readonly template: Identifier
  readonly spot: SpotId
  readonly start: string
  readonly end: string
  /** The shift of theirs that it takes the place of; null = it is one more. */
  readonly replacesShiftId: ShiftId | null
  /** Minutes of it during which somebody is missing. */
  readonly missingMinutes: number
}

export interface DutiesAnswer {
  readonly demandId: Identifier
  readonly score: Score
  readonly shortTimes: readonly ShortTime[]
  readonly absentEmployeeIds: readonly EmployeeId[]
  readonly duties: readonly Duty[]
  readonly otherDuties: readonly Duty[]
  /** Employees with whom the law would be broken by every shift. */
  readonly otherCount: number
}

export interface DutiesQuestion extends AskedRoster {
  /** Position of the demand. */
  readonly demand: number
  /** A local date; null = all. */
  readonly date: string | null
  readonly limit: number
  readonly others?: boolean
}

/** Pairs of an employee and a further shift that are tried at most; the shifts that have most of the time come first (docs/limits.md). */
export const MAX_TRIED_DUTIES = 20_000

interface Tried {
  readonly employee: number
  readonly shift: number
  readonly handovers: readonly Handover[]
  readonly change: Score
}

/**
 * Who could be at work when somebody is missing for a demand: by each employee the further shift that a template allows, or the one in the place of a shift that was found for them that day, with
 * which the roster is best. Those who are absent are not listed, and those with whom the law would be broken only where they are asked for.
 */
export function dutiesFor(
  { schedule: found, roster: people, asked = found, demand, date, limit, others = false }: DutiesQuestion,
  teller: Teller,
): DutiesAnswer {
  const { id: demandId } = asked.demands![demand]!
  const { days } = asked.calendar
  const short = shortTimesOf(found, people).filter(({ demandId: own, day }) => own === demandId && (date === null || days[day]!.date === date))
  const most = Math.max(1, Math.floor(MAX_TRIED_DUTIES / Math.max(1, asked.employees.length)))
  const { schedule, roster, first } = withFurther(found, people, shiftsIn(short, candidatesByDemand(asked).get(demandId) ?? [], most))
  const probe = new Probe(schedule, roster)
  const telling = new Recommending(probe, createWords(schedule, teller))
  const further = Array.from({ length: schedule.shifts.length - first }, (_, at) => first + at)
  const [lawful, unlawful]: [Tried[], Tried[]] = [[], []]
  const absent: EmployeeId[] = []
  for (const [employee, { id }] of schedule.employees.entries()) {
    const able = further.filter((shift) => !isAbsent(schedule, employee, shift))
    if (able.length === 0 && further.length > 0) absent.push(id)
    const tried = triedBy(probe, employee, able)
    const allowed = tried.find(({ handovers }) => probe.brokenBy([probe.lawOf(handovers)]).length === 0)
    if (allowed !== undefined) lawful.push(allowed)
    else if (tried.length > 0) unlawful.push(tried[0]!)
  }
  const write = momentWriter(schedule.calendar)
  const told = (those: Tried[]): Duty[] =>
    those
      .sort((a, b) => compareScores(a.change, b.change))
      .slice(0, limit)
      .map(({ shift, handovers, change }) => {
        const own = schedule.shifts[shift]!
        const replaced = handovers.find(({ to }) => to === NOBODY)
        return {
          template: own.template!,
          spot: schedule.spots[own.spotIndex]!.id,
          start: write(own.start),
          end: write(own.end),
          replacesShiftId: replaced === undefined ? null : schedule.shifts[replaced.shift]!.id,
          missingMinutes: short.reduce((sum, time) => sum + commonMinutes(own, time), 0),
          ...telling.duty({ handovers, change }),
        }
      })
  return {
    demandId,
    score: probe.score,
    shortTimes: short.map(({ start, end, missing }) => ({ start: write(start), end: write(end), missing })),
    absentEmployeeIds: absent,
    duties: told(lawful),
    otherDuties: others ? told(unlawful) : [],
    otherCount: unlawful.length,
  }
}

/** The candidates that run when somebody is missing, those that have most of it first, of these the shortest. */
function shiftsIn(short: readonly CoverageStretch[], candidates: readonly Shift[], most: number): Shift[] {
  const gain = (shift: Shift): number => short.reduce((sum, time) => sum + commonMinutes(shift, time), 0)
  return candidates
    .map((shift) => ({ shift, minutes: gain(shift) }))
    .filter(({ minutes }) => minutes > 0)
    .sort((a, b) => b.minutes - a.minutes || a.shift.end - a.shift.start - (b.shift.end - b.shift.start) || a.shift.start - b.shift.start)
    .slice(0, most)
    .map(({ shift }) => shift)
}

/** What an employee could take, the best first: each shift beside theirs, or in the place of one that was found for them that day at the spot. */
function triedBy(probe: Probe, employee: number, further: readonly number[]): Tried[] {
  const { schedule } = probe
  const own = probe.shiftsOf(employee).filter((shift) => schedule.shifts[shift]!.template !== undefined && !isDecided(schedule.shifts[shift]!))
  const tried = further.flatMap((shift) => {
    const { day, spotIndex } = schedule.shifts[shift]!
    const taking: Handover = { shift, from: NOBODY, to: employee }
    const replaced = own.filter((mine) => schedule.shifts[mine]!.day === day && schedule.shifts[mine]!.spotIndex === spotIndex)
    const ways = [[taking], ...replaced.map((mine): Handover[] => [{ shift: mine, from: employee, to: NOBODY }, taking])]
    return ways.map((handovers) => ({ employee, shift, handovers, change: probe.changeOf(handovers) }))
  })
  return tried.sort((a, b) => compareScores(a.change, b.change))
}
