import { run } from './programs.ts'

/** What looks at the code without running it. */
export interface Check {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

/** How one ended, with all that it printed. */
export interface CheckOutcome {
  readonly check: Check
  readonly isGood: boolean
  readonly output: string
}

/** The whole repository. */
export const CHECKS: readonly Check[] = [
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'types of the console', command: 'tsc', args: ['-p', 'src/console'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'layout', command: 'biome', args: ['format', '--reporter=summary', '.'] },
]

/** Runs them one after the other, so that they take one core beside what else runs. */
export async function runChecks(checks: readonly Check[]): Promise<readonly CheckOutcome[]> {
  const outcomes: CheckOutcome[] = []
  for (const check of checks) {
    const { status, output } = await run(check.command, check.args, { streams: 'keep' })
    outcomes.push({ check, isGood: status === 0, output })
  }
  return outcomes
}

/** One line for each, and below it what one that failed has to say. */
export function tellChecks(outcomes: readonly CheckOutcome[]): string {
  return outcomes
    .map(
      ({ check: { name, command, args }, isGood, output }) => `${isGood ? '✓' : '✗'} ${name}: ${command} ${args.join(' ')}\n${isGood ? '' : output}`,
    )
    .join('')
}
