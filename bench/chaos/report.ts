import { type Column, formatTable } from '../../src/cli/table.ts'
import { isDelivered, type Traces } from './judge.ts'
import type { NodeCounts } from './node.ts'

/** What one run came to. */
export interface Outcome {
  readonly seed: number
  readonly traces: Traces
  readonly nodes: readonly NodeCounts[]
  /** How long PostgreSQL was away each time, in milliseconds. */
  readonly outagesMs: readonly number[]
  readonly elapsedMs: number
}

/** How one process with the embedded database was killed, and how it opened again. */
export interface Openings {
  /** Kills of the process alone, whose PostgreSQL then goes on without it. */
  readonly alone: number
  /** Kills of both at one moment. */
  readonly withDatabase: number
  /** Of all these, the ones that came before it worked. */
  readonly whileOpening: number
  /** Kills of PostgreSQL under the process that works with it. */
  readonly databaseAlone: number
  /** From each start to the moment at which it worked, in milliseconds. */
  readonly openedMs: readonly number[]
}

/** What was found, and what was found wrong. */
export interface RunResult {
  readonly outcome: Outcome
  /** Of a run with the embedded database. */
  readonly openings?: Openings
  readonly faults: readonly string[]
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const countState = ({ traces }: Outcome, state: string): number => traces.store.jobs.filter((job) => job.state === state).length

const COLUMNS: readonly (readonly [title: string, value: (outcome: Outcome) => number | string])[] = [
  ['seed', ({ seed }) => seed],
  ['submitted', ({ traces }) => traces.planned.length],
  ['accepted', ({ traces }) => traces.submitted.length],
  ['replays', ({ traces }) => sum(traces.submitted.map(({ replays }) => replays))],
  ['solved', (outcome) => countState(outcome, 'SOLVED')],
  ['failed', (outcome) => countState(outcome, 'FAILED')],
  ['cancelled', (outcome) => countState(outcome, 'CANCELLED')],
  ['attempts', ({ traces }) => sum(traces.store.jobs.map(({ attempt }) => attempt))],
  ['calls', ({ traces }) => traces.calls.length],
  ['delivered', ({ traces }) => new Set(traces.calls.filter(isDelivered).map(({ submission }) => submission)).size],
  ['again', ({ traces }) => countDuplicates(traces)],
  ['kills', ({ nodes }) => sum(nodes.map(({ kills }) => kills))],
  ['starts', ({ nodes }) => sum(nodes.map(({ starts }) => starts))],
  ['failed starts', ({ nodes }) => sum(nodes.map(({ failedStarts }) => failedStarts))],
  ['outages', ({ outagesMs }) => outagesMs.length],
  ['longest outage s', ({ outagesMs }) => seconds(Math.max(0, ...outagesMs))],
  ['longest wait s', ({ traces }) => seconds(Math.max(0, ...waitsMs(traces)))],
  ['took s', ({ elapsedMs }) => seconds(elapsedMs)],
]

/** Lines of one table, a row for each run. */
export function formatOutcomes(outcomes: readonly Outcome[]): readonly string[] {
  const columns = COLUMNS.map(([title, value]): Column<Outcome> => ({ title, align: 'right', value: (outcome) => String(value(outcome)) }))
  return formatTable(columns, outcomes)
}

/** One line on how often and how fast a store was opened again. */
export function formatOpenings({ alone, withDatabase, whileOpening, databaseAlone, openedMs }: Openings): string {
  const sorted = openedMs.toSorted((a, b) => a - b)
  const times = sorted.length === 0 ? '' : `, in ${seconds(sorted[sorted.length >> 1]!)} s (median), ${seconds(sorted.at(-1)!)} s at worst`
  return (
    `killed ${alone} times alone, its PostgreSQL left behind, and ${withDatabase} times together with it; ` +
    `${whileOpening} of these while it was opening; PostgreSQL ${databaseAlone} times alone; opened ${sorted.length} times${times}`
  )
}

/** What the words of the table mean that do not say it themselves. */
export const LEGEND = `accepted: answered 201, or 200 when an earlier answer was lost; replays: answered 200; failed: three attempts were killed, which the
contract allows; calls: that arrived, delivered: submissions whose call was taken, again: calls taken after that; failed starts: while PostgreSQL
was away; longest wait: from the answer of a submission to its callback.`

/** Calls that were taken although one for the same submission had been: at least once is not exactly once. */
function countDuplicates({ calls }: Traces): number {
  const taken = calls.filter(isDelivered).map(({ submission }) => submission)
  return taken.length - new Set(taken).size
}

/** From the answer of each submission to the first callback that its client took, in milliseconds. */
function waitsMs({ submitted, calls }: Traces): readonly number[] {
  const firstAt = new Map<number, number>()
  for (const { submission, arrivedAtMs } of calls.filter(isDelivered)) {
    firstAt.set(submission, Math.min(arrivedAtMs, firstAt.get(submission) ?? Infinity))
  }
  return submitted.flatMap(({ plan, acceptedAtMs }) => {
    const arrivedAtMs = firstAt.get(plan.number)
    return arrivedAtMs === undefined ? [] : [arrivedAtMs - acceptedAtMs]
  })
}
