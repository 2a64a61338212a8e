import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTokenText } from '../../src/access/token-text.ts'
import { BODY, drawAttacks, HEAVY, post, slowAttacks } from './attacks.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { type Attack, type Outcome, send } from './socket.ts'

/** `npm run test:hostile` sends 100,000; every run of the tests some of them. */
const REQUESTS = Number(process.env.TURNUS_HOSTILE_REQUESTS ?? 1500)
const IS_WHOLE_RUN = process.env.TURNUS_HOSTILE_REQUESTS !== undefined
/** Of what costs most, so many at a time. */
const HEAVY_AT_A_TIME = IS_WHOLE_RUN ? 4 : 2
const SEED = Number(process.env.TURNUS_HOSTILE_SEED ?? randomInt(2 ** 31 - 1_000_000))
const BATCH = 1000
const AT_A_TIME = 16
/**
 * What the gateway may come to keep in memory, whatever it was sent: its thread that reads large bodies may have two thirds of it.
 * Three rounds of all that costs most came to between 1,600 and 2,200 MiB, the third no higher than the first.
 */
const MAX_RESIDENT_MIB = 3072
const HONEST_MS = 1000
/** Of a machine that does other things too: one of so many honest requests has to be fast. */
const HONEST_TRIES = 3

let gateway: GatewayProcess
let largestMib = 0
let slowestMs = 0
/** How often each kind of attack was answered how. */
const seen = new Map<string, Map<string, number>>()

beforeAll(async () => {
  gateway = await startGateway()
}, 90_000)
afterAll(async () => {
  await gateway.close()
  if (IS_WHOLE_RUN) {
    const figures = `at most ${largestMib.toFixed(0)} MiB resident; honest requests within ${slowestMs.toFixed(0)} ms`
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

async function expectHealth(after: string): Promise<void> {
  expect(gateway.isAlive(), `${after}: ${gateway.log().slice(-2000)}`).toBe(true)
  let fastest = Number.POSITIVE_INFINITY
  for (let i = 0; i < HONEST_TRIES && fastest >= HONEST_MS; i += 1) {
    const request = post(gateway.token, BODY)
    const { statuses, durationMs } = await send(gateway.port, { kind: 'honest', pieces: [request], leaves: 'never' })
    expect(statuses, after).toEqual([201])
    fastest = Math.min(fastest, durationMs)
  }
  expect(fastest, after).toBeLessThan(HONEST_MS)
  const resident = await gateway.residentMib()
  largestMib = Math.max(largestMib, resident)
  slowestMs = Math.max(slowestMs, fastest)
  expect(resident, after).toBeLessThan(MAX_RESIDENT_MIB)
}

describe('a gateway that strangers and malicious clients write to', () => {
  test(`answers ${REQUESTS} hostile requests without a failure of its own, seed ${SEED}`, { timeout: 60_000 + REQUESTS * 60 }, async () => {
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
    test(`answers others while it reads ${kind}`, { timeout: 120_000 }, async () => {
      const [body, headers, path] = make()
      const attack: Attack = { kind, pieces: [post(gateway.token, body, headers, path)], leaves: 'never' }
      const pending = Promise.all(Array.from({ length: HEAVY_AT_A_TIME }, async () => judge(attack, await send(gateway.port, attack, 100_000))))
      await expectHealth(`while ${kind}`)
      await pending
      await expectHealth(`after ${kind}`)
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
    test(`does not pile up work for those that ask ${target} 20,000 times and take no answer`, { timeout: 60_000 }, async () => {
      const request = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(2000))
      const sockets = Array.from({ length: 10 }, () => connect(gateway.port, '127.0.0.1'))
      for (const socket of sockets) socket.on('error', () => undefined).write(request)
      await sleep(500)
      await expectHealth(`while ${target} is asked`)
      for (const socket of sockets) socket.destroy()
    })
  }

  test('closes connections that drip, and answers others meanwhile', { timeout: 60_000 }, async () => {
    const slow = slowAttacks(gateway.token).flatMap((attack) => Array.from({ length: 10 }, () => attack))
    const pending = Promise.all(slow.map(async (attack) => judge(attack, await send(gateway.port, attack, 30_000))))
    await expectHealth('while connections drip')
    await pending
    await expectHealth('after connections dripped')
  })
})
