import { WISH_TYPES } from '../model/schedule.ts'
import type { Wish } from '../model/schedule.ts'
import { checkOrder, choiceOf, integerOf, objectsOf, requiredChoice, shapeOf, textOf } from './fields.ts'
import { requiredEdge } from './moments.ts'
import type { Place } from './fields.ts'
import { MAX_LIST, RANGES } from './limits.ts'
import { checkInside, checkTag, minuteOf } from './reading.ts'
import type { Reading } from './reading.ts'
import { readRepeats, type Span } from './read-repeats.ts'
import { MEASURES, Wish as WishSchema, WISHED } from './schemas/employee.ts'

const WISH = shapeOf('a wish', WishSchema)
/** How others say what an employee wishes. */
const WISH_ADVICE: ReadonlyMap<string, string> = new Map([
  ['PREFERRED', 'Did you mean "DESIRED"?'],
  ['PREFERENCE', 'Did you mean "DESIRED"?'],
  ['UNPREFERRED', 'Did you mean "UNDESIRED"?'],
  ['UNWANTED', 'Did you mean "UNDESIRED"?'],
  ['LEAVE', 'Did you mean "UNAVAILABLE"?'],
  ['VACATION', 'Did you mean "UNAVAILABLE"?'],
  ['ABSENT', 'Did you mean "UNAVAILABLE"?'],
  ['ABSENCE', 'Did you mean "UNAVAILABLE"?'],
  ['SICK', 'Did you mean "UNAVAILABLE"?'],
  ['TIME_OFF', 'Did you mean "UNAVAILABLE"?'],
  ['WANTED', 'Did you mean "DESIRED"?'],
])

interface ReadWish extends Omit<Wish, 'type' | 'start' | 'end'> {
  readonly type: (typeof WISHED)[number]
  /** As posted, and each time that it comes to. */
  readonly whole: Span
  readonly spans: readonly Span[]
}

/** Reads `wishes`: those that repeat become one for each time, and what is not AVAILABLE becomes UNAVAILABLE. */
export function readWishes(employee: Place, reading: Reading): Wish[] {
  const read = objectsOf(employee, 'wishes', WISH).map((place) => readWish(place, reading))
  const isPlain = read.every(({ type, spans }) => type !== 'AVAILABLE' && spans.length === 1)
  if (isPlain) return read.flatMap((wish) => plainWishes(wish, reading))
  const wishes = [...read.filter(({ type }) => type !== 'AVAILABLE').flatMap((wish) => plainWishes(wish, reading)), ...aroundAvailable(read, reading)]
  if (wishes.length <= MAX_LIST) return wishes
  const detail = `The wishes come to ${wishes.length} with what repeats; at most ${MAX_LIST} are allowed.`
  reading.issues.error(`${employee.pointer}/wishes`, 'list-too-long', detail, 'Let them be fewer, or over a shorter time.')
  return []
}

function readWish(place: Place, reading: Reading): ReadWish {
  const start = requiredEdge(place, 'start', 'start', reading.clock)
  const end = requiredEdge(place, 'end', 'end', reading.clock)
  checkOrder(place, 'start', 'end', start, end)
  if (start !== null && end !== null) checkInside(place, 'The wish', { start, end }, reading)
  const tag = textOf(place, 'tag')
  if (tag !== null) checkTag(reading, `${place.pointer}/tag`, tag)
  const type = requiredChoice(place, 'type', WISHED, WISH_ADVICE)
  const whole = { start: start ?? 0, end: end ?? 0 }
  return {
    type,
    whole,
    spans: readRepeats(place, whole, reading) ?? [whole],
    tag,
    weight: integerOf(place, 'weight', RANGES.weight) ?? 1,
    ...readMeasure(place, type),
  }
}

function readMeasure(place: Place, type: ReadWish['type']): Pick<Wish, 'measure'> {
  const measure = choiceOf(place, 'measure', MEASURES)
  if (measure !== 'HOURS') return {}
  if (type === 'UNAVAILABLE' || type === 'UNDESIRED') return { measure }
  place.issues.warn(`${place.pointer}/measure`, 'field-ignored', `measure has no effect on a wish of type ${type}.`, 'Leave it out.')
  return {}
}

function plainWishes({ type, spans, whole: _whole, ...wish }: ReadWish, reading: Reading): Wish[] {
  if (type === 'AVAILABLE') return []
  return spans.map(({ start, end }) => ({ type, start: minuteOf(reading, start), end: minuteOf(reading, end), ...wish }))
}

/** All time on the days from the first wish AVAILABLE to the last that lies in none of them, for shifts of each tag they name. */
function aroundAvailable(read: readonly ReadWish[], reading: Reading): Wish[] {
  const { clock } = reading
  const byTag = Map.groupBy(
    read.filter(({ type, whole }) => type === 'AVAILABLE' && whole.end > whole.start),
    ({ tag }) => tag,
  )
  return [...byTag].flatMap(([tag, wishes]) => {
    const first = Math.min(...wishes.map(({ whole }) => whole.start))
    const last = Math.max(...wishes.map(({ whole }) => whole.end))
    const weight = Math.max(...wishes.map((wish) => wish.weight))
    const spans = wishes.flatMap((wish) => wish.spans).toSorted((a, b) => a.start - b.start)
    let free = clock.startOfDay(clock.dayOf(first))
    const gaps: Span[] = []
    for (const { start, end } of [...spans, { start: clock.startOfDay(clock.dayOf(last - 1) + 1), end: Infinity }]) {
      if (start > free) gaps.push({ start: free, end: start })
      free = Math.max(free, end)
    }
    return gaps.map(({ start, end }): Wish => ({ type: WISH_TYPES[0], start: minuteOf(reading, start), end: minuteOf(reading, end), tag, weight }))
  })
}
