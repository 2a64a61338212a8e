import { useEffect, useRef } from 'preact/hooks'
import { changeQuery, hrefOf, usePlace } from '../frame/router.ts'
import { useTitle } from '../frame/use-title.ts'
import type { Entry } from '../gateway/documents.ts'
import { may, useSession } from '../gateway/session.ts'
import { announce } from '../parts/announce.tsx'
import { StatusBadge } from '../parts/badge.tsx'
import { Paged, useListPage } from '../parts/paged.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useNow } from '../parts/use-now.ts'
import { agoText, countText, durationText, gapText, momentText, scoreText, STATUS_WORDS, STOP_REASON_WORDS } from '../parts/words.ts'
import { changesOfStatus, hasEnded, searchedMs, searchedShare } from './progress.ts'

const POLL_MS = 3000
const CLOCK_MS = 1000
const STATUSES = Object.keys(STATUS_WORDS) as readonly Entry['status'][]

/** The department's jobs, newest first. */
export function JobsPage() {
  useTitle('Jobs')
  const status = usePlace().query.get('status') ?? ''
  const answered = useListPage<Entry>('/api/v1/gateway', { status, limit: '50' }, { everyMs: POLL_MS })
  const maySubmit = may(useSession(), 'gateway:write')
  useAnnouncedChanges(answered.value?.rows ?? null)
  return (
    <section class="page">
      <div class="page-head">
        <h1>Jobs</h1>
        {maySubmit && (
          <a class="button main" href={hrefOf(['submit'])}>
            Submit a schedule
          </a>
        )}
      </div>
      <StatusFilter chosen={status} />
      <Paged answered={answered} empty={<NoJobs isFiltered={status !== ''} maySubmit={maySubmit} />}>
        {(rows) => <JobTable jobs={rows} />}
      </Paged>
    </section>
  )
}

function StatusFilter({ chosen }: { readonly chosen: string }) {
  return (
    <div class="choices" role="group" aria-label="Show jobs that are">
      {['', ...STATUSES].map((status) => (
        <button key={status} type="button" aria-pressed={chosen === status} onClick={() => changeQuery({ status, cursor: null })}>
          {status === '' ? 'all' : STATUS_WORDS[status as Entry['status']]}
        </button>
      ))}
    </div>
  )
}

function NoJobs({ isFiltered, maySubmit }: { readonly isFiltered: boolean; readonly maySubmit: boolean }) {
  if (isFiltered) return <p>No job of this status.</p>
  return (
    <>
      <h2>No jobs yet</h2>
      <p>Submit a schedule and follow here how its roster gets better.</p>
      {maySubmit && (
        <p>
          <a class="button main" href={hrefOf(['submit'])}>
            Submit a schedule
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
      head: 'Job',
      kind: 'title',
      cell: ({ solverProblemId }) => (
        <a href={hrefOf(['jobs', solverProblemId])} aria-label={`Job ${solverProblemId}`}>
          <span class="narrow-only">Job </span>
          {solverProblemId}
        </a>
      ),
    },
    { head: 'Name', cell: ({ name, reference }) => [name, reference].filter((text) => text !== null).join(', ') || '–' },
    { head: 'Status', cell: (job) => <Standing job={job} now={now} /> },
    { head: 'Score', kind: 'number', cell: ({ score }) => scoreText(score) },
    { head: 'Gap', kind: 'number', cell: gapText },
    { head: 'Size', cell: ({ progress }) => `${countText(progress.employees, 'employee')}, ${countText(progress.shifts, 'shift')}` },
    { head: 'Submitted', cell: ({ createdAt }) => <Ago moment={createdAt} now={now} /> },
    { head: 'Searched', kind: 'number', cell: (job) => searchedText(job, now) },
    {
      head: 'Open',
      kind: 'actions',
      cell: ({ solverProblemId, score }) =>
        score !== null && (
          <a href={hrefOf(['jobs', solverProblemId, 'roster'])} aria-label={`Roster of job ${solverProblemId}`}>
            Roster
          </a>
        ),
    },
  ]
  return <Table caption="Jobs, newest first" columns={columns} rows={jobs} keyOf={({ solverProblemId }) => solverProblemId} />
}

/** The status, with how far the search is or why it ended. */
function Standing({ job, now }: { readonly job: Entry; readonly now: number }) {
  const share = searchedShare(job, now)
  return (
    <span class="standing">
      <StatusBadge job={job} />
      {share !== null && <progress value={share} max={1} aria-label={`Search of job ${job.solverProblemId}`} />}
      {job.stopReason !== null && <span class="quiet">{STOP_REASON_WORDS[job.stopReason]}</span>}
    </span>
  )
}

function Ago({ moment, now }: { readonly moment: string; readonly now: number }) {
  return (
    <time dateTime={moment} title={momentText(moment)}>
      {agoText(moment, now)}
    </time>
  )
}

function searchedText(job: Entry, now: number): string {
  const ms = searchedMs(job, now)
  if (ms === null) return '–'
  return hasEnded(job) ? durationText(ms) : `${durationText(ms)} of ${durationText(1000 * job.progress.maxSeconds)}`
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
