import { useEffect, useRef } from 'preact/hooks'
import { hrefOf, usePlace } from '../frame/router.ts'
import { useTitle } from '../frame/use-title.ts'
import type { Entry } from '../gateway/documents.ts'
import { may, useSession } from '../gateway/session.ts'
import { Ago } from '../parts/ago.tsx'
import { announce } from '../parts/announce.tsx'
import { StatusBadge } from '../parts/badge.tsx'
import { Paged, useListPage } from '../parts/paged.tsx'
import { QueryChoices } from '../parts/query-choices.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useNow } from '../parts/use-now.ts'
import { durationText, gapText, marksText, scoreText } from '../parts/words.ts'
import { t } from '../texts/texts.ts'
import { JobLink } from './job-link.tsx'
import { changesOfStatus, hasEnded, searchedMs, searchedShare } from './progress.ts'

const POLL_MS = 3000
const CLOCK_MS = 1000
const STATUSES = ['QUEUED', 'SOLVING', 'SOLVED', 'FAILED', 'CANCELLED'] as const satisfies readonly Entry['status'][]

/** The department's jobs, newest first. */
export function JobsPage() {
  useTitle(t('frame.jobs'))
  const status = usePlace().query.get('status') ?? ''
  const answered = useListPage<Entry>('/api/v1/gateway', { status, limit: '50' }, { everyMs: POLL_MS })
  const maySubmit = may(useSession(), 'gateway:write')
  useAnnouncedChanges(answered.value?.rows ?? null)
  return (
    <section class="page">
      <div class="page-head">
        <h1>{t('frame.jobs')}</h1>
        {maySubmit && (
          <a class="button main" href={hrefOf(['submit'])}>
            {t('jobs.submit')}
          </a>
        )}
      </div>
      <QueryChoices
        label={t('jobs.filter')}
        name="status"
        options={[{ value: '', text: t('jobs.all') }, ...STATUSES.map((value) => ({ value, text: t(`status.${value}`) }))]}
      />
      <Paged answered={answered} empty={<NoJobs isFiltered={status !== ''} maySubmit={maySubmit} />}>
        {(rows) => <JobTable jobs={rows} />}
      </Paged>
    </section>
  )
}

function NoJobs({ isFiltered, maySubmit }: { readonly isFiltered: boolean; readonly maySubmit: boolean }) {
  if (isFiltered) return <p>{t('jobs.noneOfStatus')}</p>
  return (
    <>
      <h2>{t('jobs.none')}</h2>
      <p>{t('jobs.follow')}</p>
      {maySubmit && (
        <p>
          <a class="button main" href={hrefOf(['submit'])}>
            {t('jobs.submit')}
          </a>
        </p>
      )}
    </>
  )
}

function JobTable({ jobs }: { readonly jobs: readonly Entry[] }) {
  const now = useNow(CLOCK_MS)
  const columns: readonly Column<Entry>[] = [
    {
      head: t('jobs.job'),
      kind: 'title',
      cell: ({ solverProblemId }) => <JobLink id={solverProblemId} />,
    },
    { head: t('job.name'), cell: marksText },
    { head: t('jobs.status'), cell: (job) => <Standing job={job} now={now} /> },
    { head: t('curve.score'), kind: 'number', cell: ({ score }) => scoreText(score) },
    { head: t('jobs.gap'), kind: 'number', cell: gapText },
    {
      head: t('jobs.size'),
      cell: ({ progress }) => `${t('words.employees', { count: progress.employees })}, ${t('words.shifts', { count: progress.shifts })}`,
    },
    { head: t('job.submitted'), cell: ({ createdAt }) => <Ago moment={createdAt} now={now} /> },
    { head: t('job.searched'), kind: 'number', cell: (job) => searchedText(job, now) },
    {
      head: t('jobs.open'),
      kind: 'actions',
      cell: ({ solverProblemId, score }) =>
        score !== null && (
          <a href={hrefOf(['jobs', solverProblemId, 'roster'])} aria-label={t('jobs.rosterOf', { id: solverProblemId })}>
            {t('jobs.roster')}
          </a>
        ),
    },
  ]
  return <Table caption={t('jobs.caption')} columns={columns} rows={jobs} keyOf={({ solverProblemId }) => solverProblemId} />
}

/** The status, with how far the search is or why it ended. */
function Standing({ job, now }: { readonly job: Entry; readonly now: number }) {
  const share = searchedShare(job, now)
  return (
    <span class="standing">
      <StatusBadge job={job} />
      {share !== null && <progress value={share} max={1} aria-label={t('jobs.searchOf', { id: job.solverProblemId })} />}
      {job.stopReason !== null && <span class="quiet">{t(`stopWord.${job.stopReason}`)}</span>}
    </span>
  )
}

function searchedText(job: Entry, now: number): string {
  const ms = searchedMs(job, now)
  if (ms === null) return '–'
  return hasEnded(job) ? durationText(ms) : t('jobs.timeOf', { spent: durationText(ms), most: durationText(1000 * job.progress.maxSeconds) })
}

/** Says what changed since the list was last answered. */
function useAnnouncedChanges(jobs: readonly Entry[] | null): void {
  const last = useRef<readonly Entry[]>([])
  useEffect(() => {
    if (jobs === null) return
    const changes = changesOfStatus(last.current, jobs)
    last.current = jobs
    if (changes.length > 0) announce(changes.join(' '))
  }, [jobs])
}
