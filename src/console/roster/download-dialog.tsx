import { useMemo, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { type Download, makeFile, saveFile } from './downloads.ts'
import { employeeName } from './roster-model.ts'
import type { Desk } from './use-desk.ts'

/** The roster as a file, made in the page; with what was changed by hand. */
export function DownloadDialog({ desk, onClose }: { readonly desk: Desk; readonly onClose: () => void }) {
  const { model } = desk.shown
  const { roster } = desk.copy
  const working = useMemo(() => new Set(roster), [roster])
  const people = [...model.schedule.employees.keys()].filter((employee) => working.has(employee))
  const [employee, setEmployee] = useState(people[0] ?? 0)
  const [failure, setFailure] = useState<unknown>(null)
  const save = (download: Download): void => {
    try {
      saveFile(makeFile(model, roster, download))
      setFailure(null)
    } catch (refused) {
      setFailure(refused)
    }
  }
  return (
    <Dialog title="Download the roster" onClose={onClose}>
      {desk.changes.length > 0 && <p class="notice">Your changes are in it.</p>}
      <dl class="roster-downloads">
        <dt>Table (CSV)</dt>
        <dd>
          A line for each shift, for spreadsheets.{' '}
          <button type="button" onClick={() => save({ format: 'csv' })}>
            Save CSV
          </button>
        </dd>
        {model.schedule.pay !== undefined && <Payroll onSave={() => save({ format: 'payroll' })} />}
        <dt>Page (HTML)</dt>
        <dd>
          A table for each week, in one file that needs nothing else.{' '}
          <button type="button" onClick={() => save({ format: 'html' })}>
            Save HTML
          </button>
        </dd>
        <dt>Calendar (iCalendar)</dt>
        <dd class="row">
          <label class="roster-field">
            <span>Of</span>
            <select value={String(employee)} onChange={(event) => setEmployee(Number(event.currentTarget.value))}>
              {people.map((each) => (
                <option key={each} value={String(each)}>
                  {employeeName(model, each)}
                </option>
              ))}
            </select>
          </label>
          <button type="button" disabled={people.length === 0} onClick={() => save({ format: 'ics', employee })}>
            Save calendar
          </button>
        </dd>
      </dl>
      <FailureNotice failure={failure} />
    </Dialog>
  )
}

function Payroll({ onSave }: { readonly onSave: () => void }) {
  return (
    <>
      <dt>Payroll (CSV)</dt>
      <dd>
        Everybody’s payslip, line by line.{' '}
        <button type="button" onClick={onSave}>
          Save payroll
        </button>
      </dd>
    </>
  )
}
