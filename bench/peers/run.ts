/**
 * Turnus beside OR-Tools CP-SAT and Timefold on the same public instances, each on one core and scored by the scorer of the set. Their models stand here, written as their users would write them. Each has so many
 * seconds of processor time, in which is for the others all that comes before their search.
 *
 * run.ts [--set demand|nrp] [--instances A,B] [--seconds 60] [--seeds 1] [--peers cpsat,timefold] [--folder FOLDER] [--python python3]
 *
 * Instances are looked for in --folder, or in TURNUS_BENCHMARKS. Whoever is not installed is left out, which is said; where nobody is, nothing is measured.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatTable } from '../../src/cli/table.ts'
import type { Score } from '../../src/model/score.ts'
import { measureRun } from '../sets/measure.ts'
import { NRP } from '../sets/nrp.ts'
import { ROOT } from '../sets/program.ts'
import { DEMAND } from '../sets/retail.ts'
import type { BenchmarkSet, Scored } from '../sets/set.ts'
import { BESIDE_SEARCH_MS, cpsat, type Peer, timefold } from './peers.ts'

/** A set of which there are models. */
interface Modelled {
  readonly set: BenchmarkSet
  /** Below the folder of all sets. */
  readonly fileOf: (instance: string) => string
  /** Whether its objective is all that comes after the first priority, and not the second alone. */
  readonly isInPriorities: boolean
}

interface Run {
  readonly folder: string
  readonly instance: string
  readonly seconds: number
  readonly seed: number
}

const MODELLED: readonly Modelled[] = [
  { set: DEMAND, fileOf: (instance) => join('retail', `${instance}.txt`), isInPriorities: true },
  { set: NRP, fileOf: (instance) => join('nrp', `Instance${instance}.txt`), isInPriorities: false },
]
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
    peers: { type: 'string', default: 'cpsat,timefold' },
    python: { type: 'string', default: process.env['TURNUS_PEERS_PYTHON'] ?? 'python3' },
  },
})
const PEERS: Readonly<Record<string, Peer>> = { cpsat: cpsat(values.python), timefold: timefold() }
process.exitCode = await main()

async function main(): Promise<number> {
  const modelled = MODELLED.find(({ set }) => set.name === values.set)
  if (modelled === undefined) {
    console.error(`There is no model of the set ${values.set}; there is one of ${MODELLED.map(({ set }) => set.name).join(' and of ')}.`)
    return EXIT_USAGE
  }
  const asked = values.peers.split(',').map((name) => PEERS[name])
  if (asked.includes(undefined)) {
    console.error(`--peers names some of ${Object.keys(PEERS).join(', ')}.`)
    return EXIT_USAGE
  }
  const missing = await modelled.set.findObstacle(values.folder)
  const instances = missing === null ? await listFiles(modelled) : []
  const obstacle = missing ?? (instances.length === 0 ? `${values.folder} has no file of the set ${modelled.set.name} that is asked for.` : null)
  if (obstacle !== null) {
    console.log(`Nothing was measured. ${obstacle}`)
    return 0
  }
  const work = await mkdtemp(join(tmpdir(), 'turnus-bench-peers-'))
  try {
    const peers = await findPeers(asked as Peer[], modelled, work)
    if (peers.length > 0) await measureAll(modelled, { peers, instances, work })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return 0
}

/** Those that have a model of the set and are installed; of the others is said why not. */
async function findPeers(asked: readonly Peer[], { set }: Modelled, work: string): Promise<readonly Peer[]> {
  const found: Peer[] = []
  for (const peer of asked) {
    const folder = join(work, peer.name)
    await mkdir(folder)
    const obstacle = peer.models[set.name] === undefined ? `It has no model of the set ${set.name}.` : await peer.findObstacle(folder)
    if (obstacle === null) found.push(peer)
    else console.log(`${peer.name} was not measured. ${obstacle}`)
  }
  return found
}

async function measureAll(
  modelled: Modelled,
  { peers, instances, work }: { readonly peers: readonly Peer[]; readonly instances: readonly string[]; readonly work: string },
): Promise<void> {
  const columns = ['instance', 'seed', 'Turnus', 'bound', 'first roster s', ...peers.flatMap(columnsOf)]
  const rows: string[][] = []
  for (const instance of instances) {
    for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
      const run = { folder: values.folder, instance, seconds: Number(values.seconds), seed }
      const row = [instance, String(seed), ...(await runTurnus(modelled, run))]
      for (const peer of peers) row.push(...(await runPeer(modelled, peer, { ...run, work })))
      rows.push(row)
      process.stderr.write(`${row.join('  ')}\n`)
    }
  }
  console.log(
    formatTable(
      columns.map((title, at) => ({ title, align: 'right' as const, value: (row: readonly string[]) => row[at]! })),
      rows,
    ).join('\n'),
  )
}

function columnsOf({ name, proves }: Peer): readonly string[] {
  return [name, ...(proves ? ['bound'] : []), 'first roster s', 'CPU s']
}

/** The instances that are asked for and have a file: those that a set makes by itself no model reads. */
async function listFiles({ set, fileOf }: Modelled): Promise<string[]> {
  const wanted = values.instances?.split(',') ?? (await set.listInstances(values.folder))
  return wanted.filter((instance) => existsSync(join(values.folder, fileOf(instance))))
}

async function runTurnus({ set, isInPriorities }: Modelled, run: Run): Promise<string[]> {
  const { verdict, detail, penalty, bound, scores, firstFeasibleSeconds } = await measureRun(set, { ...run, threads: 1, clock: 'processor' })
  const first = firstFeasibleSeconds?.toFixed(1) ?? '–'
  if (verdict !== 'pass') return [`${verdict}: ${detail}`, '–', first]
  if (!isInPriorities || scores === undefined) return [String(penalty), String(bound ?? '–'), first]
  return [inPriorities(scores.score), scores.bound === null ? '–' : inPriorities(scores.bound), first]
}

async function runPeer(
  { set, fileOf }: Modelled,
  { models, proves, ask }: Peer,
  { folder, instance, seconds, seed, work }: Run & { work: string },
): Promise<string[]> {
  const roster = join(work, 'roster.csv')
  const question = { instance: join(folder, fileOf(instance)), seconds, seed, roster }
  const told = await ask(models[set.name]!, question, 1000 * SLOWEST * seconds + BESIDE_SEARCH_MS)
  const scored = told.isFound ? await set.scoreRoster({ folder, instance, paths: [roster] }) : null
  const bound = told.isProved ? 'proved' : told.bound === undefined ? '–' : String(Math.ceil(told.bound - 1e-6))
  return [inWords(scored), ...(proves ? [bound] : []), told.firstSeconds?.toFixed(1) ?? '–', told.cpuSeconds.toFixed(1)]
}

function inPriorities(score: Score): string {
  return score.slice(1).join('/')
}

function inWords(scored: Scored | null): string {
  if (scored === null) return 'no roster'
  if (scored.hardViolations > 0) return `${scored.hardViolations} hard violations`
  return scored.score === undefined ? String(scored.penalty) : inPriorities(scored.score)
}
