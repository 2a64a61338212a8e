import { FormatError } from './format-error.ts'

/** Most characters of a name that a schedule takes; docs/limits.md. */
const MOST_CHARACTERS = 1_000

/** One line of a text file, parted into fields; `at` is the position of a field, from 0. */
export interface Line {
  /** Counts from 1. */
  readonly number: number
  readonly fields: readonly string[]
  /** The field as a text that is not empty. Throws `FormatError`. */
  text(at: number): string
  /** The field as a whole number from 0 to `most`. Throws `FormatError`. */
  whole(at: number, most: number): number
  /** Throws `FormatError` when there are more than `count` fields; empty ones at the end do not count. */
  hasAtMost(count: number): void
  /** The error of this line. */
  wrong(detail: string): FormatError
}

/** A line whose fields were parted already. */
export function lineOf(fields: readonly string[], number: number): Line {
  const wrong = (detail: string): FormatError => new FormatError(number, detail)
  const text = (at: number): string => {
    const field = fields[at]
    if (field === undefined || field === '') throw wrong(`Field ${at + 1} is missing.`)
    if (field.length > MOST_CHARACTERS) throw wrong(`Field ${at + 1} has more than ${MOST_CHARACTERS} characters.`)
    return field
  }
  return {
    number,
    fields,
    text,
    wrong,
    whole(at, most) {
      const field = text(at)
      const value = wholeOf(field)
      if (value >= 0 && value <= most) return value
      throw wrong(`Field ${at + 1} is "${shortened(field)}", which is not a whole number from 0 to ${most}.`)
    },
    hasAtMost(count) {
      const beyond = fields.findIndex((field, at) => at >= count && field !== '')
      if (beyond !== -1) throw wrong(`Field ${beyond + 1} is "${shortened(fields[beyond]!)}", where the line should have ended.`)
    },
  }
}

/** The whole number that a text says in any way in which programs write one: `7`, `+7`, `007`, `7.0`, and `-0` for nothing; NaN when it says none. */
export function wholeOf(text: string): number {
  // Nought is added because −0 is a number of its own.
  return /^[+-]?\d{1,15}(?:\.0*)?$/.test(text) ? Number(text) + 0 : Number.NaN
}

/** The lines of a text by their numbers, without blanks around them; empty ones are left out. They end with LF, CR LF or CR; a byte order mark is skipped. */
export function textLines(text: string): readonly { readonly number: number; readonly line: string }[] {
  return text
    .replace(/^\u{feff}/u, '')
    .split(/\r\n?|\n/)
    .map((line, i) => ({ number: i + 1, line: line.trim() }))
    .filter(({ line }) => line !== '')
}

/** The parts between separators, without blanks around them and without empty ones. */
export function parts(text: string, separator: string | RegExp): readonly string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** What a message shows of a text from a file. */
export function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}

/** Positions by name. Throws `FormatError` when a name comes twice. */
export function positionsOf(lines: readonly Line[], at: number): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  for (const [position, line] of lines.entries()) {
    const name = line.text(at)
    if (positions.has(name)) throw line.wrong(`"${shortened(name)}" is there twice.`)
    positions.set(name, position)
  }
  return positions
}
