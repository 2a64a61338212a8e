import { ask } from '../gateway/ask.ts'
import type { Delivery } from '../gateway/documents.ts'
import { Ago } from '../parts/ago.tsx'
import { announce } from '../parts/announce.tsx'
import { Badge, type Tone } from '../parts/badge.tsx'
import { type Action, useAction } from '../parts/use-action.ts'
import { momentText } from '../parts/words.ts'
import { t } from '../texts/texts.ts'

const TONES: Readonly<Record<Delivery['status'], Tone>> = { PENDING: 'busy', DELIVERED: 'good', GIVEN_UP: 'bad', CANCELLED: 'plain' }

/** Where a callback stands. */
export function DeliveryBadge({ status }: Pick<Delivery, 'status'>) {
  return <Badge tone={TONES[status]}>{t(`callback.state.${status}`)}</Badge>
}

/** `2 tries, the next one now`: how often a callback was tried, and when it is tried next. */
export function triesText({ tries, nextTryAt }: Pick<Delivery, 'tries' | 'nextTryAt'>): string {
  const count = t('callback.tries', { count: tries })
  if (nextTryAt === null) return count
  return `${count}, ${Date.parse(nextTryAt) <= Date.now() ? t('callback.nextNow') : t('callback.nextAt', { when: momentText(nextTryAt) })}`
}

/** `HTTP 500: Answered 500.`: what a try was answered, and what was wrong with it; '' for neither. */
export function answerText({ status, error }: Pick<Delivery['attempts'][number], 'status' | 'error'>): string {
  return [status === null ? null : `HTTP ${status}`, error].filter((word) => word !== null).join(': ')
}

interface LastTryProps extends Pick<Delivery['attempts'][number], 'status' | 'error'> {
  /** When it was made; null when there was none. */
  readonly at: string | null
  /** Milliseconds since 1970. */
  readonly now: number
}

/** `4 min ago, HTTP 500: Answered 500.`: when a try was made, and what it was answered. */
export function LastTry({ at, now, status, error }: LastTryProps) {
  const answer = answerText({ status, error })
  return (
    <>
      <Ago moment={at} now={now} />
      {answer !== '' && `, ${answer}`}
    </>
  )
}

/** Sends the callback of a path such as `/api/v1/gateway/4711/deliveries/1` again, and says so; `onDone` is called then. */
export function useSendAgain(onDone: () => void): Action<[path: string]> {
  return useAction(async (path) => {
    await ask(`${path}/redeliver`, { method: 'POST' })
    announce(t('callback.sentAgain'))
    onDone()
  })
}
