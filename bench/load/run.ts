/**
 * Many departments at once, with metrics on: does everything come back, does memory stay flat, and does the dashboard tell what the load itself saw?
 * Usage: run.ts [--minutes 10] [--departments 50] [--threads N] [--json]
 *
 * A gateway, a solver and a dispatcher are processes of their own on an embedded PostgreSQL in a temporary folder. Each department submits a small
 * schedule, reads its entry, waits for the callback, pauses, and goes on. Exits with 1 at an error, a difference or a memory that grows.
 */
import { createServer, type AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { formatTable } from '../../src/cli/table.ts'
import { readSamples, sumOf } from '../../test/metrics-text.ts'
import { openStage, type Stage } from '../gateway/stage.ts'
import { growthOf, type Reading, readQueries, sumOfMaxima } from './dashboard.ts'
import { judgeGrowth, type MemoryJudgement } from './memory.ts'
import { type Seen, startWards } from './wards.ts'

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    departments: { type: 'string', default: '50' },
    threads: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
    json: { type: 'boolean' },
  },
})
const minutes = Number(flags.minutes)
const departments = Number(flags.departments)
if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error(`--minutes is "${flags.minutes}". Give a number above 0, such as 10.`)
if (!(Number.isSafeInteger(departments) && departments > 0)) throw new Error(`--departments is "${flags.departments}". Give an integer from 1 on.`)

const ROLES = ['gateway', 'solver', 'dispatcher'] as const
const SAMPLE_MS = 5000
/** A try is stored a moment after its receiver has answered. */
const SETTLE_MS = 20_000

/** A number of the dashboard beside what the load saw. */
interface Compared {
  readonly panel: string
  readonly dashboard: number
  readonly load: number
}

interface Node {
  readonly role: (typeof ROLES)[number]
  readonly metrics: string
}

const stage = await openStage(departments)
try {
  const outcome = await run(stage)
  print(outcome)
  process.exitCode = isGood(outcome) ? 0 : 1
} finally {
  await stage.programs.stopAll()
  await stage.close()
}

interface Outcome {
  readonly seen: Seen
  readonly compared: readonly Compared[]
  readonly memory: readonly (MemoryJudgement & { readonly role: string })[]
}

async function run(on: Stage): Promise<Outcome> {
  const { origin, nodes } = await startNodes(on)
  const first = await readAll(nodes)
  const wards = await startWards(
    origin,
    on.departments.map(({ token }) => token),
  )
  const memory = await watchMemory(nodes, 60_000 * minutes)
  await wards.stop()
  const last = await readSettled(nodes, wards.seen)
  return {
    seen: wards.seen,
    compared: compare(wards.seen, first, last),
    memory: nodes.map(({ role }, i) => ({ role, ...judgeGrowth(memory.map((bytes) => bytes[i]!)) })),
  }
}

async function startNodes({ programs }: Stage): Promise<{ origin: string; nodes: readonly Node[] }> {
  const nodes: Node[] = []
  let origin = ''
  for (const role of ROLES) {
    const port = await freePort()
    const address = await programs.startTurnus({ role, threads: Number(flags.threads), env: { TURNUS_METRICS_PORT: String(port) } })
    if (role === 'gateway') origin = address
    nodes.push({ role, metrics: `http://127.0.0.1:${port}/metrics` })
  }
  return { origin, nodes }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

async function readAll(nodes: readonly Node[]): Promise<Reading> {
  return Promise.all(nodes.map(async ({ metrics }) => readSamples(await (await fetch(metrics)).text())))
}

/** Reads until the dispatcher has stored every try that the load saw. */
async function readSettled(nodes: readonly Node[], seen: Seen): Promise<Reading> {
  for (const deadline = performance.now() + SETTLE_MS; ; await sleep(500)) {
    const reading = await readAll(nodes)
    const isSettled =
      sumOf(reading.flat(), 'turnus_callback_tries_total') >= seen.delivered && sumOf(reading.flat(), 'turnus_pending_callbacks') === 0
    if (isSettled || performance.now() > deadline) return reading
  }
}

/** Resident bytes of every node, every five seconds. */
async function watchMemory(nodes: readonly Node[], forMs: number): Promise<readonly (readonly number[])[]> {
  const samples: number[][] = []
  for (
    const endsAt = performance.now() + forMs;
    performance.now() < endsAt;
    await sleep(Math.min(SAMPLE_MS, Math.max(0, endsAt - performance.now())))
  ) {
    samples.push((await readAll(nodes)).map((reading) => sumOf(reading, 'process_resident_memory_bytes')))
  }
  return samples
}

function compare(seen: Seen, first: Reading, last: Reading): readonly Compared[] {
  const queries = readQueries()
  const grown = (panel: string, group = ''): number => growthOf(queries.get(panel)!, first, last).get(group) ?? 0
  const server = [...seen.answers].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0)
  const statuses = new Set([...seen.answers.keys(), ...[...growthOf(queries.get('Requests by status')!, first, last).keys()].map(Number)])
  return [
    { panel: 'Submitted', dashboard: grown('Submitted'), load: seen.submitted },
    { panel: 'Solved', dashboard: grown('Solved'), load: seen.solved },
    { panel: 'Failed', dashboard: grown('Failed'), load: seen.failed },
    { panel: 'Delivered', dashboard: grown('Delivered'), load: seen.delivered },
    { panel: 'Answered with 5xx', dashboard: grown('Answered with 5xx'), load: server },
    { panel: 'Waiting now', dashboard: sumOfMaxima(queries.get('Waiting now')!, last), load: 0 },
    { panel: 'Tries by outcome: delivered', dashboard: grown('Tries by outcome', 'delivered 2xx'), load: seen.delivered },
    ...[...statuses]
      .sort((a, b) => a - b)
      .map((status) => ({
        panel: `Requests by status: ${status}`,
        dashboard: grown('Requests by status', String(status)),
        load: seen.answers.get(status) ?? 0,
      })),
  ]
}

function isGood({ seen, compared, memory }: Outcome): boolean {
  return (
    seen.errors.length === 0 &&
    seen.failed === 0 &&
    seen.submitted > 0 &&
    seen.solved === seen.submitted &&
    compared.every(({ dashboard, load }) => dashboard === load) &&
    memory.every(({ isFlat }) => isFlat !== false)
  )
}

function print({ seen, compared, memory }: Outcome): void {
  const { answers: _answers, ...told } = seen
  if (flags.json) return console.log(JSON.stringify({ minutes, departments, seen: told, compared, memory }, null, 2))
  const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0)
  const lines = [
    `${departments} departments, ${minutes} min: ${seen.submitted} submitted, ${seen.solved} solved, ${seen.failed} failed, ${seen.errors.length} errors`,
    ...seen.errors.map((error) => `  ${error}`),
    '',
    ...formatTable<Compared>(
      [
        { title: 'panel', value: ({ panel }) => panel },
        { title: 'dashboard', value: ({ dashboard }) => String(dashboard), align: 'right' },
        { title: 'load', value: ({ load }) => String(load), align: 'right' },
        { title: '', value: ({ dashboard, load }) => (dashboard === load ? 'equal' : 'DIFFERENT') },
      ],
      compared,
    ),
    '',
    ...formatTable<Outcome['memory'][number]>(
      [
        { title: 'memory, MiB', value: ({ role }) => role },
        { title: 'middle third', value: ({ middle }) => mib(middle), align: 'right' },
        { title: 'last third', value: ({ last }) => mib(last), align: 'right' },
        { title: 'most', value: ({ most }) => mib(most), align: 'right' },
        { title: '', value: ({ isFlat }) => (isFlat === null ? 'too short to judge' : isFlat ? 'flat' : 'GROWS') },
      ],
      memory,
    ),
  ]
  console.log(lines.join('\n'))
}
