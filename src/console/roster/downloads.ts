import { costsOf } from '../../checker/costs.ts'
import { writeCsv, writePayrollCsv } from '../../formats/csv.ts'
import { writeHtml } from '../../formats/html.ts'
import { writeIcs } from '../../formats/ics.ts'
import type { Roster } from '../../model/roster.ts'
import { employeeName, type RosterModel } from './roster-model.ts'

/** A file that is made in the page. */
export interface MadeFile {
  readonly name: string
  readonly type: string
  readonly text: string
}

/** What the roster can be taken along as. */
export type Download =
  | { readonly format: 'csv' }
  | { readonly format: 'payroll' }
  | { readonly format: 'html' }
  | {
      readonly format: 'ics'
      /** Position of the employee whose calendar it is. */
      readonly employee: number
    }

/** Makes the file. Throws `FormatError` for the calendar of somebody who works nothing. */
export function makeFile(model: RosterModel, roster: Roster, download: Download): MadeFile {
  const { schedule } = model
  const { days, horizonFirst } = schedule.calendar
  const name = `roster-${days[horizonFirst]!.date}`
  if (download.format === 'csv') {
    // The mark at the beginning tells spreadsheets that it is UTF-8.
    return { name: `${name}.csv`, type: 'text/csv;charset=utf-8', text: `\uFEFF${writeCsv(schedule, roster)}` }
  }
  if (download.format === 'payroll') {
    const text = writePayrollCsv(schedule, costsOf(schedule, roster))
    return { name: `payroll-${days[horizonFirst]!.date}.csv`, type: 'text/csv;charset=utf-8', text: `\uFEFF${text}` }
  }
  if (download.format === 'html') return { name: `${name}.html`, type: 'text/html;charset=utf-8', text: writeHtml(schedule, roster) }
  const who = employeeName(model, download.employee)
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return {
    name: `${name}-${who || schedule.employees[download.employee]!.id}.ics`,
    type: 'text/calendar;charset=utf-8',
    text: writeIcs(schedule, roster, { employee: schedule.employees[download.employee]!, madeAt: new Date() }),
  }
}

/** Has the browser save a file. */
export function saveFile({ name, type, text }: MadeFile): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
