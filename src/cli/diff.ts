import type { Command } from 'commander'
import { diff, type DiffAnswer } from '../answers/diff.ts'
import { materialisedPair } from '../model/generated-shifts.ts'
import { moneyInWords } from '../model/pay.ts'
import { rosterAsPosted } from '../model/roster.ts'
import { formatScore } from '../model/score.ts'
import { addQuestionCommand, printAnswer, type QuestionFlags, section, textsOf } from './questions.ts'
import { readDocument } from './read-document.ts'
import { readSolutionOf } from './read-solved.ts'
import { readScheduleOf } from './solve.ts'
import type { Terminal } from './terminal.ts'

/** `turnus diff SCHEDULE SOLUTION`: what is different from what was published, and who is affected how. */
export function addDiffCommand(program: Command, terminal: Terminal): void {
  addQuestionCommand(program, 'diff', 'say what a solution changes, and who is affected how')
    .argument('<solution>', 'what would be published now')
    .option('--before <file>', 'what was published: another solution (default: the assignments in the schedule)')
    .action(async (schedulePath: string, solutionPath: string, flags: QuestionFlags & { before?: string }) => {
      const schedule = readScheduleOf(terminal, await readDocument(terminal, schedulePath))
      const after = (await readSolutionOf(terminal, schedule, solutionPath)).roster
      const before = flags.before === undefined ? rosterAsPosted(schedule) : (await readSolutionOf(terminal, schedule, flags.before)).roster
      printAnswer(terminal, diff(materialisedPair(schedule, before, after)), flags, describe)
    })
}

function costLines({ currency, costBefore, costAfter }: DiffAnswer): readonly string[] {
  if (costBefore === undefined || costAfter === undefined) return []
  return [`The cost goes from ${moneyInWords(costBefore, currency)} to ${moneyInWords(costAfter, currency)}.`]
}

function describe(answer: DiffAnswer): readonly string[] {
  const { scoreBefore, scoreAfter, changes, employees } = answer
  if (changes.length === 0) return ['Nothing changes.']
  return [
    `The score goes from ${formatScore(scoreBefore)} to ${formatScore(scoreAfter)}.`,
    ...costLines(answer),
    ...section('Shifts that change hands', textsOf(changes)),
    ...section('Who is affected', textsOf(employees)),
  ]
}
