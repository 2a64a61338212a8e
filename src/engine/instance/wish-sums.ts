import { firstWhere } from '../../model/first-where.ts'
import type { Employee, Shift, Wish } from '../../model/schedule.ts'
import { carriedAmong } from '../../model/tags.ts'

/** Moments in order, each with the weights of all wishes up to it. */
interface Sums {
  readonly at: Float64Array
  readonly weights: Float64Array
}

/** Begins and ends of the wishes of one kind and tag. */
interface Group {
  readonly starts: Sums
  readonly ends: Sums
  /** Those that cost each started hour. */
  readonly hourly: readonly Wish[]
}

type ByTag = ReadonlyMap<string | null, Group>

const KNOWN = new WeakMap<Employee['wishes'], Map<Wish['type'], ByTag>>()

/**
 * The weights of the wishes of one kind that speak of a shift, together. Without a look at each of them: those that begin before the shift ends, less
 * those that are over when it starts.
 */
export function wishUnits(wishes: Employee['wishes'], type: Wish['type'], { start, end, tags }: Pick<Shift, 'start' | 'end' | 'tags'>): number {
  if (wishes.length === 0) return 0
  const byTag = groupsOf(wishes, type)
  let sum = 0
  for (const tag of byTag.size === 0 ? [] : [null, ...carriedAmong(tags, byTag)]) {
    const group = byTag.get(tag)
    if (group === undefined) continue
    sum += sumBefore(group.starts, end) - sumBefore(group.ends, start + 1)
    for (const wish of group.hourly) sum += wish.weight * Math.max(0, startedHours(wish, { start, end }) - 1)
  }
  return sum
}

/** Hours of the overlap of a wish with a shift that have begun; 0 where they do not overlap. */
export function startedHours(wish: Pick<Wish, 'start' | 'end'>, { start, end }: Pick<Shift, 'start' | 'end'>): number {
  return Math.ceil(Math.max(0, Math.min(wish.end, end) - Math.max(wish.start, start)) / 60)
}

function groupsOf(wishes: Employee['wishes'], type: Wish['type']): ByTag {
  const ofTypes = KNOWN.get(wishes) ?? new Map<Wish['type'], ByTag>()
  KNOWN.set(wishes, ofTypes)
  const known = ofTypes.get(type)
  if (known !== undefined) return known
  const byTag = Map.groupBy(
    wishes.filter((wish) => wish.type === type),
    ({ tag }) => tag,
  )
  const groups = new Map(
    [...byTag].map(([tag, own]) => [
      tag,
      {
        starts: sumsOf(own.map(({ start, weight }) => [start, weight])),
        ends: sumsOf(own.map(({ end, weight }) => [end, weight])),
        hourly: own.filter(({ measure }) => measure === 'HOURS'),
      },
    ]),
  )
  ofTypes.set(type, groups)
  return groups
}

function sumsOf(entries: (readonly [number, number])[]): Sums {
  entries.sort(([a], [b]) => a - b)
  let sum = 0
  return { at: Float64Array.from(entries, ([at]) => at), weights: Float64Array.from(entries, ([, weight]) => (sum += weight)) }
}

/** The weights of all moments before another. */
function sumBefore({ at, weights }: Sums, moment: number): number {
  const first = firstWhere(at.length, (i) => at[i]! >= moment)
  return first === 0 ? 0 : weights[first - 1]!
}
