import { useMemo, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNotice } from '../parts/notices.tsx'
import { saveWorkbook } from '../parts/save-table.tsx'
import { useAction } from '../parts/use-action.ts'
import { type Download, makeFile, rosterTable, saveFile } from './downloads.ts'
import { employeeName } from './roster-model.ts'
import type { Desk } from './use-desk.ts'
import { t } from '../texts/texts.ts'

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
    <Dialog title={t('download.title')} onClose={onClose}>
      {desk.changes.length > 0 && <p class="notice">{t('download.changed')}</p>}
      <dl class="roster-downloads">
        <AsTable desk={desk} onCsv={() => save({ format: 'csv' })} />
        {model.schedule.pay !== undefined && <Payroll onSave={() => save({ format: 'payroll' })} />}
        <dt>{t('download.page')}</dt>
        <dd>
          {t('download.pageHint')}{' '}
          <button type="button" onClick={() => save({ format: 'html' })}>
            {t('download.saveHtml')}
          </button>
        </dd>
        <dt>{t('download.calendar')}</dt>
        <dd class="row">
          <label class="roster-field">
            <span>{t('download.of')}</span>
            <select value={String(employee)} onChange={(event) => setEmployee(Number(event.currentTarget.value))}>
              {people.map((each) => (
                <option key={each} value={String(each)}>
                  {employeeName(model, each)}
                </option>
              ))}
            </select>
          </label>
          <button type="button" disabled={people.length === 0} onClick={() => save({ format: 'ics', employee })}>
            {t('download.saveCalendar')}
          </button>
        </dd>
      </dl>
      <FailureNotice failure={failure} />
    </Dialog>
  )
}

function AsTable({ desk, onCsv }: { readonly desk: Desk; readonly onCsv: () => void }) {
  const workbook = useAction(async () => {
    const { name, rows } = rosterTable(desk.shown.model, desk.copy.roster)
    await saveWorkbook(name, rows)
  })
  return (
    <>
      <dt>{t('download.table')}</dt>
      <dd>
        {t('download.tableHint')}{' '}
        <button type="button" disabled={workbook.isBusy} onClick={() => workbook.run()}>
          {t('save.excel')}
        </button>{' '}
        <button type="button" onClick={onCsv}>
          {t('download.saveCsv')}
        </button>
        <FailureNotice failure={workbook.failure} />
      </dd>
    </>
  )
}

function Payroll({ onSave }: { readonly onSave: () => void }) {
  return (
    <>
      <dt>{t('download.payroll')}</dt>
      <dd>
        {t('download.payrollHint')}{' '}
        <button type="button" onClick={onSave}>
          {t('download.savePayroll')}
        </button>
      </dd>
    </>
  )
}
