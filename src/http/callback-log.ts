import type { CallbackOrigin, Delivery } from '../api/schemas/callback-log.ts'
import type { LoggedDelivery } from '../jobs/list-deliveries.ts'
import type { CallbackOrigin as Origin } from '../storage/callback-origins.ts'

/** Shows a delivery. */
export function toDelivery(delivery: LoggedDelivery): Delivery {
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
    attempts: delivery.attempts.map(({ startedAt, nextTryAt, ...attempt }) => ({
      ...attempt,
      startedAt: startedAt.toISOString(),
      nextTryAt: nextTryAt?.toISOString() ?? null,
    })),
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
