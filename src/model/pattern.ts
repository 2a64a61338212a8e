/** In the place of a name: any day, worked or not. */
export const ANY_DAY = -1

/** A regular expression over local days, taken apart. */
export type PatternNode =
  | { readonly kind: 'day' /** Position in `days`, or `ANY_DAY`. */; readonly name: number }
  /** Takes no day: the horizon begins, or ends, here. */
  | { readonly kind: 'edge'; readonly of: 'first' | 'last' }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  /** `max` null = without end. */
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number | null }

/** What a name stands for: days on which a shift with one of the tags starts, and with `off` also days on which none starts. */
export interface DayName {
  readonly name: string
  /** Empty = any shift; with `off` and no tags only days on which none starts. */
  readonly tags: readonly string[]
  readonly off: boolean
}

/** A pattern of days. */
export interface Pattern {
  /** As posted. */
  readonly text: string
  /** Those that the expression speaks of. */
  readonly days: readonly DayName[]
  readonly root: PatternNode
  /** Weekdays on which a match may begin, 0 = Monday; null = all. */
  readonly starts: readonly number[] | null
}

/** Most names that one expression may speak of: the days that they tell apart double with each. */
export const MAX_PATTERN_NAMES = 8
/** Most days and edges of an expression when its repetitions are written out. */
export const MAX_PATTERN_DAYS = 200
/** Most states of its automaton. */
export const MAX_PATTERN_STATES = 64

/** True when a day on which some shift starts is one of those that the name stands for, whatever its tags. */
export function isAnyWork({ tags, off }: DayName): boolean {
  return tags.length === 0 && !off
}

/** True when somebody who works less never has more matches. */
export function isOfWorkAlone({ days }: Pattern): boolean {
  return days.every(({ off }) => !off)
}

/** True when days off alone may be a match, which nothing but work breaks up. */
export function isOfDaysOff({ days, root }: Pattern): boolean {
  const canBeOff = (node: PatternNode): boolean => {
    switch (node.kind) {
      case 'day':
        return node.name === ANY_DAY || days[node.name]!.off
      case 'edge':
        return true
      case 'sequence':
        return node.parts.every(canBeOff)
      case 'choice':
        return node.options.some(canBeOff)
      case 'repeat':
        return node.min === 0 || canBeOff(node.part)
    }
  }
  return canBeOff(root)
}

/** Days and edges of an expression with its repetitions written out. */
export function lengthOf(node: PatternNode): number {
  switch (node.kind) {
    case 'day':
    case 'edge':
      return 1
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + lengthOf(part), 0)
    case 'choice':
      return node.options.reduce((sum, option) => sum + lengthOf(option), 0)
    case 'repeat':
      return lengthOf(node.part) * Math.max(1, node.max ?? node.min)
  }
}
