import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INRC2 } from './inrc2.ts'

const SCENARIO = `SCENARIO = n001w2
WEEKS = 2
SKILLS = 1
Nurse
SHIFT_TYPES = 1
Day (1,14)
FORBIDDEN_SHIFT_TYPES_SUCCESSIONS
Day 0
CONTRACTS = 1
Full (0,14) (1,14) (1,14) 2 0
NURSES = 1
Ann Full 1 Nurse
`
const HISTORY = 'HISTORY\n0 n001w2\nNURSE_HISTORY\nAnn 0 0 None 0 0 1\n'
const weekWith = (...optimum: number[]): string =>
  `WEEK_DATA\nn001w2\nREQUIREMENTS\nDay Nurse ${optimum.map((most) => `(0,${most})`).join(' ')}\nSHIFT_OFF_REQUESTS = 0\n`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnus-inrc2-'))
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, 'inrc2', name), text)
  await mkdir(join(folder, 'inrc2', 'n001w2'), { recursive: true })
  await write('n001w2/Sc-n001w2.txt', SCENARIO)
  await write('n001w2/H0-n001w2-0.txt', HISTORY)
  await write('n001w2/WD-n001w2-3.txt', weekWith(1, 0, 0, 0, 0, 0, 0))
  await write('n001w2/WD-n001w2-7.txt', weekWith(0, 1, 0, 0, 0, 0, 0))
  await write('best-known.csv', 'instance,best_known\nn001w2_0_7-3,30\nn001w2_0_3-3,60\nn001w2_1_7-3,30\nn001w2_0_7-4,30\nn002w2_0_7-3,30\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('instances are those with a published value whose history and weeks are there, in the order of the table', async () => {
  expect(await INRC2.listInstances(folder)).toEqual(['n001w2_0_7-3', 'n001w2_0_3-3'])
  expect((await INRC2.readKnown(folder)).get('n001w2_0_3-3')).toEqual({ best: 60, bestInTenMinutes: null })
})

test('the weeks come in the order of the name, and the same one may come twice', async () => {
  const required = async (instance: string): Promise<readonly unknown[]> => {
    const { shifts } = (await INRC2.loadSchedule(folder, instance)) as { shifts: readonly Record<string, unknown>[] }
    return shifts.filter(({ historic, weight }) => historic !== true && weight !== 0).map(({ start }) => start)
  }
  const dayOf = (date: string): unknown => expect.stringMatching(`^${date}T`)
  expect(await required('n001w2_0_7-3')).toEqual([dayOf('2024-01-02'), dayOf('2024-01-08')])
  expect(await required('n001w2_0_3-3')).toEqual([dayOf('2024-01-01'), dayOf('2024-01-08')])
})

test('a roster becomes one file a week', async () => {
  const schedule = await INRC2.loadSchedule(folder, 'n001w2_0_7-3')
  const shifts = schedule['shifts'] as readonly Record<string, unknown>[]
  const employeeOf = ({ historic, employee, start }: Record<string, unknown>): unknown =>
    historic === true ? employee : String(start).startsWith('2024-01-09T') ? 1 : null
  const solved = { shifts: shifts.map((shift) => ({ ...shift, employee: employeeOf(shift) })) }
  const files = INRC2.exportRoster(schedule, solved, 'n001w2_0_7-3')
  expect(files.map(({ name }) => name)).toEqual(['sol-week0.txt', 'sol-week1.txt'])
  expect(files[0]!.text).toContain('0 n001w2\n\nASSIGNMENTS = 0\n')
  expect(files[1]!.text).toContain('1 n001w2\n\nASSIGNMENTS = 1\nAnn Tue Day Nurse\n')
})

for (const name of ['n030w4', 'n030w4_1', 'n030w4_1_', '../n030w4_1_6', 'n030w4_1_6-']) {
  test(`${name} is no name of an instance`, async () => {
    await expect(INRC2.loadSchedule(folder, name)).rejects.toThrow(`${name} is not a name such as`)
  })
}
