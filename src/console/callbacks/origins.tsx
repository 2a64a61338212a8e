import { askJson } from '../gateway/ask.ts'
import type { CallbackOrigin } from '../gateway/documents.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { Ago } from '../parts/ago.tsx'
import { Badge } from '../parts/badge.tsx'
import { FailureNotice, LateFailure, Notices } from '../parts/notices.tsx'
import { Table } from '../parts/table.tsx'
import { momentText } from '../parts/words.ts'
import { numberText, t } from '../texts/texts.ts'
import { LastTry } from './delivery-parts.tsx'

const POLL_MS = 3000
/** As many as the gateway gives at once: nobody's callbacks go to more programs. */
const ALL = '/api/v1/callbacks?limit=1000'

/** The addresses that callbacks went to lately and how they fare, those that keep failing first. `now` in milliseconds since 1970. */
export function Origins({ now }: { readonly now: number }) {
  const { value, failure } = useAnswer('origins', (signal) => askJson<readonly CallbackOrigin[]>(ALL, { signal }), { everyMs: POLL_MS })
  if (value === null) return failure === null ? <p class="quiet">{t('page.loading')}</p> : <FailureNotice failure={failure} />
  return (
    <>
      {value.length === 0 && <p class="empty">{t('callbacks.noOrigin')}</p>}
      {value.length > 0 && <OriginTable origins={value.toSorted((a, b) => Number(b.failing) - Number(a.failing))} now={now} />}
      <Notices>
        <LateFailure failure={failure} />
      </Notices>
    </>
  )
}

function OriginTable({ origins, now }: { readonly origins: readonly CallbackOrigin[]; readonly now: number }) {
  return (
    <Table
      caption={t('callbacks.where')}
      rows={origins}
      keyOf={({ origin }) => origin}
      columns={[
        { head: t('callbacks.address'), kind: 'title', cell: ({ origin }) => <code class="address">{origin}</code> },
        { head: t('jobs.status'), cell: (origin) => <OriginBadge {...origin} /> },
        { head: t('callbacks.lastSuccess'), cell: ({ lastSucceededAt }) => <Ago moment={lastSucceededAt} now={now} /> },
        {
          head: t('callbacks.lastError'),
          cell: ({ lastFailedAt, lastStatus, lastError }) => (
            <span>
              <LastTry at={lastFailedAt} status={lastStatus} error={lastError} now={now} />
            </span>
          ),
        },
        { head: t('callbacks.putOff'), cell: ({ putOffUntil }) => momentText(putOffUntil) },
        { head: t('nodes.waiting'), kind: 'number', cell: ({ pending }) => numberText(pending) },
      ]}
    />
  )
}

function OriginBadge({ failing, failures }: CallbackOrigin) {
  if (failing) return <Badge tone="bad">{t('callbacks.failing')}</Badge>
  return failures > 0 ? <Badge tone="warn">{t('callbacks.lastFailed')}</Badge> : <Badge tone="good">{t('callbacks.works')}</Badge>
}
