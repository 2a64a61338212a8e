import type { NodeRole } from './node.ts'

/** What waits and runs for one department, at one moment. */
export interface DepartmentLoad {
  readonly organization: string
  readonly department: string
  /** Jobs that wait to be taken up, and for how many seconds the oldest has existed; 0 when none waits. */
  readonly queuedJobs: number
  readonly oldestSeconds: number
  /** Jobs that a node owns. */
  readonly runningJobs: number
  /** Callbacks that have not reached their receiver yet, and for how many seconds the oldest has existed; 0 when there is none. */
  readonly pendingCallbacks: number
  readonly oldestCallbackSeconds: number
}

/** What a database has to do, and who does it. */
export interface Workload {
  /** Departments for which something waits or runs. */
  readonly departments: readonly DepartmentLoad[]
  /** Nodes that were seen lately, by what they do; one of two roles counts in both. */
  readonly nodes: Readonly<Record<NodeRole, number>>
}
