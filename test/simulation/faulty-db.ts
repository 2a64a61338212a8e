import type { QueryResult, QueryResultRow } from 'pg'
import { explained, IDLE_TRANSACTION_MS } from '../../src/storage/db.ts'
import type { Db, Queryable, Transaction } from '../../src/storage/db.ts'
import type { Connection, Outcome } from './connections.ts'
import type { Actor } from './scheduler.ts'
import { mySurroundings } from './surroundings.ts'
import { throwLatencyMs } from './weather.ts'
import type { World } from './world.ts'

/** What becomes of a request on its way, see weather.ts. */
type Fate = 'fine' | 'unsent' | 'unanswered' | 'overtaken' | 'crash'

type Tell<Value> = (outcome: Outcome<Value>) => void

interface OpenTransaction {
  readonly connection: Connection
  /** The connection broke, as far as the node knows. */
  isBroken: boolean
  /** Committed or rolled back. */
  isOver: boolean
  /** When the last statement was answered. */
  idleSinceMs: number
  /** Ends the watch over an idle transaction. */
  stopWatch: () => void
  /** Resolves when what was sent last has been answered: a connection carries out one statement after the other. */
  last: Promise<void>
}

/** A transaction as the queue sees it. */
export interface WatchedTransaction extends Queryable {
  /** The statement before, as it was given. */
  lastSql: string
}

interface Request<Value> {
  readonly what: string
  /** What may become of it. */
  readonly fates: readonly Fate[]
  /** Does it at the database. */
  readonly arrive: (tell: Tell<Value>) => void | Promise<void>
  /** It never arrives. */
  readonly vanish?: () => void
  /** The transaction that it belongs to: its connection breaks with the request. */
  readonly open?: OpenTransaction
}

/** What the driver says of a connection that broke. */
export const BROKEN = 'Connection terminated unexpectedly'
const ALONE: readonly Fate[] = ['unsent', 'unanswered', 'overtaken', 'crash']
const INSIDE: readonly Fate[] = ['unsent', 'crash']
/** How soon the server notices that a connection is closed; when a whole host goes away nobody closes it. */
const MAX_NOTICE_MS = 2000
/** How late a statement may be done whose connection broke. */
const MAX_LATE_MS = 6000
const HOST_CHANCE = 0.3
const RETRY_MS = 250

/** Opens the pool of one node. Whatever it asks is an event of the scheduler, and may go wrong on the way there and back. */
export function openFaultyDb(world: World, node: Actor): Db {
  return poolOf(openWire(world, node), '')
}

/** The connections of one node to the database, on which transactions begin with the `settings` that they are given. */
export function openWire(world: World, node: Actor): Wire {
  const wire = new Wire(world, node)
  world.whenDead(node, () => wire.abandon())
  world.whenOut(() => wire.breakAll())
  return wire
}

/** The connections as a pool, of which every transaction begins with `settings`. */
export function poolOf(wire: Wire, settings: string): Db {
  return {
    url: 'postgres://simulation',
    query: (sql, values) => explained(wire.queryAlone(settings, sql, values)),
    transaction: (run) => explained(wire.runTransaction(settings, run)),
    close: async () => undefined,
  }
}

export class Wire {
  readonly #world: World
  readonly #node: Actor
  readonly #open = new Set<OpenTransaction>()

  constructor(world: World, node: Actor) {
    this.#world = world
    this.#node = node
  }

  queryAlone<Row extends QueryResultRow>(settings: string, sql: string, values?: readonly unknown[]): Promise<QueryResult<Row>> {
    const statement = { actor: mySurroundings().activity, sql, values, settings }
    return this.#ask({
      what: describe(sql, values),
      fates: ALONE,
      arrive: (tell) => this.#world.acquire((connection) => this.#world.transact<Row>(connection, statement, tell)),
    })
  }

  async runTransaction<Result>(settings: string, run: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const open = await this.#begin(settings)
    try {
      const result = await run(this.#within(open) as unknown as Transaction)
      const committed = this.#commit(open)
      if (this.#world.bug.commit === 'not waited for') committed.catch(() => undefined)
      else await committed
      return result
    } catch (error) {
      await this.#rollback(open)
      throw error
    }
  }

  /** No event of its own: what may go wrong here may as well with the first statement. */
  #begin(settings: string): Promise<OpenTransaction> {
    const { connections, scheduler } = this.#world
    const moment = { actor: mySurroundings().activity, nowMs: scheduler.nowMs, settings }
    const { promise, resolve } = Promise.withResolvers<OpenTransaction>()
    let isAtOnce = true
    void this.#world.acquire((connection) => {
      const open: OpenTransaction = {
        connection,
        isBroken: false,
        isOver: false,
        idleSinceMs: scheduler.nowMs,
        stopWatch: () => undefined,
        last: Promise.resolve(),
      }
      this.#open.add(open)
      connections.begin(connection, moment)
      void this.#watch(open)
      if (!this.#node.alive) this.#break(open)
      else if (isAtOnce) resolve(open)
      else scheduler.after(0, 'has a connection', () => resolve(open), { actor: this.#node })
    })
    isAtOnce = false
    return promise
  }

  #within(open: OpenTransaction): WatchedTransaction {
    const { connections, scheduler } = this.#world
    const arrive = <Row extends QueryResultRow>(sql: string, values: readonly unknown[] | undefined, tell: Tell<QueryResult<Row>>): Promise<void> =>
      connections.run(
        open.connection,
        () => this.#world.query<Row>(open.connection, sql, values),
        this.#world.checked((outcome) => {
          open.idleSinceMs = scheduler.nowMs
          tell(outcome)
        }),
      )
    const tx: WatchedTransaction = {
      lastSql: '',
      query: async <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => {
        if (open.isBroken) throw new Error(BROKEN)
        tx.lastSql = sql
        const asked = open.last.then(() => {
          if (open.isBroken) throw new Error(BROKEN)
          return this.#ask<QueryResult<Row>>({
            what: `  ${describe(sql, values)}`,
            fates: INSIDE,
            arrive: (tell) => (open.isOver ? tell({ error: new Error(BROKEN) }) : arrive(sql, values, tell)),
            vanish: () => this.#break(open),
          })
        })
        open.last = asked.then(
          () => undefined,
          () => undefined,
        )
        return asked
      },
    }
    return tx
  }

  #commit(open: OpenTransaction): Promise<void> {
    const { connections } = this.#world
    return this.#ask<void>({
      what: 'commit',
      fates: ALONE,
      arrive: async (tell) => {
        if (open.isOver) return tell({ error: new Error(BROKEN) })
        this.#close(open)
        await connections.run(open.connection, () => this.#world.commit(open.connection), this.#world.checked(tell))
      },
      vanish: () => this.#break(open),
      open,
    })
  }

  async #rollback(open: OpenTransaction): Promise<void> {
    await open.last
    if (open.isBroken || open.isOver) return
    await this.#ask<void>({ what: 'rollback', fates: [], arrive: async (tell) => this.#rollBackAtServer(open, () => tell({ value: undefined })) })
  }

  /** Sends a request over the network, and lets its answer come back. */
  #ask<Value>({ what, fates, arrive, vanish, open }: Request<Value>): Promise<Value> {
    const { scheduler, dice, weather } = this.#world
    const { promise, resolve, reject } = Promise.withResolvers<Value>()
    const fate = this.#throwFate(fates)
    const [thereMs, backMs] = [throwLatencyMs(dice, weather), throwLatencyMs(dice, weather)]
    const isSent = dice.chance(0.5)
    const answer = (outcome: Outcome<Value>): void => {
      const [said, act] =
        'error' in outcome
          ? [(outcome.error as Error).message, () => reject(outcome.error)]
          : [summarize(outcome.value), () => resolve(outcome.value)]
      scheduler.after(backMs, `${what}: ${said}`, act, { actor: this.#node })
    }
    const lost = (): void => {
      if (open) open.isBroken = true
      answer({ error: new Error(BROKEN) })
    }
    scheduler.after(thereMs, `${this.#node.name} ${what}${fate === 'fine' ? '' : `, ${fate}`}`, async () => {
      const { outage } = this.#world
      const isUnreachable = scheduler.nowMs < Math.max(outage.untilMs, this.#node.cutOffUntilMs)
      if (fate === 'unsent' || isUnreachable || (!this.#node.alive && !isSent)) {
        vanish?.()
        lost()
      } else if (fate === 'overtaken') {
        lost()
        const arriveLate = (): void | Promise<void> => (this.#world.outage.count === outage.count ? arrive(() => undefined) : undefined)
        scheduler.after(dice.between(1, MAX_LATE_MS), `${this.#node.name} ${what}, overtaken`, arriveLate)
      } else if (fate === 'crash') {
        this.#world.kill(this.#node, 'with a request on its way')
        await arrive(() => undefined)
      } else await arrive(fate === 'unanswered' ? lost : answer)
    })
    return promise
  }

  #throwFate(fates: readonly Fate[]): Fate {
    const { dice, weather } = this.#world
    return fates.find((fate) => fate !== 'fine' && dice.chance(weather[fate])) ?? 'fine'
  }

  /** The node is dead: the server rolls back what it had open, once it notices. A commit that is on its way may be faster. */
  abandon(): void {
    if (!this.#world.dice.chance(HOST_CHANCE)) this.breakAll()
  }

  breakAll(): void {
    for (const open of this.#open) this.#break(open)
  }

  #break(open: OpenTransaction): void {
    const { scheduler, dice } = this.#world
    open.isBroken = true
    scheduler.after(dice.between(0, MAX_NOTICE_MS), `${this.#node.name} rolled back: the connection broke`, () =>
      this.#rollBackAtServer(open, () => undefined),
    )
  }

  /** The server rolls back a transaction in which nothing happens, because its node sleeps or its host is gone. */
  async #watch(open: OpenTransaction): Promise<void> {
    const { scheduler, bug } = this.#world
    const idleMs = bug.idleTransactionMs ?? IDLE_TRANSACTION_MS
    const leftMs = open.connection.isBlocked ? idleMs : idleMs - (scheduler.nowMs - open.idleSinceMs)
    if (leftMs > 0) {
      open.stopWatch = scheduler.after(leftMs, 'a transaction is looked at', () => this.#watch(open))
      return
    }
    scheduler.note(null, `${this.#node.name} rolled back: its transaction lay idle`)
    open.isBroken = true
    await this.#rollBackAtServer(open, () => undefined)
  }

  #close(open: OpenTransaction): void {
    open.isOver = true
    open.stopWatch()
    this.#open.delete(open)
  }

  async #rollBackAtServer(open: OpenTransaction, tell: () => void): Promise<void> {
    const { connections, scheduler } = this.#world
    if (open.isOver) return tell()
    // A server that waits for a lock does not see that its client is gone.
    if (open.connection.isBlocked) return void scheduler.after(RETRY_MS, 'blocked', () => this.#rollBackAtServer(open, tell))
    this.#close(open)
    await connections.run(open.connection, () => connections.rollback(open.connection), tell)
  }
}

const texts = new Map<string, string>()

/** A statement as the trace has it: its beginning, and the numbers that it was given. */
function describe(sql: string, values: readonly unknown[] = []): string {
  let text = texts.get(sql)
  if (text === undefined) texts.set(sql, (text = sql.replaceAll(/\s+/g, ' ').trim().slice(0, 90)))
  return `${text} [${values.filter((value) => typeof value === 'number').join(', ')}]`
}

function summarize(answer: unknown): string {
  const { rows, rowCount } = (answer ?? {}) as Partial<QueryResult>
  return rowCount === undefined || rowCount === null ? 'done' : `${rows?.length ? `${rows.length} rows` : rowCount}`
}
