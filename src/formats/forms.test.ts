import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { csvToSchedule, type ScheduleTables } from './csv-schedule.ts'
import { CSV_TEMPLATES } from './csv-templates.ts'
import { FormatError } from './format-error.ts'
import { inrc1ToSchedule } from './inrc1.ts'
import { readInrc1Instance } from './inrc1-instance.ts'
import { readInrc1Solution } from './inrc1-solution.ts'
import { inrc2ToSchedule } from './inrc2.ts'
import { readInrc2History, readInrc2Scenario, readInrc2Week } from './inrc2-files.ts'
import { createInrc2Reader } from './inrc2-solution.ts'
import { nrpToSchedule } from './nrp.ts'
import { readNrpInstance } from './nrp-instance.ts'
import { readNrpRoster } from './nrp-roster.ts'
import { smptspToSchedule } from './smptsp.ts'
import { readSmptspInstance } from './smptsp-instance.ts'

/** Texts that an importer reads, by the names of the files, and what it makes of them. */
interface Importer {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  read(files: Readonly<Record<string, string>>): unknown
}

const NRP: Importer = {
  name: 'nrp',
  files: {
    instance: [
      'SECTION_HORIZON',
      '7',
      'SECTION_SHIFTS',
      'E,480,',
      'L,480,E',
      'SECTION_STAFF',
      'Al,E=7|L=2,2400,0,5,1,2,1',
      'Bo,E=7|L=0,2400,0,5,1,1,0',
      'SECTION_DAYS_OFF',
      'Al,0',
      'SECTION_SHIFT_ON_REQUESTS',
      'Bo,1,E,3',
      'SECTION_SHIFT_OFF_REQUESTS',
      'Bo,2,E,0',
      'SECTION_COVER',
      '0,E,1,100,0',
      '1,L,1,100,1',
      '',
    ].join('\n'),
    roster: 'Al,,L,,,,,E\nBo,E,,,,,,\n',
  },
  read({ instance, roster }) {
    const document = nrpToSchedule(readNrpInstance(instance!))
    return [document, [...readNrpRoster(roster!, readSubmission(document, { callback: 'optional' }).submission!.schedule)]]
  },
}

const INRC2: Importer = {
  name: 'inrc2',
  files: {
    scenario: [
      'SCENARIO = n002w1',
      'WEEKS = 1',
      'SKILLS = 1',
      'Nurse',
      'SHIFT_TYPES = 2',
      'Early (2,3)',
      'Night (1,2)',
      'FORBIDDEN_SHIFT_TYPES_SUCCESSIONS',
      'Early 0',
      'Night 1 Early',
      'CONTRACTS = 1',
      'Full (0,7) (2,4) (2,3) 1 1',
      'NURSES = 2',
      'Al Full 1 Nurse',
      'Bo Full 1 Nurse',
      '',
    ].join('\n'),
    history: ['HISTORY', '0 n002w1', 'NURSE_HISTORY', 'Al 0 0 Early 1 3 0', 'Bo 0 0 None 0 0 4', ''].join('\n'),
    week: ['WEEK_DATA', 'n002w1', 'REQUIREMENTS', `Early Nurse (0,1)${' (0,0)'.repeat(6)}`, 'SHIFT_OFF_REQUESTS = 1', 'Bo Any Wed', ''].join('\n'),
    solution: ['SOLUTION', '0 n002w1', 'ASSIGNMENTS = 1', 'Al Mon Early Nurse', ''].join('\n'),
  },
  read({ scenario: scenarioText, history, week, solution }) {
    const scenario = readInrc2Scenario(scenarioText!)
    const document = inrc2ToSchedule({ scenario, history: readInrc2History(history!, scenario), weeks: [readInrc2Week(week!, scenario)] })
    const reader = createInrc2Reader(readSubmission(document, { callback: 'optional' }).submission!.schedule)
    reader.readWeek(solution!, 0)
    return [document, [...reader.roster]]
  },
}

const INRC1: Importer = {
  name: 'inrc1',
  files: {
    instance: [
      '<?xml version="1.0" encoding="utf-8"?>',
      '<SchedulingPeriod ID="tiny">',
      '<StartDate>2010-03-01</StartDate>',
      '<EndDate>2010-03-07</EndDate>',
      '<Skills><Skill>Nurse</Skill></Skills>',
      '<ShiftTypes>',
      '<Shift ID="E"><StartTime>06:30:00</StartTime><EndTime>14:30:00</EndTime><Skills><Skill>Nurse</Skill></Skills></Shift>',
      '</ShiftTypes>',
      '<Patterns><Pattern ID="0" weight="3"><PatternEntries>',
      '<PatternEntry index="0"><ShiftType>None</ShiftType><Day>Any</Day></PatternEntry>',
      '<PatternEntry index="1"><ShiftType>E</ShiftType><Day>Any</Day></PatternEntry>',
      '</PatternEntries></Pattern></Patterns>',
      '<Contracts><Contract ID="full">',
      '<MaxNumAssignments on="1" weight="2">4</MaxNumAssignments>',
      '<MinConsecutiveFreeDays on="1" weight="0">2</MinConsecutiveFreeDays>',
      '<CompleteWeekends weight="1">true</CompleteWeekends>',
      '<UnwantedPatterns><Pattern>0</Pattern></UnwantedPatterns>',
      '</Contract></Contracts>',
      '<Employees><Employee ID="A"><ContractID>full</ContractID><Name>Al</Name></Employee></Employees>',
      '<CoverRequirements><DayOfWeekCover><Day>Monday</Day><Cover><Shift>E</Shift><Preferred>1</Preferred></Cover></DayOfWeekCover></CoverRequirements>',
      '<DayOffRequests><DayOff weight="1"><EmployeeID>A</EmployeeID><Date>2010-03-01</Date></DayOff></DayOffRequests>',
      '</SchedulingPeriod>',
      '',
    ].join('\n'),
    solution: [
      '<?xml version="1.0" encoding="utf-8"?>',
      '<Solution>',
      '<Assignment><Date>2010-03-01</Date><Employee>A</Employee><ShiftType>E</ShiftType></Assignment>',
      '</Solution>',
      '',
    ].join('\n'),
  },
  read({ instance, solution }) {
    const document = inrc1ToSchedule(readInrc1Instance(instance!))
    return [document, [...readInrc1Solution(solution!, readSubmission(document, { callback: 'optional' }).submission!.schedule)]]
  },
}

const CSV: Importer = {
  name: 'csv',
  files: CSV_TEMPLATES,
  read(files) {
    const tables = Object.fromEntries(Object.entries(files).map(([name, text]) => [name.replace('.csv', ''), text])) as unknown as ScheduleTables
    const { schedule, problems, numbered } = csvToSchedule(tables, 'Europe/Copenhagen')
    return { schedule, problems, numbered }
  },
}

const SMPTSP: Importer = {
  name: 'smptsp',
  files: { instance: ['Type = 1', 'Jobs = 2', ' 0  60', ' 60  120', 'Qualifications = 2', ' 1:  0', ' 2:  0 1', ''].join('\n') },
  read: ({ instance }) => smptspToSchedule(readSmptspInstance(instance!)),
}

/** Another writing of every file; lines end with LF when it is called. */
type Rewrite = (text: string, file: string) => string

const byLine =
  (rewrite: (line: string) => string): Rewrite =>
  (text) =>
    text
      .split('\n')
      .map((line) => (line === '' ? '' : rewrite(line)))
      .join('\n')

const ANY: Readonly<Record<string, Rewrite>> = {
  'CR LF': (text) => text.replaceAll('\n', '\r\n'),
  'CR alone': (text) => text.replaceAll('\n', '\r'),
  'a byte order mark': (text) => `\u{feff}${text}`,
  'no end of the last line': (text) => text.replace(/\n+$/, ''),
  'blank lines at the end': (text) => `${text}\n  \n\n`,
  'blank lines between all': (text) => text.replaceAll('\n', '\n\n \n'),
  'blank lines in front': (text) => `\n \n${text}`,
}
const OF_COMMAS: Readonly<Record<string, Rewrite>> = {
  'a comma at the end of each line': byLine((line) => (line.startsWith('SECTION_') ? line : `${line},`)),
  'three commas at the end of each line': byLine((line) => (line.startsWith('SECTION_') ? line : `${line},,,`)),
  'blanks around each comma': byLine((line) => line.replaceAll(',', ' ,\t')),
}
const numbers =
  (write: (number: string) => string): Rewrite =>
  (text, file) =>
    file === 'roster' ? text : text.replaceAll(/(?<=^|[,=( ])\d+(?=$|[,|) ])/gm, (number) => write(number))

/** How programs write a whole number. */
const WRITINGS: Readonly<Record<string, (number: string) => string>> = {
  '-0': (number) => (number === '0' ? '-0' : number),
  '+0': (number) => `+${number}`,
  '007': (number) => `00${number}`,
  '7.0': (number) => `${number}.0`,
  '7.': (number) => `${number}.`,
}
const NUMBERS: Readonly<Record<string, Rewrite>> = Object.fromEntries(Object.entries(WRITINGS).map(([name, write]) => [name, numbers(write)]))
const OF_INRC2: Readonly<Record<string, Rewrite>> = {
  'no blanks at equals signs': (text) => text.replaceAll(' = ', '='),
  'blanks within brackets': (text) => text.replaceAll(/\((\d+),(\d+)\)/g, '( $1, $2 )'),
  'tabs': (text) => text.replaceAll(' ', '\t'),
}
const inElements =
  (write: (number: string) => string): Rewrite =>
  (text) =>
    text.replaceAll(/(?<=<(?:MaxNumAssignments|MinConsecutiveFreeDays|Preferred)\b[^>]*>|(?:weight|index)=")\d+/g, (number) => write(number))

const OF_XML: Readonly<Record<string, Rewrite>> = {
  ...Object.fromEntries(Object.entries(WRITINGS).map(([name, write]) => [name, inElements(write)])),
  'comments between all lines': (text) => text.replaceAll('>\n<', '>\n<!-- <Remark> & more -->\n<'),
  'attributes in another order': (text) => text.replaceAll(/ (on="\d") (weight="\d")/g, ' $2 $1'),
  'attributes in single quotes': (text) => text.replaceAll(/(\w)="([^"<>]*)"/g, "$1='$2'"),
  'blanks around each text': (text) => text.replaceAll(/>([^<>\n]+)</g, '>\n  $1\t<'),
  'texts as CDATA': (text) => text.replaceAll(/>([^<>\n]+)</g, '><![CDATA[$1]]><'),
  'characters by number': (text) => text.replaceAll('>E<', '>&#69;<').replaceAll('>A<', '>&#x41;<'),
  'no declaration': (text) => text.replace(/^<\?xml.*\n/, ''),
  'names of a schema': (text) =>
    text.replace(
      /<(SchedulingPeriod|Solution)\b/,
      '<$1 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="competition.xsd"',
    ),
}

describe.each([
  { importer: NRP, rewrites: { ...ANY, ...OF_COMMAS, ...NUMBERS, 'sections with blanks': byLine((line) => ` ${line} `) } },
  {
    importer: SMPTSP,
    rewrites: {
      ...ANY,
      ...Object.fromEntries(
        Object.entries(WRITINGS).map(([name, write]) => [
          name,
          (text: string) => text.replaceAll(/(?<=[ =])\d+(?=[: \n]|$)/g, (number) => write(number)),
        ]),
      ),
      'no blanks at equals signs': OF_INRC2['no blanks at equals signs']!,
      'tabs': OF_INRC2['tabs']!,
      'remarks': byLine((line) => `# ${line}\n${line}`),
    },
  },
  { importer: INRC1, rewrites: { ...ANY, ...OF_XML } },
  { importer: INRC2, rewrites: { ...ANY, ...NUMBERS, ...OF_INRC2 } },
  {
    importer: CSV,
    rewrites: {
      ...ANY,
      'a comma at the end of each line': OF_COMMAS['a comma at the end of each line']!,
      'blanks around each comma': OF_COMMAS['blanks around each comma']!,
      // As a library writes a column in which some cells are empty.
      '7.0': (text: string) => text.replaceAll(/(?<=^|[,|])\d+(?=$|[,|])/gm, (number) => `${number}.0`),
      '-0': (text: string) => text.replaceAll(/(?<=,)0(?=,|$)/gm, '-0'),
    },
  },
] as readonly { importer: Importer; rewrites: Readonly<Record<string, Rewrite>> }[])('import $importer.name', ({ importer, rewrites }) => {
  const plain = Object.fromEntries(Object.entries(importer.files).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]))
  const expected = importer.read(plain)

  for (const [name, rewrite] of Object.entries(rewrites)) {
    for (const file of Object.keys(plain)) {
      test(`${file} with ${name} says the same`, () => {
        expect(importer.read({ ...plain, [file]: rewrite(plain[file]!, file) })).toEqual(expected)
      })
    }
  }
})

test.each(['-1', '1.5', '1,5', '1e1', '0x7', '--0', '.', '−0', '1.0.0', ''])('"%s" is no number of days', (days) => {
  expect(() => NRP.read({ ...NRP.files, instance: NRP.files['instance']!.replace('\n7\n', `\n${days}\n`) })).toThrow(FormatError)
})
