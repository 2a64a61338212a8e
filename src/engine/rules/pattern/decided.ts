import { isDecided } from '../../../model/roster.ts'
import type { PatternRule as PostedPattern, Shift } from '../../../model/schedule.ts'
import { carriesOneOf, setOfTags } from '../../../model/tags.ts'
import type { Compiling } from '../../instance/compiling.ts'
import type { HeldShape } from './compile-patterns.ts'
import { endsOn, type PatternShape } from './pattern.ts'

/** A part of a shape, whose it is, and whether it counts what decided shifts alone break. */
export interface ShapePart extends HeldShape {
  readonly isOfDecided: boolean
}

/**
 * A shape, in parts for those whose decided shifts alone have too many matches in a window: there the days on which these end one are counted apart, and any
 * other day is one too many. Whole where the rule does not say what they cost.
 */
export function splitByDecided({ schedule }: Compiling, { pattern, decidedWeights }: PostedPattern, held: HeldShape): ShapePart[] {
  const { shape, employees } = held
  if (decidedWeights === undefined) return [{ ...held, isOfDecided: false }]
  const having = new Set(employees)
  const decided = Map.groupBy(
    schedule.shifts.filter((shift) => isDecided(shift) && shift.employeeIndex !== null && having.has(shift.employeeIndex)),
    ({ employeeIndex }) => employeeIndex!,
  )
  const ofNobody = daysTooMany(shape, pattern, [])
  const daysOf = (employee: number): string => {
    const shifts = decided.get(employee)
    return shifts === undefined ? ofNobody : daysTooMany(shape, pattern, shifts)
  }
  return Array.from(Map.groupBy(employees, daysOf)).flatMap(([days, alike]) =>
    days === '' ? [{ shape, employees: alike, isOfDecided: false }] : partsOf(shape, days).map((part) => ({ ...part, employees: alike })),
  )
}

function partsOf(shape: PatternShape, tooMany: string): Omit<ShapePart, 'employees'>[] {
  const ofDecided = new Set(tooMany.split(',').map(Number))
  const broken = new Set(Array.from(ofDecided, (day) => shape.windowOf[day]!))
  const isBroken = (day: number): boolean => broken.has(shape.windowOf[day]!)
  const on = (isMeant: (day: number) => boolean): Pick<PatternShape, 'endsOn'> => ({
    endsOn: shape.endsOn.map((ends, day) => (isMeant(day) ? ends : 0)),
  })
  return [
    { shape: { ...shape, ...on((day) => !isBroken(day)) }, isOfDecided: false },
    { shape: { ...shape, ...on((day) => isBroken(day) && !ofDecided.has(day)), most: 0 }, isOfDecided: false },
    { shape: { ...shape, ...on((day) => ofDecided.has(day)) }, isOfDecided: true },
  ].filter((part) => part.shape.endsOn.some((ends) => ends !== 0))
}

/** The days on which a row with these shifts alone ends a match, of windows with too many of them; by comma. */
function daysTooMany(shape: PatternShape, { days }: PostedPattern['pattern'], shifts: readonly Shift[]): string {
  const worked = Map.groupBy(shifts, ({ day }) => day as number)
  const ends: number[][] = Array.from({ length: shape.windowCount }, () => [])
  let state = 0
  for (let day = 0; day < shape.windowOf.length; day += 1) {
    const of = worked.get(day) ?? []
    let names = 0
    for (const [at, { tags, off }] of days.entries()) {
      const isTagged = of.some((shift) => tags.length === 0 || carriesOneOf(shift.tags, setOfTags(tags)))
      if (of.length === 0 ? off : isTagged && !(off && tags.length === 0)) names |= 1 << at
    }
    state = shape.next[shape.nextOffset[day]! + state * shape.letterCount + shape.letters.of(names)]!
    if (shape.windowOf[day]! >= 0 && endsOn(shape, state, day) === 1) ends[shape.windowOf[day]!]!.push(day)
  }
  return ends
    .filter((found) => found.length > shape.most)
    .flat()
    .join()
}
