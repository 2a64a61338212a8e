import { ask, askJson } from '../gateway/ask.ts'
import type { Delivery, Entry } from '../gateway/documents.ts'
import { may, useSession } from '../gateway/session.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { announce } from '../parts/announce.tsx'
import { Badge, type Tone } from '../parts/badge.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { momentText } from '../parts/words.ts'
import { numberText, t } from '../texts/texts.ts'
import { hasEnded } from './progress.ts'

const POLL_MS = 5000

const TONES: Readonly<Record<Delivery['status'], Tone>> = { PENDING: 'busy', DELIVERED: 'good', GIVEN_UP: 'bad', CANCELLED: 'plain' }

/** The callbacks of a job, try by try, and the way to send one again. */
export function Deliveries({ entry }: { readonly entry: Entry }) {
  const isOver = hasEnded(entry)
  const answered = useAnswer(
    `${entry.links.deliveries} ${isOver}`,
    (signal) => (isOver ? askJson<readonly Delivery[]>(entry.links.deliveries, { signal }) : Promise.resolve([])),
    isOver ? { everyMs: POLL_MS } : {},
  )
  return (
    <section class="card" aria-labelledby="deliveries">
      <h2 id="deliveries">{t('callback.title')}</h2>
      <FailureNotice failure={answered.failure} />
      {!isOver && <p class="quiet">{t('callback.later')}</p>}
      {isOver && answered.value?.length === 0 && <p class="quiet">{t('callback.noneSent')}</p>}
      {answered.value?.map((delivery) => (
        <OneDelivery key={delivery.number} delivery={delivery} path={entry.links.deliveries} onChange={answered.again} />
      ))}
    </section>
  )
}

interface OneDeliveryProps {
  readonly delivery: Delivery
  /** Of the deliveries of the job. */
  readonly path: string
  readonly onChange: () => void
}

function OneDelivery({ delivery, path, onChange }: OneDeliveryProps) {
  const { number, status, url, tries, nextTryAt, redeliverable, attempts } = delivery
  const mayWrite = may(useSession(), 'gateway:write')
  const { failure, isBusy, run } = useAction(async () => {
    await ask(`${path}/${number}/redeliver`, { method: 'POST' })
    announce(t('callback.sentAgain'))
    onChange()
  })
  return (
    <div class="delivery">
      <div class="card-head">
        <p>
          <Badge tone={TONES[status]}>{t(`callback.state.${status}`)}</Badge> <code>{url}</code>
          <br />
          <span class="quiet">
            {t('callback.tries', { count: tries })}
            {nextTryAt !== null &&
              `, ${Date.parse(nextTryAt) <= Date.now() ? t('callback.nextNow') : t('callback.nextAt', { when: momentText(nextTryAt) })}`}
          </span>
        </p>
        {mayWrite && redeliverable && (
          <button type="button" disabled={isBusy} onClick={() => run()}>
            {t('callback.sendAgain')}
          </button>
        )}
      </div>
      <FailureNotice failure={failure} />
      {attempts.length > 0 && (
        <Table
          caption={t('callback.triesOf', { number })}
          rows={attempts.toReversed()}
          keyOf={(attempt) => attempt.number}
          columns={[
            { head: t('callback.try'), kind: 'title', cell: (attempt) => attempt.number },
            { head: t('callback.when'), cell: ({ startedAt }) => momentText(startedAt) },
            { head: t('callback.answer'), cell: (attempt) => answerText(attempt) },
            { head: t('callback.took'), kind: 'number', cell: ({ durationMs }) => `${numberText(durationMs)} ms` },
          ]}
        />
      )}
    </div>
  )
}

function answerText({ status, error }: Delivery['attempts'][number]): string {
  return [status === null ? null : `HTTP ${status}`, error].filter((word) => word !== null).join(': ')
}
