import { join } from 'node:path'
import type { Command } from 'commander'
import { isJsonObject } from '../api/fields.ts'
import { findAccounts } from '../checker/accounts.ts'
import { judge } from '../checker/check.ts'
import { costsOf } from '../checker/costs.ts'
import { findFairLoads } from '../checker/rules/fairness.ts'
import { writeAccountsCsv, writeCsv, writeFairnessCsv, writePayrollCsv } from '../formats/csv.ts'
import { writeHtml } from '../formats/html.ts'
import { writeIcs } from '../formats/ics.ts'
import { writeInrc1Solution } from '../formats/inrc1-solution.ts'
import { writeInrc2Solution } from '../formats/inrc2-solution.ts'
import { writeNrpRoster } from '../formats/nrp-roster.ts'
import { GatewayError } from '../model/errors.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { fitFormat } from './fit-format.ts'
import { integerBetween, positionOfId } from './flags.ts'
import { readSolved } from './read-solved.ts'
import type { Terminal } from './terminal.ts'
import { makeFolder, writeText } from './write-text.ts'

interface ExportFlags {
  readonly schedule?: string
  readonly solution?: string
  readonly out?: string
}

/** Which table; the one of shifts where neither is set. */
interface CsvFlags {
  readonly accounts?: boolean
  readonly fairness?: boolean
  readonly payroll?: boolean
}

/** The files of a command, by position as for `check`, or by flag. */
interface SolvedPaths {
  readonly schedule: string
  readonly solution: string
}

/** Two positions, either of which may be left out for its flag. */
type Positions = readonly [first: string | undefined, second: string | undefined]

/** `turnus export FORMAT SCHEDULE SOLUTION`, or with `--schedule` and `--solution`: writes a solved schedule in another form. */
export function addExportCommand(program: Command, terminal: Terminal): void {
  const group = program.command('export').description('write a solved schedule in another format')
  addFormat(group, 'csv')
    .description('a table for spreadsheets: a line for each shift, with who works it')
    .option('--accounts', 'the hours that everybody owes, works and is credited instead')
    .option('--fairness', 'what everybody has of what fairness rules share, their share and their carry instead')
    .option('--payroll', 'the payslips of everybody instead: regular pay, overtime and surcharges, in minutes and minor units')
    .action((first: string | undefined, second: string | undefined, flags: ExportFlags & CsvFlags) =>
      writeSolved(terminal, [first, second], flags, tableOf(flags)),
    )
  addFormat(group, 'html')
    .description('a page to look at or print: a table for each week, employees by days')
    .action((first: string | undefined, second: string | undefined, flags: ExportFlags) =>
      writeSolved(terminal, [first, second], flags, (schedule, roster) => writeHtml(schedule, roster)),
    )
  addIcs(group, terminal)
  addFormat(group, 'nrp')
    .description('a roster of the shift-scheduling benchmark: a line for each employee, a cell for each day')
    .action((first: string | undefined, second: string | undefined, flags: ExportFlags) =>
      writeSolved(terminal, [first, second], flags, writeNrpRoster),
    )
  addInrc1(group, terminal)
  addInrc2(group, terminal)
}

type WriteTable = (schedule: Schedule, roster: Roster) => string

/** The tables that stand in the place of the one of shifts. */
const TABLES: Readonly<Record<keyof CsvFlags, WriteTable>> = {
  accounts: (schedule, roster) => writeAccountsCsv(schedule, findAccounts(schedule, roster)),
  fairness: (schedule, roster) => writeFairnessCsv(schedule, findFairLoads(schedule, roster)),
  payroll: payrollOf,
}

function tableOf(flags: CsvFlags): WriteTable {
  const [name, another] = (Object.keys(TABLES) as (keyof CsvFlags)[]).filter((flag) => flags[flag] === true)
  if (name !== undefined && another !== undefined)
    throw new GatewayError('usage-wrong', `Both --${name} and --${another} are given.`, 'Ask for one table at a time.')
  return name === undefined ? writeCsv : TABLES[name]
}

/** Every line, however many there are: an answer has a limit, and a payroll has none. */
function payrollOf(schedule: Schedule, roster: Roster): string {
  if (schedule.pay === undefined)
    throw new GatewayError('usage-wrong', 'The schedule says nothing of money.', 'Say in pay of employees or contracts what an hour costs.')
  return writePayrollCsv(schedule, costsOf(schedule, roster))
}

function addIcs(group: Command, terminal: Terminal): void {
  addFormat(group, 'ics')
    .description('a calendar (iCalendar): an event for each shift that somebody works')
    .option('--employee <id>', 'only the shifts of this employee, without the name')
    .action(async (first: string | undefined, second: string | undefined, flags: ExportFlags & { employee?: string }) => {
      await writeSolved(terminal, [first, second], flags, (schedule, roster) => {
        const employee = flags.employee === undefined ? null : schedule.employees[positionOfId(schedule.employees, flags.employee)]
        if (employee === undefined)
          throw new GatewayError('usage-wrong', `The schedule has no employee ${flags.employee}.`, 'Give the id of an employee.')
        return writeIcs(schedule, roster, { employee, madeAt: new Date() })
      })
    })
}

function addInrc1(group: Command, terminal: Terminal): void {
  addFormat(group, 'inrc1')
    .description('a solution file of the First International Nurse Rostering Competition')
    .option('--instance <ID>', 'the ID of the instance, which the file states (default: the name of the schedule)')
    .action(async (first: string | undefined, second: string | undefined, flags: ExportFlags & { instance?: string }) => {
      const paths = pathsOf([first, second], flags)
      const { posted, schedule, roster } = await readSolved(terminal, paths)
      const instance = flags.instance ?? nameOf(posted)
      if (instance === null) throw new GatewayError('usage-wrong', 'The schedule has no name that the file could state.', 'Give --instance sprint01.')
      const penalty = judge(schedule, roster).score[1]
      const text = fitFormat(paths.schedule, () => writeInrc1Solution(schedule, roster, { instance, penalty }))
      await writeText(terminal, flags.out, text)
    })
}

function nameOf(posted: unknown): string | null {
  return isJsonObject(posted) && typeof posted['name'] === 'string' ? posted['name'] : null
}

function addInrc2(group: Command, terminal: Terminal): void {
  withSolvedFlags(group.command('inrc2'))
    .description('solution files of the Second International Nurse Rostering Competition, one for each week')
    .requiredOption('--scenario <name>', 'the name that the files state, such as n030w4')
    .option('--first-week <n>', 'number of the first week (default: 0)', integerBetween(0, 999))
    .option('--out <folder>', 'a folder, for files sol-week0.txt, sol-week1.txt, … (default: stdout, one after the other)')
    .action(async (first: string | undefined, second: string | undefined, flags: ExportFlags & { scenario: string; firstWeek?: number }) => {
      const paths = pathsOf([first, second], flags)
      const { schedule, roster } = await readSolved(terminal, paths)
      const firstWeek = flags.firstWeek ?? 0
      const files = fitFormat(paths.schedule, () => writeInrc2Solution(schedule, roster, { scenario: flags.scenario, firstWeek }))
      if (flags.out !== undefined) await makeFolder(flags.out)
      for (const [w, text] of files.entries())
        await writeText(terminal, flags.out === undefined ? undefined : join(flags.out, `sol-week${firstWeek + w}.txt`), text)
    })
}

function addFormat(group: Command, name: string): Command {
  return withSolvedFlags(group.command(name)).option('--out <file>', 'where to write it (default: stdout)')
}

function withSolvedFlags(command: Command): Command {
  return command
    .argument('[schedule]', 'schedule as JSON, as it was submitted; - for stdin')
    .argument('[solution]', 'what `turnus solve` wrote or a callback carried')
    .option('--schedule <file>', 'the schedule, where it is not given by position')
    .option('--solution <file>', 'the solution, where it is not given by position')
}

/** Positions are, in their order, what the flags leave open. Throws `usage-wrong` for a file too few or too many. */
function pathsOf(positions: Positions, { schedule, solution }: ExportFlags): SolvedPaths {
  const open = positions.filter((path) => path !== undefined)
  const paths = { schedule: schedule ?? open.shift(), solution: solution ?? open.shift() }
  const [beyond] = open
  if (beyond !== undefined)
    throw new GatewayError('usage-wrong', `${beyond} is one file too many.`, 'Give schedule and solution once each, by position or by flag.')
  if (paths.schedule === undefined || paths.solution === undefined)
    throw new GatewayError(
      'usage-wrong',
      `The ${paths.schedule === undefined ? 'schedule' : 'solution'} is not named.`,
      'Give both, as in turnus export html SCHEDULE SOLUTION, or with --schedule and --solution.',
    )
  return { schedule: paths.schedule, solution: paths.solution }
}

async function writeSolved(
  terminal: Terminal,
  positions: Positions,
  flags: ExportFlags,
  write: (schedule: Schedule, roster: Roster) => string,
): Promise<void> {
  const paths = pathsOf(positions, flags)
  const { schedule, roster } = await readSolved(terminal, paths)
  await writeText(
    terminal,
    flags.out,
    fitFormat(paths.schedule, () => write(schedule, roster)),
  )
}
