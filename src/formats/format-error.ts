/** What does not fit a format: where in the file, and what is wrong. */
export class FormatError extends Error {
  /** Counts from 1; null when no single line is at fault, or when something was to be written. */
  readonly line: number | null

  constructor(line: number | null, detail: string) {
    super(line === null ? detail : `Line ${line}: ${detail}`)
    this.name = 'FormatError'
    this.line = line
  }
}
