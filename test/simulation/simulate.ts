/**
 * The simulation of Turnus: many nodes around one database, everything that can go wrong between them, and the invariants of ARCHITECTURE.md looked
 * at after every transaction.
 *
 * What is real: the use-cases of src/jobs and src/callbacks, their SQL, and the PostgreSQL that runs it. What is not:
 *
 *   scheduler.ts       decides by seed what happens next, and goes on with the clock when nothing is due
 *   surroundings.ts    gives the code of a node that clock, in the place of the machine's
 *   connections.ts     runs the statements, one at a time, in transactions that may be open side by side
 *   schema.sql         now() as the scheduler has it, and a guard over every change of a job
 *   look.sql           the laws that hold after every transaction
 *   faulty-db.ts       the pool of a node: requests that come late, get lost, or are done although their answer is lost
 *   faulty-guarded-db.ts    the same as turnus_gateway, for what callers ask of it
 *   queue-model.ts     a model of the queue: entries in the caller's transaction, given out at least once
 *   fake-solver.ts, fake-receivers.ts, client.ts, node.ts    who takes part
 *   weather.ts         how much goes wrong
 *
 * A run: clients come, nodes do their work, die, sleep, stop and come back, for some tens of seconds of the simulation's time. Then the weather
 * calms down, and everything has to come to its end: each job ended, each callback delivered or given up.
 *
 * `npm run simulate` tries 10,000 seeds (TURNUS_SIMULATIONS) and names the first that fails; TURNUS_SIMULATION_SEED repeats one with its trace.
 */
import type { NodeRole } from '../../src/model/node.ts'
import type { SecretKey } from '../../src/storage/seal.ts'
import type { TestCaller } from '../database.ts'
import { SimulatedClient } from './client.ts'
import type { Habits } from './client.ts'
import type { Connections } from './connections.ts'
import type { Dice } from './dice.ts'
import { FakeReceivers } from './fake-receivers.ts'
import { findUnfinished } from './last-look.ts'
import { SimulatedNode } from './node.ts'
import { World } from './world.ts'
import type { Bug, Tally, Troubles } from './world.ts'

/** What seeds are tried on: one after the other, each on empty tables. */
export interface Stage {
  readonly connections: Connections
  readonly key: SecretKey
  /** The departments that the clients belong to. */
  readonly callers: readonly TestCaller[]
}

/** How a seed went. */
export interface Report {
  readonly seed: number
  /** The law that was broken; null when all is well. */
  readonly failure: string | null
  readonly steps: number
  readonly tally: Tally
  /** What happened, a line each. */
  readonly trace: readonly string[]
}

const ROLE_SETS: readonly (readonly NodeRole[])[] = [
  ['gateway', 'solver', 'dispatcher'],
  ['gateway', 'solver', 'dispatcher'],
  ['gateway', 'solver', 'dispatcher'],
  ['gateway'],
  ['solver'],
  ['gateway', 'dispatcher'],
]
const ALL_ROLES: readonly NodeRole[] = ['gateway', 'solver', 'dispatcher']
/** What happens to nodes, and how often beside one another. */
const TROUBLES: Troubles = { death: 2, sleep: 4, 'cut off': 3, stop: 4, start: 3, outage: 1 }
/** Of a run: its clients come in bursts; and in how many at most. */
const BURST_CHANCE = 0.8
const MAX_BURSTS = 2
/** No run that comes to its end takes as many. */
const MAX_STEPS = 20_000
/** Enough for everything that a node does at intervals. */
const REGAIN_MS = 5000
/** Once it is calm every job ends within this time, and every delivery within the longest wait of the timetable. */
const JOBS_END_MS = 3 * 60_000
const DELIVERIES_END_MS = 30 * 3_600_000

/** Runs one seed. `bug` is put into the program first, to see whether it is found. */
export async function simulate(stage: Stage, seed: number, bug: Bug = {}): Promise<Report> {
  await stage.connections.reset()
  const world = new World(seed, stage.connections, bug)
  const run = new Simulation(world, stage)
  const steps = await run.play()
  return { seed, failure: world.failure, steps, tally: world.tally, trace: world.scheduler.trace }
}

class Simulation {
  readonly #world: World
  readonly #stage: Stage
  readonly #receivers: FakeReceivers
  readonly #nodes: SimulatedNode[] = []
  readonly #clients: readonly SimulatedClient[]
  readonly #stormMs: number
  #isCalm = false

  constructor(world: World, stage: Stage) {
    const { dice } = world
    this.#world = world
    this.#stage = stage
    this.#receivers = new FakeReceivers(world)
    this.#stormMs = world.bug.stormMs ?? dice.between(6000, 22_000)
    for (const roles of world.bug.nodes ?? this.#throwNodes()) this.#startNode(roles)
    const habits = { ...throwHabits(dice), ...world.bug.habits }
    const throwMoment = (): number => dice.between(0, this.#stormMs / 3)
    const burstsMs = Array.from({ length: dice.between(1, MAX_BURSTS + 1) }, throwMoment)
    const callers = habits.isOneDepartment ? stage.callers.slice(0, 1) : stage.callers
    this.#clients = Array.from({ length: habits.clients }, (_, i) => {
      const options = {
        name: `client${i + 1}`,
        caller: dice.pick(callers),
        nodes: () => this.#nodes,
        habits,
        comesAtMs: habits.isBursty ? dice.pick(burstsMs) : throwMoment(),
      }
      return new SimulatedClient(world, options)
    })
    for (let i = dice.between(0, 8); i > 0; i -= 1) this.#planTrouble(dice.between(0, this.#stormMs), world.bug.troubles ?? TROUBLES)
  }

  /** Plays until everything has come to its end, or a law is broken; answers the number of steps. */
  async play(): Promise<number> {
    const world = this.#world
    world.scheduler.after(this.#stormMs, 'the weather calms down', () => this.#calmDown())
    let steps = 0
    while (world.failure === null && !this.#isOver()) {
      steps += 1
      if (!(await world.scheduler.step(this.#isWorking() ? 'short' : 'long'))) world.fail('nothing happens any more')
      for (const { queue } of this.#nodes) queue.notice()
      this.#demandEnd(steps)
    }
    if (world.failure === null) {
      const unfinished = await findUnfinished(world.connections, { clients: this.#clients, received: this.#receivers.received })
      if (unfinished !== null) world.fail(unfinished)
    }
    return steps
  }

  #isOver(): boolean {
    return this.#isCalm && !this.#isWorking() && this.#world.seen.undelivered === 0
  }

  /** Jobs and clients are not done yet, or a node that was away has not had the time to do what it believes to be its work. */
  #isWorking(): boolean {
    const { seen, scheduler } = this.#world
    const backMs = Math.max(...this.#nodes.filter(({ alive }) => alive).map((node) => Math.max(node.asleepUntilMs, node.cutOffUntilMs)))
    return seen.unfinished > 0 || this.#clients.some(({ isDone }) => !isDone) || scheduler.nowMs < backMs + REGAIN_MS
  }

  #demandEnd(steps: number): void {
    const { scheduler, seen } = this.#world
    const calmMs = scheduler.elapsedMs - this.#stormMs
    if (steps > MAX_STEPS) this.#world.fail(`not over after ${MAX_STEPS} steps`)
    if (calmMs > JOBS_END_MS && seen.unfinished > 0)
      this.#world.fail(`${seen.unfinished} jobs have not ended after ${JOBS_END_MS / 1000} calm seconds`)
    if (calmMs > DELIVERIES_END_MS) this.#world.fail(`${seen.undelivered} deliveries are pending after ${DELIVERIES_END_MS / 1000} calm seconds`)
  }

  #throwNodes(): readonly (readonly NodeRole[])[] {
    const { dice } = this.#world
    return Array.from({ length: dice.between(1, 4) }, () => dice.pick(ROLE_SETS))
  }

  #startNode(roles: readonly NodeRole[]): void {
    const name = `node${this.#nodes.length + 1}`
    this.#nodes.push(new SimulatedNode(this.#world, { name, roles, key: this.#stage.key, receivers: this.#receivers }))
    this.#world.scheduler.note({ name }, `starts as ${roles.join(', ')}`)
  }

  /** Something happens to a node. */
  #planTrouble(atMs: number, troubles: Troubles): void {
    const { dice, scheduler } = this.#world
    const kind = dice.weigh(troubles)
    scheduler.after(atMs, `trouble: ${kind}`, () => {
      if (kind === 'outage') return this.#world.startOutage(dice.between(100, 8000))
      const alive = this.#nodes.filter((node) => node.alive && !node.isStopping)
      if (kind === 'start' || alive.length === 0) return this.#startNode(dice.pick(ROLE_SETS))
      const node = dice.pick(alive)
      if (kind === 'death') this.#world.kill(node, 'killed')
      else if (kind === 'sleep') node.asleepUntilMs = scheduler.nowMs + this.#throwAbsenceMs()
      else if (kind === 'cut off') node.cutOffUntilMs = scheduler.nowMs + this.#throwAbsenceMs()
      else node.stop()
    })
  }

  /** Mostly a little longer than a lease: the node comes back when another has its work, and does not know it. */
  #throwAbsenceMs(): number {
    const { dice } = this.#world
    return dice.chance(0.7) ? dice.between(10_000, 18_000) : dice.between(500, 10_000)
  }

  #calmDown(): void {
    this.#isCalm = true
    this.#world.calmDown()
    this.#startNode(ALL_ROLES)
    this.#startNode(ALL_ROLES)
  }
}

function throwHabits(dice: Dice): Habits {
  return {
    clients: dice.between(2, 8),
    isOneDepartment: dice.chance(0.3),
    isBursty: dice.chance(BURST_CHANCE),
    keyChance: dice.pick([0, 0.1, 0.8]),
    isAtOneNode: dice.chance(0.7),
    regretChance: 0.4,
  }
}
