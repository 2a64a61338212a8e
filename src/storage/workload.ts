import { NODE_ROLES } from '../model/node.ts'
import type { NodeRole } from '../model/node.ts'
import type { DepartmentLoad, Workload } from '../model/workload.ts'
import type { Queryable } from './db.ts'
import { LOST_SECONDS } from './nodes.ts'

/** What waits and runs, of all departments, and how many nodes of each role live. */
export async function readWorkload(db: Queryable): Promise<Workload> {
  const [departments, nodes] = await Promise.all([readDepartmentLoads(db), countNodes(db)])
  return { departments, nodes }
}

async function readDepartmentLoads(db: Queryable): Promise<readonly DepartmentLoad[]> {
  const { rows } = await db.query<DepartmentLoad>(
    `with queued as (
       select department_id as id, count(*) as jobs, extract(epoch from now() - min(created_at))::double precision as seconds
         from jobs where leased_until is null and state in ('QUEUED', 'SOLVING') group by department_id
     ), running as (
       select department_id as id, count(*) as jobs from jobs where leased_until is not null group by department_id
     ), pending as (
       select department_id as id, count(*) as callbacks, extract(epoch from now() - min(created_at))::double precision as seconds
         from deliveries where state = 'PENDING' group by department_id
     )
     select o.name as organization, d.name as department,
            coalesce(queued.jobs, 0) as "queuedJobs", coalesce(queued.seconds, 0) as "oldestSeconds", coalesce(running.jobs, 0) as "runningJobs",
            coalesce(pending.callbacks, 0) as "pendingCallbacks", coalesce(pending.seconds, 0) as "oldestCallbackSeconds"
       from departments d
       join organizations o on o.id = d.organization_id
       left join queued on queued.id = d.id
       left join running on running.id = d.id
       left join pending on pending.id = d.id
      where coalesce(queued.id, running.id, pending.id) is not null
      order by coalesce(queued.jobs, 0) desc, d.id`,
  )
  return rows
}

async function countNodes(db: Queryable): Promise<Readonly<Record<NodeRole, number>>> {
  const { rows } = await db.query<{ role: NodeRole; count: number }>(
    `select role, count(*) from nodes, unnest(roles) as role where seen_at >= now() - $1 * interval '1 second' group by role`,
    [LOST_SECONDS],
  )
  const counts = new Map(rows.map(({ role, count }) => [role, count]))
  return Object.fromEntries(NODE_ROLES.map((role) => [role, counts.get(role) ?? 0])) as Record<NodeRole, number>
}
