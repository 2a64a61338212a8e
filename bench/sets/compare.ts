import { formatTable } from '../../src/cli/table.ts'
import type { Report } from './report.ts'
import { shown, summarize } from './summary.ts'

/** Both medians of one instance. */
export interface Comparison {
  readonly instance: string
  readonly a: number | null
  readonly b: number | null
  /** b / a: below 1, b is better. Null where one of them is missing or a is 0. */
  readonly ratio: number | null
}

/** The instances of `a`, then those that only `b` has. Throws when the two are of different sets. */
export function compareReports(a: Report, b: Report): readonly Comparison[] {
  if (a.set !== b.set) throw new Error(`A report of ${a.set} and one of ${b.set} cannot be compared.`)
  const [before, after] = [a, b].map((report) => new Map(summarize(report).map((summary) => [summary.instance, summary.median])))
  return [...new Set([...before!.keys(), ...after!.keys()])].map((instance) => {
    const [x, y] = [before!.get(instance) ?? null, after!.get(instance) ?? null]
    return { instance, a: x, b: y, ratio: x === null || y === null ? null : x === y ? 1 : x === 0 ? null : y / x }
  })
}

/** The table, the geometric mean of the ratios, and what was not the same in the two measurements. */
export function formatComparison(a: Report, b: Report): readonly string[] {
  const compared = compareReports(a, b)
  const ratios = compared.flatMap(({ ratio }) => (ratio === null || ratio === 0 ? [] : [ratio]))
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
  return [
    ...formatTable<Comparison>(
      [
        { title: 'instance', value: ({ instance }) => instance, align: 'right' },
        { title: 'median A', value: (row) => shown(row.a), align: 'right' },
        { title: 'median B', value: (row) => shown(row.b), align: 'right' },
        { title: 'B / A', value: ({ ratio }) => shown(ratio, 3), align: 'right' },
      ],
      compared,
    ),
    ...(ratios.length === 0 ? [] : [`Geometric mean of B / A: ${mean.toFixed(3)} (below 1, B is better).`]),
    ...differencesOf(a, b),
  ]
}

function differencesOf(a: Report, b: Report): readonly string[] {
  return (
    [
      ['seconds', a.options.seconds, b.options.seconds],
      ['threads', a.options.threads, b.options.threads],
      ['seeds', a.options.seeds, b.options.seeds],
      ['cores', a.machine.cores, b.machine.cores],
      ['cpu', a.machine.cpu, b.machine.cpu],
      ['node', a.machine.node, b.machine.node],
    ] as const
  )
    .filter(([, x, y]) => x !== y)
    .map(([name, x, y]) => `Not the same: ${name} ${x} in A, ${y} in B.`)
}
