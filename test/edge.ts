import { readConfig } from '../src/config.ts'
import { createApp } from '../src/http/app.ts'
import type { App } from '../src/http/typed-app.ts'
import { createFakeUseCases, type FakeUseCases } from './fake-use-cases.ts'
import { HANG_MS } from './patience.ts'
import type { UseCases } from '../src/http/use-cases.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

/** Limits small enough to be passed in a test. */
export const LIMITS = {
  ...readConfig({}, {}).limits,
  bodyBytes: 64 * 1024,
  bodyDepth: 64,
  requestMs: HANG_MS,
  callMs: HANG_MS,
  requestsPerMinute: 600,
  streamsPerToken: 2,
  streams: 3,
}
export const PLANNER = { authorization: 'Bearer planner' }
export const JSON_TYPE = { 'content-type': 'application/json' }

/** A valid submission, as small as one can be. */
export const SCHEDULE = {
  callbackUrl: 'https://consumer.example/hooks/solved',
  timeZone: 'Europe/Copenhagen',
  employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00', importance: 'MANDATORY' }],
  spots: [{ id: 1, teams: [], skills: [] }],
  settings: {},
}

/** A gateway of its own for every test of the file: the real edge over use-cases in memory. */
export interface Edge {
  app: App
  fake: FakeUseCases
  /** Posts to the gateway: an object as JSON, a text or bytes as they are. */
  submit(payload?: unknown, headers?: Record<string, string>): ReturnType<typeof inject>
}

const inject = (app: App, payload: string | Buffer, headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: '/api/v1/gateway', headers: { ...PLANNER, ...JSON_TYPE, ...headers }, payload })

/**
 * Makes one before each test and closes it after; call it at the top of a test file. `one-for-all`: the use-cases are new for each test, and the app is the
 * same, with the threads that it has started, whose start takes most of the time of a test; for files that neither close it nor use a limit up.
 */
export function useEdge(app: 'one-for-each' | 'one-for-all' = 'one-for-each', more: Partial<typeof LIMITS> = {}): Edge {
  const limits = { ...LIMITS, ...more }
  const edge = {
    submit(payload: unknown = SCHEDULE, headers: Record<string, string> = {}) {
      const body = typeof payload === 'string' || payload instanceof Buffer ? payload : JSON.stringify(payload)
      return inject(edge.app, body, headers)
    },
  } as Edge
  if (app === 'one-for-all') {
    beforeAll(async () => {
      edge.app = await createApp(useCasesOfNow(edge), { limits })
    })
    beforeEach(() => {
      edge.fake = createFakeUseCases()
    })
    afterAll(() => edge.app.close())
  } else {
    beforeEach(async () => {
      edge.fake = createFakeUseCases()
      edge.app = await createApp(edge.fake, { limits })
    })
    afterEach(() => edge.app.close())
  }
  return edge
}

/** Use-cases that ask those which the edge has at the moment. */
function useCasesOfNow(edge: Edge): UseCases {
  const ask = (_none: object, name: string | symbol) => {
    return (...args: readonly unknown[]): unknown =>
      (edge.fake as unknown as Record<string | symbol, (...of: readonly unknown[]) => unknown>)[name]!(...args)
  }
  return new Proxy({}, { get: ask }) as UseCases
}

/** The problem details of an answer. Expects them to be whole, to have the status of the answer, and to show nothing of our insides. */
export function problemOf(answer: { statusCode: number; headers: Record<string, unknown>; json(): unknown }): Problem {
  const problem = answer.json() as Problem
  expect(problem.status).toBe(answer.statusCode)
  expect(answer.headers['content-type']).toBe('application/problem+json')
  const members = Object.keys(problem).filter((member) => member !== 'warnings')
  expect(members.sort()).toEqual(['code', 'detail', 'errors', 'hint', 'status', 'title', 'type'])
  expect(JSON.stringify(problem)).not.toMatch(/node_modules|\.ts:|at \w+ \(/)
  return problem
}

/** What a test looks at in problem details. */
export interface Problem {
  readonly code: string
  readonly status: number
  readonly hint: string
  readonly errors: readonly { readonly pointer: string; readonly code: string }[]
  readonly warnings?: readonly { readonly pointer: string; readonly code: string }[]
}
