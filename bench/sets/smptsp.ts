import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { smptspToSchedule } from '../../src/formats/smptsp.ts'
import { readSmptspInstance, type SmptspInstance } from '../../src/formats/smptsp-instance.ts'
import type { Known } from './known.ts'
import type { BenchmarkSet, Scored } from './set.ts'

/** Scores who works which task, by task the worker or null, by the rules of the benchmark and nothing of Turnus: people used, and how often a rule is broken. */
export function scoreSmptsp({ tasks, qualifications }: SmptspInstance, workers: readonly (number | null)[]): Scored {
  let hardViolations = 0
  tasks.forEach((task, t) => {
    const worker = workers[t] ?? null
    if (worker === null || qualifications[worker]?.includes(t) !== true) hardViolations += 1
    tasks.forEach((other, o) => {
      if (o < t && worker !== null && workers[o] === worker && other.start < task.end && task.start < other.end) hardViolations += 1
    })
  })
  return { penalty: new Set(workers.filter((worker) => worker !== null)).size, hardViolations }
}

/** Shift minimisation: tasks at fixed times, qualified workers, and as few of them as can be. */
export const SMPTSP: BenchmarkSet = {
  name: 'smptsp',
  title: 'Shift minimisation of Krishnamoorthy, Ernst and Baatar (2012), people used',
  address: 'https://doi.org/10.1016/j.ejor.2011.11.034',
  pointsPerUnit: 1,
  findObstacle: async (folder) => {
    const files = await readdir(join(folder, 'smptsp')).catch(() => null)
    return files === null ? `There is no folder ${join(folder, 'smptsp')}.` : null
  },
  async listInstances(folder) {
    const files = await readdir(join(folder, 'smptsp'))
    const names = files.flatMap((file) => /^(data_\d+_.*)\.dat$/.exec(file)?.[1] ?? [])
    return names.sort((a, b) => numberOf(a) - numberOf(b))
  },
  async loadSchedule(folder, instance) {
    return { ...smptspToSchedule(await readInstance(folder, instance)) }
  },
  exportRoster(_schedule, { shifts }) {
    const lines = shifts.map(({ id, employee }) => `${Number(id)},${employee === null || employee === undefined ? '' : Number(employee)}`)
    return [{ name: 'roster.csv', text: ['task,worker', ...lines, ''].join('\n') }]
  },
  async scoreRoster({ folder, instance, paths }) {
    const workers: (number | null)[] = []
    for (const line of (await readFile(paths[0]!, 'utf8')).split('\n').slice(1, -1)) {
      const [task, worker] = line.split(',')
      workers[Number(task)] = worker === '' ? null : Number(worker)
    }
    return scoreSmptsp(await readInstance(folder, instance), workers)
  },
  readKnown: (folder) => readLowerBounds(join(folder, 'smptsp', 'lower-bounds.csv')),
}

/** Of `data_10_51_111_66` 10. */
function numberOf(instance: string): number {
  return Number(instance.split('_')[1])
}

async function readInstance(folder: string, instance: string): Promise<SmptspInstance> {
  return readSmptspInstance(await readFile(join(folder, 'smptsp', `${instance}.dat`), 'utf8'))
}

/** How many tasks run at once at most: as many people are needed, and no more where a roster is known with as many. */
async function readLowerBounds(path: string): Promise<ReadonlyMap<string, Known>> {
  const lines = (await readFile(path, 'utf8')).trim().split(/\r?\n/).slice(1)
  return new Map(
    lines.map((line) => {
      const [file, , most] = line.split(',')
      return [file!.replace(/\.dat$/, ''), { best: Number(most), bestInTenMinutes: null }]
    }),
  )
}
