import type { AddressInfo } from 'node:net'
import { checkCallbackUrl, createGuardedAgent } from '../callbacks/guard.ts'
import { readConfig } from '../config.ts'
import { createApp } from '../http/app.ts'
import { closeApp } from '../http/close-app.ts'
import { GatewayError } from '../model/errors.ts'
import { FAKE_TOKENS } from './callers.ts'
import { createMemory } from './memory.ts'
import { readScenario } from './scenario.ts'
import { fakeUseCases } from './use-cases.ts'

export interface FakeOptions {
  readonly host?: string
  /** 0 = any free one. */
  readonly port?: number
  /** Words for every submission that has none of its own; solved at once when empty or absent. */
  readonly words?: string
  /** Words for one submission after the other, before those for all. */
  readonly script?: readonly string[]
  /** Signing secret, `whsec_…`; a fixed one when absent. */
  readonly secret?: string
  /** Waits between the tries of a callback, in milliseconds. */
  readonly pausesMs?: readonly number[]
  /** Requests of one token within a minute, 1 or more; the next is answered 429. As good as none when absent. */
  readonly requestsPerMinute?: number
}

/** A gateway for tests of those who integrate Turnus, running. */
export interface FakeGateway {
  /** Such as `http://127.0.0.1:8081`. */
  readonly address: string
  /** Opens it, with every right that a client has. */
  readonly token: string
  /** What callbacks are signed with. */
  readonly secret: string
  close(): Promise<void>
}

/** The signing secret of every fake gateway that is given no other: known to everybody, so that a test needs no set-up. */
export const FAKE_SECRET = 'whsec_dHVybnVzLWZha2UtZ2F0ZXdheS1zZWNyZXQ='

/** A second, and two more: long enough to see, short enough to wait for. */
const PAUSES_MS = [1000, 2000]
/** It runs beside the tests of those who use it, on their own machine or in their own network. */
const EVERYWHERE = ['0.0.0.0/0', '::/0']
const CONNECT_MS = 5000
/** Tests are made in a hurry: only those that ask for it meet a limit. */
const MOST_REQUESTS = 1_000_000

/**
 * Starts a fake gateway: the HTTP edge of the real one, over requests in memory that are played by scenarios. Nothing is stored, and the search is
 * over in a moment. Throws `usage-wrong` for words that it does not know, `environment-unfit` when the port is taken.
 */
export async function startFake({ host = '127.0.0.1', port = 0, words = '', script = [], ...given }: FakeOptions = {}): Promise<FakeGateway> {
  for (const text of [words, ...script]) readScenario(text)
  const { secret = FAKE_SECRET, pausesMs = PAUSES_MS, requestsPerMinute = MOST_REQUESTS } = given
  const memory = createMemory()
  const left = [...script]
  const guard = { allow: EVERYWHERE }
  const agent = createGuardedAgent({ ...guard, connectMs: CONNECT_MS })
  const useCases = fakeUseCases({
    memory,
    agent,
    secret,
    pausesMs,
    nextWords: () => left.shift() ?? words,
    checkCallbackUrl: (url) => checkCallbackUrl(url, guard),
    startedAt: new Date(),
  })
  const stopping = new AbortController()
  // Tests of clients run on busy machines, and none of them is about how long a question may take.
  const { limits } = readConfig({}, { TURNUS_CALL_SECONDS: '600' })
  const app = await createApp(useCases, { limits: { ...limits, requestsPerMinute }, stopping: stopping.signal })
  const close = async (): Promise<void> => {
    stopping.abort()
    for (const { withdrawn } of memory.all()) withdrawn.abort()
    await closeApp(app, { noticeMs: 0, graceMs: 500 })
    await agent.destroy()
  }
  try {
    await app.listen({ host, port })
  } catch (cause) {
    await close()
    const { code = 'the system refuses' } = cause as NodeJS.ErrnoException
    throw new GatewayError('environment-unfit', `Nothing can listen on ${host}, port ${port}: ${code}.`, 'Choose another with --port or --host.', {
      cause,
    })
  }
  const { address, port: actual, family } = app.server.address() as AddressInfo
  return { address: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`, token: Object.keys(FAKE_TOKENS)[0]!, secret, close }
}
