import type { Contract, Schedule } from '../../model/schedule.ts'

/**
 * The contracts of those who have several, each of some days. A *holder* is somebody with one contract, by their number, or one of these contracts, or no contract at all: an array of
 * limits by holder has an entry for every employee, then one for each of the contracts, then one for no contract. A thousand people who change from one contract to another are two holders.
 */
export interface Terms {
  readonly contracts: readonly Contract[]
  /** By employee: where their days begin in `holders`, the same for those who change alike; −1 = one contract of all days. */
  readonly at: Int32Array
  /** At `at[employee] + day`: the holder whose limits they have on that day. */
  readonly holders: Int32Array
}

const KNOWN = new WeakMap<Schedule['employees'], Terms | null>()

/** Null where everybody has one contract. */
export function termsOf({ employees, calendar }: Schedule): Terms | null {
  const known = KNOWN.get(employees)
  if (known !== undefined) return known
  const terms = makeTerms(employees, calendar.days.length)
  KNOWN.set(employees, terms)
  return terms
}

function makeTerms(employees: Schedule['employees'], dayCount: number): Terms | null {
  const lists = [...new Set(employees.flatMap(({ contracts }) => (contracts === undefined ? [] : [contracts])))]
  if (lists.length === 0) return null
  const contracts = [...new Set(lists.flatMap((periods) => periods.map(({ contract }) => contract)))]
  const numberOf = new Map(contracts.map((contract, number) => [contract, employees.length + number]))
  const placeOf = new Map(lists.map((list, place) => [list, place]))
  const holders = new Int32Array(lists.length * dayCount).fill(employees.length + contracts.length)
  for (const [list, place] of placeOf) {
    for (const { contract, first, last } of list) holders.fill(numberOf.get(contract)!, place * dayCount + first, place * dayCount + last + 1)
  }
  const at = Int32Array.from(employees, (employee) => (employee.contracts === undefined ? -1 : placeOf.get(employee.contracts)! * dayCount))
  return { contracts, at, holders }
}

/** True for an employee whose contract changes. */
export function isDated(terms: Terms | null, employee: number): terms is Terms {
  return terms !== null && terms.at[employee]! >= 0
}

/** By whose limits an employee works on a day. */
export function holderOn(terms: Terms | null, employee: number, day: number): number {
  return isDated(terms, employee) ? terms.holders[terms.at[employee]! + day]! : employee
}

/** All holders by whose limits an employee works on some day. */
export function holdersOf(terms: Terms | null, employee: number, dayCount: number): ReadonlySet<number> {
  if (!isDated(terms, employee)) return new Set([employee])
  const from = terms.at[employee]!
  return new Set(terms.holders.subarray(from, from + dayCount))
}
