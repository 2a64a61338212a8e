import { dayAt, type LocalDay } from '../model/calendar.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { createLocalClock, hours, type LocalClock, nameOf, oneLine, type SolvedShift, solvedShifts } from './solved-shifts.ts'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** The words of a page, in one language. Dates are local ones such as `2027-02-01`. */
export interface PageWords {
  /** As `lang` of HTML has it. */
  readonly language: string
  readonly employee: string
  readonly hours: string
  readonly nobody: string
  title(first: string, last: string, timeZone: string): string
  span(first: string, last: string): string
  /** A date with its weekday. */
  day(date: string): string
}

/** A page in English, with dates as the interface writes them. */
const ENGLISH_PAGE: PageWords = {
  language: 'en',
  employee: 'Employee',
  hours: 'Hours',
  nobody: 'Nobody',
  title: (first, last, timeZone) => `Roster ${first} to ${last}, times of ${timeZone}`,
  span: (first, last) => `${first} to ${last}`,
  day: (date) => `${WEEKDAYS[new Date(date).getUTCDay()]} ${date}`,
}

const STYLE = `
body { font: 14px/1.4 system-ui, sans-serif; margin: 1.5rem; color: #1b1b1b; background: #fff }
h1 { font-size: 1.3rem; margin: 0 } h2 { font-size: 1.05rem; margin: 1.5rem 0 .5rem }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
th, td { border: 1px solid #bbb; padding: .25rem .4rem; text-align: left; vertical-align: top; overflow-wrap: anywhere }
thead th { background: #eee } .weekend { background: #f5f2ea } .hours { width: 4rem; text-align: right }
tfoot { color: #8a1c1c } td div + div { margin-top: .25rem } time, span { white-space: nowrap; font-variant-numeric: tabular-nums }
@page { size: A4 landscape; margin: 10mm }
@media print { body { margin: 0; font-size: 9pt } section + section { break-before: page } tr { break-inside: avoid } * { print-color-adjust: exact } }
`

/** What every week of the page needs. */
interface Page {
  readonly schedule: Schedule
  readonly solved: readonly SolvedShift[]
  readonly clock: LocalClock
  readonly words: PageWords
}

/**
 * The roster as one page of HTML, in one language, that needs nothing else: no script, nothing from elsewhere. A table for each week of the horizon, with a line for
 * each employee and a column for each day, and at its end the mandatory shifts that nobody works. Times are those of the schedule's time zone.
 */
export function writeHtml(schedule: Schedule, roster: Roster, words: PageWords = ENGLISH_PAGE): string {
  const days = schedule.calendar.days.slice(schedule.calendar.horizonFirst)
  const page: Page = { schedule, solved: solvedShifts(schedule, roster), clock: createLocalClock(schedule), words }
  const title = escaped(words.title(days[0]!.date, days.at(-1)!.date, schedule.calendar.timeZone))
  const weeks = [...Map.groupBy(days, ({ week }) => week).values()]
  return `<!doctype html>
<html lang="${escaped(words.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${weeks.map((week) => weekTable(page, week)).join('')}</body>
</html>
`
}

function weekTable({ schedule, solved, clock, words }: Page, days: readonly LocalDay[]): string {
  const dayOf = ({ shift }: SolvedShift): string => schedule.calendar.days[shift.day]!.date
  const dates = new Set(days.map(({ date }) => date))
  const here = solved.filter((each) => dates.has(dayOf(each)))
  const byEmployee = Map.groupBy(here, ({ employee }) => employee)
  const cells = (shifts: readonly SolvedShift[]): string => {
    const byDay = Map.groupBy(shifts, dayOf)
    return days.map((day) => `<td${weekendClass(day)}>${cellOf(byDay.get(day.date) ?? [], clock)}</td>`).join('')
  }
  const rows = schedule.employees.map((employee) => {
    const own = byEmployee.get(employee) ?? []
    const minutes = own.reduce((sum, { shift }) => sum + shift.workMin, 0)
    return `<tr><th scope="row">${name(nameOf(employee))}</th>${cells(own)}<td class="hours">${minutes === 0 ? '' : hours(minutes)}</td></tr>\n`
  })
  const open = (byEmployee.get(null) ?? []).filter(({ shift }) => shift.importance === 'MANDATORY')
  const heads = days
    .map(
      (day) =>
        `<th scope="col"${weekendClass(day)}><time datetime="${day.date}">${escaped(words.day(day.date))}</time>${holidayOf(schedule, day)}</th>`,
    )
    .join('')
  return `<section>
<h2>${escaped(words.span(days[0]!.date, days.at(-1)!.date))}</h2>
<table>
<thead><tr><th scope="col">${escaped(words.employee)}</th>${heads}<th scope="col" class="hours">${escaped(words.hours)}</th></tr></thead>
<tbody>
${rows.join('')}</tbody>
${open.length === 0 ? '' : `<tfoot><tr><th scope="row">${escaped(words.nobody)}</th>${cells(open)}<td class="hours"></td></tr></tfoot>\n`}</table>
</section>
`
}

/** The shifts of a cell by their start; equal ones once, with how many they are. */
function cellOf(shifts: readonly SolvedShift[], clock: LocalClock): string {
  const lines = [...shifts]
    .sort((a, b) => a.shift.start - b.shift.start || a.shift.end - b.shift.end)
    .map(({ shift, spot }) => `<span>${clock.timeOf(shift.start)}–${clock.timeOf(shift.end)}</span> ${name(nameOf(spot))}`)
  return [...Map.groupBy(lines, (line) => line)].map(([line, { length }]) => `<div>${length === 1 ? '' : `${length} × `}${line}</div>`).join('')
}

/** The name of a holiday, on a line of its own. */
function holidayOf({ calendar }: Schedule, { start }: LocalDay): string {
  const named = oneLine(calendar.holidays.get(dayAt(calendar, start)) ?? '')
  return named === '' ? '' : `<br>${name(named)}`
}

function weekendClass({ isWeekend }: LocalDay): string {
  return isWeekend ? ' class="weekend"' : ''
}

/** Isolated, so that a name written from right to left, or one that pretends to be, turns nothing around it. */
function name(text: string): string {
  return `<bdi>${escaped(text)}</bdi>`
}

/** A text of others within HTML, on one line. */
export function escaped(text: string): string {
  return oneLine(text).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
