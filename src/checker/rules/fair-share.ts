import type { Calendar } from '../../model/calendar.ts'
import type { Contract, Employee, History, Schedule, Shift, Spot } from '../../model/schedule.ts'
import { TagLists } from '../../model/tags.ts'
import type { SentenceName, Teller } from '../../model/teller.ts'
import { isWeekendShift } from '../../model/weekend.ts'
import { isInTeam, lacksAnySkill, missingSkills, suitsSpot } from '../eligibility.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { hasWish, isWished } from '../wish-index.ts'
import { mostIn } from '../terms.ts'

const MILLIONTHS = 1_000_000
const MILLIONTHS_PER_HUNDREDTH = 10_000
/** Work minutes a week of a contract that names no limit: 40 hours. */
const USUAL_CAPACITY = 2400
/** A weekend worked before counts as its Saturday and its Sunday. */
const SHIFTS_PER_WEEKEND = 2

/** Which shifts are shared, and what an employee worked of them before. */
interface Shared {
  isShared(shift: Shift, calendar: Calendar): boolean
  /** In shifts. */
  before(history: History): number
  readonly said: SentenceName
}

const SHIFTS: Shared = { isShared: () => true, before: (history) => history.shiftsWorked, said: 'count.shifts' }
const NIGHTS: Shared = {
  isShared: (shift) => shift.isNight,
  before: (history) => history.byTag.get('night')?.shiftsWorked ?? 0,
  said: 'count.nights',
}
const WEEKENDS: Shared = {
  isShared: isWeekendShift,
  before: (history) => SHIFTS_PER_WEEKEND * history.weekendsWorked,
  said: 'count.weekendShifts',
}

/** Shifts that are made of templates are as many as there are people for them: nobody has a share of those. */
export function isPosted({ template }: Shift): boolean {
  return template === undefined
}

/** Shifts are shared in proportion to contract hours among those who may work them. */
export const evenShiftDistribution: Rule = {
  setting: 'evenShiftDistribution',
  unit: 'squared shift away from the fair share',
  findMatches: (view) => unfairLoads(view, SHIFTS),
}

/** Nights are shared in proportion to contract hours among those who may work them. */
export const evenNightDistribution: Rule = {
  setting: 'evenNightDistribution',
  unit: 'squared night away from the fair share',
  findMatches: (view) => unfairLoads(view, NIGHTS),
}

/** Work on weekends is shared in proportion to contract hours among those who may do it. */
export const evenWeekendDistribution: Rule = {
  setting: 'evenWeekendDistribution',
  unit: 'squared weekend shift away from the fair share',
  findMatches: (view) => unfairLoads(view, WEEKENDS),
}

/** What an employee has of shared shifts beside the fair share of them. */
export interface Load {
  /** Shifts of the horizon, and those before it that still count. */
  readonly load: number
  readonly before: number
  /** The fair share, rounded down of mandatory shifts and up of all; in shifts. */
  readonly least: number
  readonly most: number
}

/** The shared shifts that loads are about. */
export const SHARED = { shifts: SHIFTS, nights: NIGHTS, weekendShifts: WEEKENDS } as const

/** What each employee has of some shared shifts, in the order of the schedule. */
export function loadsOf({ schedule, rows }: RosterView, shared: Shared): Load[] {
  const { ofMandatory, ofAll } = sharesOf(schedule).get(shared)!
  return rows.map(({ employee, shifts }, index) => {
    const before = employee.history === null ? 0 : shared.before(employee.history)
    const load = shifts.filter((shift) => !shift.historic && isPosted(shift) && shared.isShared(shift, schedule.calendar)).length + before
    return { load, before, least: Math.floor(ofMandatory[index]! / 100), most: Math.ceil(ofAll[index]! / 100) }
  })
}

/** `7 nights (2 of them before); a fair share is 4 to 5`. */
export function loadInWords({ load, before, least, most }: Load, { said }: Shared, { say, number }: Teller): string {
  const share = least === most ? number(least) : say('count.range', { least, most })
  const all = say(said, { count: load })
  return say('broken.share', { load: before > 0 ? say('count.ofThemBefore', { what: all, before }) : all, share })
}

function unfairLoads(view: RosterView, shared: Shared): Finding[] {
  const findings: Finding[] = []
  for (const [index, load] of loadsOf(view, shared).entries()) {
    const distance = Math.max(load.load - load.most, load.least - load.load, 0)
    if (distance === 0) continue
    const { employee } = view.rows[index]!
    findings.push({
      shiftIds: [],
      employeeIds: [employee.id],
      amount: distance * distance,
      text: view.words.teller.say('broken.hasShare', {
        who: view.words.employee(employee),
        load: loadInWords(load, shared, view.words.teller),
      }),
    })
  }
  return findings
}

/** What each employee should work, by position: whole hundredths of a shift. */
interface Shares {
  readonly ofMandatory: readonly number[]
  readonly ofAll: readonly number[]
}

/** Shares follow from the schedule alone, and a search has many rosters of one schedule judged. */
const KNOWN_SHARES = new WeakMap<Schedule, ReadonlyMap<Shared, Shares>>()

function sharesOf(schedule: Schedule): ReadonlyMap<Shared, Shares> {
  const known = KNOWN_SHARES.get(schedule)
  if (known !== undefined) return known
  const shares = findShares(schedule)
  KNOWN_SHARES.set(schedule, shares)
  return shares
}

/** All shares in one go: who may work a shift is looked up once for the three rules. */
function findShares(schedule: Schedule): ReadonlyMap<Shared, Shares> {
  const capacities = schedule.employees.map((employee) => capacityOf(employee, schedule))
  const millionths = new Map([SHIFTS, NIGHTS, WEEKENDS].map((shared) => [shared, { ofMandatory: zeros(schedule), ofAll: zeros(schedule) }]))
  const give = (millionthsOf: number[], units: number, receivers: readonly number[], total: number): void => {
    if (units === 0) return
    for (const index of receivers) millionthsOf[index]! += units * wholeQuotient(MILLIONTHS * capacities[index]!, total)
  }
  const totalOf = (receivers: readonly number[]): number => receivers.reduce((sum, index) => sum + capacities[index]!, 0)
  const candidatesFor = indexCandidates(schedule)
  const mostOfDay = schedule.settings.weights.oneShiftPerDay.some((weight) => weight > 0) ? MILLIONTHS : Number.POSITIVE_INFINITY
  for (const groups of Map.groupBy(equalSeats(schedule), (seats) => seats[0]!.day).values()) {
    const ofDay = new Map([...millionths.keys()].map((shared) => [shared, { ofMandatory: zeros(schedule), ofAll: zeros(schedule) }]))
    // Those who may work some shifts of a day may work others of it as well, and each gets as much of all of them.
    for (const [receivers, together] of Map.groupBy(groups, (seats) => eligibleFor(schedule, candidatesFor(seats[0]!), seats[0]!))) {
      const total = totalOf(receivers)
      for (const [shared, { ofMandatory, ofAll }] of ofDay) {
        const counted = together.flatMap((seats) => seats.filter((shift) => isPosted(shift) && shared.isShared(shift, schedule.calendar)))
        give(ofMandatory, counted.filter(({ importance }) => importance === 'MANDATORY').length, receivers, total)
        give(ofAll, counted.length, receivers, total)
      }
    }
    for (const [shared, { ofMandatory, ofAll }] of ofDay) {
      const sum = millionths.get(shared)!
      for (const [index, part] of ofMandatory.entries()) sum.ofMandatory[index]! += Math.min(mostOfDay, part)
      for (const [index, part] of ofAll.entries()) sum.ofAll[index]! += Math.min(mostOfDay, part)
    }
  }
  const withHistory = [...schedule.employees.keys()].filter((index) => schedule.employees[index]!.history !== null)
  for (const [shared, { ofMandatory, ofAll }] of millionths) {
    const workedBefore = withHistory.reduce((sum, index) => sum + shared.before(schedule.employees[index]!.history!), 0)
    for (const share of [ofMandatory, ofAll]) give(share, workedBefore, withHistory, totalOf(withHistory))
  }
  return new Map(
    [...millionths].map(([shared, { ofMandatory, ofAll }]) => [
      shared,
      { ofMandatory: ofMandatory.map(toHundredths), ofAll: ofAll.map(toHundredths) },
    ]),
  )
}

function zeros({ employees }: Schedule): number[] {
  return employees.map(() => 0)
}

function toHundredths(millionths: number): number {
  return wholeQuotient(millionths + MILLIONTHS_PER_HUNDREDTH / 2, MILLIONTHS_PER_HUNDREDTH)
}

function horizonDaysOf({ calendar }: Schedule): number {
  return Math.max(1, calendar.days.length - calendar.horizonFirst)
}

/** Work minutes a week that an employee's contract leaves room for; of several that of the mean day of the horizon that has one. 1 or more. */
export function capacityOf(employee: Employee, schedule: Schedule): number {
  const { days, horizonFirst } = schedule.calendar
  const mean = mostIn(employee, (contract) => roomOf(contract, horizonDaysOf(schedule)))({ first: horizonFirst, last: days.length - 1 })
  return Math.max(1, mean ?? 0)
}

/** Work minutes a week that a contract leaves room for; 1 or more. */
function roomOf(contract: Contract, horizonDays: number): number {
  const named: number[] = []
  if (contract.maxMinutesPerWeek !== null) named.push(contract.maxMinutesPerWeek)
  if (contract.maxMinutesInKWeeks !== null && contract.inKWeeks !== null) named.push(wholeQuotient(contract.maxMinutesInKWeeks, contract.inKWeeks))
  if (contract.maxMinutesPerMonth !== null) named.push(wholeQuotient(contract.maxMinutesPerMonth * 12, 52))
  if (contract.maxMinutesTotal !== null) named.push(wholeQuotient(contract.maxMinutesTotal * 7, horizonDays))
  return named.length === 0 ? USUAL_CAPACITY : Math.max(1, Math.min(...named))
}

/** Rounded down; both not negative. By the remainder, so that no division is rounded up to a whole number. */
function wholeQuotient(dividend: number, divisor: number): number {
  return (dividend - (dividend % divisor)) / divisor
}

/** The shifts of the horizon, those that the same employees may work taken together: same spot, times, tags and skills. */
function equalSeats({ shifts }: Schedule): Shift[][] {
  const planned = shifts.filter((shift) => !shift.historic)
  const lists = new TagLists()
  return [
    ...Map.groupBy(planned, (shift) =>
      JSON.stringify([shift.spotIndex, shift.start, shift.end, lists.numberOf(shift.tags), shift.skills, shift.anySkills]),
    ).values(),
  ]
}

/** Positions of employees, in order: who may work every shift of a spot that asks for nothing of its own, and who may work some. Nobody else may work one. */
interface Candidates {
  readonly always: readonly number[]
  readonly atTimes: readonly number[]
}

/** Answers for a shift who comes into question at its spot; looked up once for all spots that ask for the same. */
function indexCandidates({ employees, spots }: Schedule): (shift: Shift) => Candidates {
  const byAsk = new Map<string, Candidates>()
  const bySpot = new Map<number, Candidates>()
  const holdersOf = indexHolders(employees)
  const find = (spot: Spot): Candidates => {
    const candidates = { always: [] as number[], atTimes: [] as number[] }
    for (const index of holdersOf(spot)) {
      const employee = employees[index]!
      const suits = suitsSpot(employee, spot)
      if (suits === 'always' && !hasWish(employee, 'UNAVAILABLE')) candidates.always.push(index)
      else if (suits !== 'never') candidates.atTimes.push(index)
    }
    return candidates
  }
  return ({ spotIndex }) => {
    const known = bySpot.get(spotIndex)
    if (known !== undefined) return known
    const spot = spots[spotIndex]!
    const ask = JSON.stringify([spot.skills, spot.teams])
    const candidates = byAsk.get(ask) ?? find(spot)
    byAsk.set(ask, candidates)
    bySpot.set(spotIndex, candidates)
    return candidates
  }
}

/** Answers for a spot, in order, who holds the rarest of what it asks for at some time: one of its skills, or a place in one of its teams; all where it asks for nothing. */
function indexHolders(employees: readonly Employee[]): (spot: Spot) => readonly number[] {
  const everybody = [...employees.keys()]
  const [bySkill, byTeam] = [new Map<unknown, Set<number>>(), new Map<unknown, Set<number>>()]
  const note = (byId: Map<unknown, Set<number>>, id: unknown, index: number): void => void byId.set(id, (byId.get(id) ?? new Set()).add(index))
  for (const [index, { skills, teams }] of employees.entries()) {
    for (const { id } of skills) note(bySkill, id, index)
    for (const { id } of teams) note(byTeam, id, index)
  }
  return ({ skills, teams }) => {
    const ofSkills = skills.map(({ id }) => bySkill.get(id) ?? NONE)
    const ofTeams = teams.length === 0 ? [] : [new Set(teams.flatMap((team) => [...(byTeam.get(team) ?? [])]))]
    const all = [...ofSkills, ...ofTeams]
    return all.length === 0 ? everybody : [...all.reduce((rarest, holders) => (holders.size < rarest.size ? holders : rarest))].sort((a, b) => a - b)
  }
}

const NONE: ReadonlySet<number> = new Set()

/** Of these employees, those who may work a shift. */
function eligibleFor({ employees, spots }: Schedule, { always, atTimes }: Candidates, shift: Shift): readonly number[] {
  const spot = spots[shift.spotIndex]!
  const isFree = (index: number): boolean => mayWork(employees[index]!, spot, shift)
  if (shift.skills.length + shift.anySkills.length > 0) return [...always, ...atTimes].filter(isFree)
  return atTimes.length === 0 ? always : [...always, ...atTimes.filter(isFree)]
}

function mayWork(employee: Employee, spot: Spot, shift: Shift): boolean {
  if (missingSkills(employee, spot, shift).count > 0 || lacksAnySkill(employee, shift) || !isInTeam(employee, spot, shift)) return false
  return !isWished(employee, 'UNAVAILABLE', shift)
}
