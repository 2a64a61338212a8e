import { type BreakRule, breakPlaces } from '../../model/breaks.ts'
import { compareLevels, type CoverProgram } from './cover-program.ts'
import type { TakenShift } from './cover-state.ts'

/** A choice with its breaks in one place. */
export interface DutyShape extends TakenShift {
  /** When somebody on it is at work: begin and end of each of the longest stretches, ascending. */
  readonly work: readonly number[]
  /** When somebody on it has breaks that are to be covered: begin and end of each. */
  readonly away: readonly number[]
}

/**
 * All shapes of shifts that a program can take, by what they are to the slots: of those that are at work and away at the same times the cheapest. Null where there are more than `most`, counted before
 * the dearer ones are left out.
 */
export function dutyShapes(program: CoverProgram, most: number): ReadonlyMap<string, DutyShape> | null {
  const shapes = new Map<string, DutyShape>()
  const placed = new Map<readonly BreakRule[], Map<number, readonly (readonly number[])[]>>()
  let count = 0
  for (const [choice, { start, end, breakRules = NONE, cost }] of program.choices.entries()) {
    const ofRules = placed.get(breakRules) ?? new Map<number, readonly (readonly number[])[]>()
    placed.set(breakRules, ofRules)
    const ways = ofRules.get(end - start) ?? placements(breakRules, end - start, most)
    ofRules.set(end - start, ways)
    count += ways.length
    if (count > most) return null
    for (const breaks of ways) {
      const shape = shapeOf(program, { choice, breaks })
      const key = keyOf(shape)
      const known = shapes.get(key)
      if (known === undefined || compareLevels(cost, program.choices[known.choice]!.cost) < 0) shapes.set(key, shape)
    }
  }
  return shapes
}

const NONE: readonly never[] = []

/** The same for shifts that are alike to the slots. */
export function keyOf({ work, away }: Pick<DutyShape, 'work' | 'away'>): string {
  return away.length === 0 ? work.join() : `${work.join()}|${away.join()}`
}

/** When somebody on a shift is at work, and away from what is to be covered. */
export function shapeOf({ choices }: CoverProgram, { choice, breaks }: TakenShift): DutyShape {
  const { start, end, breakRules = NONE } = choices[choice]!
  const inOrder = [...breaks.keys()].sort((a, b) => breaks[a]! - breaks[b]!)
  const work: number[] = []
  const away: number[] = []
  let from = start
  for (const k of inOrder) {
    const { minutes, covered } = breakRules[k]!
    const begin = start + breaks[k]!
    if (begin > from) work.push(from, begin)
    from = begin + minutes
    if (covered) away.push(begin, from)
  }
  if (end > from) work.push(from, end)
  return { choice, breaks, work, away }
}

/** All ways to place breaks of these rules in a shift of so many minutes, none over another; no more than one above `most`. */
function placements(rules: readonly BreakRule[], length: number, most: number): readonly (readonly number[])[] {
  let ways: (readonly number[])[] = [[]]
  for (const rule of rules) {
    const { first, last } = breakPlaces(rule, length)
    const longer: (readonly number[])[] = []
    for (const before of ways) {
      for (let place = first; place <= last && longer.length <= most; place += rule.stepMinutes) {
        if (before.every((other, at) => other >= place + rule.minutes || other + rules[at]!.minutes <= place)) longer.push([...before, place])
      }
    }
    ways = longer
  }
  return ways
}
