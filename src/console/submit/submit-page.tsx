import { useMemo, useState } from 'preact/hooks'
import { isTimeZone } from '../../api/times.ts'
import { OPTIONAL_TABLES, TABLE_NAMES } from '../../formats/csv-columns.ts'
import { CSV_TEMPLATES } from '../../formats/csv-templates.ts'
import { foreignFileOf } from '../../formats/foreign-file.ts'
import { decodeTable } from '../../formats/csv-table.ts'
import { useTitle } from '../frame/use-title.ts'
import { call } from '../gateway/ask.ts'
import type { Estimate, Validation } from '../gateway/documents.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { download } from '../parts/download.ts'
import { Field } from '../parts/field.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { useAction } from '../parts/use-action.ts'
import { countText, listText } from '../parts/words.ts'
import { type Chosen, choose, draftOf, missingTables, NOTHING_CHOSEN } from './chosen.ts'
import { type Draft, isTable, type SourceFile } from './draft.ts'
import { EstimateSummary } from './estimate-summary.tsx'
import { FileDrop } from './file-drop.tsx'
import { IssueList } from './issue-list.tsx'
import { SendForm } from './send-form.tsx'

/** As large as the gateway takes by default, in bytes. */
const LARGEST_FILE = 64 * 1024 * 1024
const DEMO = new URL('../../../examples/hospital-month.json', import.meta.url).href

/** Submits a schedule from a file, once it was checked. */
export function SubmitPage() {
  useTitle('Submit')
  const [chosen, setChosen] = useState(NOTHING_CHOSEN)
  const [timeZone, setTimeZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  const take = useAction(async (files: readonly File[]) => {
    const read = await Promise.all(files.map(readFile))
    setChosen((before) => choose(before, read))
  })
  const demo = useAction(async () => {
    const answer = await fetch(DEMO, { credentials: 'omit' })
    if (!answer.ok) throw new Error('The demo month could not be fetched.')
    const text = await answer.text()
    setChosen((before) => choose(before, [{ name: 'hospital-month.json', text }]))
  })
  const { round } = chosen
  return (
    <section class="page">
      <h1>Submit a schedule</h1>
      <div class="card">
        <FileDrop
          label="Choose a schedule, or drop it here"
          hint={`The tables spots.csv, employees.csv, shifts.csv and, where there are any, ${listText(OPTIONAL_TABLES.map((table) => `${table}.csv`))}: all at once or one after the other. Or a JSON file as POST /api/v1/gateway takes it; a table of shifts may take the place of its shifts.`}
          accept=".json,.csv,.tsv,.txt,application/json,text/csv"
          onFiles={(files) => take.run(files)}
        />
        <p class="row">
          <button type="button" disabled={demo.isBusy} onClick={() => demo.run()}>
            Try the demo month
          </button>
          <span class="quiet">32 employees and 646 shifts of an invented hospital.</span>
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
      <span class="quiet">Tables to start from, to be filled in a spreadsheet and saved as CSV:</span>
      {Object.entries(CSV_TEMPLATES).map(([name, text]) => (
        <button key={name} type="button" class="plain" onClick={() => download(name, text, 'text/csv')}>
          Save {name}
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
          <span>
            Used are{' '}
            {files.map(({ table, name }, at) => (
              <span key={table}>
                {at > 0 && ', '}
                the {table} of <strong>{name}</strong>
              </span>
            ))}
          </span>
          <button type="button" class="plain" onClick={() => onChange({ schedule, tables: {}, remarks: [], round: round + 1 })}>
            Leave them out
          </button>
        </p>
      )}
      {remarks.map((remark) => (
        <p key={remark} class="notice notice-warn">
          {remark}
        </p>
      ))}
      {missing.length > 0 && (
        <p class="notice notice-warn">
          Still to be chosen: {listText(missing.map((table) => `${table}.csv`))}, or a schedule as JSON that has the rest.
        </p>
      )}
      {files.length > 0 && schedule === null && (
        <Field
          label="Time zone of the tables"
          name="timeZone"
          value={timeZone}
          onInput={(event) => onTimeZone((event.currentTarget as HTMLInputElement).value.trim())}
          hint="It decides days, weeks and clock changes."
          {...(isTimeZone(timeZone) ? {} : { problem: 'There is no such time zone. Write one such as Europe/Copenhagen.' })}
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
      <h2 id="checked">{chosen.schedule?.name ?? 'The schedule of the tables'}</h2>
      {isAsking && validation === null && <p class="quiet">Checking …</p>}
      <FailureNotice failure={failure} />
      <div role="status">
        {validation !== null && <p class={`notice ${isValid ? 'notice-good' : 'notice-bad'}`}>{verdictText(errors.length, warnings.length)}</p>}
      </div>
      {draft.remarks.map((remark) => (
        <p key={remark} class="quiet">
          {remark}
        </p>
      ))}
      <IssueList title={countText(errors.length, 'error')} tone="bad" issues={errors} />
      <IssueList title={countText(warnings.length, 'warning')} tone="warn" issues={warnings} />
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
      <h3>What to expect</h3>
      <FailureNotice failure={failure} />
      {value === null && failure === null && <p class="quiet">Estimating …</p>}
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
  if (errors > 0) return `It cannot be submitted: ${countText(errors, 'error')}${warnings > 0 ? ` and ${countText(warnings, 'warning')}` : ''}.`
  return warnings > 0 ? `It can be submitted, with ${countText(warnings, 'warning')}.` : 'It can be submitted: nothing is wrong with it.'
}

async function readFile(file: File): Promise<SourceFile> {
  if (file.size > LARGEST_FILE) throw new Error(`${file.name} is larger than 64 MiB, which is more than the gateway takes.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const foreign = foreignFileOf(bytes)
  if (foreign !== null) return { name: file.name, text: '', foreign }
  return { name: file.name, text: isTable(file.name) ? decodeTable(bytes) : new TextDecoder().decode(bytes) }
}
