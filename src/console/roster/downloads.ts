import { costsOf } from '../../checker/costs.ts'
import { shiftRows, writeCsv, writePayrollCsv } from '../../formats/csv.ts'
import { type PageWords, writeHtml } from '../../formats/html.ts'
import { writeIcs } from '../../formats/ics.ts'
import type { Roster } from '../../model/roster.ts'
import type { TableRows } from '../parts/save-table.tsx'
import { dateText, dateYearText } from '../parts/words.ts'
import { currentLocale, t } from '../texts/texts.ts'
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
  if (download.format === 'html') return { name: `${name}.html`, type: 'text/html;charset=utf-8', text: writeHtml(schedule, roster, pageWords()) }
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

/** The words of a page in the reader's language. */
function pageWords(): PageWords {
  return {
    language: currentLocale(),
    employee: t('grid.name'),
    hours: t('grid.hours'),
    nobody: t('planRoster.nobody'),
    title: (first, last, timeZone) => t('print.caption', { first: dateYearText(first), last: dateYearText(last), timeZone }),
    span: (first, last) => t('words.span', { first: dateYearText(first), last: dateYearText(last) }),
    day: dateText,
  }
}

/** The shifts as a table of a workbook: its name, and rows as those of the CSV with times as the clock on the wall shows them. */
export function rosterTable({ schedule }: RosterModel, roster: Roster): { readonly name: string; readonly rows: TableRows } {
  const { days, horizonFirst } = schedule.calendar
  const [head = [], ...rows] = shiftRows(schedule, roster)
  const isTime = head.map((name) => name === 'start' || name === 'end')
  return {
    name: `roster-${days[horizonFirst]!.date}`,
    rows: [head, ...rows.map((cells) => cells.map((cell, at) => (isTime[at] === true ? { date: String(cell).slice(0, 16) } : cell)))],
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
