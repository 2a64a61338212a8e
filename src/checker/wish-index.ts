import type { Employee, Shift, Wish } from '../model/schedule.ts'
import { carriedAmong } from '../model/tags.ts'
import { indexSpans, type SpanIndex, type SpanSums, sumSpans } from './spans.ts'

/** The wishes of one tag, or of none, with their positions among all of the employee. */
interface Group {
  readonly positions: readonly number[]
  readonly index: SpanIndex
  readonly sums: SpanSums
  /** Those of which each started hour costs. */
  readonly ofHours: { readonly wishes: readonly Wish[]; readonly index: SpanIndex }
}

/** Wishes of one kind by tag; null = for shifts of any. */
type Groups = ReadonlyMap<string | null, Group>

const KNOWN = new WeakMap<Employee['wishes'], Map<Wish['type'], Groups>>()

function groupsOf(wishes: Employee['wishes'], type: Wish['type']): Groups {
  const ofTypes = KNOWN.get(wishes) ?? new Map<Wish['type'], Groups>()
  KNOWN.set(wishes, ofTypes)
  const known = ofTypes.get(type)
  if (known !== undefined) return known
  const ofType = [...wishes.keys()].filter((position) => wishes[position]!.type === type)
  const byTag = Map.groupBy(ofType, (position) => wishes[position]!.tag)
  const groups = new Map(
    [...byTag].map(([tag, positions]) => {
      const ofTag = positions.map((position) => wishes[position]!)
      const ofHours = ofTag.filter(({ measure }) => measure === 'HOURS')
      const hourly = { wishes: ofHours, index: indexSpans(ofHours) }
      return [tag, { positions, index: indexSpans(ofTag), sums: sumSpans(ofTag), ofHours: hourly }]
    }),
  )
  ofTypes.set(type, groups)
  return groups
}

function concerning(groups: Groups, { tags }: Shift): Group[] {
  if (groups.size === 0) return []
  return [null, ...carriedAmong(tags, groups)].flatMap((tag) => groups.get(tag) ?? [])
}

/** The wishes of one kind that speak of a shift, in order: they overlap, and the shift carries the wish's tag, if it has one. */
export function wishesAbout({ wishes }: Employee, type: Wish['type'], shift: Shift): Wish[] {
  if (wishes.length === 0) return []
  return concerning(groupsOf(wishes, type), shift)
    .flatMap(({ positions, index }) => index.overlapping(shift).map((at) => positions[at]!))
    .sort((a, b) => a - b)
    .map((position) => wishes[position]!)
}

/** How many wishes of one kind speak of a shift, and what they weigh together. */
export function countWishesAbout({ wishes }: Employee, type: Wish['type'], shift: Shift): { readonly count: number; readonly weight: number } {
  const total = { count: 0, weight: 0 }
  if (wishes.length === 0) return total
  for (const { sums, ofHours } of concerning(groupsOf(wishes, type), shift)) {
    const { count, weight } = sums.overlapping(shift)
    total.count += count
    total.weight += weight
    for (const at of ofHours.wishes.length === 0 ? [] : ofHours.index.overlapping(shift)) {
      const wish = ofHours.wishes[at]!
      total.weight += costOf(wish, shift) - wish.weight
    }
  }
  return total
}

/** What a wish that speaks of a shift costs on it: its weight, or that for every hour of the overlap that has begun. */
export function costOf(wish: Wish, shift: Shift): number {
  if (wish.measure !== 'HOURS') return wish.weight
  const minutes = Math.min(wish.end, shift.end) - Math.max(wish.start, shift.start)
  return wish.weight * (Math.floor((minutes - 1) / 60) + 1)
}

/** True when an employee has a wish of the kind, whenever and for whatever shifts. */
export function hasWish({ wishes }: Employee, type: Wish['type']): boolean {
  return wishes.length > 0 && groupsOf(wishes, type).size > 0
}

/** True when a wish of the kind speaks of the shift. */
export function isWished({ wishes }: Employee, type: Wish['type'], shift: Shift): boolean {
  return wishes.length > 0 && concerning(groupsOf(wishes, type), shift).some(({ index }) => index.someOverlap(shift))
}
