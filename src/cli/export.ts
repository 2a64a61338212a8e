import { join } from 'node:path'
import type { Command } from 'commander'
import { writeCsv } from '../formats/csv.ts'
import { writeHtml } from '../formats/html.ts'
import { writeIcs } from '../formats/ics.ts'
import { writeInrc2Solution } from '../formats/inrc2-solution.ts'
import { writeNrpRoster } from '../formats/nrp-roster.ts'
import { GatewayError } from '../model/errors.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { fitFormat } from './fit-format.ts'
import { idOf, integerBetween } from './flags.ts'
import { readSolved } from './read-solved.ts'
import type { Terminal } from './terminal.ts'
import { makeFolder, writeText } from './write-text.ts'

interface ExportFlags {
  readonly schedule: string
  readonly solution: string
  readonly out?: string
}

/** `turnus export FORMAT --schedule FILE --solution FILE`: writes a solved schedule in another form. */
export function addExportCommand(program: Command, terminal: Terminal): void {
  const group = program.command('export').description('write a solved schedule in another format')
  addFormat(group, 'csv')
    .description('a table for spreadsheets: a line for each shift, with who works it')
    .action((flags: ExportFlags) => writeSolved(terminal, flags, writeCsv))
  addFormat(group, 'html')
    .description('a page to look at or print: a table for each week, employees by days')
    .action((flags: ExportFlags) => writeSolved(terminal, flags, writeHtml))
  addIcs(group, terminal)
  addFormat(group, 'nrp')
    .description('a roster of the shift-scheduling benchmark: a line for each employee, a cell for each day')
    .action((flags: ExportFlags) => writeSolved(terminal, flags, writeNrpRoster))
  addInrc2(group, terminal)
}

function addIcs(group: Command, terminal: Terminal): void {
  addFormat(group, 'ics')
    .description('a calendar (iCalendar): an event for each shift that somebody works')
    .option('--employee <id>', 'only the shifts of this employee, without the name', idOf('an employee'))
    .action(async (flags: ExportFlags & { employee?: number }) => {
      await writeSolved(terminal, flags, (schedule, roster) => {
        const employee = flags.employee === undefined ? null : schedule.employees.find(({ id }) => id === flags.employee)
        if (employee === undefined)
          throw new GatewayError('usage-wrong', `The schedule has no employee ${flags.employee}.`, 'Give the id of an employee.')
        return writeIcs(schedule, roster, { employee, madeAt: new Date() })
      })
    })
}

function addInrc2(group: Command, terminal: Terminal): void {
  withSolvedFlags(group.command('inrc2'))
    .description('solution files of the Second International Nurse Rostering Competition, one for each week')
    .requiredOption('--scenario <name>', 'the name that the files state, such as n030w4')
    .option('--first-week <n>', 'number of the first week (default: 0)', integerBetween(0, 999))
    .option('--out <folder>', 'a folder, for files sol-week0.txt, sol-week1.txt, … (default: stdout, one after the other)')
    .action(async (flags: ExportFlags & { scenario: string; firstWeek?: number }) => {
      const { schedule, roster } = await readSolved(terminal, flags)
      const firstWeek = flags.firstWeek ?? 0
      const files = fitFormat(flags.schedule, () => writeInrc2Solution(schedule, roster, { scenario: flags.scenario, firstWeek }))
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
    .requiredOption('--schedule <file>', 'schedule as JSON, as it was submitted; - for stdin')
    .requiredOption('--solution <file>', 'what `turnus solve` wrote or a callback carried')
}

async function writeSolved(terminal: Terminal, flags: ExportFlags, write: (schedule: Schedule, roster: Roster) => string): Promise<void> {
  const { schedule, roster } = await readSolved(terminal, flags)
  await writeText(
    terminal,
    flags.out,
    fitFormat(flags.schedule, () => write(schedule, roster)),
  )
}
