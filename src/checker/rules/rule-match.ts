import type { Shift } from '../../model/schedule.ts'

/** One place where a rule of a contract is broken, before its weight and its condition are looked at. */
export interface RuleMatch {
  /** Known day by which the rule's condition is looked at. */
  readonly day: number
  readonly units: number
  readonly shifts: readonly Shift[]
  /** Null = the whole horizon. */
  readonly date: string | null
  /** What the employee does: `has 3 shifts tagged night in the week from Monday 2026-03-02`. */
  readonly claim: string
  /** What goes before `rule 1 of the contract`: `more than the 2 of`. */
  readonly verdict: string
}

/** The shifts that carry one of the tags; all of them when there are no tags. */
export function taggedShifts(shifts: readonly Shift[], tags: readonly string[]): readonly Shift[] {
  return tags.length === 0 ? shifts : shifts.filter((shift) => shift.tags.some((tag) => tags.includes(tag)))
}

/** ` tagged night or late`; empty without tags. */
export function tagsInWords(tags: readonly string[]): string {
  return tags.length === 0 ? '' : ` tagged ${tags.join(' or ')}`
}
