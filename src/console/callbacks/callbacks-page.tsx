import { usePlace } from '../frame/router.ts'
import { useTitle } from '../frame/use-title.ts'
import type { DepartmentDelivery } from '../gateway/documents.ts'
import { may, useSession } from '../gateway/session.ts'
import { Ago } from '../parts/ago.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { Paged, useListPage } from '../parts/paged.tsx'
import { QueryChoices } from '../parts/query-choices.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useNow } from '../parts/use-now.ts'
import { marksText } from '../parts/words.ts'
import { JobLink } from '../jobs/job-link.tsx'
import { t } from '../texts/texts.ts'
import { DeliveryBadge, LastTry, triesText, useSendAgain } from './delivery-parts.tsx'
import { Origins } from './origins.tsx'

const POLL_MS = 3000
const CLOCK_MS = 5000
/** Without CANCELLED: that is said of withdrawn jobs, whose callbacks are not listed. */
const STATUSES = ['PENDING', 'DELIVERED', 'GIVEN_UP'] as const satisfies readonly DepartmentDelivery['status'][]

/** Where the department's callbacks go, and what became of each. */
export function CallbacksPage() {
  useTitle(t('frame.callbacks'))
  const now = useNow(CLOCK_MS)
  return (
    <section class="page">
      <div class="page-head">
        <h1>{t('frame.callbacks')}</h1>
      </div>
      <p class="quiet">{t('callbacks.lead')}</p>
      <h2>{t('callbacks.where')}</h2>
      <Origins now={now} />
      <h2>{t('callbacks.all')}</h2>
      <Deliveries now={now} />
    </section>
  )
}

function Deliveries({ now }: { readonly now: number }) {
  const status = usePlace().query.get('status') ?? ''
  const answered = useListPage<DepartmentDelivery>('/api/v1/callbacks/deliveries', { status, limit: '50' }, { everyMs: POLL_MS })
  const { failure, isBusy, run } = useSendAgain(answered.again)
  const mayWrite = may(useSession(), 'gateway:write')
  return (
    <>
      <QueryChoices
        label={t('callbacks.filter')}
        name="status"
        options={[{ value: '', text: t('jobs.all') }, ...STATUSES.map((value) => ({ value, text: t(`callback.state.${value}`) }))]}
      />
      <FailureNotice failure={failure} />
      <Paged answered={answered} empty={<p>{status === '' ? t('callbacks.none') : t('callbacks.noneOfStatus')}</p>}>
        {(rows) => (
          <Table
            caption={t('callbacks.caption')}
            columns={mayWrite ? [...columns(now), sendAgain(run, isBusy)] : columns(now)}
            rows={rows}
            keyOf={({ webhookId }) => webhookId}
          />
        )}
      </Paged>
    </>
  )
}

const columns = (now: number): readonly Column<DepartmentDelivery>[] => [
  {
    head: t('jobs.job'),
    kind: 'title',
    cell: ({ solverProblemId }) => <JobLink id={solverProblemId} />,
  },
  { head: t('job.name'), cell: marksText },
  { head: t('jobs.status'), cell: ({ status }) => <DeliveryBadge status={status} /> },
  { head: t('callbacks.told'), cell: ({ type }) => t(type === 'schedule.solved' ? 'status.SOLVED' : 'status.FAILED') },
  { head: t('callbacks.address'), cell: ({ url }) => <code class="address">{url}</code> },
  { head: t('callback.when'), cell: ({ createdAt }) => <Ago moment={createdAt} now={now} /> },
  {
    head: t('callbacks.lastTry'),
    cell: (delivery) => (
      <span>
        <LastTry at={delivery.lastTriedAt} status={delivery.lastStatus} error={delivery.lastError} now={now} />{' '}
        <span class="quiet">({triesText(delivery)})</span>
      </span>
    ),
  },
]

const sendAgain = (run: (path: string) => void, isBusy: boolean): Column<DepartmentDelivery> => ({
  head: t('callback.sendAgain'),
  kind: 'actions',
  cell: ({ solverProblemId, number, redeliverable }) =>
    redeliverable && (
      <button
        type="button"
        disabled={isBusy}
        aria-label={t('callbacks.sendAgainOf', { id: solverProblemId })}
        onClick={() => run(`/api/v1/gateway/${encodeURIComponent(solverProblemId)}/deliveries/${number}`)}
      >
        {t('callback.sendAgain')}
      </button>
    ),
})
