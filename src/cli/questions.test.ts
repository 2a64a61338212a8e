import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { overConstrained } from '../../test/over-constrained.ts'
import { createTestTerminal } from '../../test/terminal.ts'
import { runProgram } from './program.ts'

const CLINIC = fileURLToPath(new URL('../../examples/clinic-week.json', import.meta.url))
const SHOP = fileURLToPath(new URL('../../examples/shop-curve.json', import.meta.url))

let folder = ''
const path = (name: string): string => join(folder, name)

async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = createTestTerminal()
  const code = await runProgram(args, terminal)
  return { code, out: terminal.out(), err: terminal.err() }
}

async function answer(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out } = await run(...args, '--json')
  expect(code).toBe(0)
  return JSON.parse(out) as Record<string, unknown>
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnus-questions-'))
  const clinic = JSON.parse(await readFile(CLINIC, 'utf8')) as {
    shifts: { id: number; employee?: number | null; historic?: boolean; fixed?: boolean }[]
  }
  const shifts = clinic.shifts.map(({ id, employee = null, historic, fixed }) => ({
    id,
    employee: historic === true || fixed === true ? employee : null,
  }))
  await writeFile(path('empty.json'), JSON.stringify({ shifts }))
  const first = shifts.find(({ id }) => id === 104)!
  await writeFile(path('one.json'), JSON.stringify({ shifts: shifts.with(shifts.indexOf(first), { id: 104, employee: 1 }) }))
  await writeFile(path('short.json'), JSON.stringify(overConstrained(1).document))
})

afterAll(() => rm(folder, { recursive: true }))

describe('turnus explain', () => {
  test('tells what is broken, what is kept, and why each shift is empty', async () => {
    const { code, out } = await run('explain', CLINIC, path('empty.json'))
    expect(code).toBe(0)
    for (const part of ['Score ', 'Broken:', 'assignShift, priority 2', 'Kept:', 'Empty shifts:', 'Employees:']) expect(out).toContain(part)
  })

  test('tells one employee what concerns them, and names nobody else', async () => {
    const { out } = await run('explain', CLINIC, path('one.json'), '--employee', '1')
    const all = await answer('explain', CLINIC, path('one.json'))
    const [own, ...others] = (all.employees as { name: string }[]).map(({ name }) => name)
    expect(out).toContain(own)
    expect(others.filter((name) => out.includes(name))).toEqual([])
  })

  test('tells at which times a demand is not met, and why', async () => {
    const { out } = await run('explain', SHOP)
    expect(out).toMatch(/Short times:\n {2}2027-05-10T08:00 to 20:00, demand open-week: 0 at work, at least 1\. One more could work /)
  })

  test('says which employee is not there', async () => {
    const { code, err } = await run('explain', CLINIC, '--employee', '99')
    expect(code).toBe(2)
    expect(err).toContain('The schedule has no employee 99.')
  })
})

describe('turnus generate', () => {
  test('tells shifts for a demand, and writes them as a table of shifts', async () => {
    const { code, out } = await run('generate', SHOP, '--csv', path('shifts.csv'))
    expect(code).toBe(0)
    expect(out).toContain('It is proved that no shifts do better.')
    const { shifts } = await answer('generate', SHOP)
    const [header, ...lines] = (await readFile(path('shifts.csv'), 'utf8')).trimEnd().split('\r\n')
    expect(header).toBe('id,name,spot,start,end,tags,seats.min')
    expect(lines).toHaveLength((shifts as unknown[]).length)
    const [first] = shifts as { id: string; start: string; end: string }[]
    expect(lines[0]).toBe(`${first!.id},Shop,2,${first!.start.slice(0, 16)},${first!.end.slice(0, 16)},shop,`)
  })

  test('meets the demand in the same time when its shifts are posted', async () => {
    const document = JSON.parse(await readFile(SHOP, 'utf8')) as Record<string, unknown>
    const { shifts, paidMinutes, coverage } = await answer('generate', SHOP)
    const { shiftTemplates: _, ...rest } = document
    const posted = (shifts as Record<string, unknown>[]).map(({ template: __, ...shift }) => shift)
    await writeFile(path('posted.json'), JSON.stringify({ ...rest, shifts: posted }))
    const { size } = await answer('estimate', path('posted.json'))
    expect((size as { workMinutes: number }).workMinutes).toBe(paidMinutes)
    for (const { min, assigned } of coverage as { min: number; assigned: number }[]) expect(assigned).toBeGreaterThanOrEqual(min)
  })

  test('says what a schedule without a demand lacks', async () => {
    const { code, err } = await run('generate', CLINIC)
    expect(code).toBe(2)
    expect(err).toContain('The schedule has no demands')
  })
})

describe('turnus recommend', () => {
  test('ranks employees for a shift, the best first', async () => {
    const { out } = await run('recommend', CLINIC, path('empty.json'), '--shift', '104', '--limit', '3')
    expect(out).toContain('As the roster stands the score is')
    expect((await run('recommend', CLINIC, path('empty.json'), '--shift', '104', '--no-as-it-stands')).out).toContain(
      'With the shift empty the score is',
    )
    const { employees } = await answer('recommend', CLINIC, path('empty.json'), '--shift', '104', '--limit', '3')
    expect(employees).toHaveLength(3)
  })

  test('says by name who is absent, and by id who has none', async () => {
    const away = { wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-02' }] }
    const shifts = [{ id: 1, spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z' }]
    const employees = [
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Bo', ...away },
      { id: 'c-3', ...away },
    ]
    await writeFile(path('away.json'), JSON.stringify({ timeZone: 'UTC', spots: [{ id: 1 }], employees, shifts }))
    expect((await run('recommend', path('away.json'), '--shift', '1')).out).toContain('Not ranked, because absent: Bo and employee c-3.\n')
  })

  test('fills several shifts together, and finds the open shifts of an employee', async () => {
    const { assignments } = await answer('recommend', CLINIC, path('empty.json'), '--shift', '104', '--shift', '105')
    expect(assignments).toMatchObject(Array.from({ length: (assignments as object[]).length }, () => ({ leftShiftIds: [] })))
    expect((await run('recommend', CLINIC, path('empty.json'), '--shift', '104', '--shift', '105')).out).toContain('To fill them together:')
    const { out } = await run('recommend', CLINIC, path('empty.json'), '--employee', '1')
    expect(out).toMatch(/shift +id +score change +in the way/)
  })

  test('lists with --others who would break a rule, and says how many there are without', async () => {
    const { otherCount, otherEmployees } = await answer('recommend', CLINIC, path('empty.json'), '--shift', '104', '--others')
    expect(otherEmployees).toHaveLength(Math.min(10, Number(otherCount)))
    expect(otherCount).toBeGreaterThan(0)
    expect((await run('recommend', CLINIC, path('empty.json'), '--shift', '104')).out).toContain('(--others lists them)')
    expect((await run('recommend', CLINIC, path('empty.json'), '--shift', '104', '--others')).out).toContain(
      'A rule on the first priority would be broken with',
    )
  })

  test('tells who could be there when somebody is missing for a demand, on all days or on one', async () => {
    const { demandId, shortTimes, duties } = await answer('recommend', SHOP, '--demand', 'open-week')
    expect(demandId).toBe('open-week')
    const days = (times: unknown): string[] => [...new Set((times as { start: string }[]).map(({ start }) => start.slice(0, 10)))]
    expect(days(shortTimes)).toEqual(['2027-05-10', '2027-05-11', '2027-05-12', '2027-05-13', '2027-05-14'])
    expect(duties).not.toEqual([])
    const ofOneDay = await answer('recommend', SHOP, '--demand', 'open-week', '--date', '2027-05-11')
    expect(days(ofOneDay.shortTimes)).toEqual(['2027-05-11'])
    expect(days(ofOneDay.duties)).toEqual(['2027-05-11'])
    const { out } = await run('recommend', SHOP, '--demand', 'open-week', '--date', '2027-05-11')
    expect(out).toMatch(/\nMissing:\n {2}2027-05-11T08:00 to 2027-05-11T20:00: 1\n/)
    expect(out).toContain('Who could be there:')
    expect((await run('recommend', SHOP, '--demand', 'open-week', '--date', '2027-05-15')).out).toContain('Nobody is missing.')
  })

  test('says which demand is not there, and what is no date', async () => {
    expect((await run('recommend', SHOP, '--demand', 'no')).err).toContain('The schedule has no demand no.')
    expect((await run('recommend', SHOP, '--demand', 'open-week', '--date', '2027-02-30')).code).toBe(2)
    expect((await run('recommend', SHOP, '--demand', 'open-week', '--employee', '1')).err).toContain('Give --shift, several times')
  })

  test('takes a shift or an employee, and says what is wrong with either', async () => {
    for (const flags of [[], ['--shift', '104', '--employee', '1']])
      expect((await run('recommend', CLINIC, ...flags)).err).toContain('Give --shift, several times for several shifts, or --employee, or --demand.')
    expect((await run('recommend', CLINIC, '--employee', '999')).err).toContain('The schedule has no employee 999.')
    expect((await run('recommend', CLINIC, '--shift', '104', '--shift', '104')).err).toContain('named more often than it has seats')
    expect((await run('recommend', CLINIC, '--shift', '104', '--replaces', '999')).err).toContain('does not work shift 104')
  })

  test('says which shift is not there', async () => {
    expect((await run('recommend', CLINIC, '--shift', '1')).err).toContain('The schedule has no shift 1.')
    expect((await run('recommend', CLINIC, '--shift', 'x')).err).toContain('The schedule has no shift x.')
  })
})

test('turnus estimate tells size and shortages', async () => {
  expect((await run('estimate', CLINIC)).out).toMatch(/^\d+ shifts to plan for \d+ employees over 7 days/)
  const { out } = await run('estimate', path('short.json'))
  expect(out).toContain('Too few people:')
})

test('turnus stress tells whom nobody can stand in for', async () => {
  const { out } = await run('stress', CLINIC, path('one.json'))
  expect(out).toMatch(/^(In \d+ of \d+ cases|Others can take all shifts in \d+ cases?) of somebody missing for a day in turn/)
  expect((await run('stress', CLINIC, path('one.json'), '--week')).out).toContain('missing for a week in turn')
})

test('turnus repair tells what cannot be, and what would help', async () => {
  const { out } = await run('repair', path('short.json'))
  expect(out).toContain('What cannot be:')
  expect(out).toContain('What would help, the easiest first:')
  expect((await run('repair', CLINIC)).out).toContain('Nothing has to be repaired')
})

test('turnus diff tells what changes and for whom', async () => {
  const { out } = await run('diff', CLINIC, path('one.json'), '--before', path('empty.json'))
  expect(out).toMatch(/takes .*, which was empty/)
  expect(out).toContain('Who is affected:')
  expect((await run('diff', CLINIC, path('one.json'), '--before', path('one.json'))).out).toBe('Nothing changes.\n')
})
