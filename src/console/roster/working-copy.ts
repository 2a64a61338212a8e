import { NOBODY, type Roster } from '../../model/roster.ts'
import type { Retiming } from './retimings.ts'
import { isUntouchable, type RosterModel } from './roster-model.ts'
import type { Identifier } from '../../model/units.ts'

/** A shift that changes hands; positions, `NOBODY` = nobody. */
export interface Handover {
  readonly shift: number
  readonly to: number
}

/** A shift that another works than in the roster that was begun with. */
export interface Change {
  readonly shift: number
  readonly before: number
  readonly after: number
}

/** Somebody is absent, which the schedule does not know; days of the calendar, both inclusive. */
export interface Absence {
  /** Position. */
  readonly employee: number
  readonly firstDay: number
  readonly lastDay: number
}

/** What is done at once. */
export interface Step {
  readonly handovers: readonly Handover[]
  /** All absences after it; null = as before. */
  readonly absences: readonly Absence[] | null
  /** All other times of shifts after it; null = as before. */
  readonly times: readonly Retiming[] | null
}

/** A roster that is worked on by hand. */
export interface WorkingCopy {
  readonly base: Roster
  /** `base` with the steps that were not undone; another object after each step. */
  readonly roster: Roster
  /** Told by hand, as of the same steps. */
  readonly absences: readonly Absence[]
  /** The same, one for a shift. */
  readonly times: readonly Retiming[]
  /** Oldest first; the first `done` of them count, the others were undone. */
  readonly steps: readonly Step[]
  readonly done: number
}

const NO_ABSENCES: readonly Absence[] = []
const NO_TIMES: readonly Retiming[] = []

/** A copy of a roster without changes. */
export function startCopy(base: Roster): WorkingCopy {
  return { base, roster: base, absences: NO_ABSENCES, times: NO_TIMES, steps: [], done: 0 }
}

/** The copy with one step more; what was undone before it is forgotten. The copy itself when the step changes nothing. */
export function addStep(copy: WorkingCopy, handovers: readonly Handover[]): WorkingCopy {
  return handovers.every(({ shift, to }) => copy.roster[shift] === to) ? copy : append(copy, { handovers, absences: null, times: null })
}

/** The copy with one absence more, and every shift of it empty that can be. */
export function addAbsence(copy: WorkingCopy, model: RosterModel, absence: Absence): WorkingCopy {
  const handovers = shiftsWithin(model, copy.roster, absence).map((shift) => ({ shift, to: NOBODY }))
  return append(copy, { handovers, absences: [...copy.absences, absence], times: null })
}

/** The copy without an absence. Its shifts stay empty: they may be somebody else's by now. */
export function removeAbsence(copy: WorkingCopy, absence: Absence): WorkingCopy {
  return append(copy, { handovers: [], absences: copy.absences.filter((each) => each !== absence), times: null })
}

/** The copy with other times of a shift, or with those that it `was` posted with. Who works it stays. */
export function addRetiming(copy: WorkingCopy, retiming: Retiming, was: Retiming): WorkingCopy {
  const others = copy.times.filter(({ shift }) => shift !== retiming.shift)
  const isBack = retiming.from === was.from && retiming.to === was.to
  return append(copy, { handovers: [], absences: null, times: isBack ? others : [...others, retiming] })
}

/** The copy with the times of a shift as they were. */
export function removeRetiming(copy: WorkingCopy, retiming: Retiming): WorkingCopy {
  return append(copy, { handovers: [], absences: null, times: copy.times.filter((each) => each !== retiming) })
}

/** The copy with steps of another one, such as one that was kept. */
export function withSteps(copy: WorkingCopy, steps: readonly Step[], done: number): WorkingCopy {
  return goTo({ ...copy, steps }, Math.min(done, steps.length))
}

/** The shifts that somebody works and would not during an absence. Historic ones are over; a fixed one is freed. */
export function shiftsWithin({ schedule }: RosterModel, roster: Roster, { employee, firstDay, lastDay }: Absence): readonly number[] {
  const { days } = schedule.calendar
  const [from, until] = [days[firstDay]!.start, days[lastDay]!.end]
  return [...roster.keys()].filter((shift) => {
    const { historic, start, end } = schedule.shifts[shift]!
    return roster[shift] === employee && !historic && start < until && end > from
  })
}

/** Who was taken off a shift by hand, which nobody works now; `NOBODY` where that is not so. */
export function takenOff({ base, roster }: Pick<WorkingCopy, 'base' | 'roster'>, shift: number): number {
  return roster[shift] === NOBODY ? base[shift]! : NOBODY
}

/** Takes the last step back. */
export function undo(copy: WorkingCopy): WorkingCopy {
  return copy.done === 0 ? copy : goTo(copy, copy.done - 1)
}

/** Does the step again that was undone last. */
export function redo(copy: WorkingCopy): WorkingCopy {
  return copy.done === copy.steps.length ? copy : goTo(copy, copy.done + 1)
}

/** What is different from the roster that was begun with, by position of the shift; a shift that came back to whom it was with is not. */
export function changesOf({ base, roster }: WorkingCopy): readonly Change[] {
  return [...roster.keys()].filter((shift) => roster[shift] !== base[shift]).map((shift) => ({ shift, before: base[shift]!, after: roster[shift]! }))
}

/** A roster after some shifts changed hands. */
export function withHandovers(roster: Roster, step: readonly Handover[]): Roster {
  const after = roster.slice()
  for (const { shift, to } of step) after[shift] = to
  return after
}

/** A shift that is to change hands, by ids. */
export interface NamedStep {
  readonly shiftId: Identifier
  /** Who works it now; absent where that is not known. */
  readonly from?: Identifier | null
  readonly to: Identifier | null
  /** Position of the seat that is meant; absent = of a shift with seats that of `from`, or an empty one. */
  readonly seat?: number
}

/** The steps of a recommended chain, or of one employee for a shift. */
export function handoversOf(model: RosterModel, roster: Roster, steps: readonly NamedStep[]): readonly Handover[] {
  return steps.flatMap((step) => {
    const shift = step.seat ?? seatOf(model, roster, step)
    return shift === undefined ? [] : [{ shift, to: positionOf(model, step.to) }]
  })
}

function seatOf(model: RosterModel, roster: Roster, { shiftId, from = null }: NamedStep): number | undefined {
  const seats = model.seatsAt.get(shiftId) ?? []
  const worker = positionOf(model, from)
  return seats.find((seat) => roster[seat] === worker) ?? seats[0]
}

function positionOf({ employeeAt }: RosterModel, id: Identifier | null): number {
  return id === null ? NOBODY : (employeeAt.get(id) ?? NOBODY)
}

/** Whether a shift can be given to another by hand: neither fixed nor historic. */
export function canMove({ schedule }: RosterModel, shift: number): boolean {
  return !isUntouchable(schedule.shifts[shift]!)
}

function append(copy: WorkingCopy, step: Step): WorkingCopy {
  return goTo({ ...copy, steps: [...copy.steps.slice(0, copy.done), step] }, copy.done + 1)
}

function goTo(copy: WorkingCopy, done: number): WorkingCopy {
  const counted = copy.steps.slice(0, done)
  const roster = counted.map(({ handovers }) => handovers).reduce(withHandovers, copy.base)
  return {
    ...copy,
    done,
    roster,
    absences: counted.findLast(({ absences }) => absences !== null)?.absences ?? NO_ABSENCES,
    times: counted.findLast(({ times }) => times !== null)?.times ?? NO_TIMES,
  }
}
