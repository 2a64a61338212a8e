/** What the lines of a file say, or a generator. Minutes count from the start of the first day. */
export interface CurveInstance {
  readonly days: number
  /** From one start or length to the next, and the shortest and the longest shift, in minutes. */
  readonly stepMin: number
  readonly shortestMin: number
  readonly longestMin: number
  readonly staff: readonly { readonly id: string; readonly minMinutes: number; readonly maxMinutes: number }[]
  /** By quarter of an hour. */
  readonly least: ArrayLike<number>
  /** Infinity = nobody is too many. */
  readonly most: ArrayLike<number>
  /** Absent = shifts have none. */
  readonly break?: CurveBreak
}

/** An unpaid break of shifts that are longer than so many minutes, on the steps of the instance and so far from either end at least. */
export interface CurveBreak {
  readonly overMin: number
  readonly minutes: number
  readonly fromEndsMin: number
}

/** A shift of somebody's, in minutes from the start of the first day. */
export interface RetailShift {
  readonly staff: number
  readonly start: number
  readonly end: number
  /** Absent = none. */
  readonly breaks?: readonly { readonly start: number; readonly end: number }[]
}

/** Minutes of a shift without its breaks. */
export function workedMinutes({ start, end, breaks = [] }: RetailShift): number {
  return breaks.reduce((minutes, own) => minutes - (own.end - own.start), end - start)
}
