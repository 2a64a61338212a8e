import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestTerminal } from '../../test/terminal.ts'
import { runProgram } from './program.ts'

const INSTANCE = `SECTION_HORIZON
7
SECTION_SHIFTS
D,480,
SECTION_STAFF
Al,D=7,2400,0,5,1,1,1
Bo,D=7,2400,0,5,1,1,1
SECTION_COVER
0,D,1,100,1
`

const SCENARIO = `SCENARIO = n2w1
WEEKS = 1
SKILLS = 1
Nurse
SHIFT_TYPES = 1
Early (1,7)
FORBIDDEN_SHIFT_TYPES_SUCCESSIONS
Early 0
CONTRACTS = 1
Full (0,7) (1,7) (1,7) 1 0
NURSES = 1
Al Full 1 Nurse
`
const HISTORY = 'HISTORY\n0 n2w1\nNURSE_HISTORY\nAl 0 0 None 0 0 2\n'
const WEEK_FILE = 'WEEK_DATA\nn2w1\nREQUIREMENTS\nEarly Nurse (1,1) (0,1) (0,0) (0,0) (0,0) (0,0) (0,0)\nSHIFT_OFF_REQUESTS = 0\n'
const SOLUTION = 'SOLUTION\n0 n2w1\n\nASSIGNMENTS = 1\nAl Mon Early Nurse\n'

const PERIOD = `<SchedulingPeriod ID="tiny">
<StartDate>2010-03-01</StartDate><EndDate>2010-03-07</EndDate>
<Skills><Skill>Nurse</Skill></Skills>
<ShiftTypes><Shift ID="E"><StartTime>06:30:00</StartTime><EndTime>14:30:00</EndTime></Shift></ShiftTypes>
<Contracts><Contract ID="full"><MaxNumAssignments on="1" weight="3">1</MaxNumAssignments></Contract></Contracts>
<Employees><Employee ID="A"><ContractID>full</ContractID></Employee><Employee ID="B"><ContractID>full</ContractID></Employee></Employees>
<CoverRequirements>
<DateSpecificCover><Date>2010-03-01</Date><Cover><Shift>E</Shift><Preferred>2</Preferred></Cover></DateSpecificCover>
<DateSpecificCover><Date>2010-03-02</Date><Cover><Shift>E</Shift><Preferred>1</Preferred></Cover></DateSpecificCover>
</CoverRequirements>
</SchedulingPeriod>
`
const assignment = (date: string, employee: string): string =>
  `  <Assignment><Date>${date}</Date><Employee>${employee}</Employee><ShiftType>E</ShiftType></Assignment>\n`
const PERIOD_SOLUTION = `<?xml version="1.0" encoding="UTF-8"?>
<Solution>
  <SchedulingPeriodID>tiny</SchedulingPeriodID>
  <Competitor>Turnus</Competitor>
  <SoftConstraintsPenalty>3</SoftConstraintsPenalty>
${assignment('2010-03-01', 'A')}${assignment('2010-03-01', 'B')}${assignment('2010-03-02', 'B')}</Solution>
`

async function makeFolder(files: Readonly<Record<string, string>>): Promise<(name: string) => string> {
  const folder = await mkdtemp(join(tmpdir(), 'turnus-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return (name) => join(folder, name)
}

async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = createTestTerminal()
  const code = await runProgram(args, terminal)
  return { code, out: terminal.out(), err: terminal.err() }
}

describe('a workbook in the place of a schedule or a table', () => {
  const WORKBOOK = 'PK\x03\x04\x14\0xl/workbook.xml'
  for (const { name, args } of [
    { name: 'schedule.json', args: ['solve', 'schedule.json'] },
    { name: 'schedule.json', args: ['explain', 'schedule.json'] },
    { name: 'shifts.csv', args: ['import', 'csv', '.'] },
    { name: 'instance.txt', args: ['import', 'nrp', 'instance.txt'] },
  ]) {
    test(`is told to be one by ${args.join(' ')}`, async () => {
      const path = await makeFolder({ 'employees.csv': 'id\n1\n', 'spots.csv': 'id\n1\n', [name]: WORKBOOK })
      const { code, err } = await run(...args.slice(0, -1), path(args.at(-1)!))
      expect(code).toBe(1)
      expect(err).toContain(`${path(name)} is an Excel workbook.`)
      expect(err).toContain('Save each of its sheets as CSV')
    })
  }
})

test('smptsp: an instance is a schedule on stdout, and what is not in the format is refused with its line', async () => {
  const path = await makeFolder({ 'tiny.dat': 'Type = 1\nJobs = 1\n0 60\nQualifications = 1\n1: 0\n', 'wrong.dat': 'Type = 2\n' })
  const { code, out } = await run('import', 'smptsp', path('tiny.dat'))
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ employees: [{ id: 0, skills: [{ id: 0 }] }], shifts: [{ id: 0, skills: [0] }] })
  const refused = await run('import', 'smptsp', path('wrong.dat'))
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('format-unfit')
  expect(refused.err).toContain('Line 1: Only files of type 1')
})

describe('nrp', () => {
  test('an instance with a roster is judged by `check`, and comes back from `export`', async () => {
    const path = await makeFolder({ 'instance.txt': INSTANCE, 'roster.csv': 'Al,D,,,,,,\nBo,D,,,,,,\n' })
    expect(await run('import', 'nrp', path('instance.txt'), '--roster', path('roster.csv'), '--out', path('s.json'))).toMatchObject({
      code: 0,
      out: '',
      err: '',
    })
    expect((await run('check', path('s.json'), path('s.json'))).out).toContain('Score 0 / 1 / 0 / 0')
    expect(await run('export', 'nrp', '--schedule', path('s.json'), '--solution', path('s.json'))).toEqual({
      code: 0,
      out: 'Al,D,,,,,,\nBo,D,,,,,,\n',
      err: '',
    })
    for (const given of [
      [path('s.json'), path('s.json')],
      ['--schedule', path('s.json'), path('s.json')],
      ['--solution', path('s.json'), path('s.json')],
    ])
      expect(await run('export', 'nrp', ...given)).toMatchObject({ code: 0, out: 'Al,D,,,,,,\nBo,D,,,,,,\n' })
    const out = path('out.csv')
    expect(await run('export', 'nrp', '--schedule', path('s.json'), '--solution', path('s.json'), '--out', out)).toMatchObject({ code: 0, out: '' })
    expect(await readFile(out, 'utf8')).toBe('Al,D,,,,,,\nBo,D,,,,,,\n')
  })

  test('an instance without a roster is a schedule without employees in its shifts, on stdout', async () => {
    const path = await makeFolder({ 'instance.txt': INSTANCE })
    const { code, out } = await run('import', 'nrp', path('instance.txt'))
    expect(code).toBe(0)
    const { shifts } = JSON.parse(out) as { shifts: object[] }
    expect(shifts).toHaveLength(14)
    expect(shifts.filter((shift) => 'employee' in shift)).toEqual([])
  })

  test('what is not in the format ends with 1, and says file, line and remedy', async () => {
    const path = await makeFolder({ 'instance.txt': INSTANCE.replace('D,480,', 'D,x,\u001B[31m'), 'latin.txt': '', 'roster.csv': 'Al\nBo\n' })
    const refused = await run('import', 'nrp', path('instance.txt'))
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toBe(
      `format-unfit: ${path('instance.txt')}: Line 4: Field 2 is "x", which is not a whole number from 0 to 1440.\n  Remedy: docs/formats.md says what each format holds.\n`,
    )
    await writeFile(path('latin.txt'), Buffer.from([0xe6]))
    expect((await run('import', 'nrp', path('latin.txt'))).err).toMatch(/^format-unfit: .*UTF-8/)
    await writeFile(path('instance.txt'), INSTANCE)
    expect((await run('import', 'nrp', path('instance.txt'), '--roster', path('roster.csv'))).err).toContain(
      'roster.csv: Line 1: There are 1 cells for 7 days.',
    )
  })

  test('a file that cannot be read or written ends with 2', async () => {
    const path = await makeFolder({ 'instance.txt': INSTANCE })
    expect(await run('import', 'nrp', path('nothing.txt'))).toMatchObject({ code: 2, err: expect.stringContaining('cannot be read (ENOENT)') })
    expect(await run('import', 'nrp', path('instance.txt'), '--out', path('no/where'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be written (ENOENT)'),
    })
  })
})

describe('inrc1', () => {
  test('an instance with its solution is judged by `check`, and comes back from `export` with the penalty', async () => {
    const path = await makeFolder({ 'i.xml': PERIOD, 's.xml': PERIOD_SOLUTION })
    expect(await run('import', 'inrc1', path('i.xml'), '--solution', path('s.xml'), '--out', path('s.json'))).toEqual({ code: 0, out: '', err: '' })
    expect((await run('check', path('s.json'), path('s.json'))).out).toContain('Score 0 / 3 / 0 / 0')
    expect(await run('export', 'inrc1', path('s.json'), path('s.json'))).toEqual({ code: 0, out: PERIOD_SOLUTION, err: '' })
    const renamed = await run('export', 'inrc1', path('s.json'), path('s.json'), '--instance', 'other')
    expect(renamed.out).toBe(PERIOD_SOLUTION.replace('>tiny<', '>other<'))
  })

  test('a schedule without a name asks for that of the instance', async () => {
    const path = await makeFolder({ 'i.xml': PERIOD, 's.xml': PERIOD_SOLUTION })
    await run('import', 'inrc1', path('i.xml'), '--solution', path('s.xml'), '--out', path('s.json'))
    await writeFile(path('s.json'), (await readFile(path('s.json'), 'utf8')).replace('"name": "tiny",', ''))
    expect(await run('export', 'inrc1', path('s.json'), path('s.json'))).toMatchObject({ code: 2, err: expect.stringContaining('Give --instance') })
  })

  test('a file that is wrong is named, with the line, the element and the remedy', async () => {
    const path = await makeFolder({ 'i.xml': PERIOD.replace('<EndDate>2010', '<EndDate>2009') })
    expect(await run('import', 'inrc1', path('i.xml'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('i.xml: Line 2: <EndDate> lies before <StartDate>. Exchange the two.'),
    })
  })
})

describe('inrc2', () => {
  test('an instance with its solution is judged by `check`, and comes back from `export`, in one text or in files', async () => {
    const path = await makeFolder({ 'sc.txt': SCENARIO, 'h.txt': HISTORY, 'w.txt': WEEK_FILE, 's.txt': SOLUTION })
    const files = [path('sc.txt'), path('h.txt'), path('w.txt')]
    expect(await run('import', 'inrc2', ...files, '--solution', path('s.txt'), '--out', path('s.json'))).toEqual({ code: 0, out: '', err: '' })
    // The optimal cover of Tuesday is missing: 30 points.
    expect((await run('check', path('s.json'), path('s.json'))).out).toContain('Score 0 / 6 / 0 / 0')
    const solved = ['--schedule', path('s.json'), '--solution', path('s.json'), '--scenario', 'n2w1']
    expect(await run('export', 'inrc2', ...solved)).toEqual({ code: 0, out: SOLUTION, err: '' })
    expect(await run('export', 'inrc2', ...solved, '--first-week', '3', '--out', path('new'))).toEqual({ code: 0, out: '', err: '' })
    expect(await readFile(path('new/sol-week3.txt'), 'utf8')).toBe(SOLUTION.replace('0 n2w1', '3 n2w1'))
  })

  test('a file that is wrong is named, and so are solutions that are not as many as the weeks', async () => {
    const path = await makeFolder({ 'sc.txt': SCENARIO, 'h.txt': HISTORY.replace('None', 'Late'), 'w.txt': WEEK_FILE, 's.txt': SOLUTION })
    const files = [path('sc.txt'), path('h.txt'), path('w.txt')]
    expect(await run('import', 'inrc2', ...files)).toMatchObject({
      code: 1,
      err: expect.stringContaining('h.txt: Line 4: "Late" is not in the scenario.'),
    })
    await writeFile(path('h.txt'), HISTORY)
    expect(await run('import', 'inrc2', ...files, path('w.txt'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('has 1 weeks, of which 0 are over'),
    })
    expect(await run('import', 'inrc2', ...files, '--solution', path('s.txt'), path('s.txt'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('2 solutions for 1 weeks'),
    })
  })
})

describe('csv, ics and html', () => {
  const clinic = fileURLToPath(new URL('../../examples/clinic-week.json', import.meta.url))

  test('a solved example is written in each, with its names', async () => {
    const { shifts } = JSON.parse(await readFile(clinic, 'utf8')) as { shifts: { employee?: number | null }[] }
    const path = await makeFolder({
      'solution.json': JSON.stringify({ shifts: shifts.map((shift, s) => ({ ...shift, employee: shift.employee ?? (s % 2 === 0 ? 1 : null) })) }),
    })
    const solved = ['--schedule', clinic, '--solution', path('solution.json')]
    for (const { format, says } of [
      { format: 'csv', says: ',1,Grethe A.\r\n' },
      { format: 'html', says: '<bdi>Grethe A.</bdi>' },
      { format: 'ics', says: 'SUMMARY:Grethe A.: Early\r\n' },
    ]) {
      const { code, out, err } = await run('export', format, ...solved)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toContain(says)
    }
    expect((await run('export', 'ics', ...solved, '--employee', '1')).out).toContain('SUMMARY:Early\r\n')
    expect(await run('export', 'ics', ...solved, '--employee', '999')).toMatchObject({ code: 2, err: expect.stringContaining('no employee 999') })
  })

  test('a solution of another schedule is refused', async () => {
    const path = await makeFolder({ 'solution.json': '{ "shifts": [] }' })
    expect(await run('export', 'csv', '--schedule', clinic, '--solution', path('solution.json'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^schedule-invalid/),
    })
  })
})

describe('csv', () => {
  test('tables to start from are written, and become a schedule', async () => {
    const path = await makeFolder({})
    expect(await run('import', 'csv', path('ward'), '--template')).toMatchObject({ code: 0, out: '', err: expect.stringContaining('employees.csv') })
    const imported = await run('import', 'csv', path('ward'), '--time-zone', 'Europe/Copenhagen')
    expect(imported).toMatchObject({ code: 0, err: 'Skills have numbers in a schedule: nurse 1, medication 2.\n' })
    expect((await run('import', 'csv', path('ward'))).err).toContain('taken for UTC')
    expect(JSON.parse(imported.out)).toMatchObject({ timeZone: 'Europe/Copenhagen', shifts: [{ start: '2027-03-01T07:00:00+01:00' }, {}, {}] })
  })

  test('become a roster that repeats itself with --cyclic', async () => {
    const shifts = 'id,spot,start,end\n1,1,2027-03-01 07:00,2027-03-01 15:00\n'
    const path = await makeFolder({ 'employees.csv': 'id\n1\n', 'spots.csv': 'id\n1\n', 'shifts.csv': shifts })
    const horizonOf = async (...flags: readonly string[]): Promise<unknown> => {
      const { code, out } = await run('import', 'csv', path('.'), '--time-zone', 'UTC', ...flags)
      expect(code).toBe(0)
      return (JSON.parse(out) as { horizon?: unknown }).horizon
    }
    expect([await horizonOf('--cyclic'), await horizonOf()]).toEqual(['CYCLIC', undefined])
  })

  test('are never written over tables that are there', async () => {
    const path = await makeFolder({ 'shifts.csv': 'mine' })
    expect(await run('import', 'csv', path('.'), '--template')).toMatchObject({ code: 2, err: expect.stringContaining('is there already') })
    expect(await readFile(path('shifts.csv'), 'utf8')).toBe('mine')
  })

  test('what is wrong in them is said with the table, the line and the column', async () => {
    const path = await makeFolder({ 'employees.csv': 'id\n1\n', 'spots.csv': 'id\n1\n', 'shifts.csv': 'id,spot,start,end\n1,1,"x' })
    expect((await run('import', 'csv', path('.'))).err).toContain('shifts.csv, line 2 format-unfit: A quote')
    await writeFile(path('shifts.csv'), 'id,spot,start,end\n1,9,2027-03-01 07:00,2027-03-01 15:00\n')
    expect((await run('import', 'csv', path('.'))).err).toContain('shifts.csv, line 2, column spot')
    expect(await run('import', 'csv', path('.'), '--time-zone', 'Mars')).toMatchObject({
      code: 2,
      err: expect.stringContaining('"Mars" is no time zone'),
    })
  })
})
