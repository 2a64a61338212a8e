import type { Command } from 'commander'
import { stress, type StressAnswer } from '../answers/stress.ts'
import { DEFAULT_ANSWERS, RANGES } from '../api/limits.ts'
import { createWords } from '../checker/words.ts'
import type { Schedule } from '../model/schedule.ts'
import { integerBetween } from './flags.ts'
import { addRosterQuestionCommand, printAnswer, type QuestionFlags, section, textsOf } from './questions.ts'
import { readRoster } from './read-solved.ts'
import { formatTable } from './table.ts'
import type { Terminal } from './terminal.ts'

interface StressFlags extends QuestionFlags {
  readonly week?: boolean
  readonly limit?: number
  readonly maxSeconds?: number
}

/** `turnus stress SCHEDULE [SOLUTION]`: which shifts could not be filled if somebody were missing. */
export function addStressCommand(program: Command, terminal: Terminal): void {
  const { stressLimit, stressSeconds } = RANGES
  addRosterQuestionCommand(program, 'stress', 'let everybody be missing in turn, and say which shifts others could not take within the law')
    .option('--week', 'for a week of the calendar at a time, and not for a day')
    .option('--limit <n>', `how many are listed (default: ${DEFAULT_ANSWERS.stressLimit})`, integerBetween(stressLimit.min, stressLimit.max))
    .option('--max-seconds <n>', `how long to try (default: ${DEFAULT_ANSWERS.stressSeconds})`, integerBetween(stressSeconds.min, stressSeconds.max))
    .action(async (schedulePath: string, solutionPath: string | undefined, flags: StressFlags) => {
      const asked = await readRoster(terminal, schedulePath, solutionPath)
      const { limit = DEFAULT_ANSWERS.stressLimit, maxSeconds = DEFAULT_ANSWERS.stressSeconds } = flags
      const means = { limits: {}, solver: null, clock: () => performance.now(), mostSeconds: Infinity }
      const answer = stress({ ...asked, missing: flags.week === true ? 'WEEK' : 'DAY', limit, maxSeconds }, means)
      printAnswer(terminal, answer, flags, (answered) => describe(asked.schedule, answered))
    })
}

function describe(schedule: Schedule, { text, cases, employees, days, skills }: StressAnswer): readonly string[] {
  const words = createWords(schedule)
  const table = (title: string, rows: readonly (readonly [string, number])[]): readonly string[] =>
    formatTable<readonly [string, number]>(
      [
        { title, value: ([what]) => what },
        { title: 'shifts left empty', value: ([, count]) => String(count), align: 'right' },
      ],
      rows,
    )
  const rows = [
    ['employee', employees.map(({ name, employeeId, unrepairedShiftCount }) => [name ?? String(employeeId), unrepairedShiftCount] as const)],
    ['day', days.map(({ date, unrepairedShiftCount }) => [words.date(date), unrepairedShiftCount] as const)],
    ['skill', skills.map(({ skillId, unrepairedShiftCount }) => [words.skill(skillId), unrepairedShiftCount] as const)],
  ] as const
  return [text, ...section('The worst', textsOf(cases)), ...rows.flatMap(([title, list]) => (list.length === 0 ? [] : ['', ...table(title, list)]))]
}
