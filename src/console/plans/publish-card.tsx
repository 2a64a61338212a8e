import { useState } from 'preact/hooks'
import type { PlanComparison, PlanVersion } from '../../api/schemas/plans.ts'
import { ask, askJson, askPage } from '../gateway/ask.ts'
import { currentSession } from '../gateway/session.ts'
import { type Answered, useAnswer } from '../gateway/use-answer.ts'
import { Badge } from '../parts/badge.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { momentText } from '../parts/words.ts'
import type { JudgedPlan } from './health-card.tsx'
import type { Health } from '../health/health.ts'
import { compareRosters } from './compared-rosters.ts'
import { ComparedTable } from './compared-table.tsx'
import { nameById, type PlanDocument } from './plan-document.ts'
import { type LivePlan, planPath } from './use-plan.ts'
import { t } from '../texts/texts.ts'

interface PublishProps {
  readonly planId: string
  readonly plan: LivePlan
  readonly judged: Answered<JudgedPlan | null>
  readonly mayWrite: boolean
}

/** What is published, what was before, and the links of those who work by it. */
export function PublishCard({ planId, plan, judged, mayWrite }: PublishProps) {
  const { answer, tag, saved } = plan.kept!
  const [published, setPublished] = useState(answer.publishedVersion)
  const [isAsking, setAsking] = useState(false)
  const publish = async (): Promise<void> => {
    await ask(planPath(planId, '/publish'), { method: 'POST', body: { version: answer.version } })
    setPublished(answer.version)
    setAsking(false)
  }
  const once = useAction(publish)
  const health = judged.value?.health ?? null
  const isJudged = health !== null || judged.failure !== null
  return (
    <section class="card">
      <h2>{t('publish.title')}</h2>
      <p>
        {published === null && t('publish.nothing')}
        {published === answer.version && t('publish.isThis')}
        {published !== null && published !== answer.version && t('publish.isOlder', { version: String(published) })}
      </p>
      {mayWrite && (
        <button
          type="button"
          class="main"
          disabled={!plan.isSaved || answer.errors.length > 0 || published === answer.version || once.isBusy || !isJudged}
          onClick={() => (health?.isGood === true ? once.run() : setAsking(true))}
        >
          {t('publish.publish')}
        </button>
      )}
      <FailureNotice failure={once.failure} />
      {isAsking && <AskFirst health={health} onPublish={publish} onClose={() => setAsking(false)} />}
      {mayWrite && published !== null && <Links planId={planId} plan={plan} />}
      <Versions key={`${tag} ${published}`} planId={planId} document={saved} newest={answer.version} />
    </section>
  )
}

interface AskProps {
  /** Null = the roster could not be judged. */
  readonly health: Health | null
  readonly onPublish: () => Promise<void>
  readonly onClose: () => void
}

/** Asks before people are told to work by a roster that has holes. */
function AskFirst({ health, onPublish, onClose }: AskProps) {
  const bad = health?.lines.filter(({ tone }) => tone === 'bad') ?? []
  return (
    <Confirm title={t('publish.askTitle')} action={t('publish.askAction')} leave={t('publish.askLeave')} onConfirm={onPublish} onClose={onClose}>
      {health === null && <p>{t('publish.notJudged')}</p>}
      {bad.map(({ text, places, more }) => (
        <div key={text}>
          <p>{text}:</p>
          <ul>
            {places.slice(0, MOST_ASKED).map((place, at) => (
              <li key={`${at} ${place.text}`}>{place.text}</li>
            ))}
          </ul>
          {places.length + more > MOST_ASKED && <p class="quiet">{t('words.more', { count: places.length + more - MOST_ASKED })}</p>}
        </div>
      ))}
    </Confirm>
  )
}

const MOST_ASKED = 5

interface MadeLink {
  readonly employeeId: number | string
  readonly path: string
}

/** Links for everybody, shown once, to be sent by the planner. */
function Links({ planId, plan: { document } }: Pick<PublishProps, 'planId' | 'plan'>) {
  const { employees = [] } = document
  const [links, setLinks] = useState<readonly MadeLink[]>([])
  const make = useAction(async () => {
    const body = { employeeIds: employees.map(({ id }) => id) }
    setLinks(await askJson<MadeLink[]>(planPath(planId, '/links'), { method: 'POST', body }))
  })
  const gateway = currentSession()?.gateway || location.origin
  const columns: readonly Column<MadeLink>[] = [
    { head: t('grid.name'), kind: 'title', cell: ({ employeeId }) => nameById(employees, employeeId) },
    {
      head: t('links.link'),
      cell: ({ employeeId, path }) => <a href={`${gateway}${path}`}>{t('links.rosterOf', { name: nameById(employees, employeeId) })}</a>,
    },
    { head: t('links.copy'), kind: 'actions', cell: ({ path }) => <CopyButton text={`${gateway}${path}`} /> },
  ]
  return (
    <>
      <h3>{t('links.title')}</h3>
      <p>{t('links.text')}</p>
      <button type="button" disabled={make.isBusy || employees.length === 0} onClick={() => make.run()}>
        {t('links.make')}
      </button>
      <FailureNotice failure={make.failure} />
      {links.length > 0 && <Table caption={t('links.caption')} columns={columns} rows={links} keyOf={({ employeeId }) => String(employeeId)} />}
    </>
  )
}

interface VersionsProps {
  readonly planId: string
  /** The newest version, and its number. */
  readonly document: PlanDocument
  readonly newest: number
}

/** The newest versions, and what is different in the newest of all. */
function Versions({ planId, document, newest }: VersionsProps) {
  const [from, setFrom] = useState<number | null>(null)
  const path = planPath(planId, '/versions?limit=20')
  const { value, failure } = useAnswer(path, async (signal) => (await askPage<PlanVersion>(path, { signal })).rows)
  const columns: readonly Column<PlanVersion>[] = [
    { head: t('versions.one'), kind: 'title', cell: ({ version }) => version },
    { head: t('plans.saved'), cell: ({ createdAt, author }) => `${momentText(createdAt)}, ${author}` },
    { head: t('days.what'), cell: ({ source, comment }) => comment || t(source === 'ACCEPTED' ? 'versions.takenOver' : 'versions.edited') },
    {
      head: t('plans.state'),
      cell: ({ publishedAt }) => publishedAt !== null && <Badge tone="good">{t('versions.publishedOn', { moment: momentText(publishedAt) })}</Badge>,
    },
    {
      head: t('versions.compare'),
      kind: 'actions',
      cell: ({ version }) =>
        version !== newest && (
          <button type="button" class="plain" aria-label={t('versions.compareOne', { version: String(version) })} onClick={() => setFrom(version)}>
            {t('versions.compare')}
          </button>
        ),
    },
  ]
  return (
    <details>
      <summary>{t('versions.title')}</summary>
      <FailureNotice failure={failure} />
      {value !== null && <Table caption={t('versions.caption')} columns={columns} rows={value} keyOf={({ version }) => version} />}
      {from !== null && <Comparison key={from} planId={planId} document={document} from={from} to={newest} />}
    </details>
  )
}

interface ComparisonProps extends Pick<VersionsProps, 'planId' | 'document'> {
  readonly from: number
  readonly to: number
}

/** Two versions side by side, and who is affected. */
function Comparison({ planId, document, from, to }: ComparisonProps) {
  const path = planPath(planId, `/compare?from=${from}&to=${to}`)
  const { value, failure } = useAnswer(path, (signal) => askJson<PlanComparison>(path, { signal }))
  if (value === null) return failure === null ? <p class="quiet">{t('versions.comparing')}</p> : <FailureNotice failure={failure} />
  const { documentChanges, roster } = value
  return (
    <>
      <h3>{t('versions.from', { from: String(from), to: String(to) })}</h3>
      <p>{t('versions.changes', { count: documentChanges.length })}</p>
      {roster !== null && roster.changes.length > 0 && (
        <>
          <ComparedTable compared={compareRosters(document, roster.changes)} from={from} to={to} />
          <h4>{t('versions.affected')}</h4>
          <ul>
            {roster.employees.map(({ employeeId, text }) => (
              <li key={String(employeeId)}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
