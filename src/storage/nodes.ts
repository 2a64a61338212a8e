import type { NodeRole, NodeState } from '../model/node.ts'
import type { Queryable } from './db.ts'

/** A node that has not been seen for longer is `lost`, in seconds: as long as the lease of a job, five missed heartbeats. */
export const LOST_SECONDS = 10
/** A node that has not been seen for longer is not listed any more, in seconds. */
const LISTED_SECONDS = 30
/** Rows of nodes that have not been seen for longer are deleted. Until then they show in the table what died when. */
const KEPT_HOURS = 24

/** Rows that one answer over HTTP has at most. */
const MOST_SEEN = 1000
/** Of statements that are given `LOST_SECONDS` and `LISTED_SECONDS`, in this order. */
const STATE = `case when seen_at < now() - $1 * interval '1 second' then 'lost' else 'alive' end`
const LISTED = `seen_at >= now() - $2 * interval '1 second'`

/** A process as it tells of itself. */
export interface NodeSelf {
  /** A UUID of its own. */
  readonly id: string
  /** host:pid, the same that its jobs name. */
  readonly name: string
  readonly roles: readonly NodeRole[]
  /** Of the program. */
  readonly version: string
  /** Jobs that it solves side by side; 0 when it is no solver. */
  readonly threads: number
  /** Name of the secret key that it seals with; null for an older version, which does not say. */
  readonly keyName: string | null
}

/** A process as the others see it. */
export interface Node extends NodeSelf {
  /** Jobs that it solves now. */
  readonly runningJobs: number
  readonly startedAt: Date
  readonly seenAt: Date
  readonly state: NodeState
}

/**
 * Registers a node, or says that it still lives: one statement, which also brings back a row that is gone, and deletes those of nodes
 * that are long dead. Moments are the database's, because the clocks of hosts differ; `uptimeMs` says when the node started.
 */
export async function recordHeartbeat(db: Queryable, node: NodeSelf & { uptimeMs: number }): Promise<void> {
  await db.query(
    // Skip locked: two nodes that delete the same rows neither wait for each other nor deadlock. Never its own row, which is written below.
    `with forgotten as (
       delete from nodes
        where id in (select id from nodes where seen_at < now() - $7 * interval '1 hour' and id <> $1 for update skip locked)
     )
     insert into nodes (id, name, roles, version, threads, started_at, key_name)
     values ($1, $2, $3, $4, $5, now() - $6 * interval '1 millisecond', $8)
         on conflict (id) do update set seen_at = now()`,
    [node.id, node.name, node.roles, node.version, node.threads, Math.round(node.uptimeMs), KEPT_HOURS, node.keyName],
  )
}

/** Removes a node that stops in order. */
export async function deleteNode(db: Queryable, id: string): Promise<void> {
  await db.query('delete from nodes where id = $1', [id])
}

/** A process as the administrators of organizations see it: nothing of what it works on, nor of its key. */
export type SeenNode = Omit<Node, 'runningJobs' | 'keyName'>

/** Nodes that were seen in the last 30 s, in the order of their names; at most 1,000. */
export async function listSeenNodes(db: Queryable): Promise<readonly SeenNode[]> {
  const { rows } = await db.query<SeenNode>(
    `select id, name, roles, version, threads, started_at as "startedAt", seen_at as "seenAt", ${STATE} as state
       from nodes
      where ${LISTED}
      order by name, started_at, id
      limit $3`,
    [LOST_SECONDS, LISTED_SECONDS, MOST_SEEN],
  )
  return rows
}

/** The queue of one department: how many of its jobs wait and how many are solved now, and since when the oldest waits; null when none does. */
export interface DepartmentQueue {
  readonly departmentId: number
  readonly departmentName: string
  readonly waiting: number
  readonly solving: number
  readonly oldestAt: Date | null
}

/** Queues of the organization that `db` reaches, the longest first; departments with neither a waiting nor a running job are left out. At most 1,000. */
export async function listQueues(db: Queryable): Promise<readonly DepartmentQueue[]> {
  const { rows } = await db.query<DepartmentQueue>(
    `select department_id as "departmentId", department_name as "departmentName", waiting, solving, oldest_at as "oldestAt"
       from queues_of_organization()
      order by waiting desc, solving desc, department_id
      limit $1`,
    [MOST_SEEN],
  )
  return rows
}

/** Nodes that were seen in the last 30 s, in the order of their names. */
export async function listNodes(db: Queryable): Promise<readonly Node[]> {
  const { rows } = await db.query<Node>(
    // Jobs know their node by name: of processes that share one, only solvers can have any.
    `select id, name, roles, version, threads, key_name as "keyName",
            case when 'solver' = any(roles)
                 then (select count(*) from jobs where jobs.node = nodes.name and state = 'SOLVING' and leased_until >= now())
                 else 0
             end as "runningJobs",
            started_at as "startedAt", seen_at as "seenAt",
            ${STATE} as state
       from nodes
      where ${LISTED}
      order by name, started_at, id`,
    [LOST_SECONDS, LISTED_SECONDS],
  )
  return rows
}
