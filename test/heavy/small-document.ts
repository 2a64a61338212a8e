/** A document as a client posts it. */
export type Document = Record<string, unknown> & {
  employees: Fields[]
  shifts: Fields[]
  spots: Fields[]
  skills: Fields[]
  teams: Fields[]
  shiftTags: Fields[]
  freePeriodRequirements: Fields[]
  coverageCompetencyRequirements: Fields[]
  shiftDependencyRules: Fields[]
  shiftGroups: Fields[]
  pairings: Fields[]
  fairness: Fields[]
  coverageRequirements: Fields[]
}
export type Fields = Record<string, unknown>

/** A list of the contract, or a way to fill it, that is grown to `size` entries. */
export interface Growth {
  readonly name: string
  /** The most entries that the contract takes, or as many as a body holds. */
  readonly limit: number
  /** It grows with a product, which a limit of its own keeps small. */
  readonly isProduct?: boolean
  grow(document: Document, size: number): void
}

const DAY_MS = 86_400_000
const FIRST_MS = Date.UTC(2027, 0, 4)
export const EMPLOYEES = 8
export const DAYS = 28
/** Most entries in a list other than shifts and employees (docs/limits.md). */
export const LIST = 20_000

export function date(day: number): string {
  return new Date(FIRST_MS + day * DAY_MS).toISOString().slice(0, 10)
}

export function instant(day: number, minute: number): string {
  return new Date(FIRST_MS + day * DAY_MS + minute * 60_000).toISOString().slice(0, 16) + 'Z'
}

/** The tags of a shift, which may have none yet. */
export function tagsOf(shift: Fields): string[] {
  const tags = (shift['tags'] ?? []) as string[]
  shift['tags'] = tags
  return tags
}

/** Numbers from 0. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n)
}

/** Eight employees, four weeks of two shifts a day; every list of the contract is there and empty or short. */
export function smallDocument(): Document {
  return {
    callbackUrl: 'https://consumer.example/hooks/solved',
    timeZone: 'UTC',
    employees: upTo(EMPLOYEES).map(employee),
    spots: [{ id: 1 }],
    shifts: upTo(2 * DAYS).map((n) => shift(n, n >> 1, { tags: [n % 2 === 0 ? 'early' : 'late'] })),
    skills: [],
    teams: [],
    shiftTags: [],
    freePeriodRequirements: [],
    coverageCompetencyRequirements: [],
    shiftDependencyRules: [],
    shiftGroups: [],
    pairings: [],
    fairness: [],
    coverageRequirements: [],
    settings: {},
    termination: { maxSeconds: 3 },
  }
}

export function employee(
  n: number,
): Fields & { skills: Fields[]; teams: Fields[]; wishes: Fields[]; contract: Fields & { rules: Fields[]; quotas: Fields[] }; history: Fields } {
  return {
    id: n + 1,
    skills: [],
    teams: [],
    wishes: [],
    contract: { maxHoursWeek: 2400, hoursBetweenShift: 660, maxConsecutiveDays: 5, rules: [], quotas: [] },
    history: { shiftsWorked: 0, minutesWorked: 0, weekendsWorked: 0, byTag: {} },
  }
}

export type Employee = ReturnType<typeof employee>

export function shift(n: number, day: number, over: Fields = {}): Fields & { tags: string[] } {
  const start = n % 2 === 0 ? 420 : 900
  return { id: n + 1, spot: 1, start: instant(day, start), end: instant(day, start + 480), tags: [], ...over }
}

export function first(document: Document): Employee {
  return owner(document, 0)
}

/** Lists of rules are given to different employees, so that two that are grown do not make one that is too long. */
export function owner(document: Document, number: number): Employee {
  return document.employees[number] as Employee
}

export function setting(document: Document, name: string, weights: Fields = { thirdPriorityWeight: 5 }): void {
  ;(document['settings'] as Fields)[name] = weights
}

/** The shifts of the document become `count`, spread over its days. */
export function shiftsOver(document: Document, count: number, days = DAYS): void {
  const had = document.shifts.length
  for (let n = had; n < count; n += 1) document.shifts.push(shift(n, n % days))
}
