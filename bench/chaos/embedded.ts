import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../src/engine/random.ts'
import { type Db, openDb } from '../../src/storage/db.ts'
import { openEmbedded } from '../../src/storage/embedded.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { findSecretKey } from '../../src/storage/seal.ts'
import { type ClientDeps, submitAll } from './client.ts'
import { endPostmaster, postmasterPid } from './database.ts'
import { type ChaosDepartment, makeDepartments } from './departments.ts'
import { createFaults, type Faults } from './faults.ts'
import { judgeOverHttp, judgeTraces, type Traces } from './judge.ts'
import { type ChaosNode, startNode } from './node.ts'
import { planSubmissions } from './plan.ts'
import { startReceiver } from './receiver.ts'
import type { Openings, RunResult } from './report.ts'
import { readStore, waitUntilSettled } from './store.ts'

/** How much happens in one run. */
export interface EmbeddedOptions {
  readonly seed: number
  readonly submissions: number
  readonly kills: number
  /** Empty and ours alone. Logs and the store stay in it. */
  readonly folder: string
  readonly signal: AbortSignal
}

/** Of 100 kills: while it opens. The others come when it works. */
const KILLED_WHILE_OPENING = 30
const LATEST_WHILE_OPENING_MS = 2500
const LATEST_WHILE_WORKING_MS = 4000
/** Of 100 kills while it works: before, PostgreSQL alone is killed, which the process has to notice and to repair. */
const KILLED_DATABASE_FIRST = 20
/** Submissions are spread over this share of the kills. */
const SUBMITTING_SHARE = 0.9
const CLIENTS = 8
const CALLBACK_SECONDS = 4
const DEAF_MS = 6000
const POLL_MS = 20
/** A node that is not up by then has been told as a fault by its own start limit. */
const OPEN_MS = 70_000
const STALL_MS = 60_000
const SETTLE_MS = 600_000

/** One run of one process with the embedded database, killed again and again: what was found, and what was found wrong. */
export async function runEmbedded(given: EmbeddedOptions): Promise<RunResult> {
  const startedMs = performance.now()
  const faults = createFaults()
  const ending = new AbortController()
  const options = { ...given, signal: AbortSignal.any([given.signal, ending.signal]) }
  const store = join(options.folder, 'store')
  const cleanups: (() => unknown)[] = [() => endPostmaster(join(store, 'postgres'))]
  try {
    const departments = await inStore(store, async (db) => makeDepartments({ db, key: await findSecretKey({ ...NO_KEY, data: store }, '') }))
    const planned = planSubmissions({ seed: options.seed, count: options.submissions })
    const secretOf = (submission: number): string => departments[planned[submission]?.department ?? 0]!.secret
    const receiver = await startReceiver({ seed: options.seed + 2_000_000, secretOf, deafMs: DEAF_MS })
    cleanups.push(() => receiver.close())
    const node = startEmbedded({ store, faults, folder: options.folder })
    cleanups.push(() => node.end())
    const deps: ClientDeps = {
      addresses: () => [node.address()].filter((address) => address !== null),
      departments,
      callbackUrlOf: receiver.addressOf,
      faults,
      random: new Random(options.seed + 1_000_000),
      signal: options.signal,
    }
    const { submitted, openings } = await upset({ deps, node, store, planned, options })
    await untilUp(node, options.signal)
    const traces = await inStore(store, async (db): Promise<Traces> => {
      await waitUntilSettled(db, { stallMs: STALL_MS, withinMs: SETTLE_MS, signal: options.signal })
      return { planned, submitted, store: await readStore(db), calls: receiver.calls }
    })
    judgeTraces(traces, idsOf(departments), faults)
    await judgeOverHttp(deps, traces)
    await node.stop()
    if ((await postmasterPid(join(store, 'postgres'))) !== null) faults.add('PostgreSQL was left behind by a process that stopped in order')
    const outcome = { seed: options.seed, traces, nodes: [node.counts()], outagesMs: [], elapsedMs: performance.now() - startedMs }
    return { outcome, openings: { ...openings, openedMs: node.opened }, faults: faults.list }
  } finally {
    ending.abort()
    for (const undo of cleanups.reverse()) await undo()
  }
}

const NO_KEY = { secretKey: null, previousSecretKey: null, databaseUrl: null }
const idsOf = (departments: readonly ChaosDepartment[]): readonly number[] => departments.map(({ id }) => id)

/** Works in the database of a store, beside a process that serves it or alone, as `turnus token create` does. */
async function inStore<Result>(store: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const embedded = await openEmbedded(store, 'administration')
  const db = openDb(embedded.url, { maxConnections: 2 })
  try {
    await migrate(db)
    return await work(db)
  } finally {
    await db.close()
    await embedded.close()
  }
}

function startEmbedded({ store, faults, folder }: { store: string; faults: Faults; folder: string }): ChaosNode {
  const args = ['--data', store, '--port', '0', '--threads', '1']
  // Its database is its own: no start may fail.
  return startNode({
    name: 'embedded',
    args,
    env: { TURNUS_CALLBACK_ALLOW: '127.0.0.0/8', TURNUS_CALLBACK_SECONDS: String(CALLBACK_SECONDS) },
    logFolder: folder,
    faults,
    wasAway: () => false,
  })
}

interface Upset {
  readonly deps: ClientDeps
  readonly node: ChaosNode
  readonly store: string
  readonly planned: Traces['planned']
  readonly options: EmbeddedOptions
}

/** The submissions, and the kills meanwhile. Ends early at the first fault: a store that does not open would not open two hundred times. */
async function upset({ deps, node, store, planned, options }: Upset): Promise<{ submitted: Traces['submitted']; openings: KillCounts }> {
  const { kills, signal } = options
  let killed = 0
  const isOver = (): boolean => killed >= kills || deps.faults.list.length > 0
  const whenDue = async (place: number): Promise<void> => {
    const dueAt = (SUBMITTING_SHARE * kills * place) / planned.length
    while (killed < dueAt && !isOver()) await sleep(POLL_MS, undefined, { signal })
  }
  const killing = async (): Promise<KillCounts> => {
    const random = new Random(options.seed + 3_000_000)
    const counts = { alone: 0, withDatabase: 0, whileOpening: 0, databaseAlone: 0 }
    for (; !isOver(); killed += 1) await killOnce({ node, store, random, counts, signal })
    return counts
  }
  const [submitted, openings] = await Promise.all([submitAll(deps, planned, { maxAtOnce: CLIENTS, whenDue }), killing()])
  return { submitted, openings }
}

type KillCounts = Omit<Openings, 'openedMs'>

async function killOnce(options: {
  node: ChaosNode
  store: string
  random: Random
  counts: { -readonly [Kind in keyof KillCounts]: number }
  signal: AbortSignal
}): Promise<void> {
  const { node, store, random, counts, signal } = options
  if (random.below(100) < KILLED_WHILE_OPENING) {
    await sleep(random.below(LATEST_WHILE_OPENING_MS), undefined, { signal })
  } else {
    await untilUp(node, signal)
    if (random.below(100) < KILLED_DATABASE_FIRST) {
      await sleep(random.below(LATEST_WHILE_WORKING_MS), undefined, { signal })
      if (killPostmaster(await postmasterPid(join(store, 'postgres')))) counts.databaseAlone += 1
    }
    await sleep(random.below(LATEST_WHILE_WORKING_MS), undefined, { signal })
  }
  // As a power cut would: both at one moment. Else PostgreSQL stays behind alone.
  const both = (counts.alone + counts.withDatabase) % 2 === 1
  const postmaster = both ? await postmasterPid(join(store, 'postgres')) : null
  if (!node.isUp()) counts.whileOpening += 1
  if (both) counts.withDatabase += 1
  else counts.alone += 1
  const killing = node.kill()
  killPostmaster(postmaster)
  await killing
}

/** False when there is none, or it has just gone. */
function killPostmaster(pid: number | null): boolean {
  try {
    return pid !== null && process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

/** Resolves once the node says that it works. */
async function untilUp(node: ChaosNode, signal: AbortSignal): Promise<void> {
  for (const deadline = performance.now() + OPEN_MS; !node.isUp(); await sleep(POLL_MS, undefined, { signal })) {
    if (performance.now() > deadline) throw new Error('The process with the embedded database does not come up.')
  }
}
