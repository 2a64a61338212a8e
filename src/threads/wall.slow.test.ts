// Slow: threads that do not come to their end have to be started and ended.
import { describe, expect, onTestFinished, test } from 'vitest'
import { type BlockingThread, blockingThread, type Phase } from '../../test/blocked-phase.ts'
import { HANG_MS } from '../../test/patience.ts'
import type { Score } from '../model/score.ts'
import type { UnassignedShift } from '../model/solution.ts'
import { createSolver, type SolveOutcome, type SolveRequest } from './pool.ts'
import { CLINIC, solveRequest as request } from './solve-request.fixture.ts'
import type { Wall } from './wall.ts'

/** Nobody who searched has time, and whoever comes after them has all there is. */
const STRICT: Wall = { searchMs: 0, writeMs: 0, judgeMs: 0, lastMs: HANG_MS, stuckMs: HANG_MS, startMs: HANG_MS, readMsPerMib: 0 }
/** Nobody has time, nor is who takes no processor time waited for. */
const STRICTEST: Wall = { ...STRICT, lastMs: 0, stuckMs: 1000 }

/** A thread that blocks in a phase, for ever or for so long, but where `unless` is true of what it was started with. */
function blockedIn(phase: Phase, unless = 'start.isOver', forMs = Infinity): BlockingThread {
  const thread = blockingThread(phase, { unless, forMs })
  onTestFinished(thread.close)
  return thread
}

function read({ solution }: SolveOutcome): { unassigned: UnassignedShift[]; shifts: { employee: number | null }[]; stopReason: string } {
  return JSON.parse(new TextDecoder().decode(solution)) as ReturnType<typeof read>
}

/** Stops a search that is blocked; the scores that it told before. */
async function stopBlocked({ threadFile, blocked }: BlockingThread, changes: Partial<SolveRequest> = {}, wall: Wall = STRICT) {
  const told: Score[] = []
  const handle = createSolver({ threadFile, wall })(request(changes), { onProgress: ({ score }) => told.push(score) })
  handle.result.catch(() => {})
  await blocked
  handle.stop()
  return { told, outcome: handle.result }
}

describe('a search that is stopped while it is stuck', () => {
  for (const phase of ['construct'] as const) {
    test(`in ${phase} ends with the roster that the schedule came with`, async () => {
      const { outcome, told } = await stopBlocked(blockedIn(phase))
      const ended = await outcome
      const { shifts, unassigned } = read(ended)
      const posted = JSON.parse(CLINIC.toString()) as { shifts: { employee?: number | null }[] }
      expect(told).toEqual([])
      expect(shifts.map(({ employee }) => employee)).toEqual(posted.shifts.map(({ employee }) => employee ?? null))
      expect(ended).toMatchObject({ stopReason: 'STOPPED', bound: null, noBoundReason: 'NOT_PROVED', moves: 0 })
      expect(unassigned.length).toBeGreaterThan(0)
      expect(unassigned.every(({ complete }) => !complete)).toBe(true)
    })
  }

  test('goes on from a roster that it was given, and keeps decided shifts as they came', async () => {
    const found = await createSolver({})(request({ maxIterations: 4096 }), { onProgress: () => {} }).result
    const { shifts } = read(found)
    const { employees } = JSON.parse(CLINIC.toString()) as { employees: { id: number }[] }
    const start = Int32Array.from(shifts, ({ employee }) => employees.findIndex(({ id }) => id === employee))
    const { outcome } = await stopBlocked(blockedIn('compile'), { start })
    expect((await outcome).score).toEqual(found.score)
  })

  test('in judging ends with the roster that the schedule came with', async () => {
    const { outcome, told } = await stopBlocked(blockedIn('judge'))
    expect(read(await outcome).stopReason).toBe('STOPPED')
    expect(told).toEqual([])
  })

  test('is waited for while it judges a roster for the first time, as nobody knows how long that takes', async () => {
    const slow = blockedIn('judge', 'false', 500)
    const { outcome, told } = await stopBlocked(slow, {}, { ...STRICTEST, judgeMs: HANG_MS, stuckMs: HANG_MS })
    expect((await outcome).score).toEqual(told.at(-1))
  })

  for (const phase of ['search', 'explain', 'write'] as const) {
    test(`in ${phase} ends with the best roster that it told`, async () => {
      const { outcome, told } = await stopBlocked(blockedIn(phase), phase === 'search' ? {} : { maxIterations: 4096 })
      const ended = await outcome
      expect(told.length).toBeGreaterThan(0)
      expect(ended.score).toEqual(told.at(-1))
      expect(ended.stopReason).toBe('STOPPED')
      expect(read(ended).stopReason).toBe('STOPPED')
      expect(ended.moves).toBeGreaterThan(phase === 'search' ? -1 : 0)
    })
  }

  test('in one of two threads ends with what the other has', async () => {
    const { outcome } = await stopBlocked(blockedIn('compile', 'start.thread === 0'), { threads: 2 })
    const ended = await outcome
    expect(ended.stopReason).toBe('STOPPED')
    expect(read(ended).shifts.some(({ employee }) => employee !== null)).toBe(true)
  })

  test('in reading has nothing to write, and fails', async () => {
    const { outcome } = await stopBlocked(blockedIn('read', 'false'), {}, STRICTEST)
    await expect(outcome).rejects.toMatchObject({ name: 'TimeExceeded', score: null })
  })

  test('in writing, for everybody, fails and says what was found', async () => {
    const { outcome, told } = await stopBlocked(blockedIn('write', 'false'), { maxIterations: 4096 }, STRICTEST)
    await expect(outcome).rejects.toMatchObject({ name: 'TimeExceeded', score: told.at(-1) })
  })
})

describe('a search whose time is over while it is stuck', () => {
  for (const phase of ['search'] as const) {
    test(`in ${phase} ends by its time limit`, async () => {
      const handle = createSolver({ threadFile: blockedIn(phase).threadFile, wall: STRICT })(request({ maxSeconds: 1 }), { onProgress: () => {} })
      expect((await handle.result).stopReason).toBe('TIME_LIMIT')
    })
  }

  test('has the limit of its schedule, where the request has none', async () => {
    const schedule = { ...(JSON.parse(CLINIC.toString()) as object), termination: { maxSeconds: 1 } }
    const document = new TextEncoder().encode(JSON.stringify(schedule))
    const handle = createSolver({ threadFile: blockedIn('compile').threadFile, wall: STRICT })(request({ document, maxSeconds: null }), {
      onProgress: () => {},
    })
    expect((await handle.result).stopReason).toBe('TIME_LIMIT')
  })

  test('is cancelled all the same', async () => {
    const { threadFile, blocked } = blockedIn('compile')
    const handle = createSolver({ threadFile })(request(), { onProgress: () => {} })
    await blocked
    handle.cancel()
    await expect(handle.result).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a machine that is so busy that nobody tells in time', () => {
  test('loses no roster while the last thread waits for a processor, however long by the clock', async () => {
    const waiting = blockedIn('write', 'false', 4000)
    const { outcome, told } = await stopBlocked(waiting, { maxIterations: 4096 }, { ...STRICT, lastMs: 2000 })
    expect((await outcome).score).toEqual(told.at(-1))
  })

  test('loses no roster while who judges it for the first time waits for a processor', async () => {
    const slow = blockedIn('judge', 'false', 3000)
    const { outcome, told } = await stopBlocked(slow, {}, { ...STRICT, judgeMs: 1000 })
    expect((await outcome).score).toEqual(told.at(-1))
  })

  test('does not wait without end for a thread that takes no processor time', async () => {
    const { outcome } = await stopBlocked(blockedIn('write', 'false'), { maxIterations: 4096 }, { ...STRICT, stuckMs: 1000, lastMs: 500 })
    await expect(outcome).rejects.toMatchObject({ name: 'TimeExceeded' })
    const judging = await stopBlocked(blockedIn('judge'), {}, { ...STRICT, stuckMs: 1000, judgeMs: HANG_MS })
    expect(judging.told).toEqual([])
    expect((await judging.outcome).stopReason).toBe('STOPPED')
  })

  test('loses no search that is stopped as it begins', async () => {
    const handle = createSolver({ wall: STRICT })(request({ threads: 2 }), { onProgress: () => {} })
    handle.stop()
    expect((await handle.result).stopReason).toBe('STOPPED')
  })

  test('loses no search whose time is over', async () => {
    const handle = createSolver({ wall: STRICT })(request({ maxSeconds: 1 }), { onProgress: () => {} })
    expect(['TIME_LIMIT', 'OPTIMAL']).toContain((await handle.result).stopReason)
  })
})
