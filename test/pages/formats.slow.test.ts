// Slow: every command of the page starts as a process.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../source-files.ts'
import { commandsOf, openPage } from './page.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

/** Two people, one shift type, a week in which one of them is wanted on Monday. */
const NRP = `SECTION_HORIZON
7
SECTION_SHIFTS
D,480,
SECTION_STAFF
Al,D=7,2400,0,5,1,1,1
Bo,D=7,2400,0,5,1,1,1
SECTION_COVER
0,D,1,100,1
`
const SCENARIO = `SCENARIO = n030w4
WEEKS = 4
SKILLS = 1
Nurse
SHIFT_TYPES = 1
Early (1,7)
FORBIDDEN_SHIFT_TYPES_SUCCESSIONS
Early 0
CONTRACTS = 1
Full (0,28) (1,28) (1,28) 4 0
NURSES = 1
Al Full 1 Nurse
`
const HISTORY = 'HISTORY\n0 n030w4\nNURSE_HISTORY\nAl 0 0 None 0 0 2\n'
/** A nurse has to be there on one day of the week. */
const weekOf = (day: number): string => {
  const cover = Array.from({ length: 7 }, (_, i) => (i === day ? '(1,1)' : '(0,0)')).join(' ')
  return `WEEK_DATA\nn030w4\nREQUIREMENTS\nEarly Nurse ${cover}\nSHIFT_OFF_REQUESTS = 0\n`
}
/** A nurse who is wanted on the first day of a week. */
const PERIOD = `<SchedulingPeriod ID="sprint01">
<StartDate>2010-03-01</StartDate><EndDate>2010-03-07</EndDate>
<ShiftTypes><Shift ID="E"><StartTime>06:30:00</StartTime><EndTime>14:30:00</EndTime></Shift></ShiftTypes>
<Contracts><Contract ID="0"/></Contracts>
<Employees><Employee ID="7"><ContractID>0</ContractID></Employee></Employees>
<CoverRequirements><DayOfWeekCover><Day>Monday</Day><Cover><Shift>E</Shift><Preferred>1</Preferred></Cover></DayOfWeekCover></CoverRequirements>
</SchedulingPeriod>
`
const FILES = {
  'sprint01.xml': PERIOD,
  'Instance1.txt': NRP,
  'Sc-n030w4.txt': SCENARIO,
  'H0-n030w4-1.txt': HISTORY,
  'WD-n030w4-6.txt': weekOf(0),
  'WD-n030w4-2.txt': weekOf(1),
  'WD-n030w4-9.txt': weekOf(2),
  'WD-n030w4-1.txt': weekOf(3),
}

interface Shift {
  readonly id: number
  readonly employee?: number | null
  readonly historic?: boolean
}

describe.skipIf(process.platform === 'win32')('docs/formats.md, command by command', () => {
  const page = openPage('docs/formats.md')
  const general = page.take('Formats', 'sh')
  let bench: Workbench

  beforeAll(() => {
    // Iterations end a search, not seconds: a busy machine finds no roster in one of these.
    const few = '--max-seconds 120 --max-iterations 20000'
    bench = createWorkbench({ moved: { '--max-seconds 60': few, '--max-seconds 5': few } })
    mkdirSync(join(bench.folder, 'examples'))
    for (const name of ['clinic-week.json', 'shop-month.json']) copyFileSync(join(ROOT, 'examples', name), join(bench.folder, 'examples', name))
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(bench.folder, name), text)
  })
  afterAll(() => bench?.close())

  const read = (name: string): string => readFileSync(join(bench.folder, name), 'utf8')
  const shiftsOf = (name: string): readonly Shift[] => (JSON.parse(read(name)) as { shifts: readonly Shift[] }).shifts

  test('a solved week becomes a table with a line for each shift', async () => {
    await bench.run(page.take('csv', 'sh'))
    const posted = shiftsOf('examples/clinic-week.json').filter(({ historic }) => historic !== true)
    const [head, ...lines] = read('roster.csv').trimEnd().split('\r\n')
    expect(head).toBe('id,spot,start,end,employeeId,employeeName')
    expect(lines.map((line) => line.split(',')[0])).toEqual(posted.map(({ id }) => String(id)))
    const workers = new Map(shiftsOf('solution.json').map(({ id, employee }) => [String(id), String(employee ?? '')]))
    for (const line of lines) expect(line.split(',')[4]).toBe(workers.get(line.split(',')[0]!))
  })

  test('tables to start from are written, and become a schedule of their time zone', async () => {
    const [template, convert] = commandsOf(page.take('csv', 'sh')) as [string, string]
    await bench.run(template)
    // The names that stand beside the command.
    for (const name of ['ward/employees.csv', ...['contracts.csv', 'spots.csv', 'shifts.csv', 'wishes.csv'].map((file) => `ward/${file}`)]) {
      expect(template).toContain(name.replace(/^ward\/(?!employees)/, ''))
      expect(existsSync(join(bench.folder, name))).toBe(true)
    }
    await bench.run(convert)
    const { timeZone, employees, shifts } = JSON.parse(read('schedule.json')) as { timeZone: string; employees: object[]; shifts: object[] }
    expect(timeZone).toBe('Europe/Copenhagen')
    expect(employees).toHaveLength(read('ward/employees.csv').trim().split('\n').length - 1)
    expect(shifts).toHaveLength(read('ward/shifts.csv').trim().split('\n').length - 1)
  })

  test('calls become people, and a table of calls a table of demands', async () => {
    writeFileSync(join(bench.folder, 'calls.csv'), 'spot,start,end,from,to,calls\n1,2027-03-01,2027-03-02,08:00,08:30,100\n')
    const commands = page.take('csv', 'sh')
    const [said] = /(?<=# ).*/.exec(commands)!
    expect(await bench.run(commands)).toContain(said)
    expect(read('ward/demands.csv')).toBe('spot,start,end,from,to,min\r\n1,2027-03-01,2027-03-02,08:00,08:30,20\r\n')
  })

  test('an instance of the benchmark is solved, exported, and imported again with the roster, which is judged alike', async () => {
    const output = await bench.run(page.take('nrp', 'sh'))
    expect(read('roster.csv')).toMatch(/^(?:Al,D,,,,,,\nBo,,,,,,,|Al,,,,,,,\nBo,D,,,,,,)\n$/)
    expect(shiftsOf('rostered.json').filter(({ employee }) => employee !== null && employee !== undefined)).toHaveLength(1)
    expect(output).toMatch(/Score (\d+ \/ \d+ \/ 0 \/ 0) after[\s\S]*Score \1 \(first/)
  })

  test('an instance of the first competition is solved, exported, and imported again with the solution, which is judged alike', async () => {
    const output = await bench.run(page.take('inrc1', 'sh'))
    expect(read('sprint01-solution.xml')).toContain('<Assignment><Date>2010-03-01</Date><Employee>7</Employee><ShiftType>E</ShiftType></Assignment>')
    expect(output).toMatch(/Score (0 \/ 0 \/ 0 \/ 0) after[\s\S]*Score \1 \(first/)
  })

  test('an instance of the competition becomes a schedule of all its weeks, and its solution a file for each week', async () => {
    await bench.run(page.take('inrc2', 'sh'))
    const days = ['Mon', 'Tue', 'Wed', 'Thu']
    days.forEach((day, week) =>
      expect(read(`folder/sol-week${week}.txt`)).toBe(`SOLUTION\n${week} n030w4\n\nASSIGNMENTS = 1\nAl ${day} Early Nurse\n`),
    )
  })

  test('an instance of shift minimisation is solved with as few people as tasks run at once, which is proved', async () => {
    writeFileSync(
      join(bench.folder, 'data_1_23_40_66.dat'),
      'Type = 1\nJobs = 3\n0 60\n59 120\n120 180\nQualifications = 3\n3: 0 1 2\n3: 0 1 2\n3: 0 1 2\n',
    )
    const output = await bench.run(page.take('smptsp', 'sh'))
    expect(output).toContain('Score 0 / 2 / 0 / 0 ')
    expect(read('roster.csv').trim().split('\n')).toHaveLength(4)
    const rules = JSON.parse(read('schedule.json')) as { contracts: { rules: object[] }[] }
    expect(rules.contracts[0]!.rules).toMatchObject([JSON.parse(page.take('smptsp', 'json'))])
  })

  for (const { format, begins } of [
    { format: 'csv', begins: /^id,spot,start/ },
    { format: 'html', begins: /^<!doctype html>/i },
    { format: 'ics', begins: /^BEGIN:VCALENDAR\r\n/ },
    { format: 'nrp', begins: /^Al,/ },
  ]) {
    test(`the general form writes ${format}`, async () => {
      // What the blocks before it left: the instance of the benchmark with its roster is schedule and solution in one.
      const commands = general
        .replaceAll('FORMAT', format)
        .replaceAll('FILE', `roster.${format}`)
        .replaceAll(/\b(?:schedule|solution)\.json/g, 'rostered.json')
      await bench.run(commands)
      expect(read(`roster.${format}`)).toMatch(begins)
    })
  }

  test('every block is among them', () => page.expectAllTaken('sh'))
})
