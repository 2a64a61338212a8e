import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readNrpInstance } from '../../src/formats/nrp-instance.ts'
import { writeNrpRoster } from '../../src/formats/nrp-roster.ts'
import { nrpToSchedule } from '../../src/formats/nrp.ts'
import { readKnown } from './known.ts'
import { findObstacleToScoring, runScorer, sumOf } from './scorer.ts'
import type { BenchmarkSet } from './set.ts'
import { readSolved } from './solved.ts'

interface NrpScore {
  readonly hard: Readonly<Record<string, number>>
  readonly penalty: number
}

/** The shift-scheduling instances of Curtois and Qu (2014), by their numbers. */
export const NRP: BenchmarkSet = {
  name: 'nrp',
  title: 'Shift-scheduling instances of Curtois and Qu (2014)',
  address: 'http://www.schedulingbenchmarks.org/nrp/',
  pointsPerUnit: 1,
  findObstacle: findObstacleToScoring,
  async listInstances(folder) {
    const files = await readdir(join(folder, 'nrp'))
    return files.flatMap((file) => /^Instance(\d+)\.txt$/.exec(file)?.[1] ?? []).sort((a, b) => Number(a) - Number(b))
  },
  async loadSchedule(folder, instance) {
    return { ...nrpToSchedule(readNrpInstance(await readFile(instanceFile(folder, instance), 'utf8'))) }
  },
  exportRoster(document, solved) {
    const { schedule, roster } = readSolved(document, solved)
    return [{ name: 'roster.csv', text: writeNrpRoster(schedule, roster) }]
  },
  async scoreRoster({ folder, instance, paths }) {
    const scored = await runScorer<NrpScore>(join(folder, 'score_nrp.py'), [instanceFile(folder, instance), ...paths])
    return { penalty: scored.penalty, hardViolations: sumOf(scored.hard) }
  },
  readKnown: (folder) => readKnown(join(folder, 'nrp', 'best-known.csv')),
}

function instanceFile(folder: string, instance: string): string {
  return join(folder, 'nrp', `Instance${instance}.txt`)
}
