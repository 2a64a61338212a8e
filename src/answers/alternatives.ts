import { scoreOf } from '../checker/check.ts'
import { createWords } from '../checker/words.ts'
import { findAlternatives } from '../engine/replan/alternatives.ts'
import { instanceOf } from '../engine/instance/compile.ts'
import { type Materialised, materialised } from '../model/generated-shifts.ts'
import { comesWithRoster, type Roster, rosterAsPosted } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { rosterAsTold } from '../model/seats.ts'
import type { Alternative, Solution } from '../model/solution.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'
import type { Identifier } from '../model/units.ts'
import { dayInWords, daysOffIn, noticeInWords } from './change-words.ts'
import { listReplanned } from './diff.ts'

/** People whom the sentence about an alternative names at most. */
const MOST_NAMED = 3

/**
 * As many rosters as a posted schedule asks for, from fewest changes to best score: `roster`, and others that are as good up to the priority on which empty shifts weigh. It alone where no shift that can be
 * planned came with somebody, where shifts are made of templates, and where `isOver` answers true at once.
 */
export function explainAlternatives(
  schedule: Schedule,
  roster: Roster,
  { leastChanges }: Pick<Solution, 'leastChanges'>,
  isOver: () => boolean,
  teller: Teller = ENGLISH,
): Pick<Solution, 'alternatives'> {
  const { alternatives: count } = schedule
  if (count === undefined) return {}
  const found = otherRosters(schedule, roster, { count, least: leastChanges?.count ?? 0, isOver })
  return { alternatives: found.map((one) => describe(schedule, one, teller)) }
}

function otherRosters(
  schedule: Schedule,
  roster: Roster,
  options: { readonly count: number; readonly least: number; readonly isOver: () => boolean },
): readonly Roster[] {
  if (!comesWithRoster(schedule) || schedule.candidates !== undefined || options.isOver()) return [roster]
  return findAlternatives(instanceOf(schedule), { kept: rosterAsPosted(schedule), told: rosterAsTold(schedule) }, roster, options).map(
    (found) => found.roster,
  )
}

function describe(asked: Schedule, found: Roster, teller: Teller): Alternative {
  const { schedule, roster } = materialised(asked, found)
  const told = listReplanned(schedule, roster, teller)
  return { schedule, roster, score: scoreOf(schedule, roster), ...told, text: sentenceOf({ schedule, roster }, told, teller) }
}

/** `Camilla takes Saturday (…) and is free again on Sunday …; 2 people affected; notice 38 h.` */
function sentenceOf(
  { schedule, roster }: Materialised,
  { changes, affectedEmployees }: Pick<Solution, 'changes' | 'affectedEmployees'>,
  teller: Teller,
): string {
  const { say } = teller
  if (changes.length === 0) return say('alternative.nothing')
  const words = createWords(schedule, teller)
  const daysOff = daysOffIn(schedule, roster)
  const shifts = new Map(schedule.shifts.map((shift) => [shift.id as Identifier, shift]))
  const listed = (ids: readonly Identifier[]): string => words.shifts(ids.map((id) => shifts.get(id)!))
  const takers = affectedEmployees.filter(({ gained }) => gained.length > 0)
  const named = takers.slice(0, MOST_NAMED).map(({ employeeId, gained, lost }) => {
    const position = schedule.employees.findIndex(({ id }) => id === employeeId)
    const last = gained.map((id) => shifts.get(id)!).reduce((latest, shift) => (shift.end > latest.end ? shift : latest))
    const free = daysOff.after(position, last)
    const parts = [
      say('alternative.takes', { shifts: listed(gained) }),
      ...(lost.length === 0 ? [] : [say('alternative.givesUp', { shifts: listed(lost) })]),
      ...(free === null ? [] : [say('alternative.freeAgain', { day: dayInWords(schedule, words, free) })]),
    ]
    return say('alternative.who', { who: words.employee(schedule.employees[position]!), deeds: teller.listed(parts) })
  })
  const more = takers.length - named.length
  const empty = changes.filter(({ after }) => after === null).map(({ shiftId }) => shiftId)
  const notices = changes.flatMap(({ noticeMinutes = null }) => (noticeMinutes === null ? [] : [noticeMinutes]))
  const parts = [
    ...named,
    ...(more === 0 ? [] : [say('alternative.moreTake', { count: more })]),
    ...(empty.length === 0 ? [] : [say('alternative.nobodyWorks', { shifts: listed(empty) })]),
    say('words.changes', { count: changes.length }),
    say('alternative.people', { count: affectedEmployees.length }),
    ...(notices.length === 0 ? [] : [noticeInWords(words, Math.min(...notices))]),
  ]
  const text = teller.sentence(parts)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
