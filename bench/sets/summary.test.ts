import { expect, test } from 'vitest'
import { formatTable } from '../../src/cli/table.ts'
import { report, row } from './rows.fixture.ts'
import { columnsFor, summarize } from './summary.ts'

test('a summary has the best, the median, the worst, the gap to the best known, and the most memory', () => {
  const [summary, ...others] = summarize(report([row('1', 1, 700), row('1', 2, 630), row('1', 3, 660)]))
  expect(others).toEqual([])
  expect(summary).toEqual({
    instance: '1',
    best: 630,
    median: 660,
    worst: 700,
    spreadPercent: expect.closeTo(6.06, 2),
    known: { best: 600, bestInTenMinutes: 607 },
    gapPercent: 10,
    bound: null,
    scores: null,
    firstFeasibleSeconds: 2,
    movesPerSecond: 200,
    peakMemoryBytes: 3 * 2 ** 20,
    runs: 3,
    failures: 0,
  })
})

test('the median of two is the one in their middle', () => {
  expect(summarize(report([row('1', 1, 700), row('1', 2, 601)]))[0]).toMatchObject({ best: 601, median: 650.5, worst: 700 })
})

test('one run alone has no spread, and a table of such runs no column for it', () => {
  const summaries = summarize(report([row('1', 1, 700), row('3', 1, 5)]))
  expect(summaries[0]).toMatchObject({ worst: 700, spreadPercent: null })
  expect(columnsFor(summaries).map(({ title }) => title)).not.toContain('spread %')
  expect(columnsFor(summaries).map(({ title }) => title)).not.toContain('worst')
})

for (const { verdicts, best, median } of [
  { verdicts: ['pass', 'pass', 'infeasible'], best: 601, median: 602 },
  { verdicts: ['mismatch', 'pass', 'pass'], best: 602, median: 603 },
  { verdicts: ['pass', 'infeasible', 'broken'], best: 601, median: null },
  { verdicts: ['broken', 'broken', 'broken'], best: null, median: null },
] as const) {
  test(`a run that does not pass is worse than any: ${verdicts.join(', ')}`, () => {
    const rows = verdicts.map((verdict, i) => row('1', i + 1, 601 + i, { verdict }))
    const failures = verdicts.filter((verdict) => verdict !== 'pass').length
    expect(summarize(report(rows))[0]).toMatchObject({
      best,
      median,
      worst: null,
      spreadPercent: null,
      failures,
      runs: 3,
      gapPercent: median === null ? null : expect.any(Number),
    })
  })
}

test('the gap to a best known of 0, and to one that is not known, is no number', () => {
  const gaps = summarize(report([row('2', 1, 5), row('3', 1, 5)])).map(({ gapPercent }) => gapPercent)
  expect(gaps).toEqual([null, null])
})

test('the highest bound that was proved counts, and half of the runs without a feasible roster leave its time open', () => {
  const rows = [row('1', 1, 700, { bound: 590 }), row('1', 2, 700, { bound: 600, firstFeasibleSeconds: null })]
  expect(summarize(report(rows))[0]).toMatchObject({ bound: 600, firstFeasibleSeconds: null })
})

test('the table has a line for each instance, dashes where nothing is known, and says which failed', () => {
  const rows = [row('1', 1, 630), row('1', 2, 640, { bound: 600 }), row('3', 1, null, { verdict: 'broken', firstFeasibleSeconds: null })]
  const summaries = summarize(report(rows))
  expect(formatTable(columnsFor(summaries), summaries).join('\n')).toBe(
    [
      'instance  best  median  worst  spread %  best known  published in 10 min  gap %  bound  first feasible s  moves/s  peak MiB',
      '       1   630     635    640       0.8         600                  607    5.8    600               1.5      150         2',
      '       3     -       -                            -                    -      -      -                 -      100         1  FAIL 1 of 1',
    ].join('\n'),
  )
})
