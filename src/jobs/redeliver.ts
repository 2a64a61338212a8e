import { GatewayError } from '../model/errors.ts'
import { inTransaction } from '../storage/db.ts'
import type { Db } from '../storage/db.ts'
import { requeueDelivery } from '../storage/deliveries.ts'
import type { Requeued } from '../storage/deliveries.ts'
import type { Queue } from '../storage/queue.ts'
import { findJob } from './find-job.ts'
import type { Owner } from './find-job.ts'
import { readDeliveryLog } from './list-deliveries.ts'
import type { LoggedDelivery } from './list-deliveries.ts'

/** Tries of one delivery, those that were asked for included: its log stays readable. */
export const MOST_TRIES = 100

/**
 * Makes delivery `number` of the caller's job, counted from 1, due at once: one that has ended is called again, one that waits for its next try
 * waits no longer. The `webhook-id` stays, and tries go on being counted. Answers the delivery as it stands. Throws as `findJob` does,
 * `delivery-not-found`, and `redelivery-refused` when its body was erased or it has had 100 tries.
 */
export async function redeliver(
  deps: { db: Db; queue: Pick<Queue, 'enqueueDelivery'> },
  caller: Owner,
  wanted: { solverProblemId: string; number: string },
): Promise<LoggedDelivery> {
  const job = await findJob(deps, caller, wanted.solverProblemId)
  const number = readNumber(wanted.number)
  const requeued = number === null ? null : await requeue(deps, { jobId: job.id, number })
  // Whatever is decided is decided above: by now the delivery may have been called already.
  const deliveries = await readDeliveryLog(deps.db, job.id)
  const delivery = deliveries.find((one) => one.number === number)
  if (requeued === null || delivery === undefined) throw deliveryNotFound(job.id, wanted.number, deliveries.length)
  if (requeued === 'erased' || requeued === 'exhausted') throw refused(delivery, requeued)
  return delivery
}

function requeue(
  deps: { db: Db; queue: Pick<Queue, 'enqueueDelivery'> },
  wanted: { jobId: number; number: number },
): Promise<Requeued['outcome'] | null> {
  return inTransaction(deps.db, async (tx) => {
    const requeued = await requeueDelivery(tx, { ...wanted, mostTries: MOST_TRIES })
    if (requeued?.outcome === 'queued') await deps.queue.enqueueDelivery(tx, requeued.delivery)
    return requeued?.outcome ?? null
  })
}

function deliveryNotFound(jobId: number, number: string, count: number): GatewayError {
  return new GatewayError(
    'delivery-not-found',
    `Request ${jobId} has no delivery ${JSON.stringify(number.slice(0, 20))}; it has ${count === 0 ? 'none' : count === 1 ? 'one' : count}.`,
    'A request has a delivery once it has ended. List them, and give the number of one.',
  )
}

function refused({ tries, jobId, number }: LoggedDelivery, reason: 'erased' | 'exhausted'): GatewayError {
  return reason === 'erased'
    ? new GatewayError('redelivery-refused', `What delivery ${number} of request ${jobId} said was erased.`, 'Submit the schedule again.')
    : new GatewayError(
        'redelivery-refused',
        `Delivery ${number} of request ${jobId} has had ${tries} tries; ${MOST_TRIES} are the most.`,
        'Read the solution instead.',
      )
}

function readNumber(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}
