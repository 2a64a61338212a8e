import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import type { TextValues } from '../model/language.ts'
import type { SentenceName, Teller } from '../model/teller.ts'
import type { Identifier } from '../model/units.ts'
import { escaped } from './html.ts'
import { createLocalClock, hours, nameOf, solvedShifts } from './solved-shifts.ts'

/** What a page of one employee says beside the shifts. */
export interface PersonalPage {
  readonly employeeId: Identifier
  readonly title: string
  /** Sentences on what the employee has of the roster. */
  readonly account: readonly string[]
  /** Where the calendar of these shifts is. */
  readonly calendarPath: string
  /** Says all that is not a name. */
  readonly teller: Teller
}

/** The only style of the page; whoever serves it permits these bytes and no others. */
export const PERSONAL_STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem; max-width: 40rem; overflow-wrap: anywhere }
h1 { font-size: 1.4rem; margin: 0 } h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem }
ul { list-style: none; margin: 0; padding: 0 } li { padding: .5rem 0; border-top: 1px solid #8886 }
time, .hours { font-variant-numeric: tabular-nums } a { color: LinkText; display: inline-block; padding: .5rem 0 }
@media print { a { display: none } }
`

/**
 * What one employee works, as a page of HTML in one language that needs nothing else: no script, nothing from elsewhere, and nothing of anybody else. Times are those of the
 * schedule's time zone.
 */
export function writePersonalPage(schedule: Schedule, roster: Roster, page: PersonalPage): string {
  const { teller } = page
  const employee = schedule.employees.find(({ id }) => id === page.employeeId)
  const clock = createLocalClock(schedule)
  const timeOf = (minute: number): string => teller.clock(clock.timeOf(minute))
  const worked = solvedShifts(schedule, roster)
    .filter((solved) => employee !== undefined && solved.employee === employee)
    .sort((a, b) => a.shift.start - b.shift.start)
  const lines = worked.map(({ shift, spot }) => {
    const { date } = schedule.calendar.days[shift.day]!
    const day = teller.say('words.dayNamed', { weekday: teller.weekday(date), date: teller.date(date) })
    const what = shift.name === null ? nameOf(spot) : `${shift.name}, ${nameOf(spot)}`
    return `<li><time datetime="${date}">${escaped(day)}</time><br><strong class="hours">${timeOf(shift.start)}–${timeOf(shift.end)}</strong> <bdi>${escaped(what)}</bdi></li>`
  })
  const say = (name: SentenceName, values?: TextValues): string => escaped(teller.say(name, values))
  const shifts = teller.say('count.shifts', { count: worked.length })
  const total = say('personal.total', { shifts, hours: hours(worked.reduce((sum, { shift }) => sum + shift.workMin, 0)) })
  const name = employee === undefined ? teller.say('personal.yours') : nameOf(employee)
  return personalHtml(
    teller,
    name,
    `<h1><bdi>${escaped(name)}</bdi></h1>
<p><bdi>${escaped(page.title)}</bdi><br>${say('personal.times', { zone: schedule.calendar.timeZone })}</p>
<p><a href="${escaped(page.calendarPath)}">${say('personal.calendar')}</a></p>
<h2>${say('personal.shifts')}</h2>
${lines.length === 0 ? `<p>${say('personal.none')}</p>` : `<ul>\n${lines.join('\n')}\n</ul>\n<p>${total}</p>`}
${page.account.length === 0 ? '' : `<h2>${say('personal.account')}</h2>\n<ul>\n${page.account.map((text) => `<li>${escaped(text)}</li>`).join('\n')}\n</ul>\n`}`,
  )
}

/** The page of a link that opens nothing. */
export function writeClosedPage(teller: Teller): string {
  const closed = teller.say('personal.closed')
  return personalHtml(teller, closed, `<h1>${escaped(closed)}</h1>\n<p>${escaped(teller.say('personal.closedAsk'))}</p>\n`)
}

function personalHtml({ language }: Teller, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escaped(title)}</title>
<style>${PERSONAL_STYLE}</style>
</head>
<body>
<main>
${body}</main>
</body>
</html>
`
}
