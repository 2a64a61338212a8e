import { BREAK_GROWTHS } from './break-growths.ts'
import { CALENDAR_GROWTHS } from './calendar-growths.ts'
import { DEMAND_GROWTHS } from './demand-growths.ts'
import { PAY_GROWTHS } from './pay-growths.ts'
import { REQUIREMENT_GROWTHS } from './requirement-growths.ts'
import { RULE_GROWTHS } from './rule-growths.ts'
import { SCOPE_GROWTHS } from './scope-growths.ts'
import { SHIFT_GROWTHS } from './shift-growths.ts'
import { type Document, type Growth, smallDocument } from './small-document.ts'
import { STAFF_GROWTHS } from './staff-growths.ts'
import { TAG_GROWTHS } from './tag-growths.ts'

/** Every list of the contract, and the ways to fill one that cost most. */
export const GROWTHS: readonly Growth[] = [
  ...SHIFT_GROWTHS,
  ...STAFF_GROWTHS,
  ...RULE_GROWTHS,
  ...REQUIREMENT_GROWTHS,
  ...CALENDAR_GROWTHS,
  ...DEMAND_GROWTHS,
  ...BREAK_GROWTHS,
  ...PAY_GROWTHS,
  ...SCOPE_GROWTHS,
  ...TAG_GROWTHS,
]

/** A schedule with each of `growths` grown to `share` of its limit. */
export function grown(growths: readonly Growth[], share = 1): Document {
  const document = smallDocument()
  for (const growth of growths) growth.grow(document, Math.max(1, Math.floor(share * growth.limit)))
  return document
}

/** The list of this name; throws where there is none. */
function growthNamed(name: string): Growth {
  const growth = GROWTHS.find((each) => each.name === name)
  if (growth === undefined) throw new Error(`No list is named ${name}.`)
  return growth
}

/** A schedule with each of the lists of these names grown to `share` of its limit. */
export function grownTo(names: readonly string[], share: number): Document {
  return grown(names.map(growthNamed), share)
}

/** A schedule with the lists of these names grown to so many entries each. */
export function grownBy(sizes: Readonly<Record<string, number>>): Document {
  return grown(Object.entries(sizes).map(([name, limit]) => ({ ...growthNamed(name), limit })))
}

export type { Growth } from './small-document.ts'
