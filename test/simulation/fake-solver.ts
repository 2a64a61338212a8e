import type { Score } from '../../src/model/score.ts'
import type { SolveHandle, SolveOutcome, StartSolve } from '../../src/threads/pool.ts'
import type { World } from './world.ts'

/** What the clients of the simulation post in the place of a schedule. */
export interface FakeSchedule {
  readonly maxSeconds: number
}

/** What a search finds, best first number: a roster of one shift that holds the rank. Lower is better. */
const FIRST_RANK = 1000
const SOLUTION_MOVES = 7

/** The rank as a score that has to be compared number by number. */
export function scoreOf(rank: number): Score {
  return [Math.floor(rank / 100), rank % 100, 0, 0]
}

/**
 * Searches that find better rosters at random moments and end at one, die, or go on until their time is over, they are stopped, or cancelled. The
 * first roster may be worse than the one to go on from, as it may be with several threads; what a search ends with never is.
 */
export function createFakeSolver(world: World): StartSolve {
  const { dice } = world
  return (request, { onProgress }) => {
    const { maxSeconds } = JSON.parse(Buffer.from(request.document).toString()) as FakeSchedule
    const { promise, resolve, reject } = Promise.withResolvers<SolveOutcome>()
    const startedMs = performance.now()
    const start = request.start?.[0] ?? FIRST_RANK
    let best = start
    let moves = 0
    let timer: NodeJS.Timeout | undefined
    const end = (stopReason: SolveOutcome['stopReason']): void => {
      clearTimeout(timer)
      clearTimeout(deadline)
      const solveMs = performance.now() - startedMs
      const solution = Buffer.from(JSON.stringify({ rank: best, stopReason }))
      resolve({
        solution,
        score: scoreOf(best),
        bound: null,
        gap: null,
        noBoundReason: 'NOT_PROVED',
        boundLeavesOut: [],
        stopReason,
        moves: moves + SOLUTION_MOVES,
        solveMs,
      })
    }
    const fail = (error: Error): void => {
      clearTimeout(timer)
      clearTimeout(deadline)
      reject(error)
    }
    const deadline = setTimeout(() => end('TIME_LIMIT'), (request.maxSeconds ?? maxSeconds) * 1000)
    const goOn = (): void => {
      if (dice.chance(world.weather.dying / 4)) return fail(new Error('The thread of the search died.'))
      if (dice.chance(0.12)) return end('CONVERGED')
      moves += 1
      const rank = moves === 1 && dice.chance(0.2) ? start + dice.between(0, 5) : best - dice.between(1, 30)
      best = Math.min(best, rank)
      onProgress({ elapsedMs: performance.now() - startedMs, score: scoreOf(rank), moves, roster: Int32Array.of(rank) })
      timer = setTimeout(goOn, dice.between(50, 2500))
    }
    timer = setTimeout(goOn, dice.between(1, 1000))
    const handle: SolveHandle = {
      result: promise,
      stop: () => end('STOPPED'),
      cancel: () => fail(new DOMException('The solve was cancelled.', 'AbortError')),
    }
    return handle
  }
}
