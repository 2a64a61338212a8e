import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestTerminal } from '../../test/terminal.ts'
import { runProgram } from './program.ts'

let folder = ''
const path = (name: string): string => join(folder, name)

async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = createTestTerminal()
  const code = await runProgram(args, terminal)
  return { code, out: terminal.out(), err: terminal.err() }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnus-demand-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

test('turnus demand erlang says how many people answer a number of calls', async () => {
  const { code, out } = await run('demand', 'erlang', '--calls', '100', '--handle', '180', '--level', '80/20')
  expect({ code, out }).toEqual({ code: 0, out: '14 people answer 88.8 % of the calls within 20 s, and are busy for 71.4 % of their time.\n' })
  const withOtherWork = await run('demand', 'erlang', '--calls', '100', '--handle', '180', '--occupancy', '60', '--shrinkage', '30%')
  expect(withOtherWork.out).toBe('Of 25 people on shift 17 answer 98.6 % of the calls within 20 s, and are busy for 58.8 % of their time.\n')
  expect((await run('demand', 'erlang', '--calls', '0', '--handle', '180')).out).toMatch(/^0 people answer 100\.0 %/)
})

test('a table of calls becomes the demands that an import reads', async () => {
  await writeFile(
    path('calls.csv'),
    'spot,start,end,weekdays,from,to,calls\nPhone,2027-02-01,2027-02-05,Mon,08:00,16:00,800\nPhone,2027-02-01,2027-02-05,Tue,08:00,16:00,0\n',
  )
  const made = await run('demand', 'erlang', '--calls', path('calls.csv'), '--handle', '180', '--level', '80/20', '--out', path('demands.csv'))
  expect(made).toEqual({ code: 0, out: '', err: '1 lines of demand; 1 without calls are left out.\n' })
  await writeFile(path('spots.csv'), 'id,name\n1,Phone\n')
  await writeFile(path('employees.csv'), 'id,name\n1,Ann\n2,Bo\n')
  await writeFile(path('shifts.csv'), 'id,spot,start,end\n')
  await writeFile(path('templates.csv'), 'id,spots,startsFrom,startsTo,stepMinutes,minMinutes,maxMinutes\nday,Phone,08:00,08:00,30,480,480\n')
  const imported = await run('import', 'csv', folder, '--time-zone', 'UTC', '--out', path('schedule.json'))
  expect(imported.code).toBe(0)
  const { demands } = JSON.parse(await readFile(path('schedule.json'), 'utf8')) as { demands: { min: number; spot: number }[] }
  expect(demands).toMatchObject([{ spot: 1, min: 8 }])
})

test.each([
  [['--calls', '100', '--handle', '180', '--level', '80'], 'Give a share of calls and seconds, such as 80/20.'],
  [['--calls', '100', '--handle', '0'], 'Give a number from 1 to 86400.'],
  [['--calls', '100', '--handle', '180', '--shrinkage', '100'], 'Give a number from 0 to 99.'],
  [['--calls', '1000001', '--handle', '180'], 'Give at most 1000000 calls.'],
  [['--calls', '100'], '--handle'],
])('%j is called wrongly, with a remedy', async (flags, remedy) => {
  const { code, err } = await run('demand', 'erlang', ...flags)
  expect(code).toBe(2)
  expect(err).toContain(remedy)
})

test('a table that does not fit is refused at its line', async () => {
  await writeFile(path('wrong.csv'), 'spot,from,to,calls\n1,08:00,08:30,many\n')
  const { code, err } = await run('demand', 'erlang', '--calls', path('wrong.csv'), '--handle', '180')
  expect(code).toBe(1)
  expect(err).toContain('Line 2: calls is "many"')
})
