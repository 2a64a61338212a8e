import { useEffect, useRef, useState } from 'preact/hooks'
import { goTo, hrefOf } from '../frame/router.ts'
import { useTitle } from '../frame/use-title.ts'
import { ask } from '../gateway/ask.ts'
import type { Entry } from '../gateway/documents.ts'
import { may, useSession } from '../gateway/session.ts'
import { announce } from '../parts/announce.tsx'
import { StatusBadge } from '../parts/badge.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { download } from '../parts/download.ts'
import { FailureNotice, LateFailure, Notices } from '../parts/notices.tsx'
import { useAction } from '../parts/use-action.ts'
import { useNow } from '../parts/use-now.ts'
import { Deliveries } from './deliveries.tsx'
import { JobFacts } from './job-facts.tsx'
import { JobHealth } from './job-health.tsx'
import { JobNumbers } from './job-numbers.tsx'
import { JobResult, useSolution } from './job-result.tsx'
import { JobWarnings } from './job-warnings.tsx'
import { missingOf, statusText } from './outcome.ts'
import { hasEnded, searchedMs } from './progress.ts'
import { StandingNotice } from './standing-notice.tsx'
import { useJob } from './use-job.ts'
import { t } from '../texts/texts.ts'

/** One job: how far it is, its curve, what came of it, its deliveries. */
export function JobPage({ solverProblemId }: { readonly solverProblemId: string }) {
  useTitle(t('job.title', { id: solverProblemId }))
  const { value: entry, failure, curve, again } = useJob(solverProblemId)
  const now = useNow(entry === null || hasEnded(entry) ? null : 1000)
  const solution = useSolution(solverProblemId, entry?.status === 'SOLVED')
  const missing = solution.value === null ? null : missingOf(solution.value)
  useAnnouncedStatus(entry)
  return (
    <section class="page">
      <nav class="crumbs" aria-label={t('page.where')}>
        <a href={hrefOf(['jobs'])}>{t('frame.jobs')}</a>
      </nav>
      <div class="page-head">
        <h1>
          {t('job.title', { id: solverProblemId })} {entry !== null && <StatusBadge job={entry} missing={missing} />}
        </h1>
        {entry !== null && <Actions entry={entry} onChange={again} />}
      </div>
      {entry === null && <FailureNotice failure={failure} />}
      {entry === null && failure === null && <p class="quiet">{t('page.loading')}</p>}
      {entry !== null && (
        <>
          <StandingNotice entry={entry} now={now} missing={missing} />
          {entry.status === 'SOLVED' && solution.value !== null && <JobHealth solution={solution.value} />}
          {entry.status === 'SOLVED' && <JobResult {...solution} />}
          <JobNumbers entry={entry} curve={curve} untilMs={hasEnded(entry) ? 0 : (searchedMs(entry, now) ?? 0)} />
          <Deliveries entry={entry} />
          <JobWarnings solverProblemId={solverProblemId} />
          <JobFacts entry={entry} now={now} />
          <Notices>
            <LateFailure failure={failure} />
          </Notices>
        </>
      )}
    </section>
  )
}

/** What can be done with the job. */
function Actions({ entry, onChange }: { readonly entry: Entry; readonly onChange: () => void }) {
  const { solverProblemId, links } = entry
  const mayWrite = may(useSession(), 'gateway:write')
  const [isWithdrawing, setWithdrawing] = useState(false)
  const stop = useAction(async () => {
    await ask(links.stop, { method: 'POST' })
    announce(t('job.stopping', { id: solverProblemId }))
    onChange()
  })
  const save = useAction(async () => download(`solution-${solverProblemId}.json`, await (await ask(links.solution)).blob()))
  return (
    <div class="actions-of-page">
      <div class="row">
        {entry.score !== null && (
          <>
            <a class="button main" href={hrefOf(['jobs', solverProblemId, 'roster'])}>
              {t('job.openRoster')}
            </a>
            <button type="button" disabled={save.isBusy} onClick={() => save.run()}>
              {t('job.download')}
            </button>
          </>
        )}
        {mayWrite && !hasEnded(entry) && (
          <button type="button" disabled={stop.isBusy || entry.progress.stopRequested} onClick={() => stop.run()}>
            {t('job.stop')}
          </button>
        )}
        {mayWrite && (
          <button type="button" class="danger" onClick={() => setWithdrawing(true)}>
            {t('job.withdraw')}
          </button>
        )}
      </div>
      <FailureNotice failure={stop.failure ?? save.failure} />
      {isWithdrawing && <Withdraw entry={entry} onClose={() => setWithdrawing(false)} />}
    </div>
  )
}

function Withdraw({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const { solverProblemId, links } = entry
  const withdraw = async (): Promise<void> => {
    await ask(links.self, { method: 'DELETE' })
    announce(t('job.withdrawn', { id: solverProblemId }))
    goTo(['jobs'])
  }
  return (
    <Confirm title={t('job.withdrawTitle', { id: solverProblemId })} action={t('job.withdraw')} onConfirm={withdraw} onClose={onClose}>
      <p>{hasEnded(entry) ? t('job.withdrawEnded') : t('job.withdrawRunning')}</p>
    </Confirm>
  )
}

/** Says that the job is solving, solved or failed when it becomes so. */
function useAnnouncedStatus(entry: Entry | null): void {
  const last = useRef<Entry['status'] | null>(null)
  useEffect(() => {
    if (entry === null) return
    if (last.current !== null && last.current !== entry.status) announce(t('job.isNow', { id: entry.solverProblemId, status: statusText(entry) }))
    last.current = entry.status
  }, [entry])
}
