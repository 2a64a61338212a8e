import { ask, askJson } from '../gateway/ask.ts'
import type { Delivery, Entry } from '../gateway/documents.ts'
import { may, useSession } from '../gateway/session.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { announce } from '../parts/announce.tsx'
import { Badge, type Tone } from '../parts/badge.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { countText, momentText } from '../parts/words.ts'
import { hasEnded } from './progress.ts'

const POLL_MS = 5000

const STATES: Readonly<Record<Delivery['status'], { readonly tone: Tone; readonly word: string }>> = {
  PENDING: { tone: 'busy', word: 'to be tried' },
  DELIVERED: { tone: 'good', word: 'delivered' },
  GIVEN_UP: { tone: 'bad', word: 'given up' },
  CANCELLED: { tone: 'plain', word: 'not sent' },
}

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
      <h2 id="deliveries">Callback</h2>
      <FailureNotice failure={answered.failure} />
      {!isOver && <p class="quiet">It is sent when the search has ended.</p>}
      {isOver && answered.value?.length === 0 && <p class="quiet">None was sent.</p>}
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
    announce('The callback is sent again.')
    onChange()
  })
  const { tone, word } = STATES[status]
  return (
    <div class="delivery">
      <div class="card-head">
        <p>
          <Badge tone={tone}>{word}</Badge> <code>{url}</code>
          <br />
          <span class="quiet">
            {countText(tries, 'try', 'tries')}
            {nextTryAt !== null && `, the next one ${Date.parse(nextTryAt) <= Date.now() ? 'now' : momentText(nextTryAt)}`}
          </span>
        </p>
        {mayWrite && redeliverable && (
          <button type="button" disabled={isBusy} onClick={() => run()}>
            Send it again
          </button>
        )}
      </div>
      <FailureNotice failure={failure} />
      {attempts.length > 0 && (
        <Table
          caption={`Tries of delivery ${number}`}
          rows={attempts.toReversed()}
          keyOf={(attempt) => attempt.number}
          columns={[
            { head: 'Try', kind: 'title', cell: (attempt) => attempt.number },
            { head: 'When', cell: ({ startedAt }) => momentText(startedAt) },
            { head: 'Answer', cell: (attempt) => answerText(attempt) },
            { head: 'Took', kind: 'number', cell: ({ durationMs }) => `${durationMs.toLocaleString('en')} ms` },
          ]}
        />
      )}
    </div>
  )
}

function answerText({ status, error }: Delivery['attempts'][number]): string {
  return [status === null ? null : `HTTP ${status}`, error].filter((word) => word !== null).join(': ')
}
