import { ANY_DAY, type PatternNode } from './pattern.ts'

/** Sets of conditions that nothing, the beginning, the end, or both of the horizon fulfil: a bit for each of the four. */
type Conditions = number

/** What a condition asks of the midnight it is looked at: bits. */
const FIRST = 1
const LAST = 2
const NONE = 0
const WITHOUT = 1 << NONE

/**
 * The days of an expression as positions, each with the positions that may come after it (Glushkov 1961). An edge is no position, but a condition of the midnight
 * between two of them. What would need the beginning of the horizon after its last day, or its end before one, is left out.
 */
export interface Positions {
  /** By position: its name. */
  readonly names: readonly number[]
  /** Positions that may begin a match: always, and on the first day of the horizon alone. */
  readonly first: bigint
  readonly firstAtStart: bigint
  /** By position: those that may follow; the same where the next day is the first one of the horizon. */
  readonly after: readonly bigint[]
  readonly afterAtStart: readonly bigint[]
  /** Positions on which a match may end: on any day, and on the last day of the horizon. */
  readonly last: bigint
  readonly lastAtEnd: bigint
}

/** A part of an expression: by position at which it may begin or end, under which conditions; and under which it takes no day. */
interface Part {
  readonly first: ReadonlyMap<number, Conditions>
  readonly last: ReadonlyMap<number, Conditions>
  readonly empty: Conditions
}

const NOTHING: ReadonlyMap<number, Conditions> = new Map()
const EMPTY: Part = { first: NOTHING, last: NOTHING, empty: WITHOUT }

/** Numbers the days of an expression and finds which may follow on which. */
export function positionsOf(root: PatternNode): Positions {
  const names: number[] = []
  const after: Map<number, Conditions>[] = []
  const link = (last: Part['last'], first: Part['first']): void => {
    for (const [from, before] of last) {
      for (const [to, behind] of first) after[from]!.set(to, (after[from]!.get(to) ?? 0) | both(before, behind))
    }
  }
  const sequence = (a: Part, b: Part): Part => {
    link(a.last, b.first)
    return { first: union(a.first, b.first, a.empty), last: union(b.last, a.last, b.empty), empty: both(a.empty, b.empty) }
  }
  const read = (node: PatternNode): Part => {
    switch (node.kind) {
      case 'day': {
        const own = new Map([[names.length, WITHOUT]])
        names.push(node.name)
        after.push(new Map())
        return { first: own, last: own, empty: 0 }
      }
      case 'edge':
        return { ...EMPTY, empty: 1 << (node.of === 'first' ? FIRST : LAST) }
      case 'sequence':
        return node.parts.map(read).reduce(sequence, EMPTY)
      case 'choice':
        return node.options.map(read).reduce((a, b) => ({
          first: union(a.first, b.first, WITHOUT),
          last: union(a.last, b.last, WITHOUT),
          empty: a.empty | b.empty,
        }))
      case 'repeat':
        return repeated(node)
    }
  }
  const repeated = ({ part, min, max }: PatternNode & { readonly kind: 'repeat' }): Part => {
    if (max !== null) {
      const optional = (): Part => {
        const once = read(part)
        return { ...once, empty: once.empty | WITHOUT }
      }
      return Array.from({ length: max }, (_, i) => (i < min ? read(part) : optional())).reduce(sequence, EMPTY)
    }
    const before = Array.from({ length: Math.max(0, min - 1) }, () => read(part)).reduce(sequence, EMPTY)
    const once = read(part)
    link(once.last, once.first)
    return sequence(before, min === 0 ? { ...once, empty: once.empty | WITHOUT } : once)
  }
  const whole = read(root)
  return {
    names,
    first: where(whole.first, [NONE]),
    firstAtStart: where(whole.first, [NONE, FIRST]),
    after: after.map((next) => where(next, [NONE])),
    afterAtStart: after.map((next) => where(next, [NONE, FIRST])),
    last: where(whole.last, [NONE]),
    lastAtEnd: where(whole.last, [NONE, LAST]),
  }
}

/** Conditions that hold when one of each side does. */
function both(a: Conditions, b: Conditions): Conditions {
  let found = 0
  for (let x = 0; x < 4; x += 1) for (let y = 0; y < 4; y += 1) if ((a & (1 << x)) !== 0 && (b & (1 << y)) !== 0) found |= 1 << (x | y)
  return found
}

/** The first with the second, which holds only under the conditions. */
function union(a: ReadonlyMap<number, Conditions>, b: ReadonlyMap<number, Conditions>, conditions: Conditions): ReadonlyMap<number, Conditions> {
  if (conditions === 0) return a
  const joined = new Map(a)
  for (const [position, own] of b) joined.set(position, (joined.get(position) ?? 0) | both(own, conditions))
  return joined
}

/** The positions that one of the conditions leads to. */
function where(conditions: ReadonlyMap<number, Conditions>, wanted: readonly number[]): bigint {
  let set = 0n
  for (const [position, own] of conditions) if (wanted.some((one) => (own & (1 << one)) !== 0)) set |= 1n << BigInt(position)
  return set
}

/** The positions whose name fits, where `fits` tells by name. */
export function positionsThatFit({ names }: Positions, fits: (name: number) => boolean): bigint {
  return names.reduce((set, name, position) => (name === ANY_DAY || fits(name) ? set | (1n << BigInt(position)) : set), 0n)
}
