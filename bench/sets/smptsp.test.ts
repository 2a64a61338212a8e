import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSmptspInstance } from '../../src/formats/smptsp-instance.ts'
import { scoreSmptsp, SMPTSP } from './smptsp.ts'

/** Two tasks that overlap by a minute, and one after them; worker 0 is not qualified for the last. */
const INSTANCE = 'Type = 1\nJobs = 3\n 0 60\n 59 120\n 120 180\nQualifications = 2\n 2: 0 1\n 3: 0 1 2\n'

for (const { workers, penalty, hardViolations, why } of [
  { workers: [0, 1, 1], penalty: 2, hardViolations: 0, why: 'the second begins where the first ends' },
  { workers: [1, 1, 1], penalty: 1, hardViolations: 1, why: 'one minute of two tasks' },
  { workers: [1, 0, 0], penalty: 2, hardViolations: 1, why: 'not qualified' },
  { workers: [1, 0, null], penalty: 2, hardViolations: 1, why: 'a task of nobody' },
])
  test(`${JSON.stringify(workers)}: ${why}`, () => {
    expect(scoreSmptsp(readSmptspInstance(INSTANCE), workers)).toEqual({ penalty, hardViolations })
  })

test('instances come in the order of their numbers, with their bounds, and rosters are read again as they were written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnus-smptsp-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'smptsp'))
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, 'smptsp', name), text)
  for (const name of ['data_10_2_3_66.dat', 'data_9_2_3_66.dat']) await write(name, INSTANCE)
  await write('lower-bounds.csv', 'instance,tasks,most_tasks_at_once\ndata_9_2_3_66.dat,3,2\n')
  expect(await SMPTSP.findObstacle(folder)).toBeNull()
  expect(await SMPTSP.findObstacle(join(folder, 'none'))).toContain('There is no folder')
  expect(await SMPTSP.listInstances(folder)).toEqual(['data_9_2_3_66', 'data_10_2_3_66'])
  expect(await SMPTSP.readKnown(folder)).toEqual(new Map([['data_9_2_3_66', { best: 2, bestInTenMinutes: null }]]))
  const schedule = await SMPTSP.loadSchedule(folder, 'data_9_2_3_66')
  const shifts = (schedule['shifts'] as object[]).map((shift, at) => ({ ...shift, employee: [0, 1, null][at] }))
  const [file] = SMPTSP.exportRoster(schedule, { shifts }, 'data_9_2_3_66')
  expect(file!.text).toBe('task,worker\n0,0\n1,1\n2,\n')
  await write(file!.name, file!.text)
  const at = { folder, instance: 'data_9_2_3_66', paths: [join(folder, 'smptsp', file!.name)] }
  expect(await SMPTSP.scoreRoster(at)).toEqual({ penalty: 2, hardViolations: 1 })
})
