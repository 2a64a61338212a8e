/**
 * Where a piece of code runs: as which actor of the simulation, if any. Code that runs as one sees the simulation's clock in the place of the
 * machine's: `setTimeout`, `setInterval`, `Date`, `performance.now`, `AbortSignal.timeout`. All other code, the database driver included, sees
 * the real ones, in the same thread and at the same time.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** What the clock and timers of an actor ask. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** Calls `run` after a while, again and again when `everyMs` is not null. Answers how to stop it. */
  setTimer(timer: { afterMs: number; everyMs: number | null; run: () => void }): () => void
  /** Of the work that is being done, as the database is told. */
  readonly activity: string
}

const here = new AsyncLocalStorage<Surroundings>()

/** The surroundings of the code that asks. Throws outside of the simulation. */
export function mySurroundings(): Surroundings {
  const surroundings = here.getStore()
  if (!surroundings) throw new Error('This code runs outside of the simulation.')
  return surroundings
}

/** Runs `act`, and whatever follows from it, in this surroundings. */
export function runIn<Result>(surroundings: Surroundings, act: () => Result): Result {
  return here.run(surroundings, act)
}

class Timer {
  readonly stop: () => void

  constructor(stop: () => void) {
    this.stop = stop
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}

const RealDate = Date

class SimulatedDate extends RealDate {
  constructor(...given: unknown[]) {
    const surroundings = here.getStore()
    super(...((given.length === 0 && surroundings ? [surroundings.nowMs()] : given) as []))
  }

  static override now(): number {
    return here.getStore()?.nowMs() ?? RealDate.now()
  }
}

/** Gives everything that runs in a surroundings its own clock. Answers how to take it back; without a surroundings nothing changes in between. */
export function installSurroundings(): () => void {
  const real = { Date, setTimeout, clearTimeout, setInterval, clearInterval, now: performance.now, timeout: AbortSignal.timeout }
  const start = (run: () => void, ms: number, kind: 'once' | 'again'): Timer => {
    const surroundings = mySurroundings()
    const afterMs = Math.max(1, ms)
    return new Timer(surroundings.setTimer({ afterMs, everyMs: kind === 'again' ? afterMs : null, run }))
  }
  const stop = (timer: unknown, otherwise: (timer: never) => void): void => {
    if (timer instanceof Timer) timer.stop()
    else otherwise(timer as never)
  }
  Object.assign(globalThis, {
    Date: SimulatedDate,
    setTimeout: Object.assign(
      (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
        here.getStore() ? start(() => run(...given), ms, 'once') : real.setTimeout(run, ms, ...given),
      real.setTimeout,
    ),
    setInterval: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      here.getStore() ? start(() => run(...given), ms, 'again') : real.setInterval(run, ms, ...given),
    clearTimeout: (timer: unknown) => stop(timer, real.clearTimeout),
    clearInterval: (timer: unknown) => stop(timer, real.clearInterval),
  })
  performance.now = () => here.getStore()?.nowMs() ?? real.now.call(performance)
  AbortSignal.timeout = (ms) => {
    if (!here.getStore()) return real.timeout.call(AbortSignal, ms)
    const controller = new AbortController()
    start(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms, 'once')
    return controller.signal
  }
  return () => {
    const { now, timeout, ...globals } = real
    Object.assign(globalThis, globals)
    performance.now = now
    AbortSignal.timeout = timeout
  }
}
