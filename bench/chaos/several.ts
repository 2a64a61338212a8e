import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../src/engine/random.ts'
import { openDb } from '../../src/storage/db.ts'
import { type ClientDeps, submitAll } from './client.ts'
import { type ChaosDatabase, ENDINGS, startDatabase } from './database.ts'
import { makeDepartments } from './departments.ts'
import { createFaults, type Faults } from './faults.ts'
import { judgeOverHttp, judgeTraces, type Traces } from './judge.ts'
import { type ChaosNode, startNode } from './node.ts'
import { planSubmissions } from './plan.ts'
import { startReceiver } from './receiver.ts'
import type { RunResult } from './report.ts'
import { readStore, waitUntilSettled } from './store.ts'

/** How much happens in one run. */
export interface SeveralOptions {
  readonly seed: number
  readonly submissions: number
  /** One each second, of a process chosen by chance. More follow while submissions go on. */
  readonly kills: number
  /** Restarts of PostgreSQL, spread over the kills; the last one comes after them. */
  readonly restarts: number
  /** Empty and ours alone. Logs and the database stay in it. */
  readonly folder: string
  readonly signal: AbortSignal
}

const NODES = [
  ...[1, 2, 3].map((i) => ({ name: `gateway-${i}`, args: ['--role', 'gateway', '--port', '0'] })),
  ...[1, 2, 3].map((i) => ({ name: `solver-${i}`, args: ['--role', 'solver', '--threads', '1'] })),
  ...[1, 2].map((i) => ({ name: `dispatcher-${i}`, args: ['--role', 'dispatcher'] })),
]

const KILL_EVERY_MS = 1000
/** Submissions are spread over this share of the kills, so that the last ones are in while it still goes on. */
const SUBMITTING_SHARE = 0.75
const CLIENTS = 12
/** Killing ends after so many times the time that was planned for it: one kill a second, until the submissions are in. */
const LONGEST_KILLING = 4
/** With fewer that work nobody is killed in this second: a machine that starts them slowly gets the time for it. */
const MIN_UP = NODES.length / 2
const LONGEST_OUTAGE_MS = 1500
/** A call that is not answered by then has failed; the receiver is deaf for longer. */
const CALLBACK_SECONDS = 4
const DEAF_MS = 6000
const READY_MS = 60_000
/** Longer than anything waits: a lease 12 s, an entry of the queue 13 s, a second try of a callback 5 s and 4 s. */
const STALL_MS = 60_000
const SETTLE_MS = 600_000

/** One run with several processes on a PostgreSQL of its own: what was found, and what was found wrong. */
export async function runSeveral(given: SeveralOptions): Promise<RunResult> {
  const startedMs = performance.now()
  const faults = createFaults()
  // When one part fails the others must not go on.
  const ending = new AbortController()
  const options = { ...given, signal: AbortSignal.any([given.signal, ending.signal]) }
  const key = randomBytes(32)
  const random = new Random(options.seed + 1_000_000)
  const cleanups: (() => unknown)[] = []
  try {
    const database = await startDatabase(options.folder)
    cleanups.push(() => database.stop())
    const db = openDb(database.url, { maxConnections: 4 })
    cleanups.push(() => db.close())
    const departments = await makeDepartments({ db, key })
    const planned = planSubmissions({ seed: options.seed, count: options.submissions })
    const secretOf = (submission: number): string => departments[planned[submission]?.department ?? 0]!.secret
    const receiver = await startReceiver({ seed: options.seed + 2_000_000, secretOf, deafMs: DEAF_MS })
    cleanups.push(() => receiver.close())
    const nodes = NODES.map((node) => startNode({ ...node, ...surroundings({ database, key, faults, folder: options.folder }) }))
    cleanups.push(() => Promise.all(nodes.map((node) => node.end())))
    await untilUp(nodes, options.signal)

    const deps: ClientDeps = {
      addresses: () => nodes.map((node) => node.address()).filter((address) => address !== null),
      departments,
      callbackUrlOf: receiver.addressOf,
      faults,
      random,
      signal: options.signal,
    }
    const { submitted, outagesMs } = await upset({ deps, nodes, database, planned, options })
    await waitUntilSettled(db, { stallMs: STALL_MS, withinMs: SETTLE_MS, signal: options.signal })
    await untilUp(nodes, options.signal)
    const traces: Traces = { planned, submitted, store: await readStore(db), calls: receiver.calls }
    judgeTraces(
      traces,
      departments.map(({ id }) => id),
      faults,
    )
    await judgeOverHttp(deps, traces)
    await Promise.all(nodes.map((node) => node.stop()))
    const outcome = { seed: options.seed, traces, nodes: nodes.map((node) => node.counts()), outagesMs, elapsedMs: performance.now() - startedMs }
    return { outcome, faults: faults.list }
  } finally {
    ending.abort()
    for (const undo of cleanups.reverse()) await undo()
  }
}

function surroundings({ database, key, faults, folder }: { database: ChaosDatabase; key: Buffer; faults: Faults; folder: string }) {
  const env = {
    DATABASE_URL: database.url,
    TURNUS_SECRET_KEY: key.toString('hex'),
    TURNUS_CALLBACK_ALLOW: '127.0.0.0/8',
    TURNUS_CALLBACK_SECONDS: String(CALLBACK_SECONDS),
  }
  return { env, logFolder: folder, faults, wasAway: database.wasAway }
}

/** Resolves once every node says that it works. A node that never does is told as a fault by its own start limit. */
async function untilUp(nodes: readonly ChaosNode[], signal: AbortSignal): Promise<void> {
  for (const deadline = performance.now() + READY_MS; !nodes.every((node) => node.isUp()); await sleep(100, undefined, { signal })) {
    if (performance.now() > deadline) throw new Error(`These do not come up: ${nodes.filter((node) => !node.isUp()).map(({ name }) => name)}`)
  }
}

/** The submissions, and all that happens to the processes meanwhile. Once it resolves everything runs. */
async function upset({
  deps,
  nodes,
  database,
  planned,
  options,
}: {
  deps: ClientDeps
  nodes: readonly ChaosNode[]
  database: ChaosDatabase
  planned: Traces['planned']
  options: SeveralOptions
}): Promise<{ submitted: Traces['submitted']; outagesMs: readonly number[] }> {
  const { kills, restarts, signal } = options
  const killingMs = kills * KILL_EVERY_MS
  const everyMs = (SUBMITTING_SHARE * killingMs) / planned.length
  let isSubmitting = true
  const startedMs = performance.now()
  const whenDue = (place: number): Promise<void> => sleep(Math.max(0, startedMs + place * everyMs - performance.now()), undefined, { signal })
  const submitting = submitAll(deps, planned, { maxAtOnce: CLIENTS, whenDue }).finally(() => {
    isSubmitting = false
  })
  const killing = killAgainAndAgain({ nodes, random: new Random(options.seed + 3_000_000), kills, signal, isNeeded: () => isSubmitting })
  const restarting = restartNowAndThen({
    database,
    random: new Random(options.seed + 4_000_000),
    restarts: restarts - 1,
    withinMs: killingMs,
    signal,
  })
  const [submitted, outagesMs] = await Promise.all([submitting, restarting, killing])
  // The last one hits processes that are left alone afterwards: who does not find back to the database by itself is found out.
  const last = restarts > 0 ? [await database.restart('kill', LONGEST_OUTAGE_MS)] : []
  return { submitted, outagesMs: [...outagesMs, ...last] }
}

async function killAgainAndAgain(options: {
  nodes: readonly ChaosNode[]
  random: Random
  kills: number
  signal: AbortSignal
  isNeeded: () => boolean
}): Promise<void> {
  const { nodes, random, kills, signal, isNeeded } = options
  let killed = 0
  for (let second = 0; second < LONGEST_KILLING * kills && (killed < kills || isNeeded()); second += 1) {
    await sleep(KILL_EVERY_MS, undefined, { signal })
    if (nodes.filter((node) => node.isUp()).length < MIN_UP) continue
    if (await nodes[random.below(nodes.length)]!.kill()) killed += 1
  }
}

async function restartNowAndThen(options: {
  database: ChaosDatabase
  random: Random
  restarts: number
  withinMs: number
  signal: AbortSignal
}): Promise<readonly number[]> {
  const { database, random, restarts, withinMs, signal } = options
  const startedMs = performance.now()
  const outagesMs: number[] = []
  for (let i = 0; i < restarts; i += 1) {
    const dueMs = startedMs + (withinMs * (i + random.unit())) / restarts
    await sleep(Math.max(0, dueMs - performance.now()), undefined, { signal })
    outagesMs.push(await database.restart(ENDINGS[i % ENDINGS.length]!, random.below(LONGEST_OUTAGE_MS)))
  }
  return outagesMs
}
