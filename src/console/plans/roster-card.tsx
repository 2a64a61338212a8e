import { useEffect, useRef, useState } from 'preact/hooks'
import type { SubmissionAnswer } from '../gateway/documents.ts'
import { ask, askJson, Refused } from '../gateway/ask.ts'
import type { Answered } from '../gateway/use-answer.ts'
import { useJob } from '../jobs/use-job.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { useKeptState } from '../parts/kept-state.ts'
import { SaveTable } from '../parts/save-table.tsx'
import { useAction } from '../parts/use-action.ts'
import { dateText } from '../parts/words.ts'
import { t } from '../texts/texts.ts'
import { cellId, HealthCard, type JudgedPlan } from './health-card.tsx'
import { cellKey, cellsOf, workersOf } from '../health/health.ts'
import { nameById, type PlanDocument, type PlanPerson } from './plan-document.ts'
import { rosterRows } from './plan-tables.ts'
import { SickDialog } from './sick-dialog.tsx'
import { useOpenRequest } from './open-request.ts'
import { type LivePlan, planPath } from './use-plan.ts'

interface RosterProps {
  readonly planId: string
  readonly plan: LivePlan
  readonly judged: Answered<JudgedPlan | null>
  readonly mayWrite: boolean
}

/** Who works what, how good that is in words, and the way to a better one. */
export function RosterCard({ planId, plan, judged, mayWrite }: RosterProps) {
  const { kept, isSaved } = plan
  const [jobId, setJobId] = useOpenRequest(planId, plan)
  const improve = useAction(async () => {
    const { solverProblemId } = await askJson<SubmissionAnswer>(planPath(planId, '/improve'), { method: 'POST' })
    setJobId(solverProblemId)
  })
  const errors = kept?.answer.errors ?? []
  const { shifts = [] } = plan.document
  const [opened, setOpened] = useState<string | null>(null)
  const [sick, setSick] = useKeptState<PlanPerson['id']>(`sick-${planId}`)
  const sickPerson = plan.document.employees?.find(({ id }) => id === sick)
  const open = isSaved ? judged.value?.health.lines.find(({ text }) => text === opened) : undefined
  return (
    <section class="card">
      <h2>{t('jobs.roster')}</h2>
      {errors.length > 0 ? <Missing errors={errors} /> : isSaved && <HealthCard judged={judged} shifts={shifts} opened={opened} onOpen={setOpened} />}
      {mayWrite && (
        <div class="row">
          <button
            type="button"
            class="main"
            disabled={!isSaved || errors.length > 0 || improve.isBusy || jobId !== null}
            onClick={() => improve.run()}
          >
            {t('improve.improve')}
          </button>
        </div>
      )}
      <FailureNotice failure={improve.failure} />
      {jobId !== null && mayWrite && <Improving key={jobId} planId={planId} jobId={jobId} plan={plan} onDone={() => setJobId(null)} />}
      <RosterTable
        document={plan.document}
        marked={open === undefined ? NONE : cellsOf(open.places, shifts)}
        {...(mayWrite && errors.length === 0 ? { onSick: ({ id }: PlanPerson) => setSick(id) } : {})}
      />
      {shifts.length > 0 && <SaveTable what={t('jobs.roster')} rows={() => rosterRows(plan.document)} />}
      {sickPerson !== undefined && <SickDialog planId={planId} person={sickPerson} plan={plan} onClose={() => setSick(null)} />}
    </section>
  )
}

function Missing({ errors }: { readonly errors: readonly { readonly pointer: string; readonly detail: string; readonly hint: string }[] }) {
  return (
    <>
      <p>{t('improve.before')}</p>
      <ul>
        {errors.slice(0, 5).map(({ pointer, detail, hint }) => (
          <li key={pointer}>
            {detail} <span class="quiet">{hint}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface ImprovingProps {
  readonly planId: string
  readonly jobId: string
  readonly plan: LivePlan
  readonly onDone: () => void
}

/** A search as it goes on, and its end: the roster is taken over when somebody says so. */
function Improving({ planId, jobId, plan, onDone }: ImprovingProps) {
  const { value: entry, failure } = useJob(jobId)
  const stop = useAction(async () => void (await ask(`/api/v1/gateway/${jobId}/stop`, { method: 'POST' })))
  const [isOvertaken, setOvertaken] = useState(false)
  const accept = useAction(async () => {
    try {
      await ask(planPath(planId, '/accept'), { method: 'POST', body: { solverProblemId: jobId }, headers: { 'if-match': plan.kept!.tag } })
    } catch (failure) {
      if (!(failure instanceof Refused) || failure.status !== 412) throw failure
      // Whoever takes it over sees first what it is put on.
      await plan.reload()
      setOvertaken(true)
      return
    }
    await plan.reload()
    onDone()
  })
  const button = useRef<HTMLButtonElement>(null)
  const isSolved = entry?.status === 'SOLVED'
  // A search that somebody withdrew is not found: it is nothing to wait for.
  const hasEnded = entry === null ? failure !== null : entry.status !== 'QUEUED' && entry.status !== 'SOLVING'
  useEffect(() => {
    if (isSolved) button.current?.focus()
  }, [isSolved])
  return (
    <div class="notice" role="status">
      <p>{isSolved ? t('improve.found') : entry?.status === 'FAILED' ? entry.failureReason : t('improve.looking')}</p>
      {isOvertaken && <p>{t('improve.overtaken')}</p>}
      <div class="row">
        {isSolved && (
          <button type="button" class="main" ref={button} disabled={accept.isBusy || !plan.isSaved} onClick={() => accept.run()}>
            {t('improve.take')}
          </button>
        )}
        {entry?.status === 'SOLVING' && (
          <button type="button" disabled={stop.isBusy} onClick={() => stop.run()}>
            {t('improve.enough')}
          </button>
        )}
        {hasEnded && (
          <button type="button" onClick={onDone}>
            {t('improve.leave')}
          </button>
        )}
      </div>
      <FailureNotice failure={failure ?? stop.failure ?? accept.failure} />
    </div>
  )
}

/** The head of a row. The key for menus reaches it from its button. */
function Name({ name, onSick }: { readonly name: string; readonly onSick: () => void }) {
  const openMenu = (event: Event): void => {
    event.preventDefault()
    onSick()
  }
  return (
    <th scope="row" onContextMenu={openMenu}>
      <span class="plan-name">
        {name}
        <button type="button" class="plain" aria-label={t('sick.who', { name })} onClick={onSick}>
          {t('sick.button')}
        </button>
      </span>
    </th>
  )
}

const NONE: ReadonlySet<string> = new Set()

interface TableProps {
  readonly document: PlanDocument
  readonly marked: ReadonlySet<string>
  /** Somebody is ill: told by the button in the row, or by the menu of the name. */
  readonly onSick?: (person: PlanPerson) => void
}

/** Who works what: a row for each person, a column for each day. Cells that are `marked` stand out. */
function RosterTable({ document, marked, onSick }: TableProps) {
  const { employees = [], shifts = [], spots = [] } = document
  const days = [...new Set(shifts.map(({ start }) => start.slice(0, 10)))].sort()
  if (employees.length === 0 || days.length === 0) return null
  const rows = [
    ...employees.map((person) => ({ id: person.id, name: person.name ?? String(person.id), person })),
    { id: null, name: t('planRoster.nobody') },
  ]
  const seats = shifts.flatMap((shift) => {
    const workers = workersOf(shift)
    return (workers.length === 0 ? [null] : workers).map((worker) => ({ shift, key: cellKey(worker, shift.start.slice(0, 10)) }))
  })
  const byCell = Map.groupBy(seats, ({ key }) => key)
  return (
    // A region that scrolls can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="scroll-x" role="region" aria-label={t('planRoster.label')} tabIndex={0}>
      <table class="plan-roster">
        <thead>
          <tr>
            <th scope="col">{t('grid.name')}</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {dateText(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, ...row }) => (
            <tr key={String(id)}>
              {'person' in row && onSick !== undefined ? <Name name={name} onSick={() => onSick(row.person)} /> : <th scope="row">{name}</th>}
              {days.map((day) => {
                const key = cellKey(id, day)
                return (
                  <td key={day} id={cellId(key)} {...(marked.has(key) ? { class: 'plan-marked' } : {})}>
                    {marked.has(key) && <span class="plan-mark">◆</span>}
                    {(byCell.get(key) ?? []).map(({ shift }) => (
                      <div key={String(shift.id)}>
                        {shift.start.slice(11, 16)} <span class="plan-spot">{nameById(spots, shift.spot)}</span>
                      </div>
                    ))}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
