import { type Figure, median, quantile } from './figures.ts'
import { interleave, load, type Target } from './load.ts'
import { BARE_SERVER } from './programs.ts'
import type { Stage } from './stage.ts'
import { submitTo, wardFortnight } from './ward.ts'

/** Entries that there are to read. */
const JOBS = 320
const CLIENTS = 32
const ROUNDS = 5
const ROUND_SECONDS = 2
/** People and programs that wait for their schedules, each on a connection of its own. */
const READERS = 200
/** Between an answer and the reader's next question. */
const POLL_MS = 500
const POLL_SECONDS = 12

interface Targets {
  readonly gateway: Target
  readonly bare: Target
}

/** Part `read`: entries read a second, beside a bare server that selects the same columns. */
export async function measureReads(stage: Stage): Promise<readonly Figure[]> {
  const { gateway, bare } = await startBoth(stage)
  const pace = { clients: CLIENTS, seconds: ROUND_SECONDS, pauseMs: 0 }
  const { ours, peers } = await interleave(
    ROUNDS,
    () => load(gateway, pace),
    () => load(bare, pace),
  )
  return [
    {
      measure: `reads of an entry, ${CLIENTS} clients`,
      unit: '1/s',
      figure: median(ours.map(({ rate }) => rate)),
      peer: median(peers.map(({ rate }) => rate)),
      bar: { atLeast: 0.6 },
    },
  ]
}

/** Part `p99`: how long 200 readers wait who poll, and for comparison 200 who ask without a pause, which measures the queue that they stand in. */
export async function measureReaders(stage: Stage): Promise<readonly Figure[]> {
  const { gateway, bare } = await startBoth(stage)
  const polling = { clients: READERS, seconds: POLL_SECONDS, pauseMs: POLL_MS }
  const storming = { clients: READERS, seconds: 4, pauseMs: 0 }
  // Also connects and warms up.
  for (const target of [gateway, bare]) await load(target, storming)
  const peer = await load(bare, polling)
  const ours = await load(gateway, polling)
  const peerStorm = await load(bare, storming)
  const storm = await load(gateway, storming)
  const readers = `${READERS} readers`
  return [
    {
      measure: `p99 of a read, ${readers} that poll every ${POLL_MS} ms`,
      unit: 'ms',
      figure: quantile(ours.latencies, 0.99),
      peer: quantile(peer.latencies, 0.99),
      bar: { figureAtMost: 20 },
    },
    { measure: `  its median`, unit: 'ms', figure: median(ours.latencies), peer: median(peer.latencies), bar: null },
    { measure: `  its rate`, unit: '1/s', figure: ours.rate, peer: peer.rate, bar: null },
    {
      measure: `p99 of a read, ${readers} without a pause`,
      unit: 'ms',
      figure: quantile(storm.latencies, 0.99),
      peer: quantile(peerStorm.latencies, 0.99),
      bar: null,
    },
    { measure: `  its rate`, unit: '1/s', figure: storm.rate, peer: peerStorm.rate, bar: null },
  ]
}

/** Starts both servers and fills the database that they read. */
async function startBoth(stage: Stage): Promise<Targets> {
  const [origin, bareOrigin] = [await stage.programs.startTurnus({ role: 'gateway' }), await stage.programs.start(BARE_SERVER)]
  const body = wardFortnight()
  const { departments } = stage
  const ids: string[] = []
  for (let i = 0; i < JOBS; i += 1) ids.push(await submitTo(origin, departments[i % departments.length]!.token, body))
  const headers = departments.map(({ token }) => ({ authorization: `Bearer ${token}` }))
  const targetOf = (base: string, path: string): Target => ({
    origin: base,
    expectedStatus: 200,
    request: (i) => ({ method: 'GET', path: `${path}/${ids[i % JOBS]!}`, headers: headers[i % headers.length]! }),
  })
  return { gateway: targetOf(origin, '/api/v1/gateway'), bare: targetOf(bareOrigin, '/jobs') }
}
