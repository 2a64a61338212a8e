// Slow: a gateway of its own reads 800 hostile requests and bodies of up to 60 MiB.
import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTokenText } from '../../src/access/token-text.ts'
import { HANG_MS } from '../patience.ts'
import { BODY, drawAttacks, HEAVY, post, slowAttacks } from './attacks.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { type Attack, type Outcome, send } from './socket.ts'

/** `npm run test:hostile` sends 100,000; every run of the tests some of them. */
const REQUESTS = Number(process.env.TURNUS_HOSTILE_REQUESTS ?? 800)
const IS_WHOLE_RUN = process.env.TURNUS_HOSTILE_REQUESTS !== undefined
/** Of what costs most, so many at a time. */
const HEAVY_AT_A_TIME = IS_WHOLE_RUN ? 4 : 1
const SEED = Number(process.env.TURNUS_HOSTILE_SEED ?? randomInt(2 ** 31 - 1_000_000))
const BATCH = 1000
const AT_A_TIME = 16
/**
 * What the gateway may come to keep in memory, whatever it was sent, as a multiple of what it takes when it has answered nothing but an honest
 * request: its thread that reads large bodies may have two thirds of that. Three rounds of all that costs most came to ten times as much, the
 * third to no more than the first.
 */
const MAX_TIMES_AT_REST = 25
/** Honest requests of which one has to be answered before what costs much is, and how often that is tried: on a machine that does other things too one may be late. */
const HONEST_TRIES = 3
const COSTLY_TRIES = 3
/** What costs much in name only is refused as quickly as an honest request is answered, give or take a busy machine. */
const QUICK_TIMES = 20

let gateway: GatewayProcess
/** At rest. */
let restMib = 0
let largestMib = 0
/** How often each kind of attack was answered how. */
const seen = new Map<string, Map<string, number>>()

beforeAll(async () => {
  gateway = await startGateway()
  await sendHonest('at rest')
  restMib = await gateway.residentMib()
})
afterAll(async () => {
  await gateway.close()
  if (IS_WHOLE_RUN) {
    const figures = `at most ${largestMib.toFixed(0)} MiB resident, ${restMib.toFixed(0)} at rest`
    process.stdout.write(`${[...seen].map(describeKind).join('\n')}\n${figures}\n`)
  }
})

function describeKind([kind, answers]: readonly [string, ReadonlyMap<string, number>]): string {
  const most = [...answers].sort((a, b) => b[1] - a[1]).slice(0, 8)
  return `${kind}: ${most.map(([answer, count]) => `${answer} ×${count}`).join(', ')}`
}

function judge({ kind, pieces, leaves }: Attack, outcome: Outcome): void {
  const shown = `${kind}: ${Buffer.concat(pieces).subarray(0, 300).toString('latin1')} -> ${outcome.text.slice(0, 300)}`
  const answered = outcome.statuses.join(' ') || 'no answer'
  const counts = seen.get(kind) ?? new Map<string, number>()
  seen.set(kind, counts.set(answered.slice(0, 7), (counts.get(answered.slice(0, 7)) ?? 0) + 1))
  expect(
    outcome.statuses.filter((status) => status >= 500 && status !== 503),
    shown,
  ).toEqual([])
  if (leaves !== 'at-once') expect(outcome.closed, `left open: ${shown}`).toBe(true)
  // Every answer is ours, with its headers, and tells nothing of our insides.
  const answers = outcome.text.split(/(?=HTTP\/1\.1 \d{3} [A-Z])/).filter((answer) => answer !== '' && !answer.startsWith('HTTP/1.1 100'))
  if (leaves !== 'at-once')
    for (const answer of answers)
      expect(answer.toLowerCase(), shown).toContain("\r\nx-content-type-options: nosniff\r\ncontent-security-policy: default-src 'none'")
  expect(outcome.text, shown).not.toMatch(/node_modules|\.ts:\d|at \w+ \(|polluted/)
}

/** Sends them, so many at a time. */
async function sendAll(attacks: readonly Attack[]): Promise<void> {
  let next = 0
  const sendNext = async (): Promise<void> => {
    for (let attack = attacks[next++]; attack !== undefined; attack = attacks[next++]) judge(attack, await send(gateway.port, attack))
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, sendNext))
}

/** Sends what has to be accepted, and answers how long that took, in milliseconds. */
async function sendHonest(when: string): Promise<number> {
  const request = post(gateway.token, BODY)
  const { statuses, durationMs } = await send(gateway.port, { kind: 'honest', pieces: [request], leaves: 'never' })
  expect(statuses, when).toEqual([201])
  return durationMs
}

async function expectHealth(after: string): Promise<void> {
  expect(gateway.isAlive(), `${after}: ${gateway.log().slice(-2000)}`).toBe(true)
  await sendHonest(after)
  const resident = await gateway.residentMib()
  largestMib = Math.max(largestMib, resident)
  expect(resident / restMib, `${after}: ${resident.toFixed(0)} MiB`).toBeLessThan(MAX_TIMES_AT_REST)
}

/** Sends something, and calls `onSent` once all of it is on its way. */
type SendCostly = (onSent: () => void) => Promise<unknown>

/**
 * Sends what costs much, and honest requests as soon as it is on its way: one of them is answered before it is, which a gateway that did the work where
 * it answers others could not do. Unless it is refused at once.
 */
async function expectOthersAnswered(during: string, sendCostly: SendCostly): Promise<void> {
  const tries: string[] = []
  for (let i = 0; i < COSTLY_TRIES; i += 1) {
    const atRestMs = await sendHonest(`before ${during}`)
    const { answered, tookMs } = await sendBeside(during, sendCostly)
    await expectHealth(`after ${during}`)
    if (answered || tookMs < QUICK_TIMES * atRestMs) return
    tries.push(`took ${tookMs.toFixed(0)} ms, an honest request before it ${atRestMs.toFixed(0)} ms`)
  }
  expect.fail(`Nobody else was answered during ${during}: ${tries.join('; ')}`)
}

/** Whether an honest request was answered first, and how long the other took from when it was on its way, in milliseconds. */
async function sendBeside(during: string, sendCostly: SendCostly): Promise<{ answered: boolean; tookMs: number }> {
  const sent = Promise.withResolvers<void>()
  const outcome = { isOver: false, sentMs: 0, tookMs: 0 }
  const pending = sendCostly(() => {
    outcome.sentMs = performance.now()
    sent.resolve()
  }).finally(() => {
    outcome.isOver = true
    outcome.tookMs = performance.now() - (outcome.sentMs || performance.now())
  })
  await Promise.race([sent.promise, pending])
  let answered = false
  for (let i = 0; i < HONEST_TRIES && !answered && !outcome.isOver; i += 1) {
    await sendHonest(`while ${during}`)
    answered = !outcome.isOver
  }
  await pending
  return { answered, tookMs: outcome.tookMs }
}

describe('a gateway that strangers and malicious clients write to', () => {
  test(`answers ${REQUESTS} hostile requests without a failure of its own, seed ${SEED}`, { timeout: 3 * HANG_MS + REQUESTS * 60 }, async () => {
    const attacks = drawAttacks(SEED, gateway.token)
    for (let sent = 0; sent < REQUESTS; sent += BATCH) {
      await sendAll(Array.from({ length: Math.min(BATCH, REQUESTS - sent) }, () => attacks.next().value as Attack))
      await expectHealth(`after ${sent + BATCH}, seed ${SEED}`)
    }
    expect(gateway.log()).not.toContain('"level":50')
  })
})

describe('a gateway that gets what costs most', () => {
  for (const [kind, make] of Object.entries(HEAVY)) {
    test(`answers others while it reads ${kind}`, async () => {
      const [body, headers, path] = make()
      const attack: Attack = { kind, pieces: [post(gateway.token, body, headers, path)], leaves: 'never' }
      await expectOthersAnswered(kind, (onSent) => {
        const sendOne = async (): Promise<void> => judge(attack, await send(gateway.port, attack, { patienceMs: 2 * HANG_MS, onSent }))
        return Promise.all(Array.from({ length: HEAVY_AT_A_TIME }, sendOne))
      })
    })
  }
})

describe('a gateway that is kept waiting', () => {
  for (const [target, token] of [
    ['/openapi.json', ''],
    ['/health/ready', ''],
    ['/nothing', ''],
    ['/api/v1/gateway', makeTokenText()],
  ]) {
    test(`does not pile up work for those that ask ${target} 20,000 times and take no answer`, async () => {
      const request = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(2000))
      const sockets = Array.from({ length: 10 }, () => connect(gateway.port, '127.0.0.1'))
      for (const socket of sockets) socket.on('error', () => undefined).write(request)
      await sleep(500)
      await expectHealth(`while ${target} is asked`)
      for (const socket of sockets) socket.destroy()
    })
  }

  test('closes connections that drip, and answers others meanwhile', async () => {
    const slow = slowAttacks(gateway.token).flatMap((attack) => Array.from({ length: 10 }, () => attack))
    await expectOthersAnswered('connections that drip', (onSent) => {
      onSent()
      return Promise.all(slow.map(async (attack) => judge(attack, await send(gateway.port, attack))))
    })
  })
})
