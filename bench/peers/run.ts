/**
 * Turnus beside OR-Tools CP-SAT and Timefold on the same public instances, each on one core and scored by the scorer of the set. Their models stand here, written as their users would write them. Each has so many
 * seconds of processor time, in which is for the others all that comes before their search.
 *
 * run.ts [--set demand|nrp] [--instances A,B] [--seconds 60] [--seeds 1] [--peers cpsat,timefold] [--folder FOLDER] [--python python3] [--json FILE]
 *
 * Instances are looked for in --folder, or in TURNUS_BENCHMARKS. Whoever is not installed is left out, which is said; where nobody is, nothing is measured. `npm run bench -- --page FILE.md --of FILE` writes
 * what --json has kept into a page.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countOf } from '../../src/checker/words.ts'
import { formatTable } from '../../src/cli/table.ts'
import { describeMachine } from '../sets/machine.ts'
import { measureRun } from '../sets/measure.ts'
import { NRP } from '../sets/nrp.ts'
import { ROOT } from '../sets/program.ts'
import { DEMAND } from '../sets/retail.ts'
import { missingFolder } from '../sets/scorer.ts'
import type { BenchmarkSet, Scored } from '../sets/set.ts'
import { type Figure, type PeerReport, type PeerRow, tabulate, writePeerReport } from './peer-report.ts'
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
    json: { type: 'string' },
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
  const missing = missingFolder(values.folder) ?? (await modelled.set.findObstacle(values.folder))
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
  const { set } = modelled
  const options = { instances, seconds: Number(values.seconds), seeds: Number(values.seeds) }
  const rows: PeerRow[] = []
  const report: PeerReport = { what: 'peers', set: set.name, date: new Date().toISOString(), machine: await describeMachine(), options, rows }
  for (const instance of instances) {
    for (let seed = 1; seed <= options.seeds; seed += 1) {
      const load = loadavg()[0]!
      const run = { folder: values.folder, instance, seconds: options.seconds, seed }
      const figures = [await runTurnus(modelled, run)]
      for (const peer of peers) figures.push(await runPeer(modelled, peer, { ...run, work }))
      rows.push({ instance, seed, load, figures })
      process.stderr.write(`${[instance, seed, ...figures.map(({ words }) => words)].join('  ')}\n`)
      if (values.json !== undefined) await writePeerReport(values.json, report)
    }
  }
  const [titles, ...lines] = tabulate(rows)
  const columns = titles!.map((title, at) => ({ title, align: 'right' as const, value: (line: readonly string[]) => line[at]! }))
  console.log(formatTable(columns, lines).join('\n'))
}

/** The instances that are asked for and have a file: those that a set makes by itself no model reads. */
async function listFiles({ set, fileOf }: Modelled): Promise<string[]> {
  const wanted = values.instances?.split(',') ?? (await set.listInstances(values.folder))
  return wanted.filter((instance) => existsSync(join(values.folder, fileOf(instance))))
}

async function runTurnus({ set, isInPriorities }: Modelled, run: Run): Promise<Figure> {
  const { verdict, detail, penalty, bound, scores, firstFeasibleSeconds } = await measureRun(set, { ...run, threads: 1, clock: 'processor' })
  const solver = { solver: 'Turnus', firstSeconds: firstFeasibleSeconds }
  if (verdict !== 'pass') return { ...solver, outcome: null, words: `${verdict}: ${detail}`, bound: null }
  if (!isInPriorities || scores === undefined) return { ...solver, ...outcomeOf([penalty!]), bound: bound === null ? null : String(bound) }
  return { ...solver, ...outcomeOf(scores.score.slice(1)), bound: scores.bound?.slice(1).join('/') ?? null }
}

async function runPeer(
  { set, fileOf }: Modelled,
  { name, models, proves, ask }: Peer,
  { folder, instance, seconds, seed, work }: Run & { work: string },
): Promise<Figure> {
  const roster = join(work, 'roster.csv')
  const question = { instance: join(folder, fileOf(instance)), seconds, seed, roster }
  const told = await ask(models[set.name]!, question, 1000 * SLOWEST * seconds + BESIDE_SEARCH_MS)
  const scored = told.isFound ? await set.scoreRoster({ folder, instance, paths: [roster] }) : null
  const bound = told.isProved ? 'proved' : told.bound === undefined ? null : String(Math.ceil(told.bound - 1e-6))
  return { solver: name, ...scoredOutcome(scored), ...(proves ? { bound } : {}), firstSeconds: told.firstSeconds }
}

function scoredOutcome(scored: Scored | null): Pick<Figure, 'outcome' | 'words'> {
  if (scored === null) return { outcome: null, words: 'no roster' }
  if (scored.hardViolations > 0) return { outcome: null, words: countOf(scored.hardViolations, 'hard violation') }
  return outcomeOf(scored.score?.slice(1) ?? [scored.penalty])
}

function outcomeOf(outcome: readonly number[]): Pick<Figure, 'outcome' | 'words'> {
  return { outcome, words: outcome.join('/') }
}
