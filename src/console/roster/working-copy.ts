import { NOBODY, type Roster } from '../../model/roster.ts'
import { isUntouchable, type RosterModel } from './roster-model.ts'

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

/** A roster that is worked on by hand. Nothing of it is saved. */
export interface WorkingCopy {
  readonly base: Roster
  /** `base` with the steps that were not undone. */
  readonly roster: Roster
  /** Each at once, oldest first; the first `done` of them count, the others were undone. */
  readonly steps: readonly (readonly Handover[])[]
  readonly done: number
}

/** A copy of a roster without changes. */
export function startCopy(base: Roster): WorkingCopy {
  return { base, roster: base, steps: [], done: 0 }
}

/** The copy with one step more; what was undone before it is forgotten. The copy itself when the step changes nothing. */
export function addStep(copy: WorkingCopy, step: readonly Handover[]): WorkingCopy {
  if (step.every(({ shift, to }) => copy.roster[shift] === to)) return copy
  const steps = [...copy.steps.slice(0, copy.done), step]
  return { ...copy, roster: withHandovers(copy.roster, step), steps, done: steps.length }
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

/** The steps of a recommended chain, or of one employee for a shift. */
export function handoversOf(model: RosterModel, steps: readonly { readonly shiftId: number; readonly to: number | null }[]): readonly Handover[] {
  return steps.flatMap(({ shiftId, to }) => {
    const shift = model.shiftAt.get(shiftId)
    return shift === undefined ? [] : [{ shift, to: to === null ? NOBODY : (model.employeeAt.get(to) ?? NOBODY) }]
  })
}

/** Whether a shift can be given to another by hand: neither fixed nor historic. */
export function canMove({ schedule }: RosterModel, shift: number): boolean {
  return !isUntouchable(schedule.shifts[shift]!)
}

function goTo(copy: WorkingCopy, done: number): WorkingCopy {
  return { ...copy, done, roster: copy.steps.slice(0, done).reduce(withHandovers, copy.base) }
}
