import { type Page, type PageOf, pageOf } from '../api/cursor.ts'
import type { Queryable } from '../storage/db.ts'
import { listDeliveries as selectDeliveries, listDeliveriesOfDepartment, listDeliveryAttempts } from '../storage/deliveries.ts'
import type { DeliveryAttempt, DeliveryEntry, DeliveryState, ListedDelivery } from '../storage/deliveries.ts'
import { findJob } from './find-job.ts'
import type { Owner } from './find-job.ts'

/** A delivery with all its tries, first one first. */
export interface LoggedDelivery extends DeliveryEntry {
  readonly attempts: readonly DeliveryAttempt[]
}

/** A page of the deliveries of a department. */
export interface DeliveriesRequest extends PageOf {
  /** Only deliveries of this state; null = of any. */
  readonly state: DeliveryState | null
}

/** The deliveries of the caller's department, newest first; none of a job that was withdrawn. Throws `request-invalid` for a cursor that is not ours. */
export async function listDepartmentDeliveries(
  deps: { db: Queryable },
  { departmentId }: Owner,
  { state, ...page }: DeliveriesRequest,
): Promise<Page<ListedDelivery>> {
  return pageOf(page, (at) => listDeliveriesOfDepartment(deps.db, { departmentId, state, ...at }))
}

/** The deliveries of the caller's job, oldest first; none before it has ended. Throws as `findJob` does. */
export async function listDeliveries(deps: { db: Queryable }, caller: Owner, solverProblemId: string): Promise<readonly LoggedDelivery[]> {
  return readDeliveryLog(deps.db, (await findJob(deps, caller, solverProblemId)).id)
}

/** The deliveries of a job with their tries, oldest first. */
export async function readDeliveryLog(db: Queryable, jobId: number): Promise<readonly LoggedDelivery[]> {
  const deliveries = await selectDeliveries(db, jobId)
  // A job ends once, so these are few.
  return Promise.all(deliveries.map(async (delivery) => ({ ...delivery, attempts: await listDeliveryAttempts(db, delivery.id) })))
}
