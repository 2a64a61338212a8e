import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inrc1ToSchedule } from '../../src/formats/inrc1.ts'
import { readInrc1Instance } from '../../src/formats/inrc1-instance.ts'
import { writeInrc1Solution } from '../../src/formats/inrc1-solution.ts'
import { readKnown } from './known.ts'
import { findObstacleToScoring, runScorer } from './scorer.ts'
import type { BenchmarkSet } from './set.ts'
import { readSolved } from './solved.ts'

/** What its scorer says: how often something forbidden is done, and the objective. */
interface Inrc1Score {
  readonly hard: number
  readonly soft: number
}

/** The instances of the First International Nurse Rostering Competition, such as `sprint01`. */
export const INRC1: BenchmarkSet = {
  name: 'inrc1',
  title: 'Instances of the First International Nurse Rostering Competition (2010)',
  address: 'https://nrpcompetition.kuleuven-kulak.be/',
  pointsPerUnit: 1,
  findObstacle: findObstacleToScoring,
  async listInstances(folder) {
    const files = await readdir(join(folder, 'inrc1'))
    return files.flatMap((file) => /^(\w+)\.xml$/.exec(file)?.[1] ?? []).sort()
  },
  async loadSchedule(folder, instance) {
    return { ...inrc1ToSchedule(readInrc1Instance(await readFile(instanceFile(folder, instance), 'utf8'))) }
  },
  exportRoster(document, solved, instance) {
    const { schedule, roster } = readSolved(document, solved)
    // The scorer does not look at the penalty that a file states.
    return [{ name: 'solution.xml', text: writeInrc1Solution(schedule, roster, { instance, penalty: 0 }) }]
  },
  async scoreRoster({ folder, instance, paths }) {
    const scored = await runScorer<Inrc1Score>(join(folder, 'score_inrc1.py'), [instanceFile(folder, instance), ...paths])
    return { penalty: scored.soft, hardViolations: scored.hard }
  },
  readKnown: (folder) => readKnown(join(folder, 'inrc1', 'best-known.csv')),
}

function instanceFile(folder: string, instance: string): string {
  return join(folder, 'inrc1', `${instance}.xml`)
}
