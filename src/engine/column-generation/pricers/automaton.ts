import type { SearchParams } from '../../portfolio/params.ts'
import type { Resource } from '../../rows/resource.ts'

/** What one resource does on the days of a row: states numbered by day, those with equal futures as one. */
export interface Automaton {
  readonly start: number
  /** By day: how many states there are before it; and after the last one. */
  readonly stateCount: Int32Array
  /** By day, by state × options of the day + option: the state before the next day, and what the day costs. */
  readonly next: readonly Int32Array[]
  readonly cost: readonly Float64Array[]
  /** By day, the same way: bits that are kept apart from costs; null where there are none. */
  readonly marks: readonly Uint8Array[] | null
  /** By state after the last day: what the end of the row adds. */
  readonly end: Float64Array
}

/**
 * Follows a resource along the days with every option, `options[day]` being duties; null when a day has more states than are followed. Options
 * that cost `forbidden` or more lead nowhere.
 */
export function followResource(
  resource: Resource,
  options: readonly (readonly number[])[],
  forbidden: number,
  { maxStates }: Pick<SearchParams['rows'], 'maxStates'>,
): Automaton | null {
  const stateCount = new Int32Array(options.length + 1)
  const next: Int32Array[] = []
  const cost: Float64Array[] = []
  const marks: Uint8Array[] | null = resource.marks === undefined ? null : []
  let states = [resource.start]
  for (let day = 0; day < options.length; day += 1) {
    const duties = options[day]!
    const known = new Map<number, number>()
    const after: number[] = []
    const nextOfDay = new Int32Array(states.length * duties.length)
    const costOfDay = new Float64Array(states.length * duties.length)
    const marksOfDay = new Uint8Array(costOfDay.length)
    stateCount[day] = states.length
    for (let s = 0, at = 0; s < states.length; s += 1) {
      for (let o = 0; o < duties.length; o += 1, at += 1) {
        const to = resource.step(states[s]!, day, duties[o]!)
        costOfDay[at] = resource.cost < forbidden ? resource.cost : Infinity
        if (costOfDay[at] === Infinity) continue
        marksOfDay[at] = resource.marks ?? 0
        let number = known.get(to)
        if (number === undefined) {
          number = after.length
          known.set(to, number)
          after.push(to)
        }
        nextOfDay[at] = number
      }
    }
    if (after.length > maxStates) return null
    states = after
    next.push(nextOfDay)
    cost.push(costOfDay)
    marks?.push(marksOfDay)
  }
  stateCount[options.length] = states.length
  const end = Float64Array.from(states, (state) => {
    const ending = resource.end?.(state) ?? 0
    return ending < forbidden ? ending : Infinity
  })
  return merged({ start: 0, stateCount, next, cost, marks, end })
}

/** The same with states that have equal futures as one, from the last day backwards; those without a future are none. */
function merged({ stateCount, next, cost, marks, end }: Automaton): Automaton {
  const days = next.length
  const counts = stateCount.slice()
  const nexts: Int32Array[] = Array.from({ length: days })
  const costs: Float64Array[] = Array.from({ length: days })
  const allMarks: Uint8Array[] | null = marks === null ? null : Array.from({ length: days })
  const last = classesOf(end.length, 1, (s) => end[s]!)
  counts[days] = last.count
  const ends = Float64Array.from(last.first, (s) => end[s]!)
  let classes = last.of
  let isDead = ends.map((cost) => (cost === Infinity ? 1 : 0))
  for (let day = days - 1; day >= 0; day -= 1) {
    const states = stateCount[day]!
    const width = states === 0 ? 0 : next[day]!.length / states
    const nextOfDay = next[day]!.slice()
    const costOfDay = cost[day]!.slice()
    for (let i = 0; i < nextOfDay.length; i += 1) {
      if (costOfDay[i] !== Infinity) nextOfDay[i] = classes[nextOfDay[i]!]!
      if (costOfDay[i] !== Infinity && isDead[nextOfDay[i]!] === 1) costOfDay[i] = Infinity
      if (costOfDay[i] === Infinity) nextOfDay[i] = 0
    }
    const marksOfDay = marks?.[day]
    const found = classesOf(states, (marksOfDay === undefined ? 2 : 3) * width, (s, i) => {
      const at = s * width + (i % width)
      return i < width ? nextOfDay[at]! : i < 2 * width ? costOfDay[at]! : marksOfDay![at]!
    })
    counts[day] = found.count
    const nextOfClass = new Int32Array(width * found.count)
    const costOfClass = new Float64Array(width * found.count)
    const marksOfClass = new Uint8Array(width * found.count)
    isDead = new Float64Array(found.count)
    found.first.forEach((s, c) => {
      nextOfClass.set(nextOfDay.subarray(s * width, (s + 1) * width), c * width)
      if (marksOfDay !== undefined) marksOfClass.set(marksOfDay.subarray(s * width, (s + 1) * width), c * width)
      const row = costOfDay.subarray(s * width, (s + 1) * width)
      costOfClass.set(row, c * width)
      if (row.every((cost) => cost === Infinity)) isDead[c] = 1
    })
    nexts[day] = nextOfClass
    costs[day] = costOfClass
    if (allMarks !== null) allMarks[day] = marksOfClass
    classes = found.of
  }
  return { start: classes[0]!, stateCount: counts, next: nexts, cost: costs, marks: allMarks, end: ends }
}

export interface Classes {
  readonly count: number
  /** By thing: the number of its class. */
  readonly of: Int32Array
  /** By class: its first member. */
  readonly first: readonly number[]
}

const bits = new Float64Array(1)
const words = new Int32Array(bits.buffer)

/** Things of which `width` numbers are all equal are a class. */
export function classesOf(count: number, width: number, at: (thing: number, i: number) => number): Classes {
  const buckets = new Map<number, number[]>()
  const first: number[] = []
  const of = new Int32Array(count)
  for (let thing = 0; thing < count; thing += 1) {
    let hash = 0x811c9dc5
    for (let i = 0; i < width; i += 1) {
      bits[0] = at(thing, i)
      hash = Math.imul(hash ^ words[0]!, 0x01000193)
      hash = Math.imul(hash ^ words[1]! ^ (hash >>> 15), 0x01000193)
    }
    let bucket = buckets.get(hash)
    if (bucket === undefined) buckets.set(hash, (bucket = []))
    const known = bucket.find((c) => isEqual(first[c]!, thing, width, at))
    of[thing] = known ?? first.length
    if (known !== undefined) continue
    bucket.push(first.length)
    first.push(thing)
  }
  return { count: first.length, of, first }
}

function isEqual(a: number, b: number, width: number, at: (thing: number, i: number) => number): boolean {
  for (let i = 0; i < width; i += 1) if (at(a, i) !== at(b, i)) return false
  return true
}
