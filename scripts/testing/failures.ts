import type { Failure } from './run-report.ts'

/** An error may hold a whole roster. */
const MOST_CHARACTERS = 400

/** One line for each, so that the end of a log alone says what to mend; empty for none. `.ci/run` repeats these lines by their sign. */
export function tellFailures(failures: readonly Failure[]): string {
  return failures
    .map(({ file, test, says }) => {
      const line = [file ?? 'outside of every file', ...(test === null ? [] : [test]), says].join(' · ').replaceAll(/\s+/g, ' ')
      return `✗ ${line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line}\n`
    })
    .join('')
}
