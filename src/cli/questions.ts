import type { Command } from 'commander'
import { withJsonFlag } from './flags.ts'
import type { Terminal } from './terminal.ts'

/** The flags of every question. */
export interface QuestionFlags {
  readonly json?: boolean
}

/** Adds a command that asks something of a schedule. */
export function addQuestionCommand(program: Command, name: string, description: string): Command {
  return withJsonFlag(program.command(name), 'print the whole answer as JSON')
    .description(description)
    .argument('<schedule>', 'schedule as JSON, as it was submitted; - for stdin')
}

/** Adds a command that asks something of a roster. */
export function addRosterQuestionCommand(program: Command, name: string, description: string): Command {
  return addQuestionCommand(program, name, description).argument(
    '[solution]',
    'what `turnus solve` wrote or a callback carried (default: the assignments in the schedule)',
  )
}

/** Prints an answer: whole as JSON when that was asked for, else the lines for people. */
export function printAnswer<Answer extends object>(
  terminal: Terminal,
  answer: Answer,
  { json }: QuestionFlags,
  linesOf: (answer: Answer) => readonly string[],
): void {
  const text = json === true ? JSON.stringify(answer, null, 2) : linesOf(answer).join('\n')
  terminal.stdout.write(`${text}\n`)
}

/** A title with its lines; nothing where there are none. */
export function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]
}

/** What is told, line by line. */
export function textsOf(told: readonly { readonly text: string }[]): readonly string[] {
  return told.map(({ text }) => text)
}

/** The first of many lines, and how many more there are. */
export function firstLines(lines: readonly string[], shown: number): readonly string[] {
  return lines.length <= shown ? lines : [...lines.slice(0, shown), `… and ${lines.length - shown} more (--json has them)`]
}
