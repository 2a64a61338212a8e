import type { Seats, Shift } from '../../model/schedule.ts'
import { isWeekendShift } from '../../model/weekend.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import type { Words } from '../words.ts'

/** Every mandatory shift has an employee. */
export const assignShift: Rule = {
  setting: 'assignShift',
  unit: 'empty mandatory shift, times its weight',
  findMatches: (view) => [...emptyShifts(view, 'MANDATORY'), ...belowWeekendFloor(view)],
}

/** Optional shifts have an employee where possible. */
export const assignOptionalShift: Rule = {
  setting: 'assignOptionalShift',
  unit: 'empty optional shift, times its weight',
  findMatches: (view) => emptyShifts(view, 'OPTIONAL'),
}

function emptyShifts({ schedule, emptyShifts: empty, words }: RosterView, importance: Shift['importance']): Finding[] {
  const findings: Finding[] = []
  for (const seats of takenTogether(empty.filter((shift) => !shift.historic && shift.importance === importance))) {
    const [shift] = seats
    const day = schedule.calendar.days[shift.day]!
    const missed = seats.filter(({ isSpare }) => isSpare !== true).length
    const amount = seats.reduce((sum, { weight }) => sum + weight, 0) * (isWeekendShift(shift) ? schedule.settings.weekendUnassignedMultiplier : 1)
    if (amount === 0) continue
    const text =
      shift.seats === undefined
        ? words.teller.say(importance === 'MANDATORY' ? 'broken.emptyMandatory' : 'broken.emptyOptional', { shift: words.shift(shift) })
        : seatsInWords(words, { shift, seats: shift.seats, missed })
    findings.push({ shiftIds: [shift.id], employeeIds: [], date: day.date, amount, text })
  }
  return findings
}

/** `Early (…): 2 of 3 seats that must be filled are filled.` */
function seatsInWords(words: Words, { shift, seats, missed }: { readonly shift: Shift; readonly seats: Seats; readonly missed: number }): string {
  const { say } = words.teller
  const isMust = shift.importance === 'MANDATORY'
  const wanted = isMust ? seats.min : seats.ideal
  const filled = wanted - missed
  const told = { shift: words.shift(shift), seats: say('broken.seats', { count: wanted }) }
  if (filled === 0) return say(isMust ? 'broken.mandatorySeatsNone' : 'broken.optionalSeatsNone', told)
  return say(isMust ? 'broken.mandatorySeats' : 'broken.optionalSeats', { ...told, count: filled })
}

/** Empty seats of one shift stand side by side. */
function takenTogether(empty: readonly Shift[]): [Shift, ...Shift[]][] {
  const groups: [Shift, ...Shift[]][] = []
  for (const shift of empty) {
    const last = groups.at(-1)
    if (shift.seats !== undefined && last?.[0].id === shift.id) last.push(shift)
    else groups.push([shift])
  }
  return groups
}

/** Fewer of the mandatory weekend shifts are filled than the schedule asks for. */
function belowWeekendFloor({ schedule, emptyShifts: empty, words: { teller } }: RosterView): Finding[] {
  const { weekendMandatoryCoverageFloorPercent: percent, weekendUnassignedMultiplier } = schedule.settings
  if (percent === 0) return []
  const isAsked = (shift: Shift): boolean => shift.importance === 'MANDATORY' && !shift.historic && isWeekendShift(shift)
  const asked = schedule.shifts.filter(isAsked).length
  const emptyOnes = empty.filter(isAsked)
  const filled = asked - emptyOnes.length
  const least = Math.ceil((percent * asked) / 100)
  if (filled >= least) return []
  return [
    {
      shiftIds: emptyOnes.map(({ id }) => id),
      employeeIds: [],
      amount: (least - filled) * weekendUnassignedMultiplier,
      text: teller.say('broken.weekendFloor', {
        count: filled,
        shifts: teller.say('count.mandatoryWeekendShifts', { count: asked }),
        percent,
        least,
      }),
    },
  ]
}
