/** Most shifts that a schedule may have; docs/limits.md. */
export const MOST_SHIFTS = 100_000
/** Most wishes that an employee may have; docs/limits.md. */
export const MOST_WISHES = 20_000

/** Day 0 of formats that name no date: a Monday. In UTC, so that every day has 1,440 minutes. */
const FIRST_DAY = Date.UTC(2024, 0, 1)
const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

/** An instant of a day, which may lie before day 0, as ISO 8601. */
export function instant(day: number, minute: number): string {
  return new Date(FIRST_DAY + day * DAY_MS + minute * MINUTE_MS).toISOString()
}

/** From midnight to midnight. */
export function wholeDay(day: number): { readonly start: string; readonly end: string } {
  return { start: instant(day, 0), end: instant(day + 1, 0) }
}

/** The schedule of an imported file, in the form of a request without `callbackUrl`. */
export interface ImportedSchedule {
  readonly name?: string
  readonly timeZone: string
  readonly horizon?: 'CYCLIC'
  readonly calendar?: Readonly<Record<string, unknown>>
  readonly contracts?: readonly Readonly<Record<string, unknown>>[]
  readonly employees: readonly Readonly<Record<string, unknown>>[]
  readonly shifts: readonly Readonly<Record<string, unknown>>[]
  readonly spots: readonly Readonly<Record<string, unknown>>[]
  readonly shiftTags?: readonly Readonly<Record<string, unknown>>[]
  readonly settings: Readonly<Record<string, unknown>>
}

/**
 * How many seats beyond what is asked for each group of equal seats may get, so that all fit into a schedule: as many as can be filled, or what
 * the largest schedule leaves room for. `seats` are those asked for, `extra` those that could be filled besides. 0 when there is room for none.
 */
export function mostSurplus(groups: readonly { readonly seats: number; readonly extra: number }[]): number {
  const asked = groups.reduce((sum, { seats }) => sum + seats, 0)
  for (let most = groups.reduce((top, { extra }) => Math.max(top, extra), 0); most > 0; most -= 1)
    if (asked + groups.reduce((sum, { extra }) => sum + Math.min(extra, most), 0) <= MOST_SHIFTS) return most
  return 0
}
