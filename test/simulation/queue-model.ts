import type { Queryable } from '../../src/storage/db.ts'
import type { QueuedDelivery } from '../../src/storage/deliveries.ts'
import type { Queue, Ticket } from '../../src/storage/queue.ts'
import { BROKEN, openFaultyDb } from './faulty-db.ts'
import type { WatchedTransaction } from './faulty-db.ts'
import type { Actor } from './scheduler.ts'
import { runIn } from './surroundings.ts'
import type { QueueName } from './connections.ts'
import type { World } from './world.ts'

/** An entry that a node has taken. */
interface Taken {
  readonly id: number
  /** The delivery; null for a ticket. */
  readonly subject: number | null
  /** Which entry of the delivery it is; null for a ticket. */
  readonly number: number | null
}

/** One taking of an entry out of the queue. */
interface Taking {
  readonly mark: string
  /** `lost`: no heartbeats are sent for it, if there is anything. */
  state: 'worked on' | 'lost' | 'over'
  readonly lost: AbortController
}

/** How a node works on one kind of entry. */
interface Work {
  readonly concurrency: number
  readonly run: (entry: Ticket & Pick<Taken, 'subject' | 'number'>, signal: AbortSignal) => Promise<void>
  running: number
  /** It is about to look for the next entry. */
  isLooking: boolean
  /** After a look that failed it waits. */
  restUntilMs: number
}

const DRAIN_MS = 3200
const POLLING_MS = 2000
const VAIN_CHANCE = 0.02
/** Between the last heartbeat for an entry and its being given out again. */
const FORGOTTEN_MS: readonly [number, number] = [10_000, 13_000]
/** What the queue says of how many entries wait is as old as this at most. */
const STALE_MS = 1500

/**
 * The queue as one node sees it: a model of src/storage/queue.ts and of pg-boss below it. Entries are rows that are written in the transaction
 * of the caller. A node takes one out when it hears of it or by polling; one whose node died, slept or did not hear that it got it is given out
 * again; some are given out twice for no reason.
 */
export class QueueModel implements Queue {
  readonly #world: World
  readonly #node: Actor
  readonly #db: ReturnType<typeof openFaultyDb>
  readonly #works = new Map<QueueName, Work>()
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()
  #taken = 0

  constructor(world: World, node: Actor) {
    this.#world = world
    this.#node = node
    this.#db = openFaultyDb(world, node)
  }

  async enqueueSolve(tx: Queryable, count = 1): Promise<void> {
    const { bug, tally } = this.#world
    tally.largest = Math.max(tally.largest, count)
    const written = bug.tickets?.(count) ?? count
    // A group's is no watched one.
    const fate = bug.ticket?.((tx as Partial<WatchedTransaction>).lastSql ?? '') ?? 'written'
    if (fate === 'written') await insert(tx, 'solves', { count: written })
    else if (fate !== 'forgotten') void insert(this.#db, 'solves', { count: written }).catch(() => undefined)
  }

  async enqueueDelivery(tx: Queryable, { id, queueNumber }: QueuedDelivery, { delayMs = 0 }: { readonly delayMs?: number } = {}): Promise<void> {
    await insert(tx, 'deliveries', { subject: id, number: queueNumber, delayMs })
  }

  async isOutOfTickets(): Promise<boolean> {
    const { dice, scheduler, weather } = this.#world
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const isLost = dice.chance(weather.unsent)
    const answer = !this.#world.seen.entries.some(({ queue, isTaken }) => queue === 'solves' && !isTaken)
    const tell = (): void => (isLost ? reject(new Error(BROKEN)) : resolve(answer))
    scheduler.after(dice.between(0, dice.chance(0.2) ? STALE_MS : 2), 'tickets counted', tell, { actor: this.#node })
    return promise
  }

  async workSolves({ concurrency }: { readonly concurrency: number }, run: Parameters<Queue['workSolves']>[1]): Promise<void> {
    this.#works.set('solves', { concurrency, run, running: 0, isLooking: false, restUntilMs: 0 })
  }

  async workDeliveries({ concurrency }: { readonly concurrency: number }, work: Parameters<Queue['workDeliveries']>[1]): Promise<void> {
    const run: Work['run'] = ({ subject, number, settle }, signal) => work({ id: subject!, queueNumber: number!, settle }, signal)
    this.#works.set('deliveries', { concurrency, run, running: 0, isLooking: false, restUntilMs: 0 })
  }

  async drain(): Promise<void> {
    this.#stopping.abort()
    const { promise: tooLong, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, DRAIN_MS)
    await Promise.race([Promise.all(this.#running), tooLong])
  }

  async stop(): Promise<void> {
    await this.drain()
  }

  /** Lets the node look for what is due. To be called after every step; does nothing when there is nothing to do. */
  notice(): void {
    const { dice, scheduler, seen, weather } = this.#world
    if (seen.entries.length === 0 || !this.#isAwake() || this.#stopping.signal.aborted) return
    for (const [name, work] of this.#works) {
      if (work.isLooking || work.running >= work.concurrency || scheduler.nowMs < work.restUntilMs) continue
      const due = seen.entries.filter(({ queue, isTaken, atMs }) => queue === name && !isTaken && atMs <= scheduler.nowMs)
      // Now and then one more looks than there is to find.
      if (due.length === 0 || (this.#world.looking[name] >= due.length && !dice.chance(VAIN_CHANCE))) continue
      const waitMs = dice.between(0, dice.chance(weather.unheard) ? POLLING_MS : 20)
      work.isLooking = true
      this.#world.looking[name] += 1
      const look = (): void => {
        this.#world.looking[name] -= 1
        if (!this.#isAwake()) work.isLooking = false
        else void runIn(scheduler.surroundingsOf(this.#node), () => this.#takeNext(name, work))
      }
      scheduler.after(waitMs, `${this.#node.name} looks for ${name}`, look)
    }
  }

  #isAwake(): boolean {
    return this.#node.alive && this.#node.asleepUntilMs <= this.#world.scheduler.nowMs
  }

  async #takeNext(name: QueueName, work: Work): Promise<void> {
    const mark = `${this.#node.name}/${(this.#taken += 1)}`
    const taking: Taking = { mark, state: 'lost', lost: new AbortController() }
    // From here on: an entry may be taken although the answer never arrives, or nobody is there any more who could hear it.
    this.#watch(taking)
    try {
      const { rows } = await this.#db.query<Taken>(TAKE, [name, mark])
      if (!rows[0]) taking.state = 'over'
      else if (!this.#stopping.signal.aborted) this.#start(work, taking, rows[0])
    } catch {
      work.restUntilMs = this.#world.scheduler.nowMs + POLLING_MS
    } finally {
      work.isLooking = false
    }
  }

  #start(work: Work, taking: Taking, taken: Taken): void {
    work.running += 1
    taking.state = 'worked on'
    const running = this.#workOn(work, taking, taken).finally(() => {
      work.running -= 1
      this.#running.delete(running)
    })
    this.#running.add(running)
  }

  async #workOn(work: Work, taking: Taking, { id, subject, number }: Taken): Promise<void> {
    const settle = async (tx: Queryable): Promise<void> => {
      await tx.query(SETTLE, [id])
    }
    const signal = AbortSignal.any([this.#stopping.signal, taking.lost.signal])
    // Named after the taking, so that the guard in the database can tell two pieces of work of one node apart.
    const surroundings = this.#world.scheduler.surroundingsOf(this.#node, taking.mark)
    await runIn(surroundings, async () => {
      const isDone = await work.run({ subject, number, settle }, signal).then(
        () => true,
        () => false,
      )
      try {
        // Most are settled by now, so that this would change nothing.
        if (this.#world.seen.entries.some((entry) => entry.id === id)) await this.#db.query(isDone ? SETTLE : GIVE_BACK, [id])
        taking.state = 'over'
      } catch {
        taking.state = 'lost'
      }
    })
  }

  /** Gives out again what was taken in this taking, once heartbeats for it stay away. */
  #watch(taking: Taking): void {
    const { dice, scheduler, weather } = this.#world
    const isDoubled = dice.chance(weather.doubled)
    let looks = 0
    const look = async (): Promise<void> => {
      if (taking.state === 'over') return
      if (taking.state === 'worked on' && this.#isAwake() && !isDoubled)
        return void scheduler.after(dice.between(...FORGOTTEN_MS), 'heartbeats', look)
      const statement = { actor: 'queue', sql: FORGET, values: [taking.mark], settings: '' }
      await this.#world.acquire((connection) => this.#world.transact(connection, statement, () => undefined))
      // Once more, because the taking itself may have been overtaken.
      if ((looks += 1) < 2) scheduler.after(dice.between(...FORGOTTEN_MS), 'heartbeats', look)
      // pg-boss tells the node, when it can.
      if (dice.chance(0.5)) scheduler.after(0, `told that ${taking.mark} is lost`, () => taking.lost.abort(), { actor: this.#node })
    }
    scheduler.after(dice.between(...FORGOTTEN_MS), `heartbeats of ${taking.mark} are missed`, look)
  }
}

async function insert(db: Queryable, name: QueueName, entry: { subject?: number; number?: number; delayMs?: number; count?: number }): Promise<void> {
  await db.query(INSERT, [name, entry.subject ?? null, entry.number ?? null, entry.delayMs ?? 0, entry.count ?? 1])
}

const INSERT = `
  insert into simulation.entries (queue, subject, number, start_after)
  select $1, $2, $3, now() + make_interval(secs => $4 / 1000.0) from generate_series(1, $5)`
const TAKE = `
  update simulation.entries set taken_by = $2
   where id = (select id from simulation.entries where queue = $1 and taken_by is null and start_after <= now() order by id limit 1 for update skip locked)
  returning id, subject, number`
// As pg-boss does it: whoever has it, as long as somebody has.
const SETTLE = 'delete from simulation.entries where id = $1 and taken_by is not null'
const GIVE_BACK = 'update simulation.entries set taken_by = null where id = $1 and taken_by is not null'
const FORGET = 'update simulation.entries set taken_by = null where taken_by = $1'
