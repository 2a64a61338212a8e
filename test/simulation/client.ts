import { stop } from '../../src/jobs/stop.ts'
import { withdraw } from '../../src/jobs/withdraw.ts'
import type { TestCaller } from '../database.ts'
import type { FakeSchedule } from './fake-solver.ts'
import type { SimulatedNode } from './node.ts'
import type { Actor } from './scheduler.ts'
import { runIn } from './surroundings.ts'
import { throwLatencyMs } from './weather.ts'
import { UNSTORABLE_EMPLOYEES } from './world.ts'
import type { World } from './world.ts'

/** How the clients of a run are. */
export interface Habits {
  /** How many there are, and whether all are of one department. */
  readonly clients: number
  readonly isOneDepartment: boolean
  /** They come at few moments, several together; else each at its own. */
  readonly isBursty: boolean
  /** Of a client: it posts with a key. */
  readonly keyChance: number
  /** Of a client: it stops or withdraws what it submitted. */
  readonly regretChance: number
  /** All ask the same node, as long as it takes requests. */
  readonly isAtOneNode: boolean
}

/** What a client does in its life, thrown beforehand. */
interface Plan {
  readonly hasKey: boolean
  /** Sends the submission to two nodes at once. */
  readonly isTwofold: boolean
  readonly hasCallback: boolean
  /** PostgreSQL refuses it. */
  readonly isUnstorable: boolean
  readonly maxSeconds: number
  readonly queuePriority: number
  readonly later: 'wait' | 'stop' | 'withdraw'
  readonly laterMs: number
}

const MAX_TRIES = 12
const PAUSE_MS = 1500
/** A node that does not answer is taken for dead. */
const PATIENCE_MS = 8000
const UNSTORABLE_CHANCE = 0.08
/** What PostgreSQL says of a number that is too large, and of whatever is asked after it in its transaction. */
const REFUSALS: ReadonlySet<string> = new Set(['22003', '25P02'])

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
  readonly #habits: Habits
  #tries = 0

  constructor(
    world: World,
    options: {
      readonly name: string
      readonly caller: TestCaller
      readonly nodes: () => readonly SimulatedNode[]
      readonly habits: Habits
      readonly comesAtMs: number
    },
  ) {
    this.#world = world
    this.name = options.name
    this.#nodes = options.nodes
    this.#caller = options.caller
    this.#habits = options.habits
    this.#plan = throwPlan(world, options.habits)
    const live = (): void => {
      void this.#live().finally(() => {
        this.isDone = true
      })
    }
    world.scheduler.after(options.comesAtMs, 'client comes', () => runIn(world.scheduler.surroundingsOf(this), live), { actor: this })
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
      await this.#insist('stops', (node) => stop(node.of(this.#caller), this.#caller, String(id)))
      return
    }
    this.isWithdrawing = true
    const reply = await this.#insist('withdraws', (node) => withdraw(node.of(this.#caller), this.#caller, String(id)))
    // A no means that an earlier try was done, whose answer was lost.
    if (reply !== 'no answer') this.withdrawnId = id
  }

  async #submit(node: SimulatedNode): Promise<number> {
    const { maxSeconds, hasKey, hasCallback, isUnstorable, queuePriority } = this.#plan
    const schedule: FakeSchedule = { maxSeconds }
    this.#tries += 1
    const { job } = await node.submit({
      caller: this.#caller,
      document: Buffer.from(JSON.stringify(schedule)),
      callback: hasCallback ? { url: 'https://receiver.example/', headerName: 'X-Key', headerValue: 'sesame' } : null,
      termination: { maxSeconds },
      employees: isUnstorable ? UNSTORABLE_EMPLOYEES : 1,
      shifts: 1,
      warnings: [],
      queuePriority,
      idempotencyKey: hasKey ? this.name : null,
      // Stored with the job: whose it is, and that one try stores no two.
      traceparent: `${this.name}, try ${this.#tries}`,
    })
    const { id, departmentId } = job
    if (departmentId !== this.#caller.departmentId || job.maxSeconds !== maxSeconds || job.priority !== queuePriority)
      this.#world.fail(`${this.name} was answered job ${id}, which is not as it was submitted`)
    return id
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
        const code = String((error as { code?: unknown }).code)
        if (code === 'queue-full') this.#world.tally.full += 1
        if (code === 'job-not-found' || code === 'job-already-ended') return 'no'
        if (REFUSALS.has(code)) {
          if (!this.#plan.isUnstorable) this.#world.fail(`${this.name} was refused for what another submitted: ${(error as Error).message}`)
          return 'no'
        }
      }
      await this.#pause(PAUSE_MS)
    }
    return 'no answer'
  }

  #keep(id: number): void {
    const { promised } = this.#world
    const other = promised.get(id) ?? this.name
    if (other !== this.name) this.#world.fail(`${this.name} was answered job ${id}, as was ${other}`)
    this.ids.add(id)
    promised.set(id, this.name)
  }

  #pickGateway(): SimulatedNode | null {
    const gateways = this.#nodes().filter(({ alive, isStopping, roles }) => alive && !isStopping && roles.includes('gateway'))
    if (gateways.length === 0 || this.#habits.isAtOneNode) return gateways[0] ?? null
    return this.#world.dice.pick(gateways)
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
    scheduler.after(throwLatencyMs(dice, weather), `${this.name} ${what}`, () => node.receive(act), { actor: node })
    setTimeout(() => reject(new Error('no answer')), PATIENCE_MS)
    return promise
  }

  #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, ms)
    return promise
  }
}

function throwPlan({ dice }: World, { keyChance, regretChance }: Habits): Plan {
  return {
    hasKey: dice.chance(keyChance),
    isUnstorable: dice.chance(UNSTORABLE_CHANCE),
    isTwofold: dice.chance(0.3),
    hasCallback: dice.chance(0.75),
    maxSeconds: dice.between(3, 20),
    queuePriority: dice.between(0, 3),
    later: dice.chance(regretChance) ? dice.pick(['stop', 'withdraw']) : 'wait',
    laterMs: dice.between(0, 6000),
  }
}
