import type { Command } from 'commander'
import { recommend, type RecommendAnswer } from '../answers/recommend.ts'
import { DEFAULT_ANSWERS, RANGES } from '../api/limits.ts'
import { employeesInWords } from '../answers/sentences.ts'
import { createWords } from '../checker/words.ts'
import { GatewayError } from '../model/errors.ts'
import type { Schedule } from '../model/schedule.ts'
import { formatScore } from '../model/score.ts'
import { seatsAround } from '../model/seats.ts'
import { integerBetween, positionOfId } from './flags.ts'
import { addRosterQuestionCommand, printAnswer, type QuestionFlags, section, textsOf } from './questions.ts'
import { readRoster } from './read-solved.ts'
import { formatTable } from './table.ts'
import type { Terminal } from './terminal.ts'

interface RecommendFlags extends QuestionFlags {
  readonly shift: string
  readonly limit?: number
  readonly asItStands?: boolean
  readonly replaces?: string
}

/** `turnus recommend SCHEDULE [SOLUTION] --shift ID`: who could work a shift, and swaps that fill it. */
export function addRecommendCommand(program: Command, terminal: Terminal): void {
  const { min, max } = RANGES.candidateLimit
  addRosterQuestionCommand(program, 'recommend', 'rank who could work a shift, and swaps of up to three people that fill it')
    .requiredOption('--shift <id>', 'the shift that somebody is wanted for')
    .option('--as-it-stands', 'tell changes against the roster as it stands, with whoever works the shift now')
    .option('--replaces <id>', 'of a shift with seats: who is to be taken off it')
    .option('--limit <n>', `how many are listed (default: ${DEFAULT_ANSWERS.candidateLimit})`, integerBetween(min, max))
    .action(async (schedulePath: string, solutionPath: string | undefined, flags: RecommendFlags) => {
      const asked = await readRoster(terminal, schedulePath, solutionPath)
      const shift = positionOfId(asked.schedule.shifts, flags.shift)
      if (shift < 0) throw new GatewayError('usage-wrong', `The schedule has no shift ${flags.shift}.`, 'Give the id of one of its shifts.')
      if (asked.schedule.shifts[shift]!.historic)
        throw new GatewayError(
          'usage-wrong',
          `The shift ${flags.shift} is historic: it was worked already.`,
          'Give the id of a shift in the horizon.',
        )
      const replaces = flags.replaces === undefined ? null : positionOfId(asked.schedule.employees, flags.replaces)
      const { from, to } = seatsAround(asked.schedule.shifts, shift)
      if (replaces !== null && !asked.roster.subarray(from, to).includes(replaces))
        throw new GatewayError(
          'usage-wrong',
          `Employee ${flags.replaces} does not work shift ${flags.shift}.`,
          'Give the id of somebody who works it, or leave --replaces out.',
        )
      const asItStands = flags.asItStands === true
      const answer = recommend({ ...asked, shift, replaces, limit: flags.limit ?? DEFAULT_ANSWERS.candidateLimit, asItStands })
      printAnswer(terminal, answer, flags, (answered) => describe(asked.schedule, answered, asItStands))
    })
}

function describe(schedule: Schedule, { score, employees, chains, absentEmployeeIds }: RecommendAnswer, asItStands: boolean): readonly string[] {
  const away = new Set(absentEmployeeIds)
  const absent = schedule.employees.filter(({ id }) => away.has(id))
  const table = formatTable<RecommendAnswer['employees'][number]>(
    [
      { title: 'employee', value: ({ name, employeeId }) => name ?? String(employeeId) },
      { title: 'score change', value: ({ scoreChange }) => formatScore(scoreChange), align: 'right' },
      { title: 'in the way', value: ({ settings }) => settings.join(', ') },
    ],
    employees,
  )
  return [
    `${asItStands ? 'As the roster stands' : 'With the shift empty'} the score is ${formatScore(score)}.`,
    ...(absent.length === 0 ? [] : [`Not ranked, because absent: ${employeesInWords(createWords(schedule), absent)}.`]),
    '',
    ...table,
    ...section('Swaps that are better still', textsOf(chains)),
  ]
}
