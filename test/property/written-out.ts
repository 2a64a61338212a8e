import type { Fields } from './draft.ts'

/** Fields that hold an id or ids; `id` itself names an employee, a shift, a skill and so on by the list in which it stands. */
const ID_FIELDS: ReadonlySet<string> = new Set(
  'id spot employee suggestedEmployees dislikedEmployees allowedCollisionSpots employeeId skill shiftIds spotIds departmentId contractId team'.split(
    ' ',
  ),
)

/** Lists of ids, or of objects with one. */
const ID_LISTS: ReadonlySet<string> = new Set('teams skills anySkills preferredSkills employees spots'.split(' '))

/** Texts that sort otherwise than their numbers do. */
export function textOf(id: number): string {
  return `${(id * 7919) % 1000}/${id} é`
}

/** The document with every id as a text. */
export function withTexts(value: unknown, key = ''): unknown {
  const isIds = ID_FIELDS.has(key) || (ID_LISTS.has(key) && Array.isArray(value))
  if (Array.isArray(value)) return value.map((entry) => (isIds && typeof entry === 'number' ? textOf(entry) : withTexts(entry)))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, withTexts(held, name)]))
  return isIds && typeof value === 'number' ? textOf(value) : value
}

/**
 * Two documents that mean the same: employees have their contract in the first, and name one of `contracts` in the second. Each employee keeps the own
 * contract or takes that of an earlier one, by `chooseBelow`, which answers a whole number from 0 to below its argument.
 */
export function withSharedContracts(document: Fields, chooseBelow: (end: number) => number): { readonly long: Fields; readonly short: Fields } {
  const drawn = document['employees'] as Fields[]
  const holders = drawn.map((_, e) => (chooseBelow(2) === 0 ? chooseBelow(e + 1) : e))
  const long = drawn.map((employee, e) => ({ ...employee, contract: drawn[holders[e]!]!['contract'] }))
  const short = drawn.map((employee, e) => ({ ...employee, contract: undefined, contractId: holders[e]! + 1 }))
  const contracts = drawn.map(({ contract }, e) => ({ ...(contract as Fields), id: e + 1 }))
  return { long: { ...document, employees: long }, short: { ...document, employees: short, contracts } }
}
