import { useMemo, useState } from 'preact/hooks'
import { isTimeZone } from '../../api/times.ts'
import { OPTIONAL_TABLES, TABLE_NAMES } from '../../formats/csv-columns.ts'
import { CSV_TEMPLATES } from '../../formats/csv-templates.ts'
import { useTitle } from '../frame/use-title.ts'
import { call } from '../gateway/ask.ts'
import type { Estimate, Validation } from '../gateway/documents.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { download } from '../parts/download.ts'
import { Field } from '../parts/field.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { useAction } from '../parts/use-action.ts'
import { listText } from '../parts/words.ts'
import { type Chosen, choose, draftOf, missingTables, NOTHING_CHOSEN } from './chosen.ts'
import type { Draft } from './draft.ts'
import { EstimateSummary } from './estimate-summary.tsx'
import { FileDrop } from './file-drop.tsx'
import { IssueList } from './issue-list.tsx'
import { readFile } from './read-file.ts'
import { SendForm } from './send-form.tsx'
import { t } from '../texts/texts.ts'

const DEMO = new URL('../../../examples/hospital-month.json', import.meta.url).href

/** Submits a schedule from a file, once it was checked. */
export function SubmitPage() {
  useTitle(t('frame.submit'))
  const [chosen, setChosen] = useState(NOTHING_CHOSEN)
  const [timeZone, setTimeZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const take = useAction(async (files: readonly File[]) => {
    const read = await Promise.all(files.map(readFile))
    setChosen((before) => choose(before, read.flat()))
  })
  const demo = useAction(async () => {
    const answer = await fetch(DEMO, { credentials: 'omit' })
    if (!answer.ok) throw new Error(t('submit.demoLost'))
    const text = await answer.text()
    setChosen((before) => choose(before, [{ name: 'hospital-month.json', text }]))
  })
  const { round } = chosen
  return (
    <section class="page">
      <h1>{t('submit.title')}</h1>
      <div class="card">
        <FileDrop
          label={t('submit.choose')}
          hint={t('submit.chooseHint', { optional: listText(OPTIONAL_TABLES.map((table) => `${table}.csv`)) })}
          accept=".json,.csv,.tsv,.txt,.xlsx,.xlsm,application/json,text/csv"
          onFiles={(files) => take.run(files)}
        />
        <p class="row">
          <button type="button" disabled={demo.isBusy} onClick={() => demo.run()}>
            {t('submit.tryDemo')}
          </button>
          <span class="quiet">{t('submit.demo')}</span>
        </p>
        <FailureNotice failure={take.failure ?? demo.failure} />
        <Templates />
        <ChosenFiles chosen={chosen} timeZone={timeZone} onTimeZone={setTimeZone} onChange={setChosen} />
      </div>
      {isWhole(chosen) && isTimeZone(timeZone) && <Checked key={`${round} ${timeZone}`} chosen={chosen} timeZone={timeZone} />}
    </section>
  )
}

/** Tables to start from. A browser asks before it saves several files at once, so each has its button. */
function Templates() {
  return (
    <p class="row">
      <span class="quiet">{t('submit.templates')}</span>
      {Object.entries(CSV_TEMPLATES).map(([name, text]) => (
        <button key={name} type="button" class="plain" onClick={() => download(name, text, 'text/csv')}>
          {t('submit.saveTemplate', { file: name })}
        </button>
      ))}
    </p>
  )
}

interface ChosenFilesProps {
  readonly chosen: Chosen
  readonly timeZone: string
  readonly onTimeZone: (timeZone: string) => void
  readonly onChange: (chosen: Chosen) => void
}

/** Which files are used for what, and what is missing. */
function ChosenFiles({ chosen, timeZone, onTimeZone, onChange }: ChosenFilesProps) {
  const { schedule, tables, remarks, round } = chosen
  const files = TABLE_NAMES.flatMap((table) => (tables[table] === undefined ? [] : [{ table, name: tables[table].name }]))
  const missing = files.length === 0 ? [] : missingTables(chosen)
  return (
    <>
      {files.length > 0 && (
        <p class="row">
          <span>{t('submit.used', { tables: files.map(({ table, name }) => t('submit.usedTable', { table, file: name })).join(', ') })}</span>
          <button type="button" class="plain" onClick={() => onChange({ schedule, tables: {}, remarks: [], round: round + 1 })}>
            {t('submit.leaveOut')}
          </button>
        </p>
      )}
      {remarks.map((remark) => (
        <p key={remark} class="notice notice-warn">
          {remark}
        </p>
      ))}
      {missing.length > 0 && <p class="notice notice-warn">{t('submit.missing', { files: listText(missing.map((table) => `${table}.csv`)) })}</p>}
      {files.length > 0 && schedule === null && (
        <Field
          label={t('submit.timeZone')}
          name="timeZone"
          value={timeZone}
          onInput={(event) => onTimeZone((event.currentTarget as HTMLInputElement).value.trim())}
          hint={t('submit.timeZoneHint')}
          {...(isTimeZone(timeZone) ? {} : { problem: t('submit.noTimeZone') })}
        />
      )}
    </>
  )
}

/** Whether the tables are a schedule. */
function isWhole(chosen: Chosen): boolean {
  return missingTables(chosen).length === 0
}

/** What the gateway says of the files, and the form that submits them. */
function Checked({ chosen, timeZone }: { readonly chosen: Chosen; readonly timeZone: string }) {
  const draft = useMemo(() => draftOf(chosen, timeZone), [])
  const { value: validation, failure, isAsking } = useAnswer('validation', (signal) => validate(draft, signal))
  const errors = useMemo(() => [...draft.problems, ...draft.locate(validation?.errors ?? [])], [validation])
  const warnings = useMemo(() => [...draft.doubts, ...draft.locate(validation?.warnings ?? [])], [validation])
  const isValid = validation !== null && errors.length === 0
  return (
    <section class="card" aria-labelledby="checked">
      <h2 id="checked">{chosen.schedule?.name ?? t('submit.ofTables')}</h2>
      {isAsking && validation === null && <p class="quiet">{t('submit.checking')}</p>}
      <FailureNotice failure={failure} />
      <div role="status">
        {validation !== null && <p class={`notice ${isValid ? 'notice-good' : 'notice-bad'}`}>{verdictText(errors.length, warnings.length)}</p>}
      </div>
      {draft.remarks.map((remark) => (
        <p key={remark} class="quiet">
          {remark}
        </p>
      ))}
      <IssueList title={t('submit.errors', { count: errors.length })} tone="bad" issues={errors} />
      <IssueList title={t('submit.warnings', { count: warnings.length })} tone="warn" issues={warnings} />
      {isValid && <SendForm draft={draft} />}
      {/* Below the form: what comes late must not move a button that is being pressed. */}
      {isValid && <Estimated document={draft.document!} />}
    </section>
  )
}

function Estimated({ document }: { readonly document: Readonly<Record<string, unknown>> }) {
  const { value, failure } = useAnswer('estimate', (signal) => call<Estimate>('schedule.estimate', { schedule: document }, { signal }))
  return (
    <>
      <h3>{t('submit.expect')}</h3>
      <FailureNotice failure={failure} />
      {value === null && failure === null && <p class="quiet">{t('submit.estimating')}</p>}
      {value !== null && <EstimateSummary estimate={value} />}
    </>
  )
}

/** Asks the gateway. What cannot be read is not asked about. */
async function validate({ document }: Draft, signal: AbortSignal): Promise<Validation> {
  if (document === null) return { valid: false, errors: [], warnings: [] }
  return call<Validation>('schedule.validate', { schedule: document }, { signal })
}

function verdictText(errors: number, warnings: number): string {
  const found = [...(errors > 0 ? [t('submit.errors', { count: errors })] : []), ...(warnings > 0 ? [t('submit.warnings', { count: warnings })] : [])]
  if (errors > 0) return t('submit.cannot', { found: listText(found) })
  return warnings > 0 ? t('submit.canWith', { found: listText(found) }) : t('submit.can')
}
