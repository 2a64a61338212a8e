import { firstWhere } from '../../model/first-where.ts'
import type { Instance } from './instance.ts'

/** The candidates of one template at one spot on one day: a table of starts × lengths. */
export interface TimeTable {
  readonly spot: number
  /** In order, each once. */
  readonly starts: Int32Array
  readonly lengths: Int32Array
  /** By start × lengths + length: the demand; −1 = there is none. */
  readonly demands: Int32Array
}

/** The candidates of an instance by when they start and how long they are, so that those near one another are found without going through all. */
export interface CandidateTimes {
  readonly tables: readonly TimeTable[]
  /** By demand: its table, −1 = it is no candidate; and its place in it. */
  readonly tableOf: Int32Array
  readonly startOf: Int32Array
  readonly lengthOf: Int32Array
  /** By day: the numbers of its tables. */
  readonly ofDay: readonly (readonly number[])[]
  readonly longestMin: number
}

const TIMES = new WeakMap<Instance['demands'], CandidateTimes>()

/** Made once for an instance. */
export function candidateTimesOf({ demands, dayCount }: Pick<Instance, 'demands' | 'dayCount'>): CandidateTimes {
  const known = TIMES.get(demands) ?? timesOf(demands, dayCount)
  TIMES.set(demands, known)
  return known
}

/** Whether a schedule has shifts that are found. */
export function hasCandidates({ schedule }: Pick<Instance, 'schedule'>): boolean {
  return (schedule.candidates?.length ?? 0) > 0
}

function timesOf(demands: Instance['demands'], dayCount: number): CandidateTimes {
  const tableOf = new Int32Array(demands.count).fill(-1)
  const startOf = new Int32Array(demands.count)
  const lengthOf = new Int32Array(demands.count)
  const ofDay = Array.from({ length: dayCount }, (): number[] => [])
  const groups = Map.groupBy(demands.demandOfCandidate, (d) => `${demands.day[d]} ${demands.spot[d]} ${demands.sample[d]!.template}`)
  let longestMin = 0
  const tables = [...groups.values()].map((members, table): TimeTable => {
    const starts = inOrder(members, (d) => demands.start[d]!)
    const lengths = inOrder(members, (d) => demands.end[d]! - demands.start[d]!)
    const at = new Int32Array(starts.length * lengths.length).fill(-1)
    for (const d of members) {
      tableOf[d] = table
      startOf[d] = firstWhere(starts.length, (place) => starts[place]! >= demands.start[d]!)
      lengthOf[d] = firstWhere(lengths.length, (place) => lengths[place]! >= demands.end[d]! - demands.start[d]!)
      at[startOf[d]! * lengths.length + lengthOf[d]!] = d
    }
    longestMin = Math.max(longestMin, lengths.at(-1)!)
    ofDay[demands.day[members[0]!]!]!.push(table)
    return { spot: demands.spot[members[0]!]!, starts, lengths, demands: at }
  })
  return { tables, tableOf, startOf, lengthOf, ofDay, longestMin }
}

function inOrder(members: readonly number[], read: (d: number) => number): Int32Array {
  return Int32Array.from(new Set(members.map(read))).sort()
}
