import type { Command } from 'commander'
import { generate, type GenerateAnswer } from '../answers/generate.ts'
import { DEFAULT_ANSWERS, RANGES } from '../api/limits.ts'
import { writeGeneratedCsv } from '../formats/csv.ts'
import { GatewayError } from '../model/errors.ts'
import type { Schedule } from '../model/schedule.ts'
import { loadHighs } from '../threads/load-highs.ts'
import { integerBetween } from './flags.ts'
import { addQuestionCommand, firstLines, printAnswer, type QuestionFlags, section } from './questions.ts'
import { readDocument } from './read-document.ts'
import { readScheduleOf } from './solve.ts'
import type { Terminal } from './terminal.ts'
import { writeText } from './write-text.ts'

interface GenerateFlags extends QuestionFlags {
  readonly csv?: string
  readonly maxSeconds?: number
}

const LINES_SHOWN = 40
const { min, max } = RANGES.generateSeconds

/** `turnus generate SCHEDULE`: the shifts that its demands take, without people. */
export function addGenerateCommand(program: Command, terminal: Terminal): void {
  addQuestionCommand(program, 'generate', 'make the shifts that demands take, without people: the least time that meets them, with a proof')
    .option('--csv <file>', 'write them as shifts.csv too, which `turnus import csv` reads')
    .option('--max-seconds <n>', `how long to look (default: ${DEFAULT_ANSWERS.generateSeconds})`, integerBetween(min, max))
    .action(async (path: string, flags: GenerateFlags) => {
      const schedule = readScheduleOf(terminal, await readDocument(terminal, path))
      refuseWithoutDemand(schedule)
      const means = { limits: {}, solver: await loadHighs(), clock: () => performance.now(), mostSeconds: Infinity }
      const answer = generate({ schedule, maxSeconds: flags.maxSeconds ?? DEFAULT_ANSWERS.generateSeconds }, means)
      if (flags.csv !== undefined) await writeText(terminal, flags.csv, writeGeneratedCsv(answer.shifts))
      printAnswer(terminal, answer, flags, describe)
    })
}

function refuseWithoutDemand(schedule: Schedule): void {
  const { demands = [], shiftTemplates = [] } = schedule
  for (const [key, list] of [['demands', demands] as const, ['shiftTemplates', shiftTemplates] as const]) {
    if (list.length > 0) continue
    const remedy = 'Say in demands how many are wanted when, and in shiftTemplates what shifts may be made (docs/schedule.md).'
    throw new GatewayError('usage-wrong', `The schedule has no ${key}, so that no shifts can be made.`, remedy)
  }
}

function describe({ text, shifts }: GenerateAnswer): readonly string[] {
  const lines = shifts.map(
    ({ id, spot, start, end, seats, breaks = [] }) =>
      `${start.slice(0, 16)} to ${end.slice(0, 16)}, spot ${spot}: ${seats?.min ?? 1}${breaks.map(breakWords).join('')} (${id})`,
  )
  return [text, ...section('Shifts', firstLines(lines, LINES_SHOWN))]
}

function breakWords({ start, end }: { readonly start: string; readonly end: string }): string {
  return `, break ${start.slice(11, 16)} to ${end.slice(11, 16)}`
}
