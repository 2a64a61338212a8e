import type { Command } from 'commander'
import { repair, type RepairAnswer } from '../answers/repair.ts'
import { DEFAULT_ANSWERS, RANGES } from '../api/limits.ts'
import { formatScore } from '../model/score.ts'
import { isAsMustBe, type Settings } from '../model/settings.ts'
import { loadHighs } from '../threads/load-highs.ts'
import { integerBetween } from './flags.ts'
import { addRosterQuestionCommand, printAnswer, type QuestionFlags, section, textsOf } from './questions.ts'
import { readRoster } from './read-solved.ts'
import type { Terminal } from './terminal.ts'

interface RepairFlags extends QuestionFlags {
  readonly limit?: number
  readonly maxSeconds?: number
}

/** `turnus repair SCHEDULE [SOLUTION]`: why shifts cannot all be filled, and what would help. */
export function addRepairCommand(program: Command, terminal: Terminal): void {
  const { repairLimit, repairSeconds } = RANGES
  addRosterQuestionCommand(program, 'repair', 'say why shifts cannot all be filled, and which small changes would help, each really solved')
    .option('--limit <n>', `how many are listed (default: ${DEFAULT_ANSWERS.repairLimit})`, integerBetween(repairLimit.min, repairLimit.max))
    .option('--max-seconds <n>', `how long to look (default: ${DEFAULT_ANSWERS.repairSeconds})`, integerBetween(repairSeconds.min, repairSeconds.max))
    .action(async (schedulePath: string, solutionPath: string | undefined, flags: RepairFlags) => {
      const asked = await readRoster(terminal, schedulePath, solutionPath)
      const limits = { limit: flags.limit ?? DEFAULT_ANSWERS.repairLimit, maxSeconds: flags.maxSeconds ?? DEFAULT_ANSWERS.repairSeconds }
      const means = { limits: {}, solver: await loadHighs(), clock: () => performance.now(), mostSeconds: Infinity }
      printAnswer(terminal, repair({ ...asked, ...limits }, means), flags, (answer) => describe(answer, asked.schedule.settings))
    })
}

function describe({ score, conflicts, repairs, complete }: RepairAnswer, settings: Settings): readonly string[] {
  if (isAsMustBe(settings, score))
    return [
      `Nothing has to be repaired: a roster with the score ${formatScore(score)} breaks no first-priority rule and leaves no mandatory shift empty.`,
    ]
  return [
    `The best roster found has the score ${formatScore(score)}.`,
    ...section('What cannot be', textsOf(conflicts)),
    ...section('What would help, the easiest first', textsOf(repairs)),
    ...(complete ? [] : ['', 'There may be more: time or the limit ended the search.']),
  ]
}
