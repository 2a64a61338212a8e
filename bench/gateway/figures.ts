import { formatTable } from '../../src/cli/table.ts'

/** One line of the outcome. */
export interface Figure {
  readonly measure: string
  readonly unit: string
  readonly figure: number
  /** The same of the bare peer; null where there is none. */
  readonly peer: number | null
  /** For the ratio of figure to peer, or for the figure itself. Null: told, not judged. */
  readonly bar: { readonly atLeast: number } | { readonly atMost: number } | { readonly figureAtMost: number } | null
}

/** A figure with what follows from it. */
export interface Judged extends Figure {
  readonly ratio: number | null
  /** Null when there is no bar. */
  readonly pass: boolean | null
}

/** Divides by the peer and compares with the bar. */
export function judgeFigure(figure: Figure): Judged {
  const ratio = figure.peer === null ? null : figure.figure / figure.peer
  const { bar } = figure
  return { ...figure, ratio, pass: bar === null ? null : holds(bar, figure.figure, ratio) }
}

function holds(bar: NonNullable<Figure['bar']>, figure: number, ratio: number | null): boolean {
  if ('figureAtMost' in bar) return figure <= bar.figureAtMost
  return ratio !== null && ('atLeast' in bar ? ratio >= bar.atLeast : ratio <= bar.atMost)
}

/** The table for people, line by line. */
export function formatFigures(figures: readonly Judged[]): readonly string[] {
  return formatTable<Judged>(
    [
      { title: 'measure', value: ({ measure }) => measure },
      { title: 'unit', value: ({ unit }) => unit },
      { title: 'figure', value: ({ figure }) => shown(figure), align: 'right' },
      { title: 'peer', value: ({ peer }) => (peer === null ? '-' : shown(peer)), align: 'right' },
      { title: 'ratio', value: ({ ratio }) => (ratio === null ? '-' : ratio.toFixed(3)), align: 'right' },
      { title: 'bar', value: ({ bar }) => shownBar(bar), align: 'right' },
      { title: '', value: ({ pass }) => (pass === null ? '' : pass ? 'pass' : 'FAIL') },
    ],
    figures,
  )
}

function shownBar(bar: Figure['bar']): string {
  if (bar === null) return '-'
  if ('figureAtMost' in bar) return `figure <= ${bar.figureAtMost}`
  return 'atLeast' in bar ? `ratio >= ${bar.atLeast}` : `ratio <= ${bar.atMost}`
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** The middle of a list, or the mean of the two in the middle. The list is not empty. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The least value that a share of the list, 0 to 1, does not exceed. The list is not empty. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!
}
