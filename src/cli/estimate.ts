import type { Command } from 'commander'
import { estimate, type EstimateAnswer } from '../answers/estimate.ts'
import { addQuestionCommand, firstLines, printAnswer, type QuestionFlags, section, textsOf } from './questions.ts'
import { readDocument } from './read-document.ts'
import { readScheduleOf } from './solve.ts'
import type { Terminal } from './terminal.ts'

const BOTTLENECKS_SHOWN = 20

/** `turnus estimate SCHEDULE`: what to expect of a schedule before it is solved. */
export function addEstimateCommand(program: Command, terminal: Terminal): void {
  addQuestionCommand(
    program,
    'estimate',
    'say what to expect of a schedule before it is solved: size, where people are short, how long it takes',
  ).action(async (path: string, flags: QuestionFlags) => {
    const schedule = readScheduleOf(terminal, await readDocument(terminal, path))
    printAnswer(terminal, estimate({ schedule }), flags, describe)
  })
}

function describe({ text, bottlenecks }: EstimateAnswer): readonly string[] {
  return [text, ...section('Too few people', firstLines(textsOf(bottlenecks), BOTTLENECKS_SHOWN))]
}
