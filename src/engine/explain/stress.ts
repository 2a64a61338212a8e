import { NOBODY } from '../../model/roster.ts'
import { fillTogether } from './fill-together.ts'
import type { Probe } from './probe.ts'

/** Of many cases each gets less than one that somebody waits for: all assignments up to so many, else so many of the best. */
const MAX_TRIED = 64
const BEAM = 3

/** Days on which somebody is missing; positions in `calendar.days`, both inclusive. */
export interface MissingSpan {
  readonly firstDay: number
  readonly lastDay: number
}

/** Somebody who is missing. */
export interface MissingCase extends MissingSpan {
  /** Position. */
  readonly employee: number
  /** Positions of the mandatory shifts that they work then. */
  readonly shifts: readonly number[]
}

/** What became of the shifts of somebody who is missing. */
export interface StressedCase extends MissingCase {
  /** Positions of those that nobody could take. */
  readonly unrepaired: readonly number[]
}

/** Stretches of the horizon in which somebody is missing: every day, or every week of the calendar. */
export function spansOf({ schedule: { calendar } }: Probe, per: 'DAY' | 'WEEK'): MissingSpan[] {
  const { days, horizonFirst } = calendar
  const spans: MissingSpan[] = []
  for (let day: number = horizonFirst; day < days.length; day += 1) {
    const last = spans.at(-1)
    if (per === 'WEEK' && last !== undefined && days[last.firstDay]!.week === days[day]!.week) spans[spans.length - 1] = { ...last, lastDay: day }
    else spans.push({ firstDay: day, lastDay: day })
  }
  return spans
}

/** Everybody in each stretch in which they work a mandatory shift: those first whose shifts fewest could take, who are the likeliest to be missed. */
export function missingCases(probe: Probe, spans: readonly MissingSpan[]): MissingCase[] {
  const { schedule, roster, instance } = probe
  const { demandOfShift } = instance.demands
  const suited = (shift: number): number => {
    const { candidateListOf, candidateLists } = instance.fit
    return candidateLists[candidateListOf[demandOfShift[shift]!]!]!.length
  }
  const cases = schedule.employees.flatMap((_, employee) => {
    const own = probe.shiftsOf(employee).filter((shift) => schedule.shifts[shift]!.importance === 'MANDATORY' && !schedule.shifts[shift]!.historic)
    return spans.flatMap((span): MissingCase[] => {
      const shifts = own.filter((shift) => liesIn(probe, shift, span) && roster[shift] === employee)
      return shifts.length === 0 ? [] : [{ ...span, employee, shifts }]
    })
  })
  const fewest = new Map(cases.map((each) => [each, Math.min(...each.shifts.map(suited))]))
  return cases.sort((a, b) => fewest.get(a)! - fewest.get(b)! || a.firstDay - b.firstDay || a.employee - b.employee)
}

/** Takes somebody off their shifts and looks for others within the law, directly and by short chains. The probe stands as before afterwards. */
export function stressCase(probe: Probe, missing: MissingCase, isAbsent: (employee: number, shift: number) => boolean): StressedCase {
  const { employee, shifts } = missing
  for (const shift of shifts) probe.make([{ shift, from: employee, to: NOBODY }])
  const mayTake = (taker: number, shift: number): boolean =>
    !(taker === employee && liesIn(probe, shift, missing)) && !isAbsent(taker, shift) && !probe.isOnIt(taker, shift)
  const [best] = fillTogether(probe, shifts, { limit: 1, mayTake, maxTried: MAX_TRIED, beam: BEAM })
  for (const shift of shifts) probe.make([{ shift, from: NOBODY, to: employee }])
  return { ...missing, unrepaired: best?.left ?? shifts }
}

/** Whether a shift takes place while somebody is missing. */
function liesIn({ schedule: { shifts, calendar } }: Probe, shift: number, { firstDay, lastDay }: MissingSpan): boolean {
  const { start, end } = shifts[shift]!
  return start < calendar.days[lastDay]!.end && calendar.days[firstDay]!.start < end
}
