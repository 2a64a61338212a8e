import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
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
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

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
 * What one employee works, as a page of HTML that needs nothing else: no script, nothing from elsewhere, and nothing of anybody else. Times are those of the
 * schedule's time zone.
 */
export function writePersonalPage(schedule: Schedule, roster: Roster, page: PersonalPage): string {
  const employee = schedule.employees.find(({ id }) => id === page.employeeId)
  const clock = createLocalClock(schedule)
  const worked = solvedShifts(schedule, roster)
    .filter((solved) => employee !== undefined && solved.employee === employee)
    .sort((a, b) => a.shift.start - b.shift.start)
  const lines = worked.map(({ shift, spot }) => {
    const { date, weekday } = schedule.calendar.days[shift.day]!
    const what = shift.name === null ? nameOf(spot) : `${shift.name}, ${nameOf(spot)}`
    return `<li><time datetime="${date}">${WEEKDAYS[weekday]} ${date}</time><br><strong class="hours">${clock.timeOf(shift.start)}–${clock.timeOf(shift.end)}</strong> <bdi>${escaped(what)}</bdi></li>`
  })
  const minutes = worked.reduce((sum, { shift }) => sum + shift.workMin, 0)
  const name = employee === undefined ? 'Your roster' : nameOf(employee)
  return personalHtml(
    name,
    `<h1><bdi>${escaped(name)}</bdi></h1>
<p><bdi>${escaped(page.title)}</bdi><br>Times of ${escaped(schedule.calendar.timeZone)}.</p>
<p><a href="${escaped(page.calendarPath)}">Calendar feed</a></p>
<h2>Your shifts</h2>
${lines.length === 0 ? '<p>You have no shift here.</p>' : `<ul>\n${lines.join('\n')}\n</ul>\n<p>${worked.length} ${worked.length === 1 ? 'shift' : 'shifts'}, <span class="hours">${hours(minutes)}</span> hours.</p>`}
${page.account.length === 0 ? '' : `<h2>Your account</h2>\n<ul>\n${page.account.map((text) => `<li>${escaped(text)}</li>`).join('\n')}\n</ul>\n`}`,
  )
}

/** The page of a link that opens nothing. */
export function writeClosedPage(): string {
  return personalHtml('Link', '<h1>This link opens nothing any more</h1>\n<p>Ask whoever plans your work for a new one.</p>\n')
}

function personalHtml(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
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
