import { readFile } from 'node:fs/promises'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { readSolution } from '../../src/api/read-solution.ts'
import { judge } from '../../src/checker/check.ts'
import { invariant } from '../../src/model/errors.ts'
import { largeDocument } from '../large-document.ts'
import type { BenchmarkSet } from './set.ts'
import type { Summary } from './summary.ts'

const SIZES = [30, 100, 300, 1000, 3000]

/** Houses of growing size, by the number of their employees: how time and memory grow with them. The checker is their scorer. */
export const LARGE: BenchmarkSet = {
  name: 'large',
  title: 'Houses of growing size: four weeks, 20 shifts an employee',
  address: null,
  pointsPerUnit: 1,
  findObstacle: async () => null,
  listInstances: async () => SIZES.map(String),
  loadSchedule: async (_folder, instance) => largeDocument({ employees: Number(instance) }),
  exportRoster(_schedule, { shifts }) {
    return [{ name: 'roster.json', text: JSON.stringify({ shifts: shifts.map(({ id, employee }) => ({ id, employee })) }) }]
  },
  async scoreRoster({ instance, paths }) {
    const { submission } = readSubmission(largeDocument({ employees: Number(instance) }), { callback: 'optional' })
    invariant(submission !== null, 'a schedule that we make is valid')
    const { roster, errors } = readSolution(JSON.parse(await readFile(paths[0]!, 'utf8')), submission.schedule)
    if (roster === null) throw new Error(`The roster is none of this schedule: ${errors[0]?.detail}`)
    const { score } = judge(submission.schedule, roster)
    return { penalty: score[1], hardViolations: score[0], score }
  },
  readKnown: async () => new Map(),
  remarkOn: remarkOnGrowth,
}

/** How much longer a move takes than in the smallest house, beside how much the logarithm of the size has grown. */
export function remarkOnGrowth(summaries: readonly Summary[]): string[] {
  const [least, ...others] = summaries.filter(({ movesPerSecond }) => movesPerSecond !== null).sort((a, b) => Number(a.instance) - Number(b.instance))
  return others.map(({ instance, movesPerSecond }) => {
    const slower = least!.movesPerSecond! / movesPerSecond!
    const log = Math.log(Number(instance)) / Math.log(Number(least!.instance))
    return `A move takes ${slower.toFixed(2)} times as long with ${instance} employees as with ${least!.instance}; the logarithm of the size is ${log.toFixed(2)} times as large.`
  })
}
