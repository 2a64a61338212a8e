import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'

/** What to ask of a server. */
export interface Target {
  readonly origin: string
  /** Request `i`, counted from 0 over all clients. */
  readonly request: (i: number) => {
    readonly path: string
    readonly method: 'GET' | 'POST'
    readonly headers: Record<string, string>
    readonly body?: Buffer
  }
  readonly expectedStatus: number
}

/** How clients ask: each waits for its answer, pauses, and asks again. */
export interface Pace {
  readonly clients: number
  readonly seconds: number
  /** Between an answer and the next question, in milliseconds; 0 = none. */
  readonly pauseMs: number
}

export interface Outcome {
  /** Answers a second. */
  readonly rate: number
  /** From sending a request to having read its answer, in milliseconds, in no order. */
  readonly latencies: readonly number[]
}

/**
 * Asks `target` with as many connections as clients. This process is the client: the servers are others. Throws at the first answer
 * that is not the expected one, since what is refused quickly would be counted as fast.
 */
export async function load(target: Target, { clients, seconds, pauseMs }: Pace): Promise<Outcome> {
  const pool = new Pool(target.origin, { connections: clients, pipelining: 1 })
  const latencies: number[] = []
  let next = 0
  const startedAt = performance.now()
  const endsAt = startedAt + 1000 * seconds
  const runClient = async (): Promise<void> => {
    // Clients that pause do not all ask at the same moment.
    if (pauseMs > 0) await sleep(Math.random() * pauseMs)
    while (performance.now() < endsAt) {
      const sentAt = performance.now()
      await ask(pool, target, next++)
      latencies.push(performance.now() - sentAt)
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  try {
    await Promise.all(Array.from({ length: clients }, runClient))
    return { rate: (1000 * latencies.length) / (performance.now() - startedAt), latencies }
  } finally {
    await pool.destroy()
  }
}

async function ask(pool: Pool, { request, expectedStatus }: Target, i: number): Promise<void> {
  const { body = null, ...asked } = request(i)
  const { statusCode, body: answer } = await pool.request({ ...asked, body })
  const text = await answer.text()
  if (statusCode !== expectedStatus) throw new Error(`${asked.method} ${asked.path} is answered ${statusCode}: ${text.slice(0, 500)}`)
}

/** Rounds before those that count: until its code is compiled and its plans are made, a server that does more has more to warm up. */
const WARMING_ROUNDS = 2

/** Runs both in turns, `rounds` times each, after two rounds of each that do not count: a noisy moment meets both. */
export async function interleave(
  rounds: number,
  ours: () => Promise<Outcome>,
  peers: () => Promise<Outcome>,
): Promise<{ readonly ours: readonly Outcome[]; readonly peers: readonly Outcome[] }> {
  const outcome = { ours: [] as Outcome[], peers: [] as Outcome[] }
  for (let round = 1 - WARMING_ROUNDS; round <= rounds; round += 1) {
    const peer = await peers()
    const own = await ours()
    if (round < 1) continue
    outcome.peers.push(peer)
    outcome.ours.push(own)
  }
  return outcome
}
