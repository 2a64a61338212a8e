import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { isTimeZone } from '../api/times.ts'
import { type CsvProblem, type CsvSchedule, csvPlaceText, csvToSchedule } from '../formats/csv-schedule.ts'
import { CSV_TEMPLATES } from '../formats/csv-templates.ts'
import { OPTIONAL_TABLES, type OptionalTable } from '../formats/csv-columns.ts'
import { decodeTable } from '../formats/csv-table.ts'
import type { ImportedSchedule } from '../formats/horizon-days.ts'
import { inrc1ToSchedule } from '../formats/inrc1.ts'
import { readInrc1Instance } from '../formats/inrc1-instance.ts'
import { readInrc1Solution } from '../formats/inrc1-solution.ts'
import { inrc2ToSchedule } from '../formats/inrc2.ts'
import { readInrc2History, readInrc2Scenario, readInrc2Week } from '../formats/inrc2-files.ts'
import { createInrc2Reader } from '../formats/inrc2-solution.ts'
import { nrpToSchedule } from '../formats/nrp.ts'
import { readNrpInstance } from '../formats/nrp-instance.ts'
import { readNrpRoster } from '../formats/nrp-roster.ts'
import { smptspToSchedule } from '../formats/smptsp.ts'
import { readSmptspInstance } from '../formats/smptsp-instance.ts'
import { GatewayError } from '../model/errors.ts'
import type { Issue } from '../model/issue.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { postedShifts, seatsOf } from '../model/seats.ts'
import type { EmployeeId } from '../model/units.ts'
import { printIssues } from './failure.ts'
import { fitFormat } from './fit-format.ts'
import { printable } from './printable.ts'
import { readBytes, readTextFile, refuseForeign } from './read-document.ts'
import { readScheduleOf } from './solve.ts'
import type { Terminal } from './terminal.ts'
import { makeFolder, writeText } from './write-text.ts'

/** `turnus import FORMAT FILE…`: writes a schedule from a file of another form. */
export function addImportCommand(program: Command, terminal: Terminal): void {
  const group = program.command('import').description('write a schedule from the files of another format')
  addNrp(group, terminal)
  addInrc1(group, terminal)
  addInrc2(group, terminal)
  addSmptsp(group, terminal)
  addCsv(group, terminal)
}

function addCsv(group: Command, terminal: Terminal): void {
  group
    .command('csv')
    .description(
      'tables of contracts, rotations, employees, spots, shifts, wishes, absences, travel, coverage, fairness and pay, as a spreadsheet writes them',
    )
    .argument(
      '<folder>',
      `with employees.csv, spots.csv, shifts.csv and, where there are any, ${OPTIONAL_TABLES.map((name) => `${name}.csv`).join(', ')}`,
    )
    .option('--time-zone <name>', 'of the times in the tables, and of the schedule (default: UTC)')
    .option('--cyclic', 'the roster repeats itself: its last day is followed by its first')
    .option('--template', 'write tables to start from into the folder instead')
    .option('--out <file>', 'where to write the schedule (default: stdout)')
    .addHelpText(
      'after',
      '\nA column has the name of a field, contract.… for those of an employee’s own contract, rotation.… for the rotation that is worked; docs/formats.md says how cells are written.',
    )
    .action(async (folder: string, flags: { template?: boolean; cyclic?: boolean; timeZone?: string; out?: string }) => {
      const { template, cyclic, timeZone: given, out } = flags
      if (template === true) {
        await writeTemplates(terminal, folder)
        return
      }
      const timeZone = given ?? 'UTC'
      if (given === undefined) terminal.stderr.write('Times in the tables are taken for UTC; --time-zone Europe/Copenhagen says otherwise.\n')
      if (!isTimeZone(timeZone))
        throw new GatewayError('usage-wrong', `"${timeZone}" is no time zone.`, 'Give an IANA name such as Europe/Copenhagen.')
      const { schedule, placeOf } = await readTables(terminal, folder, timeZone)
      const placed = (issue: Issue): Issue => {
        const place = placeOf(issue.pointer)
        return place === null ? issue : { ...issue, pointer: csvPlaceText(place) }
      }
      const horizon = cyclic === true ? { horizon: 'CYCLIC' as const } : {}
      await writeSchedule(terminal, { ...schedule, ...horizon }, { out, rosterOf: () => null, placed })
    })
}

/** Prints the warnings of the tables; throws `format-unfit` with everything that is wrong in them, each at its table, line and column. */
async function readTables(terminal: Terminal, folder: string, timeZone: string): Promise<CsvSchedule> {
  const read = async (name: string): Promise<string> => {
    const file = path.join(folder, `${name}.csv`)
    const bytes = await readBytes(terminal, file)
    refuseForeign(bytes, file, 'format-unfit')
    return decodeTable(bytes)
  }
  const [employees, spots, shifts] = await inOrder(['employees', 'spots', 'shifts'], read)
  const readIfThere = async (name: OptionalTable): Promise<string | undefined> =>
    existsSync(path.join(folder, `${name}.csv`)) ? await read(name) : undefined
  const optional: Partial<Record<OptionalTable, string | undefined>> = {}
  for (const name of OPTIONAL_TABLES) optional[name] = await readIfThere(name)
  const tables = csvToSchedule({ employees: employees!, spots: spots!, shifts: shifts!, ...optional }, timeZone)
  printIssues(terminal, tables.warnings.map(issueOf))
  const { problems, numbered } = tables
  if (problems.length > 0) {
    const count = problems.length === 1 ? 'is one error' : `are ${problems.length} errors`
    throw new GatewayError('format-unfit', `There ${count} in the tables of ${printable(folder)}.`, 'docs/formats.md says how cells are written.', {
      issues: problems.map(issueOf),
    })
  }
  for (const { what, text } of numbered) terminal.stderr.write(`${what} have numbers in a schedule: ${printable(text)}.\n`)
  return tables
}

function issueOf({ detail, hint, ...place }: CsvProblem): Issue {
  return { pointer: printable(csvPlaceText(place)), code: 'format-unfit', detail: printable(detail), hint }
}

/** Never over a table that is there already: it may be somebody's work. */
async function writeTemplates(terminal: Terminal, folder: string): Promise<void> {
  const files = Object.entries(CSV_TEMPLATES).map(([name, text]) => ({ file: path.join(folder, name), text }))
  const there = files.find(({ file }) => existsSync(file))
  if (there !== undefined) throw new GatewayError('usage-wrong', `${there.file} is there already.`, 'Name an empty folder.')
  await makeFolder(folder)
  for (const { file, text } of files) await writeText(terminal, file, text)
  terminal.stderr.write(`Wrote ${files.map(({ file }) => file).join(', ')}.\n`)
}

function addNrp(group: Command, terminal: Terminal): void {
  group
    .command('nrp')
    .description('an instance of the shift-scheduling benchmark by Curtois and Qu (2014)')
    .argument('<file>', 'the instance; - for stdin')
    .option('--roster <csv>', 'a roster of it, which becomes the employee of each shift')
    .option('--out <file>', 'where to write the schedule (default: stdout)')
    .addHelpText('after', '\nThe first priority of a score is what the benchmark forbids, the second is its objective.')
    .action(async (file: string, flags: { roster?: string; out?: string }) => {
      const text = await readTextFile(terminal, file)
      const imported = fitFormat(file, () => nrpToSchedule(readNrpInstance(text)))
      const { roster: path, out } = flags
      const rosterText = path === undefined ? null : await readTextFile(terminal, path)
      await writeSchedule(terminal, imported, {
        out,
        rosterOf: (schedule) => (rosterText === null ? null : fitFormat(path!, () => readNrpRoster(rosterText, schedule))),
      })
    })
}

function addInrc1(group: Command, terminal: Terminal): void {
  group
    .command('inrc1')
    .description('an instance of the First International Nurse Rostering Competition')
    .argument('<file>', 'the instance, XML; - for stdin')
    .option('--solution <xml>', 'a solution of it, which becomes the employees of the shifts')
    .option('--out <file>', 'where to write the schedule (default: stdout)')
    .addHelpText('after', '\nThe first priority of a score is what the competition forbids, the second is its objective.')
    .action(async (file: string, flags: { solution?: string; out?: string }) => {
      const text = await readTextFile(terminal, file)
      const imported = fitFormat(file, () => inrc1ToSchedule(readInrc1Instance(text)))
      const { solution: path, out } = flags
      const solution = path === undefined ? null : await readTextFile(terminal, path)
      await writeSchedule(terminal, imported, {
        out,
        rosterOf: (schedule) => (solution === null ? null : fitFormat(path!, () => readInrc1Solution(solution, schedule))),
      })
    })
}

function addInrc2(group: Command, terminal: Terminal): void {
  group
    .command('inrc2')
    .description('an instance of the Second International Nurse Rostering Competition, all its weeks at once')
    .argument('<scenario>', 'scenario file (Sc-…)')
    .argument('<history>', 'history before the first week (H0-…)')
    .argument('<week...>', 'week files (WD-…), in order: all that the history leaves over')
    .option('--solution <file...>', 'a solution of each week, which becomes the employees of the shifts; after the weeks')
    .option('--out <file>', 'where to write the schedule (default: stdout)')
    .addHelpText('after', '\nThe first priority of a score is what the competition forbids, the second a fifth of its cost.')
    .action(
      async (scenarioPath: string, historyPath: string, weekPaths: readonly string[], flags: { solution?: readonly string[]; out?: string }) => {
        const read = async <T>(path: string, readText: (text: string) => T): Promise<T> => {
          const text = await readTextFile(terminal, path)
          return fitFormat(path, () => readText(text))
        }
        const scenario = await read(scenarioPath, readInrc2Scenario)
        const history = await read(historyPath, (text) => readInrc2History(text, scenario))
        const weeks = await inOrder(weekPaths, (path) => read(path, (text) => readInrc2Week(text, scenario)))
        const imported = fitFormat(scenarioPath, () => inrc2ToSchedule({ scenario, history, weeks }))
        const { solution: paths, out } = flags
        if (paths !== undefined && paths.length !== weeks.length)
          throw new GatewayError(
            'usage-wrong',
            `There are ${paths.length} solutions for ${weeks.length} weeks.`,
            'Give a solution file for each week.',
          )
        const solutions = await inOrder(paths ?? [], (path) => readTextFile(terminal, path))
        await writeSchedule(terminal, imported, {
          out,
          rosterOf(schedule) {
            if (paths === undefined) return null
            const reader = createInrc2Reader(schedule)
            for (const [w, path] of paths.entries()) fitFormat(path, () => reader.readWeek(solutions[w]!, w))
            return reader.roster
          },
        })
      },
    )
}

function addSmptsp(group: Command, terminal: Terminal): void {
  group
    .command('smptsp')
    .description('an instance of shift minimisation: tasks at fixed times, and as few qualified people as can be')
    .argument('<file>', 'the instance; - for stdin')
    .option('--out <file>', 'where to write the schedule (default: stdout)')
    .addHelpText('after', '\nThe first priority of a score is what the benchmark forbids, the second is how many people are used.')
    .action(async (file: string, { out }: { out?: string }) => {
      const text = await readTextFile(terminal, file)
      const imported = fitFormat(file, () => smptspToSchedule(readSmptspInstance(text)))
      await writeSchedule(terminal, imported, { out, rosterOf: () => null })
    })
}

/** One after the other, so that the first file that is wrong is the one that is told. */
async function inOrder<T>(paths: readonly string[], read: (path: string) => Promise<T>): Promise<readonly T[]> {
  const all: T[] = []
  for (const path of paths) all.push(await read(path))
  return all
}

interface Written {
  readonly out: string | undefined
  /** Who works which shift; null when that is open. */
  readonly rosterOf: (schedule: Schedule) => Roster | null
  /** Says of an issue where it is in the files; absent = it stays at its pointer. */
  readonly placed?: (issue: Issue) => Issue
}

/** Writes a schedule, which is validated first, so that whatever is written can be posted. */
async function writeSchedule(terminal: Terminal, imported: ImportedSchedule, { out, rosterOf, placed }: Written): Promise<void> {
  const schedule = readScheduleOf(terminal, { document: imported, bytes: new Uint8Array() }, placed)
  const roster = rosterOf(schedule)
  const shifts = roster === null ? imported.shifts : rostered(imported.shifts, schedule, roster)
  await writeText(terminal, out, `${JSON.stringify({ ...imported, shifts }, null, 2)}\n`)
}

/** The shifts as they were imported, each with who works it. */
function rostered(shifts: ImportedSchedule['shifts'], schedule: Schedule, roster: Roster): ImportedSchedule['shifts'] {
  return postedShifts(schedule.shifts).map((range, at) => {
    const people = seatsOf(range).map((seat) => idOf(schedule, roster[seat]!))
    const shift = shifts[at]!
    return 'seats' in shift ? { ...shift, employees: people.filter((id) => id !== null) } : { ...shift, employee: people[0] }
  })
}

function idOf({ employees }: Schedule, position: number): EmployeeId | null {
  return position === NOBODY ? null : employees[position]!.id
}
