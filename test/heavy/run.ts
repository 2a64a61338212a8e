/**
 * `npm run test:heavy`: small schedules with lists that are grown to their limits, each list alone and pairs of them, 200 in all. Each goes through all phases in two processes of its own, which tell
 * what each takes; and through a gateway with one solver thread, where a short job of another department is sent while it is busy. Prints a line for each and fails where one takes more than it may.
 *
 * `--count N` and `--seed N` choose other pairs, `--from N` goes on with the Nth; `'NAME' 'NAME+NAME'` takes these lists and pairs alone. `--share 0.1` grows them to a part of their limits, and `--alone` leaves the gateway
 * out: with both, all pairs are looked through in a night.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openStage, type Stage } from '../../bench/gateway/stage.ts'
import { offerTo, submitTo, wardFortnight } from '../../bench/gateway/ward.ts'
import { closingLine } from '../../scripts/testing/counts.ts'
import { Random } from '../../src/engine/random.ts'
import { GROWTHS, grown, type Growth } from './heavy-schedules.ts'
import { PHASES, type Phase } from './phases.ts'

const PROBE = fileURLToPath(new URL('probe.ts', import.meta.url))
const MAX_PHASE_MS = 10_000
const MAX_MIB = 2048
const HANG_MS = 600_000
/** Of the heavy job's search. */
const SECONDS = 2
/** What a thread may go on for after that; of a large document as much again for each MiB as it takes to read and write it. */
const OVER_MS = 5000
const OVER_MS_PER_MIB = 1000
const SHORT_JOB_MS = 10_000

interface Probed {
  readonly ms: Partial<Record<Phase, number>>
  readonly refusal: { readonly code: string; readonly detail: string } | null
  readonly peakMib: number
  readonly bytes: number
}

const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    share: { type: 'string', default: '1' },
    alone: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const share = Number(values.share)
process.exitCode = await main(
  positionals.length > 0 ? positionals.map(named) : choose(Number(values.count), Number(values.seed)).slice(Number(values.from) - 1),
)

async function main(chosen: readonly Growth[][]): Promise<number> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const gateway = values.alone ? null : await openGateway()
  try {
    for (const growths of chosen) {
      const probed = await probe(growths)
      const faults = probed === null ? ['did not come to an end'] : faultsOf(probed)
      const told = gateway !== null && probed?.refusal === null ? await sendBeside(gateway, growths, probed.bytes) : { faults: [], words: '' }
      counts[faults.length + told.faults.length === 0 ? 'passed' : 'failed'] += 1
      const outcome = [...faults, ...told.faults].join('; ') || (probed!.refusal === null ? 'ok' : `refused: ${probed!.refusal.code}`)
      process.stdout.write(`${nameOf(growths)}: ${outcome}${probed === null ? '' : `\n    ${figuresOf(probed)}${told.words}`}\n`)
    }
  } finally {
    await gateway?.close()
  }
  process.stdout.write(`\n${closingLine(counts)}\n`)
  return counts.failed === 0 ? 0 : 1
}

/** Each list alone, then pairs by chance. */
function choose(count: number, seed: number): Growth[][] {
  const pairs = GROWTHS.flatMap((a, i) => GROWTHS.slice(i + 1).map((b) => [a, b]))
  new Random(seed).shuffle(pairs)
  return [...GROWTHS.map((growth) => [growth]), ...pairs].slice(0, count)
}

function named(joined: string): Growth[] {
  return joined.split('+').map((name) => {
    const growth = GROWTHS.find((each) => each.name === name.trim())
    if (growth === undefined) throw new Error(`There is no list "${name.trim()}".`)
    return growth
  })
}

function nameOf(growths: readonly Growth[]): string {
  return growths.map(({ name }) => name).join(' + ')
}

async function probe(growths: readonly Growth[]): Promise<Probed | null> {
  const child = spawn(process.execPath, [PROBE, String(share), ...growths.map(({ name }) => name)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const timer = setTimeout(() => child.kill('SIGKILL'), HANG_MS)
  let printed = ''
  for await (const chunk of child.stdout) printed += String(chunk)
  clearTimeout(timer)
  return printed === '' ? null : (JSON.parse(printed) as Probed)
}

function faultsOf({ ms, peakMib }: Probed): string[] {
  const slow = PHASES.filter((phase) => (ms[phase] ?? 0) > MAX_PHASE_MS).map((phase) => `${phase} took ${ms[phase]} ms`)
  return [...slow, ...(peakMib > MAX_MIB ? [`took ${peakMib} MiB`] : [])]
}

function figuresOf({ ms, peakMib, bytes }: Probed): string {
  return `${(bytes / 1e6).toFixed(1)} MB, ${peakMib} MiB, ms: ${PHASES.map((phase) => `${phase} ${ms[phase] ?? '–'}`).join(', ')}`
}

interface Gateway {
  readonly stage: Stage
  readonly origin: string
  readonly called: Receiver
  close(): Promise<void>
}

async function openGateway(): Promise<Gateway> {
  const stage = await openStage(2)
  const called = await startReceiver()
  const close = async (): Promise<void> => {
    called.close()
    await stage.programs.stopAll()
    await stage.close()
  }
  try {
    return { stage, origin: await stage.programs.startTurnus({ role: null }), called, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Sends the schedule, and a short job of another department while it is searched. */
async function sendBeside(
  { stage, origin, called }: Gateway,
  growths: readonly Growth[],
  bytes: number,
): Promise<{ faults: string[]; words: string }> {
  const [heavyDepartment, shortDepartment] = stage.departments
  const document = { ...grown(growths, share), callbackUrl: called.url, termination: { maxSeconds: SECONDS } }
  const { status, told } = await offerTo(origin, heavyDepartment!.token, Buffer.from(JSON.stringify(document)))
  if (status === 413) return { faults: [], words: `; refused by the gateway: ${told.code}` }
  if (status !== 201) return { faults: [`the submission is answered ${status}`], words: '' }
  const heavy = told.solverProblemId
  const started = await untilStarted(stage, heavy)
  const sentAt = performance.now()
  const short = await submitTo(origin, shortDepartment!.token, wardFortnight({ callbackUrl: called.url, termination: { maxSeconds: 1 } }))
  const shortMs = (await called.callOf(short)) - sentAt
  await called.callOf(heavy)
  const { state, heldMs } = await endOf(stage, heavy)
  const mostMs = 1000 * SECONDS + OVER_MS + (OVER_MS_PER_MIB * bytes) / 2 ** 20
  const faults = [
    ...(state === 'SOLVED' ? [] : [`the job is ${state}`]),
    ...(heldMs > mostMs ? [`held its thread for ${Math.round(heldMs)} ms, ${Math.round(mostMs)} at most`] : []),
    ...(started && shortMs > SHORT_JOB_MS ? [`a short job of another department was called back after ${Math.round(shortMs)} ms`] : []),
  ]
  return { faults, words: `; held ${Math.round(heldMs)} ms, short job ${Math.round(shortMs)} ms` }
}

/** Waits until a job is searched; false where it had ended before anybody looked. */
async function untilStarted(stage: Stage, job: string): Promise<boolean> {
  for (const giveUpAt = performance.now() + HANG_MS; performance.now() < giveUpAt; await sleep(20)) {
    const { rows } = await stage.db.query<{ state: string }>('select state from jobs where id = $1', [job])
    if (rows[0]!.state !== 'QUEUED') return rows[0]!.state === 'SOLVING'
  }
  throw new Error(`Job ${job} was not taken up.`)
}

async function endOf(stage: Stage, job: string): Promise<{ state: string; heldMs: number }> {
  const { rows } = await stage.db.query<{ state: string; heldMs: number }>(
    `select state, (extract(epoch from ended_at - started_at) * 1000)::double precision as "heldMs" from jobs where id = $1`,
    [job],
  )
  return rows[0]!
}

interface Receiver {
  readonly url: string
  /** When the callback of a job arrived, by `performance.now`. */
  callOf(job: string): Promise<number>
  close(): void
}

async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, number>()
  const server = createServer((request, response) => {
    const arrivedAt = performance.now()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.end()
      const { solverProblemId } = JSON.parse(Buffer.concat(chunks).toString()) as { solverProblemId: string }
      arrivals.set(solverProblemId, arrivedAt)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    async callOf(job) {
      for (const giveUpAt = performance.now() + HANG_MS; performance.now() < giveUpAt; await sleep(20)) {
        const arrivedAt = arrivals.get(job)
        if (arrivedAt !== undefined) return arrivedAt
      }
      throw new Error(`Job ${job} was not called back.`)
    },
    close: () => server.close(),
  }
}
