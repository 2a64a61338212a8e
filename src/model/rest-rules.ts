/** Rest between two shifts of a row that are neighbours: all of them, those with certain tags, or those of which the earlier ends a series. */
export interface RestTerms {
  readonly kind: 'rest'
  /** Tags of the shift before the rest, of the one after it; any of them; empty = every shift. */
  readonly after: readonly string[]
  readonly before: readonly string[]
  /** The rest follows on a series of so many days in a row or more, on each of which a shift with a tag of `after` starts; null = on every such shift. 1 or more. */
  readonly run: number | null
  readonly minMinutes: number
}

/** One stretch without work in every window of minutes that begins with a shift. */
export interface RestWindowTerms {
  readonly kind: 'restWindow'
  /** Length of the windows, `minMinutes` or more. */
  readonly inMinutes: number
  readonly minMinutes: number
}

/** What lies between the first start and the last end of the shifts that start on one day; one of the two is set. */
export interface SpanTerms {
  readonly kind: 'span'
  readonly maxMinutes: number | null
  /** Most minutes of the longest gap. */
  readonly maxGapMinutes: number | null
}

/** What can be counted in windows of hours. */
export const HOURS_COUNTED = ['shifts', 'minutes', 'points'] as const

/** A most in every window of hours that begins with a counted shift; posted as a count per `rolling` with `hours`. */
export interface HoursTerms {
  readonly kind: 'hours'
  readonly of: (typeof HOURS_COUNTED)[number]
  /** Empty = all shifts. */
  readonly tags: readonly string[]
  readonly hours: number
  readonly min: null
  readonly max: number
}
