import { isFault, parsePattern } from '../src/api/parse-pattern.ts'
import { WEEKDAYS } from '../src/api/weekdays.ts'
import type { DayName, Pattern } from '../src/model/pattern.ts'

/** A pattern rule as posted. */
export interface WirePattern {
  readonly pattern: string
  readonly where: Readonly<Record<string, Partial<DayName>>>
  readonly starts?: readonly string[]
}

/** Reads a pattern as the wire has it. */
export function samplePattern({ pattern: text, where, starts }: WirePattern): Pattern {
  const parsed = parsePattern(text)
  if (isFault(parsed)) throw new Error(`${text}: ${parsed.detail}`)
  return {
    text,
    days: parsed.names.map((name) => ({ tags: [], off: false, ...where[name], name })),
    root: parsed.root,
    starts: starts === undefined ? null : starts.map((weekday) => WEEKDAYS.indexOf(weekday as (typeof WEEKDAYS)[number])),
  }
}
