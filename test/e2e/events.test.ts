// Slow: a whole gateway streams what happens to requests.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToken } from '../../src/access/tokens.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import type { ClientEvent } from '../../src/client/events.ts'
import { readConfig } from '../../src/config.ts'
import type { Score } from '../../src/model/score.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import type { SolveOutcome, StartSolve } from '../../src/threads/pool.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { NO_MARKS } from '../../src/model/job.ts'
import { PATIENT } from '../patience.ts'

const KEY = randomBytes(32)
const SCHEDULE = {
  callbackUrl: 'http://127.0.0.1:9/nobody',
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00' }],
  spots: [{ id: 1, teams: [], skills: [] }],
}

/** A search on either node, which finds and ends what the test says. */
interface Search {
  readonly better: (score: Score) => void
  readonly end: (score: Score) => void
}

let searches: Search[] = []
const startSolve: StartSolve = (_request, { onProgress }) => {
  const { promise, resolve, reject } = Promise.withResolvers<SolveOutcome>()
  const end = (score: Score, stopReason: SolveOutcome['stopReason']): void =>
    resolve({
      solution: Buffer.from('{"shifts":[]}'),
      score,
      bound: null,
      gap: null,
      noBoundReason: 'NOT_PROVED',
      boundLeavesOut: [],
      stopReason,
      moves: 1,
      solveMs: 1,
    })
  searches.push({
    better: (score) => onProgress({ elapsedMs: 1, score, moves: 1, roster: Int32Array.of(0) }),
    end: (score) => end(score, 'CONVERGED'),
  })
  return {
    result: promise,
    stop: () => end([0, 0, 0, 1], 'STOPPED'),
    cancel: () => reject(new DOMException('cancelled', 'AbortError')),
  }
}

const startGateway = (): Promise<RunningServer> =>
  startServer(
    readConfig(
      { port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 1 },
      { ...PATIENT, TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'silent' },
    ),
    { startSolve },
  )

let database: TestDatabase
let gateways: readonly [RunningServer, RunningServer]
let clients: readonly [Client, Client]
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  gateways = [await startGateway(), await startGateway()]
  token = (await createToken(database, { organization: 'Turnus', department: 'main' })).token
  clients = [createClient({ baseUrl: gateways[0].address!, token }), createClient({ baseUrl: gateways[1].address!, token })]
})
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()))
  await database.close()
})

/** Submits, and answers once a node searches. */
async function startSearch(): Promise<{ id: string; search: Search }> {
  searches = []
  const { solverProblemId } = await clients[0].submit(SCHEDULE)
  await expect.poll(() => searches.length).toBe(1)
  return { id: solverProblemId, search: searches[0]! }
}

/** Collects events as they come. */
function follow(events: AsyncIterable<ClientEvent>): { told: ClientEvent[]; ids: () => string[]; done: Promise<void> } {
  const told: ClientEvent[] = []
  const collect = async (): Promise<void> => {
    for await (const event of events) told.push(event)
  }
  return { told, ids: () => told.map(({ id }) => id), done: collect() }
}

async function listeners(): Promise<readonly number[]> {
  const sql = `select pid from pg_stat_activity where datname = current_database() and application_name = 'turnus-changes'`
  return (await database.db.query<{ pid: number }>(sql)).rows.map(({ pid }) => pid)
}

test('whoever follows at either gateway is told the same: status, each better score as it is stored, the end', async () => {
  const { id, search } = await startSearch()
  const followers = [0, 1, 0, 1].map((gateway) => follow(clients[gateway]!.events(id)))
  search.better([0, 0, 0, 9])
  await expect.poll(() => followers.map(({ ids }) => ids().at(-1))).toEqual(Array(4).fill('1-SOLVING-1'))
  search.better([0, 0, 0, 8])
  await expect.poll(() => followers.map(({ ids }) => ids().at(-1))).toEqual(Array(4).fill('1-SOLVING-2'))
  search.end([0, 0, 0, 7])
  await Promise.all(followers.map(({ done }) => done))
  for (const { told } of followers) {
    expect(told).toEqual([
      { type: 'status', id: '1-SOLVING-0', status: 'SOLVING', attempt: 1, ...NO_MARKS },
      { type: 'better', id: '1-SOLVING-1', score: [0, 0, 0, 9], bound: null, gap: null, revision: 1, solveMs: expect.any(Number) },
      { type: 'better', id: '1-SOLVING-2', score: [0, 0, 0, 8], bound: null, gap: null, revision: 2, solveMs: expect.any(Number) },
      { type: 'status', id: '1-SOLVED-2', status: 'SOLVED', attempt: 1, ...NO_MARKS },
      { type: 'better', id: '1-SOLVED-3', score: [0, 0, 0, 7], bound: null, gap: null, revision: 3, solveMs: expect.any(Number) },
      {
        type: 'end',
        id: '1-SOLVED-3-end',
        status: 'SOLVED',
        stopReason: 'CONVERGED',
        score: [0, 0, 0, 7],
        bound: null,
        gap: null,
        solveMs: expect.any(Number),
        ...NO_MARKS,
      },
    ])
  }
  expect(await listeners()).toHaveLength(2)
  const late = follow(clients[1].events(id, { lastEventId: '1-SOLVED-3-end' }))
  await late.done
  expect(late.told).toEqual([])
})

test('who comes back to another gateway with Last-Event-ID is told what came in between, once', async () => {
  const { id, search } = await startSearch()
  search.better([0, 0, 0, 9])
  let lastEventId = ''
  for await (const event of clients[0].events(id)) {
    lastEventId = event.id
    if (event.type === 'better') break
  }
  expect(lastEventId).toBe('1-SOLVING-1')
  search.better([0, 0, 0, 8])
  await expect.poll(async () => (await clients[0].entry(id)).score).toEqual([0, 0, 0, 8])
  const back = follow(clients[1].events(id, { lastEventId }))
  await expect.poll(back.ids).toEqual(['1-SOLVING-2'])
  search.end([0, 0, 0, 8])
  await back.done
  expect(back.ids()).toEqual(['1-SOLVING-2', '1-SOLVED-2', '1-SOLVED-3', '1-SOLVED-3-end'])
})

test('when the listening connections are ended by the server, what changes meanwhile is told all the same', async () => {
  const { id, search } = await startSearch()
  const followers = [0, 1].map((gateway) => follow(clients[gateway]!.events(id)))
  await expect.poll(() => followers.map(({ ids }) => ids())).toEqual([['1-SOLVING-0'], ['1-SOLVING-0']])
  const before = await listeners()
  await database.db.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [before])
  search.better([0, 0, 0, 9])
  await expect.poll(() => followers.map(({ ids }) => ids().at(-1))).toEqual(['1-SOLVING-1', '1-SOLVING-1'])
  await expect.poll(async () => (await listeners()).filter((pid) => !before.includes(pid)).length).toBe(2)
  search.end([0, 0, 0, 9])
  await Promise.all(followers.map(({ done }) => done))
  for (const { ids } of followers) expect(ids()).toEqual(['1-SOLVING-0', '1-SOLVING-1', '1-SOLVED-1', '1-SOLVED-2', '1-SOLVED-2-end'])
})

test('stopping and withdrawing at one gateway end the stream at the other', async () => {
  const stopped = await startSearch()
  const first = follow(clients[1].events(stopped.id))
  await clients[0].stop(stopped.id)
  await first.done
  expect(first.told.at(-1)).toMatchObject({ type: 'end', status: 'SOLVED', stopReason: 'STOPPED', score: [0, 0, 0, 1] })

  const withdrawn = await startSearch()
  const second = follow(clients[1].events(withdrawn.id))
  await expect.poll(second.ids).toEqual(['1-SOLVING-0'])
  await clients[0].withdraw(withdrawn.id)
  await second.done
  expect(second.told.at(-1)).toEqual({
    type: 'end',
    id: '1-CANCELLED-0-end',
    status: 'CANCELLED',
    stopReason: null,
    score: null,
    bound: null,
    gap: null,
    solveMs: 0,
    ...NO_MARKS,
  })
  await expect(follow(clients[1].events(withdrawn.id)).done).rejects.toMatchObject({ status: 404 })
})

test('a gateway that shuts down closes its streams, and their clients go on at another without a repetition', async () => {
  const third = await startGateway()
  let at = third.address!
  // What a load balancer does: the client keeps one address.
  const client = createClient({
    baseUrl: 'http://gateway.example',
    token,
    fetch: (url, init) => fetch(String(url).replace('http://gateway.example', at), init),
  })
  const { id, search } = await startSearch()
  const follower = follow(client.events(id))
  search.better([0, 0, 0, 9])
  await expect.poll(() => follower.ids().at(-1)).toBe('1-SOLVING-1')
  at = gateways[1].address!
  await third.close()
  // The third node may have been the one that searched: then another takes the job up again.
  searches.at(-1)!.better([0, 0, 0, 8])
  await expect.poll(async () => (await clients[0].entry(id)).status).toBe('SOLVING')
  await expect
    .poll(() => {
      searches.at(-1)!.end([0, 0, 0, 7])
      return follower.told.at(-1)?.type
    })
    .toBe('end')
  await follower.done
  expect(new Set(follower.ids()).size).toBe(follower.told.length)
  const revisions = follower.told.flatMap((event) => (event.type === 'better' ? [event.revision] : []))
  expect(revisions).toEqual([...revisions].sort((a, b) => a - b))
  expect(follower.told.at(-1)).toMatchObject({ status: 'SOLVED', score: [0, 0, 0, 7] })
  await expect(fetch(third.address!)).rejects.toThrow()
})
