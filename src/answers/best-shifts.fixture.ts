import { PRIORITY_KEYS } from '../model/priority-names.ts'

/** Below, at or above 0 as `a` is less than `b`, as much or more: by the first number in which they differ by more than what fractions of hours are rounded by. */
export function compareWorths(a: readonly number[], b: readonly number[]): number {
  return a.map((value, at) => value - b[at]!).find((difference) => Math.abs(difference) > 1e-9) ?? 0
}

/** What is least of all ways to have up to `most` shifts, each of them one of `choices` and as often as it is liked. `worthOf` says what shifts come to. */
export function leastWorth<Shift>(
  choices: readonly Shift[],
  most: number,
  worthOf: (shifts: readonly Shift[]) => readonly number[],
): readonly number[] {
  let best = worthOf([])
  const extend = (shifts: readonly Shift[], first: number): void => {
    if (shifts.length === most) return
    for (let at = first; at < choices.length; at += 1) {
      const more = [...shifts, choices[at]!]
      const worth = worthOf(more)
      if (compareWorths(worth, best) < 0) best = worth
      extend(more, at)
    }
  }
  extend([], 0)
  return best
}

/** The weights of a setting on the four priorities, the first of them first; 0 where none is given. */
export function weightsOf(weights: Readonly<Record<string, number>>): readonly number[] {
  return PRIORITY_KEYS.map((priority) => weights[`${priority}PriorityWeight`] ?? 0)
}
