import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { INRC2_POINTS, inrc2ToSchedule } from '../../src/formats/inrc2.ts'
import { readInrc2History, readInrc2Scenario, readInrc2Week } from '../../src/formats/inrc2-files.ts'
import { writeInrc2Solution } from '../../src/formats/inrc2-solution.ts'
import { type Known, readKnown } from './known.ts'
import { findObstacleToScoring, runScorer, sumOf } from './scorer.ts'
import type { BenchmarkSet, RosterFile, ScheduleDocument, Scored, SolvedDocument } from './set.ts'
import { readSolved } from './solved.ts'

interface Inrc2Score {
  readonly hard: Readonly<Record<string, number>>
  readonly cost: number
}

/** The files of an instance. */
interface Inrc2Paths {
  readonly scenario: string
  readonly history: string
  /** In order; the same file may be there more than once. */
  readonly weeks: readonly string[]
}

/** The static instances of the Second International Nurse Rostering Competition, such as `n030w4_1_6-2-9-1`: all weeks are known. */
export const INRC2: BenchmarkSet = {
  name: 'inrc2',
  title: 'Static instances of the Second International Nurse Rostering Competition (2015)',
  address: 'https://mobiz.vives.be/inrc2/',
  pointsPerUnit: INRC2_POINTS,
  findObstacle: findObstacleToScoring,
  // Any history goes with any weeks; those are listed of which somebody has published a value.
  async listInstances(folder) {
    return [...(await readValues(folder)).keys()].filter((instance) => {
      const { scenario, history, weeks } = pathsOf(folder, instance)
      return [scenario, history, ...weeks].every((path) => existsSync(path))
    })
  },
  async loadSchedule(folder, instance) {
    const paths = pathsOf(folder, instance)
    const scenario = readInrc2Scenario(await readFile(paths.scenario, 'utf8'))
    const history = readInrc2History(await readFile(paths.history, 'utf8'), scenario)
    const weeks = await Promise.all(paths.weeks.map(async (path) => readInrc2Week(await readFile(path, 'utf8'), scenario)))
    return { ...inrc2ToSchedule({ scenario, history, weeks }) }
  },
  exportRoster(document, solved, instance) {
    return exportInrc2(document, solved, partsOf(instance).scenario)
  },
  scoreRoster: ({ folder, instance, paths }) => scoreInrc2(folder, pathsOf(folder, instance), paths),
  readKnown: readValues,
}

/** The roster as a file for each week; `scenario` is the name that they state. */
export function exportInrc2(document: ScheduleDocument, solved: SolvedDocument, scenario: string): readonly RosterFile[] {
  const { schedule, roster } = readSolved(document, solved)
  const texts = writeInrc2Solution(schedule, roster, { scenario, firstWeek: 0 })
  return texts.map((text, week) => ({ name: `sol-week${week}.txt`, text }))
}

/** Has the files of a roster scored, one for each week, by the scorer in `folder`. Throws when the scorer cannot use them. */
export async function scoreInrc2(folder: string, { scenario, history, weeks }: Inrc2Paths, roster: readonly string[]): Promise<Scored> {
  const scored = await runScorer<Inrc2Score>(join(folder, 'score_inrc2.py'), [scenario, history, ...weeks, '--', ...roster])
  return { penalty: scored.cost, hardViolations: sumOf(scored.hard) }
}

function readValues(folder: string): Promise<ReadonlyMap<string, Known>> {
  return readKnown(join(folder, 'inrc2', 'best-known.csv'))
}

/** The name says everything: scenario, number of the history, numbers of the weeks. Throws when it is none. */
function partsOf(instance: string): { readonly scenario: string; readonly history: string; readonly weeks: readonly string[] } {
  const [, scenario, history, weeks] = /^(n\d+w\d+)_(\d+)_(\d+(?:-\d+)*)$/.exec(instance) ?? []
  if (scenario === undefined || history === undefined || weeks === undefined) throw new Error(`${instance} is not a name such as n030w4_1_6-2-9-1.`)
  return { scenario, history, weeks: weeks.split('-') }
}

function pathsOf(folder: string, instance: string): Inrc2Paths {
  const { scenario, history, weeks } = partsOf(instance)
  const path = (kind: string, number = ''): string => join(folder, 'inrc2', scenario, `${kind}-${scenario}${number}.txt`)
  return { scenario: path('Sc'), history: path('H0', `-${history}`), weeks: weeks.map((week) => path('WD', `-${week}`)) }
}
