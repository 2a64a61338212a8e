import { Gauge, type Registry } from 'prom-client'
import { NODE_ROLES } from '../model/node.ts'
import type { DepartmentLoad, Workload } from '../model/workload.ts'

/** Departments that metrics name, those with the longest queues; the others are told together, under an empty name. */
export const MOST_NAMED = 200
/** A database that takes longer is told as down; Prometheus gives up after 10 s by default. */
const PATIENCE_MS = 5000
/** Several readers share what was read so lately. */
const FRESH_MS = 1000

const LOADS = {
  turnus_queue_jobs: { help: 'Jobs of a department that wait to be taken up.', value: (load) => load.queuedJobs },
  turnus_queue_oldest_seconds: { help: 'Age of the oldest job that waits; 0 when none does.', value: (load) => load.oldestSeconds },
  turnus_running_jobs: { help: 'Jobs of a department that nodes work on.', value: (load) => load.runningJobs },
  turnus_pending_callbacks: { help: 'Callbacks that have not reached their receiver yet.', value: (load) => load.pendingCallbacks },
  turnus_pending_callbacks_oldest_seconds: {
    help: 'Age of the oldest callback that has not reached its receiver; 0 when there is none.',
    value: (load) => load.oldestCallbackSeconds,
  },
} as const satisfies Record<string, { readonly help: string; readonly value: (load: DepartmentLoad) => number }>

/**
 * Adds what the whole database has to do: the same from whichever node it is read. Departments for which nothing waits or runs have no line.
 * While the database does not answer there is none of it, and `turnus_database_up` is 0. Answers what is to be told how to ask.
 */
export function addWorkloadGauges(registry: Registry): (ask: () => Promise<Workload>) => void {
  const registers = [registry]
  let read = async (): Promise<Workload | null> => null
  for (const [name, { help, value }] of Object.entries(LOADS)) {
    new Gauge({
      name,
      help,
      labelNames: ['organization', 'department'],
      registers,
      async collect() {
        // Two readers at once: nothing may come between what is emptied and what is filled.
        const workload = await read()
        this.reset()
        for (const load of folded(workload?.departments ?? [])) this.set(labelsOf(load), value(load))
      },
    })
  }
  new Gauge({
    name: 'turnus_nodes',
    help: 'Processes that said within 10 s that they live, by role; one of several roles counts in each.',
    labelNames: ['role'],
    registers,
    async collect() {
      const workload = await read()
      this.reset()
      if (workload !== null) for (const role of NODE_ROLES) this.set({ role }, workload.nodes[role])
    },
  })
  new Gauge({
    name: 'turnus_database_up',
    help: '1 when the database answered this reading, else 0.',
    registers,
    async collect() {
      this.set((await read()) === null ? 0 : 1)
    },
  })
  return (ask) => {
    read = sharing(ask)
  }
}

function labelsOf({ organization, department }: DepartmentLoad): Record<'organization' | 'department', string> {
  return { organization, department }
}

/** The first departments, and the sum of the others. */
function folded(loads: readonly DepartmentLoad[]): readonly DepartmentLoad[] {
  const others = loads.slice(MOST_NAMED)
  if (others.length === 0) return loads
  const sum = (value: (load: DepartmentLoad) => number): number => others.reduce((total, load) => total + value(load), 0)
  const most = (value: (load: DepartmentLoad) => number): number => Math.max(...others.map(value))
  return [
    ...loads.slice(0, MOST_NAMED),
    {
      organization: '',
      department: '',
      queuedJobs: sum((load) => load.queuedJobs),
      oldestSeconds: most((load) => load.oldestSeconds),
      runningJobs: sum((load) => load.runningJobs),
      pendingCallbacks: sum((load) => load.pendingCallbacks),
      oldestCallbackSeconds: most((load) => load.oldestCallbackSeconds),
    },
  ]
}

/** Lets the gauges of one reading ask once. Null when the database fails or takes too long. */
function sharing(readWorkload: () => Promise<Workload>): () => Promise<Workload | null> {
  let askedMs = -Infinity
  let asked: Promise<Workload | null> = Promise.resolve(null)
  return () => {
    if (performance.now() - askedMs >= FRESH_MS) {
      askedMs = performance.now()
      asked = unlessLate(readWorkload())
    }
    return asked
  }
}

async function unlessLate(reading: Promise<Workload>): Promise<Workload | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), PATIENCE_MS)
  return Promise.race([reading.catch(() => null), late]).finally(() => clearTimeout(timer))
}
