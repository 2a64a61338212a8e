import type { Command } from 'commander'
import { writeRelease } from '../api/write-solution.ts'
import { judge } from '../checker/check.ts'
import { formatScore, type Score } from '../model/score.ts'
import type { Judgement, Violation } from '../model/violation.ts'
import { EXIT_NO, type SetExitCode } from './failure.ts'
import { withJsonFlag } from './flags.ts'
import { readSolved } from './read-solved.ts'
import { createPaint, type Terminal } from './terminal.ts'
import { readScore } from './statements.ts'
import { byImportance, objectionsTo, violationTable } from './verdict.ts'

const MATCHES_SHOWN = 5

/** What is wrong with a solution as a whole, in words; empty when nothing is. */
interface Verdict {
  readonly judgement: Judgement
  /** The score that the solution claims; null when it claims none. */
  readonly statedScore: Score | null
  readonly objections: readonly string[]
}

/**
 * `turnus check SCHEDULE SOLUTION`: judges a solution from scratch; exit 1 when it breaks a first-priority rule, leaves a mandatory shift empty or states what is
 * not so.
 */
export function addCheckCommand(program: Command, terminal: Terminal, setExitCode: SetExitCode): void {
  withJsonFlag(program.command('check'))
    .description('judge a solution with the checker, which shares no code with the solver')
    .argument('<schedule>', 'schedule as JSON, as it was submitted; - for stdin')
    .argument('<solution>', 'what `turnus solve` wrote or a callback carried')
    .option('--all', `show every place where a rule is broken, not ${MATCHES_SHOWN} of each`)
    .addHelpText(
      'after',
      [
        '',
        'Exits 1 when a first-priority rule is broken, when a mandatory shift is empty, or when what the solution states is not so: its score, bound and gap, how it ended, its shifts',
        'against those of the schedule, the rules that it says are broken, and everything else that follows from its roster.',
      ].join('\n'),
    )
    .action(async (schedulePath: string, solutionPath: string, flags: { json?: boolean; all?: boolean }) => {
      const verdict = await reachVerdict(terminal, schedulePath, solutionPath)
      if (flags.json === true) printJson(terminal, verdict)
      else printVerdict(terminal, verdict, flags.all === true ? Number.POSITIVE_INFINITY : MATCHES_SHOWN)
      if (verdict.objections.length > 0) setExitCode(EXIT_NO)
    })
}

async function reachVerdict(terminal: Terminal, schedulePath: string, solutionPath: string): Promise<Verdict> {
  const solved = await readSolved(terminal, { schedule: schedulePath, solution: solutionPath })
  const judgement = judge(solved.schedule, solved.roster)
  return { judgement, statedScore: readScore(solved.document, 'score'), objections: objectionsTo({ ...solved, judgement }) }
}

function printJson(terminal: Terminal, { judgement, statedScore, objections }: Verdict): void {
  const { score, violations } = judgement
  // As everywhere else that a program reads: priorities from 1.
  terminal.stdout.write(`${JSON.stringify({ score, statedScore, objections, violations: violations.map(writeRelease) }, null, 2)}\n`)
}

function printVerdict(terminal: Terminal, { judgement, objections }: Verdict, matchesShown: number): void {
  const paint = createPaint(terminal.stdout, terminal.env)
  const lines: string[] = [`Score ${formatScore(judgement.score)} (first to fourth priority; lower is better)`, '']
  if (judgement.violations.length === 0) lines.push('No rule is broken.')
  else
    lines.push(
      ...violationTable(judgement.violations),
      '',
      ...byImportance(judgement.violations).flatMap((violation) => matchLines(violation, matchesShown)),
    )
  lines.push('')
  if (objections.length === 0)
    lines.push(paint('green', 'The solution stands: no first-priority rule is broken, no mandatory shift is empty, and what it states is so.'))
  else lines.push(...objections.map((objection) => paint('red', objection)))
  terminal.stdout.write(`${lines.join('\n')}\n`)
}

function matchLines({ setting, matches, matchCount }: Violation, shown: number): readonly string[] {
  return [
    `${setting}:`,
    ...matches.slice(0, shown).map(({ text, date }) => `  ${date === undefined || text.includes(date) ? '' : `${date} `}${text}`),
    ...(matchCount > shown ? [`  … and ${matchCount - shown} more${matches.length > shown ? ' (--all shows them)' : ''}`] : []),
  ]
}
