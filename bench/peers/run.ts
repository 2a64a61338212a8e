/**
 * Turnus beside OR-Tools CP-SAT on the same public instances, each on one core and scored by the scorer of the set. The models of CP-SAT stand here, written as its users would write them. Turnus searches for so
 * many seconds by the clock, and CP-SAT for so many of processor time, the building of its model included: measure on a machine that does nothing else.
 *
 * run.ts [--set demand|nrp] [--instances A,B] [--seconds 60] [--seeds 1] [--folder FOLDER] [--python python3]
 *
 * Instances are looked for in --folder, or in TURNUS_BENCHMARKS. Where that Python has no ortools, or there are no instances, nothing is measured, which is said.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatTable } from '../../src/cli/table.ts'
import type { Score } from '../../src/model/score.ts'
import { measureRun } from '../sets/measure.ts'
import { NRP } from '../sets/nrp.ts'
import { ROOT, runToEnd } from '../sets/program.ts'
import { DEMAND } from '../sets/retail.ts'
import type { BenchmarkSet, Scored } from '../sets/set.ts'

/** A set, and the model that there is of it. */
interface Modelled {
  readonly set: BenchmarkSet
  readonly model: string
  /** Below the folder of all sets. */
  readonly fileOf: (instance: string) => string
  /** Whether its objective is all that comes after the first priority, and not the second alone. */
  readonly isInPriorities: boolean
}

/** What a model prints. */
interface Told {
  readonly isFound: boolean
  readonly isProved: boolean
  /** Seconds of processor time; null = no roster. */
  readonly firstSeconds: number | null
  readonly cpuSeconds: number
  readonly bound?: number
}

interface Run {
  readonly folder: string
  readonly instance: string
  readonly seconds: number
  readonly seed: number
}

const MODELLED: readonly Modelled[] = [
  { set: DEMAND, model: 'demand_cpsat.py', fileOf: (instance) => join('retail', `${instance}.txt`), isInPriorities: true },
  { set: NRP, model: 'nrp_cpsat.py', fileOf: (instance) => join('nrp', `Instance${instance}.txt`), isInPriorities: false },
]
const COLUMNS = ['instance', 'seed', 'Turnus', 'bound', 'first roster s', 'CP-SAT', 'bound', 'first roster s', 'CPU s']
/** Building a model and writing a roster, on a busy machine. */
const BESIDE_SEARCH_MS = 600_000
/** A process that gets a tenth of a core. */
const SLOWEST = 10
const EXIT_USAGE = 2

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'demand' },
    instances: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    seeds: { type: 'string', default: '1' },
    folder: { type: 'string', default: process.env['TURNUS_BENCHMARKS'] ?? join(ROOT, '../shared/benchmarks') },
    python: { type: 'string', default: process.env['TURNUS_PEERS_PYTHON'] ?? 'python3' },
  },
})
process.exitCode = await main()

async function main(): Promise<number> {
  const modelled = MODELLED.find(({ set }) => set.name === values.set)
  if (modelled === undefined) {
    console.error(`There is no model of the set ${values.set}; there is one of ${MODELLED.map(({ set }) => set.name).join(' and of ')}.`)
    return EXIT_USAGE
  }
  const { set } = modelled
  const missing = await set.findObstacle(values.folder)
  const instances = missing === null ? await listFiles(modelled) : []
  const obstacle = missing ?? (instances.length === 0 ? `${values.folder} has no file of the set ${set.name} that is asked for.` : await findPeer())
  if (obstacle !== null) {
    console.log(`Nothing was measured. ${obstacle}`)
    return 0
  }
  const rows: string[][] = []
  for (const instance of instances) {
    for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
      const run = { folder: values.folder, instance, seconds: Number(values.seconds), seed }
      const row = [instance, String(seed), ...(await runTurnus(modelled, run)), ...(await runPeer(modelled, run))]
      rows.push(row)
      process.stderr.write(`${row.join('  ')}\n`)
    }
  }
  console.log(
    formatTable(
      COLUMNS.map((title, at) => ({ title, align: 'right' as const, value: (row: readonly string[]) => row[at]! })),
      rows,
    ).join('\n'),
  )
  return 0
}

/** The instances that are asked for and have a file: those that a set makes by itself no model reads. */
async function listFiles({ set, fileOf }: Modelled): Promise<string[]> {
  const wanted = values.instances?.split(',') ?? (await set.listInstances(values.folder))
  return wanted.filter((instance) => existsSync(join(values.folder, fileOf(instance))))
}

async function findPeer(): Promise<string | null> {
  const ended = await runToEnd(values.python, ['-c', 'import ortools'], BESIDE_SEARCH_MS).catch(() => null)
  return ended?.code === 0
    ? null
    : `${values.python} has no ortools; \`pip install ortools\`, and name that Python by --python or TURNUS_PEERS_PYTHON.`
}

async function runTurnus({ set, isInPriorities }: Modelled, run: Run): Promise<string[]> {
  const { verdict, detail, penalty, bound, scores, firstFeasibleSeconds } = await measureRun(set, { ...run, threads: 1 })
  const first = firstFeasibleSeconds?.toFixed(1) ?? '–'
  if (verdict !== 'pass') return [`${verdict}: ${detail}`, '–', first]
  if (!isInPriorities || scores === undefined) return [String(penalty), String(bound ?? '–'), first]
  return [inPriorities(scores.score), scores.bound === null ? '–' : inPriorities(scores.bound), first]
}

async function runPeer({ set, model, fileOf }: Modelled, { folder, instance, seconds, seed }: Run): Promise<string[]> {
  const work = await mkdtemp(join(tmpdir(), 'turnus-bench-peers-'))
  const roster = join(work, 'roster.csv')
  try {
    const script = join(import.meta.dirname, model)
    const args = [script, join(folder, fileOf(instance)), String(seconds), String(seed), roster]
    const { code, stdout, stderr } = await runToEnd(values.python, args, 1000 * SLOWEST * seconds + BESIDE_SEARCH_MS)
    if (code !== 0) throw new Error(`${model} ended with ${code}: ${stderr.trim()}`)
    const told = JSON.parse(stdout) as Told
    const scored = told.isFound ? await set.scoreRoster({ folder, instance, paths: [roster] }) : null
    const bound = told.isProved ? 'proved' : told.bound === undefined ? '–' : String(Math.ceil(told.bound - 1e-6))
    return [inWords(scored), bound, told.firstSeconds?.toFixed(1) ?? '–', told.cpuSeconds.toFixed(1)]
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function inPriorities(score: Score): string {
  return score.slice(1).join('/')
}

function inWords(scored: Scored | null): string {
  if (scored === null) return 'no roster'
  if (scored.hardViolations > 0) return `${scored.hardViolations} hard violations`
  return scored.score === undefined ? String(scored.penalty) : inPriorities(scored.score)
}
