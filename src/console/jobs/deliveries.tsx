import { answerText, DeliveryBadge, triesText, useSendAgain } from '../callbacks/delivery-parts.tsx'
import { askJson } from '../gateway/ask.ts'
import type { Delivery, Entry } from '../gateway/documents.ts'
import { may, useSession } from '../gateway/session.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { Table } from '../parts/table.tsx'
import { momentText } from '../parts/words.ts'
import { numberText, t } from '../texts/texts.ts'
import { hasEnded } from './progress.ts'

const POLL_MS = 5000

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
  const { number, status, url, redeliverable, attempts } = delivery
  const mayWrite = may(useSession(), 'gateway:write')
  const { failure, isBusy, run } = useSendAgain(onChange)
  return (
    <div class="delivery">
      <div class="card-head">
        <p>
          <DeliveryBadge status={status} /> <code>{url}</code>
          <br />
          <span class="quiet">{triesText(delivery)}</span>
        </p>
        {mayWrite && redeliverable && (
          <button type="button" disabled={isBusy} onClick={() => run(`${path}/${number}`)}>
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
            { head: t('callback.answer'), cell: answerText },
            { head: t('callback.took'), kind: 'number', cell: ({ durationMs }) => `${numberText(durationMs)} ms` },
          ]}
        />
      )}
    </div>
  )
}
