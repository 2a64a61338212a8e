import type { CallbackOrigin, Delivery, DepartmentDelivery } from '../api/schemas/callback-log.ts'
import type { LoggedDelivery } from '../jobs/list-deliveries.ts'
import type { CallbackOrigin as Origin } from '../storage/callback-origins.ts'
import type { DeliveryEntry, ListedDelivery } from '../storage/deliveries.ts'

/** Shows a delivery. */
export function toDelivery(delivery: LoggedDelivery): Delivery {
  return {
    ...toOutline(delivery),
    attempts: delivery.attempts.map(({ startedAt, nextTryAt, ...attempt }) => ({
      ...attempt,
      startedAt: startedAt.toISOString(),
      nextTryAt: nextTryAt?.toISOString() ?? null,
    })),
  }
}

/** Shows a delivery in the list of its department. */
export function toDepartmentDelivery(delivery: ListedDelivery): DepartmentDelivery {
  const { jobId, name, reference, lastStatus, lastError, lastTriedAt } = delivery
  return {
    solverProblemId: String(jobId),
    name,
    reference,
    ...toOutline(delivery),
    lastStatus,
    lastError,
    lastTriedAt: lastTriedAt?.toISOString() ?? null,
  }
}

function toOutline(delivery: DeliveryEntry): Omit<Delivery, 'attempts'> {
  const { number, type, url, tries } = delivery
  return {
    number,
    type,
    webhookId: delivery.messageId,
    url,
    status: delivery.state,
    tries,
    createdAt: delivery.createdAt.toISOString(),
    nextTryAt: delivery.nextTryAt?.toISOString() ?? null,
    endedAt: delivery.endedAt?.toISOString() ?? null,
    redeliverable: !delivery.isErased,
  }
}

/** Shows an origin. */
export function toOrigin(of: Origin): CallbackOrigin {
  const { origin, failing, failures, lastStatus, lastError, pending } = of
  return {
    origin,
    failing,
    failures,
    lastStatus,
    lastError,
    lastFailedAt: of.lastFailedAt?.toISOString() ?? null,
    lastSucceededAt: of.lastSucceededAt?.toISOString() ?? null,
    putOffUntil: of.putOffUntil?.toISOString() ?? null,
    pending,
  }
}
