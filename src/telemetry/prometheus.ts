import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { STOP_REASONS } from '../model/job.ts'
import type { NodeRole } from '../model/node.ts'
import type { Workload } from '../model/workload.ts'
import { addWorkloadGauges } from './workload-gauges.ts'
import type { Measures } from './measures.ts'

/** How many connections of a pool there are. */
export interface PoolUse {
  /** Open, in use or not. */
  readonly open: number
  readonly idle: number
  /** Who waits for one. */
  readonly waiting: number
}

/** This process, as its metrics tell it. */
export interface MeasuredNode {
  readonly name: string
  readonly version: string
  readonly roles: readonly NodeRole[]
  /** Solver threads; 0 when it is no solver. */
  readonly threads: number
}

/** The metrics of one process. docs/metrics.md lists them; a test keeps it equal. */
export interface Prometheus {
  readonly measures: Measures
  /** Adds a pool of connections under a name of ours. */
  watchPool(name: 'work' | 'requests', use: () => PoolUse): void
  /** Says how to ask what the whole database has to do, which is asked at each reading. */
  watchDatabase(read: () => Promise<Workload>): void
  /** Says how to ask whether the database stores what this process gives it. */
  watchStoring(isStoring: () => boolean): void
  /** Every metric as it is now, in the text format of Prometheus. Never rejects because of the database: see `turnus_database_up`. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>
  /** Every metric, in the order of their names. */
  describe(): readonly MetricDescription[]
}

/** A metric, without its values. */
export interface MetricDescription {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary'
  readonly labels: readonly string[]
}

/** Bounds in seconds, each for what it measures: an answer; a search of at most an hour; a wait in the queue; a call of at most 15 s. */
const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const SOLVE_SECONDS = [0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600]
const WAIT_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14_400]
const CALL_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 15, 30]
/** Shares: a gap of 0 is an optimum, and 0.02 the 2 % at which many end a search. */
const GAPS = [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1]

/** Methods that a label may name; what else a client makes up is `other`. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Makes the metrics of this process. */
export function createPrometheus(node: MeasuredNode): Prometheus {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addNodeGauges(registry, node)
  const watchDatabase = addWorkloadGauges(registry)
  return {
    measures: {
      ...measureRequests(registry),
      ...measureJobs(registry),
      ...measureCallbacks(registry),
    },
    watchPool: watchPools(registry),
    watchDatabase,
    watchStoring: watchStoring(registry),
    async read() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
    describe: () => describeMetrics(registry),
  }
}

function describeMetrics(registry: Registry): readonly MetricDescription[] {
  // The types of the library leave out what each of its metrics has.
  const metrics = registry.getMetricsAsArray() as unknown as readonly {
    name: string
    type: MetricDescription['type']
    labelNames: readonly string[]
  }[]
  return metrics.map(({ name, type, labelNames }) => ({ name, type, labels: labelNames })).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function addNodeGauges(registry: Registry, { name, version, roles, threads }: MeasuredNode): void {
  const registers = [registry]
  new Gauge({ name: 'turnus_node', help: 'Always 1: which process this is.', labelNames: ['node', 'version', 'roles'], registers }).set(
    { node: name, version, roles: roles.join(',') },
    1,
  )
  new Gauge({ name: 'turnus_solver_threads', help: 'Searches that this node runs side by side at most; 0 when it is no solver.', registers }).set(
    threads,
  )
}

function measureRequests(registry: Registry): Pick<Measures, 'requestAnswered'> {
  const registers = [registry]
  const answered = new Counter({
    name: 'turnus_http_requests_total',
    help: 'Requests answered, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'turnus_http_request_seconds',
    help: 'From the head of a request to the end of its answer; event streams are not in it.',
    labelNames: ['method', 'route'],
    buckets: ANSWER_SECONDS,
    registers,
  })
  return {
    requestAnswered(request) {
      const at = { method: METHODS.has(request.method) ? request.method : 'other', route: request.route ?? 'none' }
      answered.inc({ ...at, status: String(request.status) })
      if (request.seconds !== null) seconds.observe(at, request.seconds)
    },
  }
}

function measureJobs(registry: Registry): Omit<Measures, 'requestAnswered' | 'callbackTried'> {
  const registers = [registry]
  const submissions = new Counter({
    name: 'turnus_submissions_total',
    help: 'Submissions answered with an identifier: stored, or replayed by their idempotency key.',
    labelNames: ['outcome'],
    registers,
  })
  const searching = new Gauge({ name: 'turnus_searches', help: 'Attempts that run on this node.', registers })
  const attempts = new Counter({
    name: 'turnus_attempts_total',
    help: 'Attempts that ended on this node, by how.',
    labelNames: ['outcome'],
    registers,
  })
  const failed = new Counter({ name: 'turnus_jobs_failed_total', help: 'Jobs that this node ended as FAILED.', registers })
  const waits = new Histogram({
    name: 'turnus_queue_wait_seconds',
    help: 'From the submission of a job to its first attempt.',
    buckets: WAIT_SECONDS,
    registers,
  })
  const solves = measureSolved(registry)
  for (const outcome of ['stored', 'replayed']) submissions.inc({ outcome }, 0)
  for (const outcome of ['solved', 'crashed', 'lost', 'aborted']) attempts.inc({ outcome }, 0)
  return {
    submissionStored: (outcome) => submissions.inc({ outcome }),
    attemptBegan(waitedSeconds) {
      searching.inc()
      if (waitedSeconds !== null) waits.observe(waitedSeconds)
    },
    attemptEnded(outcome) {
      searching.dec()
      attempts.inc({ outcome })
    },
    jobSolved: solves,
    jobFailed: () => failed.inc(),
  }
}

function measureSolved(registry: Registry): Measures['jobSolved'] {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'turnus_solve_seconds',
    help: 'Time searched for a job until it was solved, over all attempts, by stop reason.',
    labelNames: ['stop_reason'],
    buckets: SOLVE_SECONDS,
    registers,
  })
  const gaps = new Histogram({
    name: 'turnus_solve_gap_ratio',
    help: 'Proved gap of solved jobs, 0 for an optimum; jobs without a bound are not in it.',
    buckets: GAPS,
    registers,
  })
  const unbounded = new Counter({ name: 'turnus_solves_without_bound_total', help: 'Solved jobs for which no bound was proved.', registers })
  for (const stopReason of STOP_REASONS) seconds.zero({ stop_reason: stopReason })
  return ({ stopReason, seconds: took, gap }) => {
    seconds.observe({ stop_reason: stopReason }, took)
    if (gap === null) unbounded.inc()
    else gaps.observe(gap)
  }
}

/** Counters begin at 0, as far as their labels are known: what Prometheus sees first as 1 it does not count as an increase. */
const USUAL_TRIES = [
  { outcome: 'delivered', status: '2xx' },
  ...['3xx', '4xx', '5xx', 'none'].flatMap((status) => ['retried', 'given up'].map((outcome) => ({ outcome, status }))),
]

function measureCallbacks(registry: Registry): Pick<Measures, 'callbackTried'> {
  const registers = [registry]
  const tries = new Counter({
    name: 'turnus_callback_tries_total',
    help: 'Tries of callbacks, by what came of them and the first digit of the status; none when no answer came.',
    labelNames: ['outcome', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'turnus_callback_seconds',
    help: 'How long a try of a callback took.',
    labelNames: ['outcome'],
    buckets: CALL_SECONDS,
    registers,
  })
  for (const { outcome, status } of USUAL_TRIES) tries.inc({ outcome, status }, 0)
  return {
    callbackTried({ outcome, status, seconds: took }) {
      tries.inc({ outcome, status: status === null ? 'none' : `${Math.floor(status / 100)}xx` })
      seconds.observe({ outcome }, took)
    },
  }
}

function watchStoring(registry: Registry): Prometheus['watchStoring'] {
  let read = (): boolean => false
  new Gauge({
    name: 'turnus_database_storing',
    help: '1 when the database found room for what this process gave it within the last 6 s, else 0.',
    registers: [registry],
    collect() {
      this.set(read() ? 1 : 0)
    },
  })
  return (isStoring) => {
    read = isStoring
  }
}

function watchPools(registry: Registry): Prometheus['watchPool'] {
  const registers = [registry]
  const pools = new Map<string, () => PoolUse>()
  new Gauge({
    name: 'turnus_database_connections',
    help: 'Connections of a pool, by what they do.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, use] of pools) {
        const { open, idle } = use()
        this.set({ pool, state: 'idle' }, idle)
        this.set({ pool, state: 'busy' }, open - idle)
      }
    },
  })
  new Gauge({
    name: 'turnus_database_waiting',
    help: 'Statements and transactions that wait for a connection of a pool.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, use] of pools) this.set({ pool }, use().waiting)
    },
  })
  return (name, use) => pools.set(name, use)
}
