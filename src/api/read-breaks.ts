import { type BreakRule, whyMisplaced } from '../model/breaks.ts'
import type { Identifier } from '../model/units.ts'
import { isGiven, objectsOf, shapeOf, shown } from './fields.ts'
import type { Place } from './fields.ts'
import { idOf } from './identifiers.ts'
import { instantOf } from './moments.ts'
import { checkBreaksFit, namedBreakRules } from './read-break-rules.ts'
import type { SeatsRead } from './read-seats.ts'
import type { Reading } from './reading.ts'
import { ShiftBreak } from './schemas/breaks.ts'
import type { Clock } from './times.ts'

const SHIFT_BREAK = shapeOf('a break', ShiftBreak)

/** The breaks that it has: those that it names, else those of its spot; null = none. */
export function breakRulesOf(
  place: Place,
  { start, end, spotIndex }: { readonly start: number | null; readonly end: number | null; readonly spotIndex: number | undefined },
  { issues, breaks, breaksAt }: Pick<Reading, 'issues' | 'breaks' | 'breaksAt'>,
): readonly BreakRule[] | null {
  const own = namedBreakRules(place, breaks)
  if (start === null || end === null || end <= start) return null
  const rules = breaks.within(own ?? breaksAt[spotIndex ?? -1] ?? [], end - start)
  const pointer = own === null ? place.pointer : `${place.pointer}/breakRules`
  return rules === null || !checkBreaksFit(issues, pointer, rules, end - start) ? null : rules
}

/** A shift as far as it is read. */
interface Breaking extends SeatsRead {
  readonly start: number | null
  readonly end: number | null
  readonly breakRules: readonly BreakRule[] | null
  readonly historic: boolean
  readonly employeeIndex: number | null
}

/** Where the breaks lie of who comes with a shift; `breaksOf` of one with seats, by position of the employee. */
interface BreaksGiven {
  readonly breaks?: readonly number[]
  readonly breaksOf?: ReadonlyMap<number, readonly number[]>
}

/** Where the breaks lie of those who come with it. */
export function breaksGiven(
  place: Place,
  { start, end, breakRules, historic, employeeIndex, seats, employeeIndexes }: Breaking,
  { clock, employees }: Pick<Reading, 'clock' | 'employees'>,
): BreaksGiven {
  if (start === null || end === null || end <= start || (place.fields['breaks'] ?? null) === null) return {}
  const ids = [...employees].filter(([, index]) => (seats === null ? index === employeeIndex : employeeIndexes.includes(index))).map(([id]) => id)
  const read = readBreaks(place, { rules: breakRules, start, end, historic, employees: ids, hasSeats: seats !== null }, clock)
  if (read === null || breakRules === null) return {}
  if (seats !== null) return { breaksOf: new Map([...read].map(([id, starts]) => [employees.get(id)!, starts])) }
  const starts = read.get(ids[0]!)
  return starts === undefined ? {} : { breaks: starts }
}

interface GivenBreak {
  readonly place: Place
  readonly ruleId: Identifier | null
  readonly employeeId: Identifier | null
  /** In minutes since 1970; null where, with an error, it could not be read. */
  readonly start: number | null
  readonly end: number | null
}

/** A shift, with the breaks that it has to have. */
interface Holding {
  readonly rules: readonly BreakRule[] | null
  /** In minutes since 1970. */
  readonly start: number
  readonly end: number
  /** What was is not judged. */
  readonly historic: boolean
  /** Who works it. Of a shift with seats, whose breaks each name their employee. */
  readonly employees: readonly Identifier[]
  readonly hasSeats: boolean
}

/**
 * Reads `breaks` of a shift, or of one of a solution: by employee, where each begins by rule, in minutes after the start of the shift. Those of whom nothing is said are missing. Null where nothing is
 * said at all, or, with an error, nothing that fits.
 */
export function readBreaks(place: Place, holding: Holding, clock: Clock): ReadonlyMap<Identifier, readonly number[]> | null {
  if ((place.fields['breaks'] ?? null) === null) return null
  const { issues, pointer } = place
  const before = issues.errorCount
  const given = objectsOf(place, 'breaks', SHIFT_BREAK).map(
    (each): GivenBreak => ({
      place: each,
      ruleId: idOf(each, 'ruleId'),
      employeeId: idOf(each, 'employeeId'),
      start: isGiven(each, 'start') ? instantOf(each, 'start', clock) : null,
      end: isGiven(each, 'end') ? instantOf(each, 'end', clock) : null,
    }),
  )
  if (issues.errorCount > before || given.length === 0) return null
  if (holding.employees.length === 0) {
    issues.warn(
      `${pointer}/breaks`,
      'field-ignored',
      'Nobody works the shift, so its breaks are nobody’s.',
      'Name who works it, or leave breaks out.',
    )
    return null
  }
  const found = new Map<Identifier, readonly number[]>()
  for (const [employee, own] of Map.groupBy(given, ({ employeeId }) => employeeId)) {
    const whose = holding.hasSeats ? employee : (employee ?? holding.employees[0]!)
    if (whose === null || !holding.employees.includes(whose)) {
      const detail = whose === null ? 'A break does not say whose it is.' : `The employee ${shown(whose)} does not work the shift.`
      tell(own[0]!.place, detail, 'Name as employeeId who works it.')
      continue
    }
    const starts = startsOf(place, own, holding)
    if (starts !== null) found.set(whose, starts)
  }
  return issues.errorCount > before ? null : found
}

/** Where the breaks of one employee begin. */
function startsOf(shift: Place, given: readonly GivenBreak[], { rules, start, end, historic }: Holding): readonly number[] | null {
  const left = new Set(rules ?? [])
  const taken = new Map<BreakRule, GivenBreak>()
  for (const each of given) {
    const rule = [...left].find(({ id }) => each.ruleId === null || id === each.ruleId)
    if (rule === undefined) {
      const detail =
        each.ruleId === null
          ? 'No break rule of the shift is left for the break.'
          : `The shift has no break by ${shown(each.ruleId)}, or has it twice.`
      tell(each.place, detail, 'Leave the break out, or name the rule in breakRules of the shift.')
      return null
    }
    left.delete(rule)
    taken.set(rule, each)
  }
  const missing = [...left][0]
  if (missing !== undefined) {
    tell(
      { ...shift, pointer: `${shift.pointer}/breaks` },
      `The break by ${shown(missing.id)} is missing.`,
      'Name one break for each rule, or leave breaks out: Turnus places them then.',
    )
    return null
  }
  const starts = (rules ?? []).map((rule) => taken.get(rule)!.start! - start)
  for (const [at, rule] of (rules ?? []).entries()) {
    const each = taken.get(rule)!
    const why = wrongOf({ rules: rules!, starts, at }, { length: end - start, lasts: each.end! - each.start!, historic })
    if (why === null) continue
    tell(each.place, `The break by ${shown(rule.id)} ${why}.`, 'Correct the break or its rule, or leave breaks out: Turnus places them then.')
    return null
  }
  return starts
}

function wrongOf(
  { rules, starts, at }: { readonly rules: readonly BreakRule[]; readonly starts: readonly number[]; readonly at: number },
  { length, lasts, historic }: { readonly length: number; readonly lasts: number; readonly historic: boolean },
): string | null {
  const { minutes, stepMinutes, earliestAfter, latestBefore } = rules[at]!
  if (lasts !== minutes) return `lasts ${lasts} minutes, not ${minutes}`
  if (starts[at]! < 0 || starts[at]! + minutes > length) return 'lies outside the shift'
  const why = historic ? null : whyMisplaced(rules, length, starts, at)
  if (why === 'step') return `begins ${starts[at]!} minutes after the start of the shift, which is no multiple of ${stepMinutes}`
  if (why === 'early') return `begins ${starts[at]!} minutes after the start of the shift; it may from ${earliestAfter} on`
  if (why === 'late') return `ends ${length - starts[at]! - minutes} minutes before the end of the shift; it has to ${latestBefore} before`
  return why === 'overlap' ? 'overlaps with another of the shift' : null
}

function tell({ issues, pointer }: Place, detail: string, hint: string): void {
  issues.error(pointer, 'break-misplaced', detail, hint)
}
