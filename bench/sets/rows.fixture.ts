import type { Report, Row } from './report.ts'

/** A run that passed, with other fields where that is said. */
export function row(instance: string, seed: number, penalty: number | null, more: Partial<Row> = {}): Row {
  const measured = { bound: null, firstFeasibleSeconds: seed, moves: 1000, movesPerSecond: 100 * seed, peakMemoryBytes: seed * 2 ** 20 }
  return { instance, seed, verdict: 'pass', detail: '', load: 0.5, penalty, ...measured, ...more }
}

/** A report of these rows, measured in 60 seconds with one thread. */
export function report(rows: readonly Row[], more: Partial<Report> = {}): Report {
  return {
    set: 'nrp',
    date: '2026-03-04T05:06:07.000Z',
    machine: { cores: 2, cpu: 'Abacus 9', node: '24.0.0', commit: null },
    options: { instances: [...new Set(rows.map(({ instance }) => instance))], seconds: 60, threads: 1, seeds: 3 },
    known: { '1': { best: 600, bestInTenMinutes: 607 }, '2': { best: 0, bestInTenMinutes: null } },
    rows,
    ...more,
  }
}
