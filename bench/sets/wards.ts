import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INRC2_POINTS, inrc2ToSchedule } from '../../src/formats/inrc2.ts'
import { exportInrc2, scoreInrc2 } from './inrc2.ts'
import { type PlantedWard, plantWard, type WardSize } from './planted-ward.ts'
import { findObstacleToScoring } from './scorer.ts'
import type { BenchmarkSet } from './set.ts'
import { writeWardFiles } from './ward-files.ts'

/** Instances by name. */
export const WARD_SIZES: Readonly<Record<string, WardSize>> = {
  n110w4: { nurses: 110, weeks: 4, seed: 1 },
  n120w4: { nurses: 120, weeks: 4, seed: 2 },
  n150w4: { nurses: 150, weeks: 4, seed: 3 },
  n200w4: { nurses: 200, weeks: 4, seed: 4 },
  n110w8: { nurses: 110, weeks: 8, seed: 5 },
}

const planted = new Map<string, PlantedWard>()

/** Wards of 110 to 200 nurses in the form of the Second International Nurse Rostering Competition, each with a roster that came first: what that costs stands in the place of a published value. */
export const WARDS: BenchmarkSet = {
  name: 'wards',
  title: 'Wards of 110 to 200 nurses around a planted roster, in the form of INRC-II',
  address: null,
  pointsPerUnit: INRC2_POINTS,
  findObstacle: findObstacleToScoring,
  listInstances: async () => Object.keys(WARD_SIZES),
  loadSchedule: async (_folder, instance) => ({ ...inrc2ToSchedule(plant(instance).instance) }),
  exportRoster: exportInrc2,
  async scoreRoster({ folder, instance, paths }) {
    const at = await mkdtemp(join(tmpdir(), 'turnus-ward-'))
    try {
      const { scenario, history, weeks } = writeWardFiles(plant(instance).instance)
      const write = async (name: string, text: string): Promise<string> => {
        const path = join(at, name)
        await writeFile(path, text)
        return path
      }
      const files = {
        scenario: await write('scenario.txt', scenario),
        history: await write('history.txt', history),
        weeks: await Promise.all(weeks.map((text, week) => write(`week${week}.txt`, text))),
      }
      return await scoreInrc2(folder, files, paths)
    } finally {
      await rm(at, { recursive: true, force: true })
    }
  },
  readKnown: async () => new Map(Object.keys(WARD_SIZES).map((instance) => [instance, { best: plant(instance).cost, bestInTenMinutes: null }])),
}

/** Each ward is made once: it is asked for by each run that is loaded, and by each that is scored. */
function plant(instance: string): PlantedWard {
  const size = WARD_SIZES[instance]
  if (size === undefined) throw new Error(`There is no planted ward ${instance}.`)
  const ward = planted.get(instance) ?? plantWard(size)
  planted.set(instance, ward)
  return ward
}
