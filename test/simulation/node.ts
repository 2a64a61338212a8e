import { createBodyBudget } from '../../src/callbacks/body-budget.ts'
import { deliverCallback } from '../../src/callbacks/deliver.ts'
import { runJob } from '../../src/jobs/run-job.ts'
import { startSweeping } from '../../src/jobs/sweep.ts'
import { createSubmit } from '../../src/jobs/submit.ts'
import type { NodeRole } from '../../src/model/node.ts'
import type { Db } from '../../src/storage/db.ts'
import type { GuardedDb, Reach } from '../../src/storage/guarded-db.ts'
import type { Log } from '../../src/storage/log.ts'
import type { SecretKey } from '../../src/storage/seal.ts'
import type { FakeReceivers } from './fake-receivers.ts'
import { createFakeSolver } from './fake-solver.ts'
import { openFaultyDb } from './faulty-db.ts'
import { openFaultyGuardedDb } from './faulty-guarded-db.ts'
import { QueueModel } from './queue-model.ts'
import type { Actor } from './scheduler.ts'
import { runIn } from './surroundings.ts'
import { QUEUED_PER_DEPARTMENT } from './world.ts'
import type { World } from './world.ts'

const SOLVES_AT_A_TIME = 2
const DELIVERIES_AT_A_TIME = 2
const MAX_SKEW_MS = 3000
const CALLBACK_MS = 15_000
/** How long a process does not look at what arrives, because it does something else: mostly, and now and then. */
const BUSY_MS = 4
const VERY_BUSY_MS = 400
const VERY_BUSY_CHANCE = 0.15

/** A process of Turnus: the real use-cases, put together as src/server.ts does. */
export class SimulatedNode implements Actor {
  readonly name: string
  readonly roles: readonly NodeRole[]
  readonly queue: QueueModel
  readonly key: SecretKey
  /** The use-case of its gateway. */
  readonly submit: ReturnType<typeof createSubmit>
  alive = true
  asleepUntilMs = 0
  cutOffUntilMs = 0
  readonly skewMs: number
  /** It takes no requests any more. */
  isStopping = false
  readonly #world: World
  readonly #log: Log
  readonly #db: Db
  readonly #guarded: Pick<GuardedDb, 'within' | 'transaction'>
  #arrived: (() => void)[] = []
  #sweeping: ReturnType<typeof startSweeping> | null = null

  constructor(
    world: World,
    options: { readonly name: string; readonly roles: readonly NodeRole[]; readonly key: SecretKey; readonly receivers: FakeReceivers },
  ) {
    this.#world = world
    this.name = options.name
    this.roles = options.roles
    this.key = options.key
    this.skewMs = world.dice.between(-MAX_SKEW_MS, MAX_SKEW_MS)
    this.#db = openFaultyDb(world, this)
    this.#guarded = openFaultyGuardedDb(world, this)
    this.queue = new QueueModel(world, this)
    this.submit = createSubmit({ db: this.#guarded, queue: this.queue, key: this.key, queuedPerDepartment: QUEUED_PER_DEPARTMENT })
    this.#log = this.#createLog()
    runIn(world.scheduler.surroundingsOf(this), () => this.#start(options.receivers))
  }

  /** What use-cases that a caller asks for are given. */
  of(caller: Reach): { readonly db: Db; readonly queue: QueueModel } {
    return { db: this.#guarded.within(caller), queue: this.queue }
  }

  /** Takes in a request: in one turn of the event loop with all that arrive before the process looks. */
  receive(request: () => void): void {
    const { dice, scheduler } = this.#world
    this.#arrived.push(request)
    if (this.#arrived.length > 1) return
    const look = (): void => {
      for (const act of this.#arrived.splice(0)) act()
    }
    const busyMs = dice.between(0, dice.chance(VERY_BUSY_CHANCE) ? VERY_BUSY_MS : BUSY_MS)
    scheduler.after(busyMs, 'looks at what has arrived', () => runIn(scheduler.surroundingsOf(this), look), { actor: this })
  }

  /** Stops in order: what runs is handed back. */
  stop(): void {
    if (this.isStopping) return
    this.isStopping = true
    const stop = async (): Promise<void> => {
      await this.queue.drain()
      await this.#sweeping?.stop()
      this.#world.kill(this, 'it has stopped in order')
    }
    void runIn(this.#world.scheduler.surroundingsOf(this), stop)
  }

  #start(receivers: FakeReceivers): void {
    const { queue, key, roles } = this
    const { runningPerDepartment } = this.#world
    const means = { db: this.#db, queue, key, log: this.#log, runningPerDepartment }
    if (roles.includes('gateway') || roles.includes('solver')) this.#sweeping = startSweeping(means)
    if (roles.includes('solver')) {
      const running = { ...means, startSolve: createFakeSolver(this.#world), node: this.name, threads: 1, jobMemoryMib: 1024 }
      void queue.workSolves({ concurrency: SOLVES_AT_A_TIME }, (ticket, signal) => runJob(running, ticket, signal))
    }
    if (roles.includes('dispatcher')) {
      const calling = {
        ...means,
        agent: receivers.agentOf(this),
        timeoutMs: CALLBACK_MS,
        bodies: createBodyBudget(),
        random: () => this.#world.dice.between(0, 1e6) / 1e6,
      }
      void queue.workDeliveries({ concurrency: DELIVERIES_AT_A_TIME }, (entry, signal) => deliverCallback(calling, entry, signal))
    }
  }

  #createLog(): Log {
    const write = (context: object, message: string): void => {
      const told = Object.entries(context).map(([key, value]) => `${key} ${value instanceof Error ? value.message : value}`)
      this.#world.scheduler.note(this, `  log: ${message} (${told.join(', ')})`)
    }
    return { info: write, warn: write, error: write }
  }
}
