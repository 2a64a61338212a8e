import { stop } from '../../src/jobs/stop.ts'
import { submit } from '../../src/jobs/submit.ts'
import { withdraw } from '../../src/jobs/withdraw.ts'
import { GatewayError } from '../../src/model/errors.ts'
import type { TestCaller } from '../database.ts'
import type { FakeSchedule } from './fake-solver.ts'
import type { SimulatedNode } from './node.ts'
import type { Actor } from './scheduler.ts'
import { runIn } from './surroundings.ts'
import { throwLatencyMs } from './weather.ts'
import type { World } from './world.ts'

/** What a client does in its life, thrown beforehand. */
interface Plan {
  readonly startMs: number
  readonly hasKey: boolean
  /** Sends the submission to two nodes at once. */
  readonly isTwofold: boolean
  readonly hasCallback: boolean
  readonly maxSeconds: number
  readonly queuePriority: number
  readonly later: 'wait' | 'stop' | 'withdraw'
  readonly laterMs: number
}

const MAX_TRIES = 12
const PAUSE_MS = 1500
/** A node that does not answer is taken for dead. */
const PATIENCE_MS = 8000
/** Low, so that a client meets it. */
const QUEUED_PER_DEPARTMENT = 4

/** Submits one schedule to the nodes of the simulation, insists until it has an answer, and may stop or withdraw it then. */
export class SimulatedClient implements Actor {
  readonly name: string
  alive = true
  asleepUntilMs = 0
  cutOffUntilMs = 0
  readonly skewMs = 0
  /** It has nothing more to do. */
  isDone = false
  /** Ids that it was answered. */
  readonly ids = new Set<number>()
  /** It asked for a withdrawal; and the job that it was told is withdrawn. */
  isWithdrawing = false
  withdrawnId: number | null = null
  readonly #world: World
  readonly #nodes: () => readonly SimulatedNode[]
  readonly #caller: TestCaller
  readonly #plan: Plan

  constructor(
    world: World,
    options: { readonly name: string; readonly caller: TestCaller; readonly nodes: () => readonly SimulatedNode[]; readonly stormMs: number },
  ) {
    this.#world = world
    this.name = options.name
    this.#nodes = options.nodes
    this.#caller = options.caller
    this.#plan = throwPlan(world, options.stormMs)
    const live = (): void => {
      void this.#live().finally(() => {
        this.isDone = true
      })
    }
    world.scheduler.after(this.#plan.startMs, 'client comes', () => runIn(world.scheduler.surroundingsOf(this), live), { actor: this })
  }

  /** The client posted with a key, so whatever it was answered is one id. */
  get isPromisedOneId(): boolean {
    return this.#plan.hasKey && !this.isWithdrawing
  }

  async #live(): Promise<void> {
    const copies = this.#plan.isTwofold && this.#plan.hasKey ? 2 : 1
    await Promise.all(
      Array.from({ length: copies }, () =>
        this.#insist(
          'submits',
          (node) => this.#submit(node),
          (id) => this.#keep(id),
        ),
      ),
    )
    const id = [...this.ids][0]
    if (id === undefined || this.#plan.later === 'wait') return
    await this.#pause(this.#plan.laterMs)
    if (this.#plan.later === 'stop') {
      await this.#insist('stops', (node) => stop(node, this.#caller, String(id)))
      return
    }
    this.isWithdrawing = true
    const reply = await this.#insist('withdraws', (node) => withdraw(node, this.#caller, String(id)))
    // A no means that an earlier try was done, whose answer was lost.
    if (reply !== 'no answer') this.withdrawnId = id
  }

  async #submit(node: SimulatedNode): Promise<number> {
    const { maxSeconds, hasKey, hasCallback, queuePriority } = this.#plan
    const schedule: FakeSchedule = { maxSeconds }
    const { job } = await submit(
      { db: node.db, queue: node.queue, key: node.key, queuedPerDepartment: QUEUED_PER_DEPARTMENT },
      {
        caller: this.#caller,
        document: Buffer.from(JSON.stringify(schedule)),
        callback: hasCallback ? { url: 'https://receiver.example/', headerName: 'X-Key', headerValue: 'sesame' } : null,
        termination: { maxSeconds },
        employees: 1,
        shifts: 1,
        warnings: [],
        queuePriority,
        idempotencyKey: hasKey ? this.name : null,
      },
    )
    return job.id
  }

  /** Asks one node after the other until one says yes or no. */
  async #insist<Answer>(
    what: string,
    ask: (node: SimulatedNode) => Promise<Answer>,
    hear: (answer: Answer) => void = () => undefined,
  ): Promise<'yes' | 'no' | 'no answer'> {
    for (let tryNumber = 1; tryNumber <= MAX_TRIES; tryNumber += 1) {
      const node = this.#pickGateway()
      try {
        if (!node) throw new Error('no node takes requests')
        hear(await this.#call(node, what, ask))
        return 'yes'
      } catch (error) {
        if (error instanceof GatewayError && (error.code === 'job-not-found' || error.code === 'job-already-ended')) return 'no'
      }
      await this.#pause(PAUSE_MS)
    }
    return 'no answer'
  }

  #keep(id: number): void {
    this.ids.add(id)
    this.#world.promised.add(id)
  }

  #pickGateway(): SimulatedNode | null {
    const gateways = this.#nodes().filter(({ alive, isStopping, roles }) => alive && !isStopping && roles.includes('gateway'))
    return gateways.length === 0 ? null : this.#world.dice.pick(gateways)
  }

  /** Lets a node do something, as a request over the network that it, or its answer, may not survive. */
  #call<Answer>(node: SimulatedNode, what: string, ask: (node: SimulatedNode) => Promise<Answer>): Promise<Answer> {
    const { scheduler, dice, weather } = this.#world
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const isLost = dice.chance(weather.unanswered)
    const answer = (act: () => void, outcome: string): void => {
      if (!isLost) scheduler.after(throwLatencyMs(dice, this.#world.weather), `${what}: ${outcome}`, act, { actor: this })
    }
    const act = (): void => {
      ask(node).then(
        (value) => answer(() => resolve(value), typeof value === 'number' ? `201 for job ${value}` : 'done'),
        (error: Error) => answer(() => reject(error), error.message),
      )
    }
    scheduler.after(throwLatencyMs(dice, weather), `${this.name} ${what}`, () => runIn(scheduler.surroundingsOf(node), act), { actor: node })
    setTimeout(() => reject(new Error('no answer')), PATIENCE_MS)
    return promise
  }

  #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, ms)
    return promise
  }
}

function throwPlan({ dice }: World, stormMs: number): Plan {
  return {
    startMs: dice.between(0, stormMs / 3),
    hasKey: dice.chance(0.6),
    isTwofold: dice.chance(0.3),
    hasCallback: dice.chance(0.75),
    maxSeconds: dice.between(3, 20),
    queuePriority: dice.between(0, 3),
    later: dice.weigh({ wait: 6, stop: 2, withdraw: 2 }),
    laterMs: dice.between(0, 6000),
  }
}
