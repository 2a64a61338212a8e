import { useMemo, useState } from 'preact/hooks'
import { useTitle } from '../frame/use-title.ts'
import { call } from '../gateway/ask.ts'
import type { Estimate, Validation } from '../gateway/documents.ts'
import { useAnswer } from '../gateway/use-answer.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { useAction } from '../parts/use-action.ts'
import { countText } from '../parts/words.ts'
import { type Draft, isTable, readDraft, type SourceFile } from './draft.ts'
import { EstimateSummary } from './estimate-summary.tsx'
import { FileDrop } from './file-drop.tsx'
import { IssueList } from './issue-list.tsx'
import { SendForm } from './send-form.tsx'

/** As large as the gateway takes by default, in bytes. */
const LARGEST_FILE = 64 * 1024 * 1024
const DEMO = new URL('../../../examples/hospital-month.json', import.meta.url).href

/** What was chosen; `round` counts the choices, so that each is checked anew. */
interface Chosen {
  readonly schedule: SourceFile | null
  readonly shifts: SourceFile | null
  readonly round: number
}

/** Submits a schedule from a file, once it was checked. */
export function SubmitPage() {
  useTitle('Submit')
  const [chosen, setChosen] = useState<Chosen>({ schedule: null, shifts: null, round: 0 })
  const take = useAction(async (files: readonly File[]) => {
    const read = await Promise.all(files.map(readFile))
    setChosen(({ schedule, shifts, round }) => ({
      schedule: read.findLast(({ name }) => !isTable(name)) ?? schedule,
      shifts: read.findLast(({ name }) => isTable(name)) ?? shifts,
      round: round + 1,
    }))
  })
  const demo = useAction(async () => {
    const answer = await fetch(DEMO, { credentials: 'omit' })
    if (!answer.ok) throw new Error('The demo month could not be fetched.')
    const text = await answer.text()
    setChosen(({ round }) => ({ schedule: { name: 'hospital-month.json', text }, shifts: null, round: round + 1 }))
  })
  const { schedule, shifts, round } = chosen
  return (
    <section class="page">
      <h1>Submit a schedule</h1>
      <div class="card">
        <FileDrop
          label="Choose a schedule, or drop it here"
          hint="A JSON file as POST /api/v1/gateway takes it. With it, or after it, a CSV file of shifts (id,spot,start,end,…) may take the place of its shifts."
          accept=".json,.csv,application/json,text/csv"
          onFiles={(files) => take.run(files)}
        />
        <p class="row">
          <button type="button" disabled={demo.isBusy} onClick={() => demo.run()}>
            Try the demo month
          </button>
          <span class="quiet">32 employees and 646 shifts of an invented hospital.</span>
        </p>
        <FailureNotice failure={take.failure ?? demo.failure} />
        {shifts !== null && (
          <p class="row">
            <span>
              Shifts are those of <strong>{shifts.name}</strong>.
            </span>
            <button type="button" class="plain" onClick={() => setChosen({ schedule, shifts: null, round: round + 1 })}>
              Leave them out
            </button>
          </p>
        )}
        {schedule === null && shifts !== null && (
          <p class="notice notice-warn">A table says nothing of employees and rules. Choose the schedule too.</p>
        )}
      </div>
      {schedule !== null && <Checked key={round} schedule={schedule} shifts={shifts} />}
    </section>
  )
}

/** What the gateway says of the files, and the form that submits them. */
function Checked({ schedule, shifts }: { readonly schedule: SourceFile; readonly shifts: SourceFile | null }) {
  const draft = useMemo(() => readDraft(schedule, shifts), [])
  const { value: validation, failure, isAsking } = useAnswer('validation', (signal) => validate(draft, signal))
  const errors = useMemo(() => [...draft.problems, ...draft.locate(validation?.errors ?? [])], [validation])
  const warnings = useMemo(() => draft.locate(validation?.warnings ?? []), [validation])
  const isValid = validation !== null && errors.length === 0
  return (
    <section class="card" aria-labelledby="checked">
      <h2 id="checked">{schedule.name}</h2>
      {isAsking && validation === null && <p class="quiet">Checking …</p>}
      <FailureNotice failure={failure} />
      <div role="status">
        {validation !== null && <p class={`notice ${isValid ? 'notice-good' : 'notice-bad'}`}>{verdictText(errors.length, warnings.length)}</p>}
      </div>
      <IssueList title={countText(errors.length, 'error')} tone="bad" issues={errors} />
      <IssueList title={countText(warnings.length, 'warning')} tone="warn" issues={warnings} />
      {isValid && <Estimated document={draft.document!} />}
      {isValid && <SendForm draft={draft} />}
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
  return { name: file.name, text: await file.text() }
}
