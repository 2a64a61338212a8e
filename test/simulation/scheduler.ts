import { setImmediate as nextImmediate } from 'node:timers/promises'
import { Dice } from './dice.ts'
import { runIn } from './surroundings.ts'
import type { Surroundings } from './surroundings.ts'

/** Something that acts, and may stop doing so: a node, a client. */
export interface Actor {
  readonly name: string
  /** What is not yet done by an actor that is dead is never done. */
  alive: boolean
  /** Until then nothing happens to the actor; then all that came in the meantime does. */
  asleepUntilMs: number
  /** Until then nothing that it sends arrives anywhere. */
  cutOffUntilMs: number
  /** How much its clock is ahead, in milliseconds. */
  readonly skewMs: number
}

/** What is going to happen. */
interface Happening {
  readonly atMs: number
  /** Whom it happens to; null for the world around: the network, the database, the receivers. */
  readonly actor: Actor | null
  /** For the trace. */
  readonly what: string
  readonly kind: 'message' | 'timer' | 'interval'
  /** Awaited: the step lasts until it resolves. It must not wait for anything else that is going to happen. */
  readonly act: () => void | Promise<void>
}

const START_MS = Date.UTC(2026, 0, 5, 8)
/** Chance that what happens at intervals comes late, together with the next thing that happens once; and how late it is at most. */
const SKIP_CHANCE = 0.85
const MAX_LATE_MS = 4000

/**
 * Says what happens next. Everything that the code of a node waits for goes through here: the answer of a statement, a timer, a call. One step is
 * one happening, picked by seed from those that are due, with all that the code of its actor then does until it waits again. When nothing is
 * due the clock goes on. So the seed decides the order of everything, and nothing else does.
 */
export class Scheduler {
  readonly dice: Dice
  /** What happened, a line each. */
  readonly trace: string[] = []
  #nowMs = START_MS
  #happenings: readonly Happening[] = []

  constructor(seed: number) {
    this.dice = new Dice(seed)
  }

  /** Milliseconds since 1970. */
  get nowMs(): number {
    return this.#nowMs
  }

  /** Milliseconds since the beginning. */
  get elapsedMs(): number {
    return this.#nowMs - START_MS
  }

  /** Lets `act` happen after a while, unless its actor is dead by then. Answers how to prevent it. */
  after(delayMs: number, what: string, act: Happening['act'], options: Partial<Pick<Happening, 'actor' | 'kind'>> = {}): () => void {
    const happening: Happening = { atMs: this.#nowMs + delayMs, actor: null, kind: 'message', what, act, ...options }
    this.#happenings = [...this.#happenings, happening]
    return () => this.#drop(happening)
  }

  /** Does the next thing. `patience: 'long'` skips over intervals, as if everybody slept until something else is due. False when there is none. */
  async step(patience: 'short' | 'long'): Promise<boolean> {
    this.#happenings = this.#happenings.filter(({ actor }) => actor?.alive !== false)
    const next = this.#pick() ?? this.#goOn(patience)
    if (!next) return false
    this.#drop(next)
    if (next.kind === 'message') this.note(next.actor, next.what)
    await next.act()
    // Twice: what an immediate of a library sets off is part of the step as well.
    await nextImmediate()
    await nextImmediate()
    return true
  }

  /** The clock and timers of an actor, for what it does under the name of `activity`. */
  surroundingsOf(actor: Actor, activity: string = actor.name): Surroundings {
    const surroundings: Surroundings = {
      activity,
      nowMs: () => this.#nowMs + actor.skewMs,
      setTimer: ({ afterMs, everyMs, run }) => {
        const kind = everyMs === null ? 'timer' : 'interval'
        const fire = (): void => {
          // From now on, not from when it was due: what a node slept through comes once.
          if (everyMs !== null) stop = this.after(everyMs, kind, fire, { actor, kind })
          runIn(surroundings, run)
        }
        let stop = this.after(afterMs, kind, fire, { actor, kind })
        return () => stop()
      },
    }
    return surroundings
  }

  /** Writes a line of the trace. */
  note(actor: Pick<Actor, 'name'> | null, what: string): void {
    this.trace.push(`${(this.elapsedMs / 1000).toFixed(3).padStart(9)}  ${(actor?.name ?? '').padEnd(8)}  ${what}`)
  }

  #drop(happening: Happening): void {
    this.#happenings = this.#happenings.filter((other) => other !== happening)
  }

  #pick(): Happening | null {
    const due = this.#happenings.filter((happening) => dueAtMs(happening) <= this.#nowMs)
    if (due.length === 0) return null
    const picked = this.dice.pick(due)
    if (picked.kind === 'message') return picked
    // The timers of one process go off in order.
    const timers = due.filter(({ actor, kind }) => actor === picked.actor && kind !== 'message')
    return timers.reduce((first, timer) => (timer.atMs < first.atMs ? timer : first))
  }

  #goOn(patience: 'short' | 'long'): Happening | null {
    const nextMs = firstDueMs(this.#happenings)
    const nextOnceMs = firstDueMs(this.#happenings.filter(({ kind }) => kind !== 'interval'))
    const skips = patience === 'long' || (nextOnceMs < nextMs + MAX_LATE_MS && this.dice.chance(SKIP_CHANCE))
    const untilMs = skips ? nextOnceMs : nextMs
    if (untilMs === Infinity) return null
    this.#nowMs = untilMs
    return this.#pick()
  }
}

function dueAtMs({ atMs, actor }: Happening): number {
  return Math.max(atMs, actor?.asleepUntilMs ?? 0)
}

function firstDueMs(happenings: readonly Happening[]): number {
  return Math.min(...happenings.map(dueAtMs))
}
