import type { Command } from 'commander'
import { recommend, type RecommendAnswer, type RecommendQuestion } from '../answers/recommend.ts'
import type { Candidate, OpenShift } from '../answers/recommended.ts'
import { DEFAULT_ANSWERS, MAX_ASKED_SHIFTS, RANGES } from '../api/limits.ts'
import type { AskedRoster } from '../api/read-question.ts'
import { employeesInWords, seatsInWords } from '../answers/sentences.ts'
import { createWords, type Words } from '../checker/words.ts'
import { GatewayError } from '../model/errors.ts'
import { moneyChangeInWords } from '../model/pay.ts'
import type { Schedule } from '../model/schedule.ts'
import { formatScore } from '../model/score.ts'
import { seatsAround } from '../model/seats.ts'
import { collect, integerBetween, localDate, positionOfId } from './flags.ts'
import { addRosterQuestionCommand, firstLines, printAnswer, type QuestionFlags, section, textsOf } from './questions.ts'
import { readRoster } from './read-solved.ts'
import { type Column, formatTable } from './table.ts'
import type { Terminal } from './terminal.ts'

const LINES_SHOWN = 40

interface RecommendFlags extends QuestionFlags {
  readonly shift?: readonly string[]
  readonly employee?: string
  readonly demand?: string
  readonly date?: string
  readonly limit?: number
  readonly asItStands: boolean
  readonly others?: boolean
  readonly replaces?: string
}

/** `turnus recommend SCHEDULE [SOLUTION] --shift ID… | --employee ID | --demand ID`: who could work a shift or several, which open shift suits somebody, or who could be there when somebody is missing. */
export function addRecommendCommand(program: Command, terminal: Terminal): void {
  const { min, max } = RANGES.candidateLimit
  addRosterQuestionCommand(
    program,
    'recommend',
    'rank who could work a shift or several, with swaps; which open shifts suit an employee; or who could be there when somebody is missing',
  )
    .option('--shift <id>', 'the shift that somebody is wanted for; several, each with a --shift of its own, are filled together', collect)
    .option('--employee <id>', 'in the place of --shift: who wants an open shift')
    .option('--demand <id>', 'in the place of --shift: the demand for which people are wanted when somebody is missing')
    .option('--date <date>', 'of --demand: the day that is asked about', localDate)
    .option('--as-it-stands', 'tell changes against the roster as it stands, with whoever works the shift now (the default)', true)
    .option('--no-as-it-stands', 'tell changes against the shift empty')
    .option('--others', 'list those too who would break a rule on the first priority, and which')
    .option('--replaces <id>', 'of a shift with seats: who is to be taken off it')
    .option('--limit <n>', `how many are listed (default: ${DEFAULT_ANSWERS.candidateLimit})`, integerBetween(min, max))
    .action(async (schedulePath: string, solutionPath: string | undefined, flags: RecommendFlags) => {
      const asked = await readRoster(terminal, schedulePath, solutionPath)
      const { limit = DEFAULT_ANSWERS.candidateLimit, asItStands, others = false } = flags
      const question = { ...asked, ...subjectOf(asked, flags), limit, asItStands, others }
      printAnswer(terminal, recommend(question), flags, (answer) => describe(asked.schedule, answer, asItStands))
    })
}

/** What the flags ask about. */
function subjectOf(asked: AskedRoster, { shift: ids = [], employee, demand, date, replaces }: RecommendFlags): Partial<RecommendQuestion> {
  const { employees } = asked.schedule
  if ([ids.length > 0, employee !== undefined, demand !== undefined].filter(Boolean).length !== 1)
    throw new GatewayError(
      'usage-wrong',
      'Neither a shift nor an employee nor a demand is named, or more than one of them.',
      'Give --shift, several times for several shifts, or --employee, or --demand.',
    )
  if (demand !== undefined) {
    const position = positionOfId(asked.schedule.demands ?? [], demand)
    if (position < 0) throw new GatewayError('usage-wrong', `The schedule has no demand ${demand}.`, 'Give the id of one of its demands.')
    return { demand: position, date: date ?? null }
  }
  if (employee !== undefined) {
    const position = positionOfId(employees, employee)
    if (position < 0) throw new GatewayError('usage-wrong', `The schedule has no employee ${employee}.`, 'Give the id of one of its employees.')
    return { employee: position }
  }
  if (ids.length > MAX_ASKED_SHIFTS)
    throw new GatewayError('usage-wrong', `There are ${ids.length} shifts.`, `Give at most ${MAX_ASKED_SHIFTS} at once.`)
  const shifts = ids.map((id) => positionOfShift(asked.schedule, id))
  if (shifts.length > 1) return { shifts: checkTimes(asked.schedule, shifts) }
  const shift = shifts[0]!
  return replaces === undefined ? { shift } : { shift, replaces: replacedOn(asked, shift, replaces) }
}

function positionOfShift({ shifts }: Schedule, id: string): number {
  const shift = positionOfId(shifts, id)
  if (shift < 0) throw new GatewayError('usage-wrong', `The schedule has no shift ${id}.`, 'Give the id of one of its shifts.')
  if (shifts[shift]!.historic)
    throw new GatewayError('usage-wrong', `The shift ${id} is historic: it was worked already.`, 'Give the id of a shift in the horizon.')
  return shift
}

/** The shifts, each named at most as often as it has seats. */
function checkTimes({ shifts }: Schedule, asked: readonly number[]): readonly number[] {
  for (const [shift, named] of Map.groupBy(asked, (each) => each)) {
    const { from, to } = seatsAround(shifts, shift)
    if (named.length <= to - from) continue
    throw new GatewayError('usage-wrong', `The shift ${shifts[shift]!.id} is named more often than it has seats.`, 'Name it once.')
  }
  return asked
}

function replacedOn({ schedule, roster }: AskedRoster, shift: number, id: string): number {
  const replaces = positionOfId(schedule.employees, id)
  const { from, to } = seatsAround(schedule.shifts, shift)
  if (replaces >= 0 && roster.subarray(from, to).includes(replaces)) return replaces
  throw new GatewayError(
    'usage-wrong',
    `Employee ${id} does not work shift ${schedule.shifts[shift]!.id}.`,
    'Give the id of somebody who works it, or leave --replaces out.',
  )
}

function describe(schedule: Schedule, answer: RecommendAnswer, asItStands: boolean): readonly string[] {
  const { score, shiftId, employees, otherEmployees, chains, assignments, shifts, otherShifts, otherCount } = answer
  const words = createWords(schedule)
  const listed = otherEmployees.length + otherShifts.length
  const table = shiftId === null ? tableOfShifts(schedule, words, shifts) : tableOfEmployees(schedule, employees)
  const others = shiftId === null ? tableOfShifts(schedule, words, otherShifts) : tableOfEmployees(schedule, otherEmployees)
  if (answer.demandId !== null) return describeDuties(schedule, answer)
  const isOfShifts = answer.employeeId !== null && shiftId === null
  return [
    `${asItStands ? 'As the roster stands' : 'With the shift empty'} the score is ${formatScore(score)}.`,
    ...absentLines(schedule, words, answer),
    ...(shiftId === null && !isOfShifts ? [] : ['', ...table]),
    ...section('To fill them together', textsOf(assignments)),
    ...section(employees.length > 0 ? 'Swaps that are better still' : 'Swaps', textsOf(chains)),
    ...(otherCount === 0 || listed > 0 ? [] : ['', `With ${otherCount} more a rule on the first priority would be broken (--others lists them).`]),
    ...(listed === 0 ? [] : ['', 'A rule on the first priority would be broken with', ...others]),
  ]
}

function describeDuties(schedule: Schedule, answer: RecommendAnswer): readonly string[] {
  const { score, shortTimes, duties, otherDuties, otherCount } = answer
  const short = shortTimes.map(({ start, end, missing }) => `${start.slice(0, 16)} to ${end.slice(0, 16)}: ${missing}`)
  return [
    `As the roster stands the score is ${formatScore(score)}.`,
    ...(short.length === 0 ? ['Nobody is missing.'] : section('Missing', firstLines(short, LINES_SHOWN))),
    ...absentLines(schedule, createWords(schedule), answer),
    ...section('Who could be there', textsOf(duties)),
    ...(otherCount === 0 || otherDuties.length > 0
      ? []
      : ['', `With ${otherCount} more a rule on the first priority would be broken (--others lists them).`]),
    ...section('A rule on the first priority would be broken', textsOf(otherDuties)),
  ]
}

function absentLines(schedule: Schedule, words: Words, { absentEmployeeIds, absentShiftIds }: RecommendAnswer): readonly string[] {
  const away = new Set(absentEmployeeIds)
  const during = new Set(absentShiftIds)
  const absent = schedule.employees.filter(({ id }) => away.has(id))
  const missed = schedule.shifts.filter(({ id }, index) => during.has(id) && seatsAround(schedule.shifts, index).from === index)
  return [
    ...(absent.length === 0 ? [] : [`Not ranked, because absent: ${employeesInWords(words, absent)}.`]),
    ...(missed.length === 0 ? [] : [`Not ranked, because absent then: ${seatsInWords(words, missed)}.`]),
  ]
}

/** What each costs more; no column where nothing is said of money. */
function costColumn<Listed extends Candidate | OpenShift>({ pay }: Schedule, listed: readonly Listed[]): readonly Column<Listed>[] {
  if (pay === undefined || listed.length === 0) return []
  const value = ({ costChange = 0 }: Listed): string => moneyChangeInWords(costChange, pay.currency)
  return [{ title: 'cost change', value, align: 'right' }]
}

function tableOfEmployees(schedule: Schedule, candidates: readonly Candidate[]): readonly string[] {
  return formatTable<Candidate>(
    [
      { title: 'employee', value: ({ name, employeeId }) => name ?? String(employeeId) },
      { title: 'score change', value: ({ scoreChange }) => formatScore(scoreChange), align: 'right' },
      ...costColumn<Candidate>(schedule, candidates),
      { title: 'in the way', value: ({ settings }) => settings.join(', ') },
    ],
    candidates,
  )
}

function tableOfShifts(schedule: Schedule, words: Words, open: readonly OpenShift[]): readonly string[] {
  const shiftOf = new Map(schedule.shifts.map((shift) => [shift.id, shift]))
  return formatTable<OpenShift>(
    [
      { title: 'shift', value: ({ shiftId }) => words.shift(shiftOf.get(shiftId)!) },
      { title: 'id', value: ({ shiftId }) => String(shiftId) },
      { title: 'score change', value: ({ scoreChange }) => formatScore(scoreChange), align: 'right' },
      ...costColumn<OpenShift>(schedule, open),
      { title: 'in the way', value: ({ settings }) => settings.join(', ') },
    ],
    open,
  )
}
