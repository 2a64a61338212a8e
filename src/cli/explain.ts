import type { Command } from 'commander'
import { explain, type ExplainAnswer } from '../answers/explain.ts'
import { listed } from '../answers/sentences.ts'
import { GatewayError } from '../model/errors.ts'
import { moneyInWords } from '../model/pay.ts'
import type { Schedule } from '../model/schedule.ts'
import { formatScore } from '../model/score.ts'
import { positionOfId } from './flags.ts'
import { addRosterQuestionCommand, firstLines, printAnswer, type QuestionFlags, section, textsOf } from './questions.ts'
import { readRoster } from './read-solved.ts'
import { formatTable } from './table.ts'
import type { Terminal } from './terminal.ts'

const PLACES_SHOWN = 3
const EMPTY_SHOWN = 20

/** `turnus explain SCHEDULE [SOLUTION]`: why a roster is as it is; with `--employee` what may be shown to one employee. */
export function addExplainCommand(program: Command, terminal: Terminal): void {
  addRosterQuestionCommand(
    program,
    'explain',
    'say why a roster is as it is: what is broken and kept, what each employee has of it, why shifts are empty',
  )
    .option('--employee <id>', 'only the account of this employee, which names nobody else')
    .action(async (schedulePath: string, solutionPath: string | undefined, flags: QuestionFlags & { employee?: string }) => {
      const asked = await readRoster(terminal, schedulePath, solutionPath)
      const employee = flags.employee === undefined ? null : positionOf(asked.schedule, flags.employee)
      const answer = explain({ ...asked, employee, matchLimit: Number.POSITIVE_INFINITY })
      printAnswer(terminal, answer, flags, employee === null ? describeAll : describeOne)
    })
}

function positionOf({ employees }: Schedule, id: string): number {
  const position = positionOfId(employees, id)
  if (position >= 0) return position
  throw new GatewayError('usage-wrong', `The schedule has no employee ${id}.`, 'Give the id of an employee.')
}

function describeAll({ score, constraintRelease, kept, employees, unassigned, coverage, costs }: ExplainAnswer): readonly string[] {
  const broken = [...constraintRelease].sort((a, b) => a.priority - b.priority || b.penalty - a.penalty)
  return [
    `Score ${formatScore(score)} (first to fourth priority; lower is better)`,
    ...costLines(costs),
    ...section(
      'Broken',
      broken.flatMap(({ setting, priority, penalty, matches }) => [
        `${setting}, priority ${priority}: penalty ${penalty}`,
        ...firstLines(textsOf(matches), PLACES_SHOWN).map((line) => `  ${line}`),
      ]),
    ),
    ...section('Kept', [kept.settings.join(', '), `wishes: ${kept.wishesGranted} granted, ${kept.wishesRefused} refused`]),
    ...section(
      'Empty shifts',
      firstLines(
        unassigned.map(({ name, shiftId, date, cause }) => `${date} ${name ?? `shift ${shiftId}`}: ${cause}`),
        EMPTY_SHOWN,
      ),
    ),
    ...section('Short times', firstLines(shortTimesOf(coverage), EMPTY_SHOWN)),
    ...section('Employees', employeeTable(employees)),
  ]
}

/** What everybody is paid, and of it what is not paid for plain hours. */
function costLines({ currency, total, overtime = 0, surcharges = 0, activation = 0 }: ExplainAnswer['costs']): readonly string[] {
  if (total === undefined) return []
  const parts = [
    ['overtime', overtime],
    ['surcharges', surcharges],
    ['activation', activation],
  ] as const
  const told = parts.filter(([, amount]) => amount !== 0).map(([name, amount]) => `${name} ${moneyInWords(amount, currency)}`)
  return [`Costs ${moneyInWords(total, currency)}${told.length === 0 ? '' : `, of it ${listed(told)}`}`]
}

/** Those at which a cause was looked up: demands that overlap add up, so that the numbers of one alone do not tell. */
function shortTimesOf(coverage: ExplainAnswer['coverage']): readonly string[] {
  return coverage
    .filter(({ cause }) => cause !== undefined)
    .map(
      ({ demandId, start, end, min, assigned, cause }) =>
        `${start.slice(0, 16)} to ${end.slice(11, 16)}, demand ${demandId}: ${assigned} at work, at least ${min}. ${cause}`,
    )
}

function employeeTable(employees: ExplainAnswer['employees']): readonly string[] {
  type Account = ExplainAnswer['employees'][number]
  const number = (title: string, value: (account: Account) => number) => ({
    title,
    value: (account: Account) => String(value(account)),
    align: 'right' as const,
  })
  return formatTable<Account>(
    [
      { title: 'employee', value: ({ name, employeeId }) => name ?? String(employeeId) },
      number('shifts', ({ shifts }) => shifts),
      { title: 'hours', value: ({ workMinutes }) => (workMinutes / 60).toFixed(1), align: 'right' },
      number('nights', ({ nights }) => nights),
      number('weekends', ({ weekends }) => weekends),
      { title: 'wishes', value: ({ wishes }) => `${wishes.filter(({ granted }) => granted).length} of ${wishes.length}`, align: 'right' },
      { title: 'fair share', value: ({ shares }) => shareOf(shares[0]!), align: 'right' },
      number('remarks', ({ remarks }) => remarks.length),
    ],
    employees,
  )
}

function shareOf({ least, most }: ExplainAnswer['employees'][number]['shares'][number]): string {
  return least === most ? String(least) : `${least}–${most}`
}

function describeOne({ employees: [account] }: ExplainAnswer): readonly string[] {
  const { name, employeeId, summary, hours, wishes, shares, fairness } = account!
  return [
    name ?? `employee ${employeeId}`,
    ...summary.map((line) => `  ${line}`),
    ...section('Hours', textsOf(hours)),
    ...section('Wishes', textsOf(wishes)),
    ...section('Fairness', textsOf([...shares, ...fairness])),
  ]
}
