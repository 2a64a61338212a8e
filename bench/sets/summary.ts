import type { Column } from '../../src/cli/table.ts'
import { compareScores } from '../../src/model/score.ts'
import { median } from '../gateway/figures.ts'
import type { Report, Row } from './report.ts'
import type { Known } from './known.ts'

/** All seeds of one instance. */
export interface Summary {
  readonly instance: string
  /** Null when no run passed. */
  readonly best: number | null
  /** A run that did not pass counts as worse than any; null when such a one lies in the middle. */
  readonly median: number | null
  /** Null when a run did not pass. */
  readonly worst: number | null
  /** Distance of the worst to the median, in per cent of the median; null where one of them is, or where there is one run alone. */
  readonly spreadPercent: number | null
  readonly known: Known | null
  /** Distance of the median to the best known, in per cent of the best known; null where one of them is. */
  readonly gapPercent: number | null
  /** The highest that was proved; null when none was. */
  readonly bound: number | null
  /** All priorities of the best run that passed, and what was proved there; null when there is none. */
  readonly scores: Required<Row>['scores'] | null
  /** The median; a run without such a roster counts as longer than any. */
  readonly firstFeasibleSeconds: number | null
  /** The median. */
  readonly movesPerSecond: number | null
  /** The most of all runs. */
  readonly peakMemoryBytes: number | null
  readonly runs: number
  /** Runs that did not pass. */
  readonly failures: number
}

/** One summary an instance, in the order of the rows. */
export function summarize({ rows, known }: Pick<Report, 'rows' | 'known'>): readonly Summary[] {
  return [...Map.groupBy(rows, ({ instance }) => instance)].map(([instance, runs]) => summaryOf(instance, runs, known[instance] ?? null))
}

function summaryOf(instance: string, runs: readonly Row[], known: Known | null): Summary {
  const penalties = runs.map(({ verdict, penalty }) => (verdict === 'pass' ? (penalty ?? Infinity) : Infinity))
  const middle = finite(median(penalties))
  const worst = finite(Math.max(...penalties))
  return {
    instance,
    best: finite(Math.min(...penalties)),
    median: middle,
    worst,
    spreadPercent: runs.length === 1 ? null : percentAbove(worst, middle),
    known,
    gapPercent: percentAbove(middle, known?.best ?? null),
    bound: finite(Math.max(...runs.map(({ bound }) => bound ?? -Infinity))),
    scores: bestScores(runs),
    firstFeasibleSeconds: finite(median(runs.map((run) => run.firstFeasibleSeconds ?? Infinity))),
    movesPerSecond: finite(median(runs.map((run) => run.movesPerSecond ?? -Infinity))),
    peakMemoryBytes: finite(Math.max(...runs.map((run) => run.peakMemoryBytes ?? -Infinity))),
    runs: runs.length,
    failures: runs.filter(({ verdict }) => verdict !== 'pass').length,
  }
}

function percentAbove(value: number | null, base: number | null): number | null {
  return value === null || base === null || base === 0 ? null : (100 * (value - base)) / base
}

function bestScores(runs: readonly Row[]): Summary['scores'] {
  const passed = runs.flatMap(({ verdict, scores }) => (verdict === 'pass' && scores !== undefined ? [scores] : []))
  return passed.toSorted((a, b) => compareScores(a.score, b.score))[0] ?? null
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** The columns of the table, on the screen and on the page: those that say something on some line. */
export function columnsFor(summaries: readonly Summary[]): readonly Column<Summary>[] {
  return COLUMNS.filter(({ value }) => summaries.some((summary) => value(summary) !== ''))
}

const COLUMNS: readonly Column<Summary>[] = [
  { title: 'instance', value: ({ instance }) => instance, align: 'right' },
  { title: 'best', value: ({ best }) => shown(best), align: 'right' },
  { title: 'median', value: (summary) => shown(summary.median), align: 'right' },
  { title: 'worst', value: ({ worst, runs }) => (runs === 1 ? '' : shown(worst)), align: 'right' },
  { title: 'spread %', value: ({ spreadPercent, runs }) => (runs === 1 ? '' : shown(spreadPercent, 1)), align: 'right' },
  { title: 'best known', value: ({ known }) => shown(known?.best ?? null), align: 'right' },
  { title: 'published in 10 min', value: ({ known }) => shown(known?.bestInTenMinutes ?? null), align: 'right' },
  { title: 'gap %', value: ({ gapPercent }) => shown(gapPercent, 1), align: 'right' },
  { title: 'bound', value: ({ bound }) => shown(bound), align: 'right' },
  { title: 'first feasible s', value: ({ firstFeasibleSeconds }) => shown(firstFeasibleSeconds, 1), align: 'right' },
  { title: 'moves/s', value: ({ movesPerSecond }) => shown(movesPerSecond, 0), align: 'right' },
  { title: 'peak MiB', value: ({ peakMemoryBytes }) => shown(peakMemoryBytes === null ? null : peakMemoryBytes / 2 ** 20, 0), align: 'right' },
  { title: '', value: ({ failures, runs }) => (failures === 0 ? '' : `FAIL ${failures} of ${runs}`) },
]

/** A number as tables show it; `-` when there is none. Without `digits` whole numbers stay whole and halves keep their half. */
export function shown(value: number | null, digits?: number): string {
  if (value === null) return '-'
  return value.toFixed(digits ?? (Number.isInteger(value) ? 0 : 1))
}
