import type { Roster } from '../../model/roster.ts'
import type { Employee, Fairness, Schedule, Shift } from '../../model/schedule.ts'
import type { FairLoad } from '../../model/solution.ts'
import { indexTags } from '../../model/tags.ts'
import { isPosted } from './fair-share.ts'
import { isWeekendShift } from '../../model/weekend.ts'
import { isInTeam, lacksAnySkill, missingSkills } from '../eligibility.ts'
import { type RosterView, SILENT, viewRoster } from '../roster-view.ts'
import type { CountedFindings, Finding, Rule } from '../rule.ts'
import { isWished } from '../wish-index.ts'
import { dayOfWeekend } from '../tally.ts'
import { amountInWords, byWindow, fairName, loadInWords } from './fair-words.ts'
import { capacityIn, carriedOf, partsOf, type Standing, stretchByDay, stretchesOf, type Stretch, toHundredths } from './fair-standing.ts'
import { refusalStandings } from './refused-wishes.ts'

const HUNDREDTHS = 100
const MINUTES_PER_HOUR = 60

/** Most entries in one answer; those of later rules are left out. */
const MOST_LOADS = 100_000

/** Work that is to be shared is shared evenly. */
export const fairness: Rule = {
  setting: 'fairness',
  unit: "squared shift, weekend, point, whole hour or refused wish away from the fair share, times the rule's weight",
  findMatches(view) {
    return view.schedule.fairness.flatMap((rule) => foundBy(view, rule))
  },
}

/** What each of those who share has and should have, by rule and employee. */
export function findFairLoads(schedule: Schedule, roster: Roster): FairLoad[] {
  return schedule.fairness.length === 0 ? [] : fairLoadsOf(viewRoster(schedule, roster, SILENT))
}

/** `Has 3 shifts of Holidays, with a fair share of 2; 1 is carried over.` Names nobody. */
export function fairLoadInWords({ schedule, words }: RosterView, { id, load, share, carry }: FairLoad): string {
  const rule = schedule.fairness.find((known) => known.id === id)!
  const { say, number } = words.teller
  const amount = (value: number): string => (rule.of === 'minutes' ? words.duration(Math.round(value)) : number(value))
  const carried = `${carry < 0 ? '−' : ''}${amount(Math.abs(carry))}`
  const name = fairName(rule, schedule, words)
  if (name === null) {
    const told = { load: byWindow(rule, schedule, words, loadInWords(rule, schedule, words, load)), share: amount(share) }
    return carry === 0 ? say('account.fairnessOfEven', told) : say('account.fairnessOf', { ...told, carry: carried })
  }
  const told = { load: amountInWords(rule, words, load), rule: name, share: amount(share) }
  return carry === 0 ? say('account.fairnessEven', told) : say('account.fairness', { ...told, carry: carried })
}

/** As `findFairLoads`, of a roster that is laid out already. */
export function fairLoadsOf(view: RosterView): FairLoad[] {
  const { schedule } = view
  const loads: FairLoad[] = []
  for (const rule of schedule.fairness) {
    const byEmployee = Map.groupBy(standingsOf(view, rule), ({ index }) => index)
    for (const index of rule.employeeIndexes) {
      if (loads.length >= MOST_LOADS) return loads
      const standings = byEmployee.get(index) ?? []
      const sum = (read: (standing: Standing) => number): number => standings.reduce((total, standing) => total + read(standing), 0)
      const [load, share, least] = [sum((standing) => standing.load), sum(({ ofAll }) => ofAll), sum(({ ofMandatory }) => ofMandatory)]
      const { id, history } = schedule.employees[index]!
      const had = HUNDREDTHS * load + (history?.carry?.get(rule.id) ?? 0)
      // Between what is shared of mandatory shifts and of all, nothing is too much or too little.
      const carry = had > share ? had - share : Math.min(0, had - least)
      loads.push({ id: rule.id, employeeId: id, load, share: share / HUNDREDTHS, carry: carry / HUNDREDTHS })
    }
  }
  return loads
}

/** Where the employees of a rule stand in each of its windows, in order of windows. */
function standingsOf(view: RosterView, rule: Fairness): Standing[] {
  if (rule.of === 'refusedWishes') return refusalStandings(view, rule)
  const { schedule } = view
  const { stretches, byStretch, shares } = sharingOf(schedule, rule)
  const rows = rule.employeeIndexes.map((index) => byStretch(view.rows[index]!.shifts))
  return stretches.flatMap((stretch, number) =>
    rule.employeeIndexes.map((index, at): Standing => {
      const load = amountOf(rule, schedule, rows[at]!.get(number) ?? [])
      // Who may work none of it makes up for nothing.
      const { ofAll } = shares[number]![at]!
      const carried = ofAll > 0 ? carriedOf(schedule.employees[index]!, rule, stretch) : 0
      return { index, window: stretch.window, load, ...shares[number]![at]!, carried }
    }),
  )
}

/** What follows of a rule from the schedule alone. */
interface Sharing {
  readonly stretches: readonly Stretch[]
  /** Some shifts that the rule concerns, by the number of their stretch. */
  byStretch(shifts: readonly Shift[]): ReadonlyMap<number, readonly Shift[]>
  /** By stretch and employee of the rule. */
  readonly shares: readonly (readonly Shares[])[]
}

type Shares = Pick<Standing, 'ofMandatory' | 'ofAll'>

/** A search has many rosters of one schedule judged. */
const KNOWN_SHARINGS = new WeakMap<Schedule, Map<Fairness, Sharing>>()

function sharingOf(schedule: Schedule, rule: Fairness): Sharing {
  const byRule = KNOWN_SHARINGS.get(schedule) ?? new Map<Fairness, Sharing>()
  KNOWN_SHARINGS.set(schedule, byRule)
  const sharing = byRule.get(rule) ?? findSharing(schedule, rule)
  byRule.set(rule, sharing)
  return sharing
}

function findSharing(schedule: Schedule, rule: Fairness): Sharing {
  const concerns = concerned(schedule, rule)
  const stretches = stretchesOf(schedule, rule)
  const byDay = stretchByDay(schedule, stretches)
  // A weekend belongs to the window of its Saturday.
  const stretchOf = ({ day }: Shift): number => byDay[rule.of === 'weekends' ? dayOfWeekend(schedule.calendar, day) : day]!
  const byStretch = (shifts: readonly Shift[]): ReadonlyMap<number, readonly Shift[]> => Map.groupBy(shifts.filter(concerns), stretchOf)
  const shifts = byStretch(schedule.shifts)
  const shares = stretches.map((stretch, number) => sharesOf(schedule, rule, { shifts: shifts.get(number) ?? [], stretch }))
  return { stretches, byStretch, shares }
}

function concerned({ calendar, shifts }: Schedule, { of, tags, weekdays, spotIndexes }: Fairness): (shift: Shift) => boolean {
  const [days, spots] = [new Set(weekdays), new Set(spotIndexes)]
  const isCarried = tags.length === 0 ? null : indexTags(shifts).carrying(new Set(tags), shifts.length)
  return (shift) =>
    !shift.historic &&
    isPosted(shift) &&
    (of !== 'weekends' || isWeekendShift(shift)) &&
    (isCarried === null || isCarried(shift.tags)) &&
    days.has(calendar.days[shift.day]!.weekday) &&
    (spots.size === 0 || spots.has(shift.spotIndex))
}

/** What some shifts of one employee come to: how many, their minutes or points, or on how many weekends they are. */
function amountOf({ of }: Fairness, { calendar }: Schedule, shifts: readonly Shift[]): number {
  if (of === 'shifts') return shifts.length
  if (of === 'minutes') return shifts.reduce((sum, { workMin }) => sum + workMin, 0)
  if (of === 'points') return shifts.reduce((sum, { points }) => sum + (points ?? 0), 0)
  return new Set(shifts.map(({ day }) => calendar.days[day]!.weekend)).size
}

interface Concerned {
  readonly shifts: readonly Shift[]
  readonly stretch: Stretch
}

/** By employee of the rule: a fair share of the mandatory shifts and of all, in hundredths. */
function sharesOf(schedule: Schedule, rule: Fairness, { shifts, stretch }: Concerned): Shares[] {
  const { employees } = schedule
  const mandatory = shifts.filter(({ importance }) => importance === 'MANDATORY')
  const [least, most] = [fewest(rule, schedule, mandatory), mostOf(rule, schedule, shifts)]
  const crews = [...Map.groupBy(shifts, (shift) => JSON.stringify([shift.spotIndex, shift.skills, shift.anySkills])).values()]
  const capacities = rule.employeeIndexes.map((index) => {
    const employee = employees[index]!
    const capacity = capacityIn(schedule, rule, employee, stretch)
    return capacity > 0 && crews.some((crew) => mayWorkOne(schedule, employee, crew)) ? capacity : 0
  })
  return partsOf(capacities).map((part) => ({ ofMandatory: toHundredths(least * part), ofAll: toHundredths(most * part) }))
}

/** What some shifts come to at least when all are worked: of weekends, as many people as one of its days needs. */
function fewest(rule: Fairness, schedule: Schedule, shifts: readonly Shift[]): number {
  if (rule.of !== 'weekends') return amountOf(rule, schedule, shifts)
  return sumOfWeekends(schedule, shifts, (ofDays) => Math.max(...ofDays))
}

/** At most: of weekends, somebody else for each of its days. */
function mostOf(rule: Fairness, schedule: Schedule, shifts: readonly Shift[]): number {
  if (rule.of !== 'weekends') return amountOf(rule, schedule, shifts)
  return sumOfWeekends(schedule, shifts, (ofDays) => ofDays.reduce((sum, count) => sum + count, 0))
}

function sumOfWeekends({ calendar }: Schedule, shifts: readonly Shift[], join: (ofDays: readonly number[]) => number): number {
  let sum = 0
  for (const ofWeekend of Map.groupBy(shifts, ({ day }) => calendar.days[day]!.weekend).values()) {
    sum += join([...Map.groupBy(ofWeekend, ({ day }) => day).values()].map((ofDay) => ofDay.length))
  }
  return sum
}

/** Whether an employee may work one of some shifts that differ in nothing but time: who never changes fails for all of them at once. */
function mayWorkOne(schedule: Schedule, employee: Employee, crew: readonly Shift[]): boolean {
  const changes = [...employee.skills, ...employee.teams].some(({ start, end }) => start !== null || end !== null)
  if (!changes && !isQualified(schedule, employee, crew[0]!)) return false
  return crew.some((shift) => (!changes || isQualified(schedule, employee, shift)) && !isWished(employee, 'UNAVAILABLE', shift))
}

/** Whether an employee has the skills and a team for a shift. */
function isQualified({ spots }: Schedule, employee: Employee, shift: Shift): boolean {
  const spot = spots[shift.spotIndex]!
  return missingSkills(employee, spot, shift).count === 0 && !lacksAnySkill(employee, shift) && isInTeam(employee, spot, shift)
}

const NAMED = { even: 'broken.fairness', carried: 'broken.fairnessCarried' } as const
const OF_KIND = { even: 'broken.fairnessOf', carried: 'broken.fairnessOfCarried' } as const

/** A standing that is away from the fair share, and by how many units; from `least` to `most` nothing is. */
interface Uneven {
  readonly standing: Standing
  readonly units: number
  readonly least: number
  readonly most: number
}

/** What is found of one rule. */
function foundBy(view: RosterView, rule: Fairness): CountedFindings[] {
  const uneven = standingsOf(view, rule).flatMap((standing) => unevenOf(rule, standing))
  if (uneven.length === 0) return []
  return [
    {
      count: uneven.length,
      amount: rule.weight * uneven.reduce((sum, { units }) => sum + units, 0),
      ...(rule.weights === null ? {} : { weights: rule.weights }),
      *list() {
        for (const each of uneven) yield tell(view, rule, each)
      },
    },
  ]
}

function unevenOf(rule: Fairness, standing: Standing): Uneven[] {
  const { load, ofMandatory, ofAll, carried } = standing
  const least = isOwed(rule) ? Math.max(0, Math.floor((ofMandatory - carried) / HUNDREDTHS)) : 0
  const most = Math.max(0, Math.ceil((ofAll - carried) / HUNDREDTHS))
  const distance = Math.max(load - most, least - load, 0)
  const units = (rule.of === 'minutes' ? Math.floor(distance / MINUTES_PER_HOUR) : distance) ** 2
  return units === 0 ? [] : [{ standing, units, least, most }]
}

/** Nobody is owed a refused wish. */
function isOwed(rule: Fairness): boolean {
  return rule.of !== 'refusedWishes'
}

function tell({ schedule, words }: RosterView, rule: Fairness, { standing, units, least, most }: Uneven): Finding {
  const { load, carried, index, window } = standing
  const employee = schedule.employees[index]!
  const { say } = words.teller
  const inWords = (amount: number): string => amountInWords(rule, words, amount)
  const name = fairName(rule, schedule, words)
  const told = {
    who: words.employee(employee),
    load: name === null ? loadInWords(rule, schedule, words, load) : inWords(load),
    ...(name === null ? {} : { rule: name }),
    when: window === null ? '' : ` ${window.phrase(words.teller)}`,
    share: isOwed(rule) && least < most ? say('count.range', { least: inWords(least), most: inWords(most) }) : inWords(most),
  }
  return {
    shiftIds: [],
    employeeIds: [employee.id],
    ...(window === null ? {} : { date: window.date }),
    amount: units * rule.weight,
    text: say(name === null ? OF_KIND[carried === 0 ? 'even' : 'carried'] : NAMED[carried === 0 ? 'even' : 'carried'], told),
  }
}
