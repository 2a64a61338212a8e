import type { QueryResult, QueryResultRow } from 'pg'
import type { NodeRole } from '../../src/model/node.ts'
import type { Habits } from './client.ts'
import { isWriting } from './connections.ts'
import type { Connection, Connections, Look, Outcome } from './connections.ts'
import type { Dice } from './dice.ts'
import { Scheduler } from './scheduler.ts'
import type { Actor } from './scheduler.ts'
import { CALM, throwWeather } from './weather.ts'
import type { Weather } from './weather.ts'

/** What may happen to nodes, with weights. */
export type Troubles = Readonly<Record<'death' | 'sleep' | 'cut off' | 'stop' | 'start' | 'outage', number>>

/** A bug that is put in on purpose, to see that it is found. */
export interface Bug {
  /** The statement as it is sent instead. */
  readonly sql?: (text: string) => string
  /** What becomes of a ticket that is enqueued after statement `lastSql` of its transaction. */
  readonly ticket?: (lastSql: string) => 'written' | 'forgotten' | 'written outside of the transaction'
  /** What becomes of the tickets of several jobs that are stored together: how many are written. */
  readonly tickets?: (count: number) => number
  /** The error that the gateway meets when a group could not be stored. */
  readonly groupError?: (error: unknown) => unknown
  /** Whose rows each statement of a group sees and changes: as it should be when absent. */
  readonly groupReach?: 'of the first'
  /** How long the server keeps a transaction open in which nothing happens. */
  readonly idleTransactionMs?: number
  /** Whether those who asked for a transaction are told of its end before it is committed. */
  readonly commit?: 'not waited for'
  /** What brings it out, in the place of what the seed says: weather, clients, troubles, first nodes, and how long it lasts until it is calm. */
  readonly weather?: Partial<Weather>
  readonly habits?: Partial<Habits>
  readonly troubles?: Troubles
  readonly nodes?: readonly (readonly NodeRole[])[]
  readonly stormMs?: number
}

/** A statement, and who asks for it. */
export interface Statement {
  readonly actor: string
  readonly sql: string
  readonly values: readonly unknown[] | undefined
  /** See `Moment`. */
  readonly settings: string
}

/** How often something happened to submissions that were stored together. */
export interface Tally {
  /** Groups that somebody began to store; and how many submissions the largest that was stored had. */
  groups: number
  largest: number
  /** The connection broke. */
  broken: number
  /** PostgreSQL refused one of them. */
  refused: number
  /** Clients that were told that the queue is full. */
  full: number
}

/** Employees that no column holds: PostgreSQL refuses the statement, and the transaction with it. */
export const UNSTORABLE_EMPLOYEES = 2 ** 40
/** Low, so that a client meets it. */
export const QUEUED_PER_DEPARTMENT = 4
const NOTHING_SEEN: Look = { broken: null, unfinished: 0, undelivered: 0, fullest: 0, missing: 0, entries: [] }

/** What everything in one run of a seed shares. */
export class World {
  readonly scheduler: Scheduler
  readonly connections: Connections
  readonly bug: Bug
  weather: Weather
  /** Jobs of one department that may run at a time. */
  readonly runningPerDepartment: number
  /** Ids that clients have been answered, and the names of these. */
  readonly promised = new Map<number, string>()
  readonly tally: Tally = { groups: 0, largest: 0, broken: 0, refused: 0, full: 0 }
  /** What was committed when the last transaction ended. */
  seen = NOTHING_SEEN
  /** Nodes that are about to look for an entry. */
  readonly looking = { solves: 0, deliveries: 0 }
  /** The first law that was broken. */
  failure: string | null = null
  /** Until then the database cannot be reached; and how many times it went away. */
  outage = { untilMs: 0, count: 0 }
  /** Entries that are not due yet, for which the clock will stop. */
  readonly #alarms = new Set<number>()
  readonly #testaments = new Map<Actor, (() => void)[]>()
  readonly #breakAll: (() => void)[] = []
  /** Errors that PostgreSQL had to answer. */
  readonly #provoked = new WeakSet<object>()

  constructor(seed: number, connections: Connections, bug: Bug) {
    this.scheduler = new Scheduler(seed)
    this.connections = connections
    this.bug = bug
    this.weather = { ...throwWeather(this.dice), ...bug.weather }
    this.runningPerDepartment = this.dice.pick([1, 2, 3])
  }

  get dice(): Dice {
    return this.scheduler.dice
  }

  /** No more faults from now on. */
  calmDown(): void {
    this.weather = CALM
  }

  /** Ends the run: a law is broken. */
  fail(law: string): void {
    this.failure ??= law
  }

  /** Ends what an actor does, at this very moment. */
  kill(actor: Actor, why: string): void {
    if (!actor.alive) return
    actor.alive = false
    this.scheduler.note(actor, `dies: ${why}`)
    for (const act of this.#testaments.get(actor) ?? []) act()
  }

  /** Calls `act` when the actor dies. */
  whenDead(actor: Actor, act: () => void): void {
    this.#testaments.set(actor, [...(this.#testaments.get(actor) ?? []), act])
  }

  /** The database goes away for a while: every transaction that is open is rolled back. */
  startOutage(durationMs: number): void {
    this.outage = { untilMs: this.scheduler.nowMs + durationMs, count: this.outage.count + 1 }
    for (const act of this.#breakAll) act()
  }

  /** Calls `act` when the database goes away. */
  whenOut(act: () => void): void {
    this.#breakAll.push(act)
  }

  /** Calls `use` with a connection without a transaction: at once, or in an event as soon as there is one. */
  acquire(use: (connection: Connection) => void | Promise<void>): void | Promise<void> {
    const free = this.connections.free()
    if (free) return use(free)
    this.connections.whenFree(() => this.scheduler.after(0, 'a connection is free', () => this.acquire(use)))
  }

  /** Does a statement in the transaction that is open. */
  async query<Row extends QueryResultRow>(connection: Connection, sql: string, values: readonly unknown[] = []): Promise<QueryResult<Row>> {
    try {
      return await this.connections.query<Row>(connection, this.bug.sql?.(sql) ?? sql, values)
    } catch (error) {
      connection.isSpoilt ||= values.includes(UNSTORABLE_EMPLOYEES)
      if (connection.isSpoilt) this.#provoked.add(error as Error)
      throw error
    }
  }

  /** Does one statement as a transaction of its own, and tells what came of it, see `Connections.run`. */
  transact<Row extends QueryResultRow>(
    connection: Connection,
    { actor, sql, values, settings }: Statement,
    tell: (outcome: Outcome<QueryResult<Row>>) => void,
  ): Promise<void> {
    const { connections } = this
    const moment = { nowMs: this.scheduler.nowMs, actor, settings }
    const text = this.bug.sql?.(sql) ?? sql
    if (!isWriting(text)) return connections.run(connection, () => connections.readAlone<Row>(connection, moment, text, values), this.checked(tell))
    const write = async (): Promise<QueryResult<Row>> => {
      connections.begin(connection, moment)
      // Both are sent at once. The end of a transaction with an error in it is a rollback.
      const [asked, ended] = await Promise.allSettled([connections.query<Row>(connection, text, values), this.#commitAndLook(connection)])
      if (asked.status === 'rejected') throw asked.reason
      if (ended.status === 'rejected') throw ended.reason
      return asked.value
    }
    return connections.run(connection, write, this.checked(tell))
  }

  /** Commits, and takes note of what is committed then. */
  async commit(connection: Connection): Promise<void> {
    await (connection.hasWritten ? this.#commitAndLook(connection) : this.connections.rollback(connection))
  }

  async #commitAndLook(connection: Connection): Promise<void> {
    const { isOverlapped } = connection
    this.#look(
      await this.connections.commit(connection, { promised: [...this.promised.keys()], runningPerDepartment: this.runningPerDepartment }),
      isOverlapped,
    )
  }

  /** `tell`, and a statement that PostgreSQL refuses ends the run: it is a bug of ours, or the guard has caught one. */
  checked<Value>(tell: (outcome: Outcome<Value>) => void): (outcome: Outcome<Value>) => void {
    return (outcome) => {
      if ('error' in outcome && !this.#provoked.has(outcome.error as Error)) this.fail((outcome.error as Error).message)
      tell(outcome)
    }
  }

  #look(seen: Look, isOverlapped: boolean): void {
    if (seen.broken !== null) this.fail(seen.broken)
    // Side by side two transactions may each leave it to the other; the next sweep notices. One alone must not.
    if (!isOverlapped && seen.missing > Math.max(0, this.seen.missing)) {
      this.fail(`a job may be taken up, but the transaction that made it so left no ticket: ${seen.missing} missing`)
    }
    // Side by side they may pass the limit together, but those of one transaction must not.
    if (!isOverlapped && seen.fullest > Math.max(QUEUED_PER_DEPARTMENT, this.seen.fullest))
      this.fail(`${seen.fullest} jobs of a department wait, of which at most ${QUEUED_PER_DEPARTMENT} may`)
    this.seen = seen
    for (const { id, atMs } of seen.entries) {
      if (atMs <= this.scheduler.nowMs || this.#alarms.has(id)) continue
      this.#alarms.add(id)
      this.scheduler.after(atMs - this.scheduler.nowMs, `entry ${id} is due`, () => undefined)
    }
  }
}
