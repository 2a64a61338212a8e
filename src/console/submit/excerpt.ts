/** One line of an excerpt. */
export interface ExcerptLine {
  /** From 1. */
  readonly number: number
  readonly text: string
  /** True for the line that is meant. */
  readonly isMeant: boolean
}

/** Lines shown before and after the one that is meant. */
const AROUND = 2
/** Longest line that is shown, in characters; of a longer one the part around the column. */
const LONGEST_LINE = 160

/** A line of a text with what is around it, cut where lines are long, as in a document without line breaks. */
export function excerptOf(lines: readonly string[], line: number, column: number): readonly ExcerptLine[] {
  const first = Math.max(1, line - AROUND)
  const last = Math.min(lines.length, line + AROUND)
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index
    const isMeant = number === line
    return { number, isMeant, text: cut(lines[number - 1]!, isMeant ? column : 1) }
  })
}

function cut(text: string, column: number): string {
  const whole = text.replace(/\r$/, '')
  if (whole.length <= LONGEST_LINE) return whole
  const start = Math.max(0, Math.min(column - 1 - LONGEST_LINE / 3, whole.length - LONGEST_LINE))
  const from = Math.floor(start)
  return `${from > 0 ? '…' : ''}${whole.slice(from, from + LONGEST_LINE)}${from + LONGEST_LINE < whole.length ? '…' : ''}`
}
