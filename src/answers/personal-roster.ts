import { readSubmission } from '../api/read-schedule.ts'
import type { Language } from '../model/language.ts'
import { tellingIn, viewRoster } from '../checker/roster-view.ts'
import { judgeView } from '../checker/check.ts'
import { FormatError } from '../formats/format-error.ts'
import { writeIcs } from '../formats/ics.ts'
import { type PersonalPage, writePersonalPage } from '../formats/personal-page.ts'
import { rosterAsPosted } from '../model/roster.ts'
import type { Identifier } from '../model/units.ts'
import { describeAccounts } from './employee-account.ts'
import { tellerOf } from './tellers.ts'

/** What one employee is shown of a published schedule. */
export interface PersonalQuestion extends Omit<PersonalPage, 'account' | 'teller'> {
  readonly schedule: unknown
  readonly form: 'page' | 'calendar'
  /** Of the page and its sentences; a calendar says nothing but names. */
  readonly language: Language
  /** When the roster was published, in milliseconds since 1970. */
  readonly publishedMs: number
}

/**
 * The roster of one employee, as a page or as a calendar, with nothing of anybody else in it. Null when the schedule cannot be read or the employee is not in it.
 */
export function writePersonalRoster({ schedule: document, form, language, publishedMs, ...page }: PersonalQuestion): string | null {
  const { submission } = readSubmission(document, { callback: 'optional' })
  if (submission === null) return null
  const { schedule } = submission
  const position = positionOf(schedule.employees, page.employeeId)
  if (position < 0) return null
  const roster = rosterAsPosted(schedule)
  if (form === 'calendar')
    return calendarOf(() => writeIcs(schedule, roster, { employee: schedule.employees[position]!, madeAt: new Date(publishedMs) }))
  const teller = tellerOf(language)
  const view = viewRoster(schedule, roster, tellingIn(schedule, teller))
  const [account] = describeAccounts(view, judgeView(view), [position])
  return writePersonalPage(schedule, roster, { ...page, account: account!.summary, teller })
}

function positionOf(employees: readonly { readonly id: Identifier }[], id: Identifier): number {
  return employees.findIndex((employee) => employee.id === id)
}

/** Whoever works nothing has an empty calendar: a feed that fails would be thrown away. */
function calendarOf(write: () => string): string {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Turnus//Turnus//EN', 'CALSCALE:GREGORIAN', 'END:VCALENDAR', ''].join('\r\n')
  }
}
