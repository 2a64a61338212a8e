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
  return {
    instance,
    best: finite(Math.min(...penalties)),
    median: middle,
    known,
    gapPercent: middle === null || known === null || known.best === 0 ? null : (100 * (middle - known.best)) / known.best,
    bound: finite(Math.max(...runs.map(({ bound }) => bound ?? -Infinity))),
    scores: bestScores(runs),
    firstFeasibleSeconds: finite(median(runs.map((run) => run.firstFeasibleSeconds ?? Infinity))),
    movesPerSecond: finite(median(runs.map((run) => run.movesPerSecond ?? -Infinity))),
    peakMemoryBytes: finite(Math.max(...runs.map((run) => run.peakMemoryBytes ?? -Infinity))),
    runs: runs.length,
    failures: runs.filter(({ verdict }) => verdict !== 'pass').length,
  }
}

function bestScores(runs: readonly Row[]): Summary['scores'] {
  const passed = runs.flatMap(({ verdict, scores }) => (verdict === 'pass' && scores !== undefined ? [scores] : []))
  return passed.toSorted((a, b) => compareScores(a.score, b.score))[0] ?? null
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** The columns of the table, on the screen and on the page. */
export const COLUMNS: readonly Column<Summary>[] = [
  { title: 'instance', value: ({ instance }) => instance, align: 'right' },
  { title: 'best', value: ({ best }) => shown(best), align: 'right' },
  { title: 'median', value: (summary) => shown(summary.median), align: 'right' },
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
