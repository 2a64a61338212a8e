import { GatewayError } from '../model/errors.ts'
import type { Issue } from '../model/issue.ts'
import { readRefusal } from '../model/system-failure.ts'
import { reasonOfOutage } from '../storage/outage.ts'
import { createPaint, type Terminal } from './terminal.ts'

/** A "no": the command did what it was asked, and the answer is negative. */
export const EXIT_NO = 1
/** The command was called wrongly. */
export const EXIT_USAGE = 2

/** Ends a command with an exit code other than 0 after it has said everything itself. */
export type SetExitCode = (code: number) => void

const MAX_ISSUES_SHOWN = 20

/** Prints a failure on stderr as code, value, remedy, and answers the exit code that goes with it. */
export function reportFailure(terminal: Terminal, failure: unknown): number {
  const paint = createPaint(terminal.stderr, terminal.env)
  const print = (code: string, detail: string, remedy: string): void => {
    terminal.stderr.write(`${paint('red', code)}: ${detail}\n  Remedy: ${remedy}\n`)
  }
  if (failure instanceof GatewayError) {
    print(failure.code, failure.code === 'database-unavailable' ? withReason(failure) : failure.message, failure.remedy)
    printIssues(terminal, failure.issues)
    if (failure.warnings.length > 0) {
      terminal.stderr.write('  Doubtful beside that:\n')
      printIssues(terminal, failure.warnings)
    }
    return failure.code === 'usage-wrong' ? EXIT_USAGE : EXIT_NO
  }
  const refusal = readRefusal(failure)
  if (refusal !== null) {
    print('environment-unfit', `${refusal.path ?? 'The system'}: ${refusal.reason} (${(failure as Error).message}).`, `${refusal.remedy}.`)
    return EXIT_NO
  }
  // Not one of ours, so a bug: the stack is what a report needs.
  const detail = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
  print('internal', detail, 'This is a fault of Turnus. Please report it with the lines above and the command that you gave.')
  return EXIT_NO
}

/** What was to be printed could not be written where it was sent. */
export function outputLost(cause: NodeJS.ErrnoException): GatewayError {
  const refusal = readRefusal(cause)
  return new GatewayError(
    'environment-unfit',
    `What this command prints cannot be written: ${refusal?.reason ?? cause.message} (${cause.code}).`,
    `${refusal?.remedy ?? 'Look where the output goes'}, or send the output elsewhere.`,
    { cause },
  )
}

/** Clients are not told why a database cannot be reached. Whoever gives a command is: a host mistyped looks like one that is down. */
function withReason(failure: GatewayError): string {
  return failure.cause === undefined ? failure.message : `${failure.message} ${reasonOfOutage(failure)}.`
}

/** Prints issues on stderr, one line each with pointer, code, detail and hint; the first ones when there are many. */
export function printIssues(terminal: Terminal, issues: readonly Issue[]): void {
  const paint = createPaint(terminal.stderr, terminal.env)
  for (const { pointer, code, detail, hint } of issues.slice(0, MAX_ISSUES_SHOWN)) {
    terminal.stderr.write(`  ${paint('bold', pointer === '' ? '(document)' : pointer)} ${code}: ${detail} ${hint}\n`)
  }
  if (issues.length > MAX_ISSUES_SHOWN) terminal.stderr.write(`  … and ${issues.length - MAX_ISSUES_SHOWN} more\n`)
}
