import { firstWhere } from '../../model/first-where.ts'
import { NOBODY } from '../../model/roster.ts'
import type { CoverageRequirement, CoverageWho, Employee, Schedule, Shift } from '../../model/schedule.ts'
import type { EmployeeId, Identifier, Minute } from '../../model/units.ts'
import type { Weights } from '../../model/settings.ts'
import { indexTags } from '../../model/tags.ts'
import { spellsOf } from '../breaks.ts'
import { isHeldDuring, isMasteredDuring } from '../eligibility.ts'
import { moveDown } from '../move-down.ts'
import { indexSpans, type SpanIndex } from '../spans.ts'
import type { RosterView } from '../roster-view.ts'
import type { CountedFindings, Finding, Rule } from '../rule.ts'
import { oneLine } from '../words.ts'

const QUARTER_MIN = 15
const QUARTERS_PER_HOUR = 4
const THOUSAND = 1000

/** At every moment of some times so many are at work as are asked for, and no more than may be. */
export const coverageRequirements: Rule = {
  setting: 'coverageRequirements',
  unit: "person missing or too many for an hour, times the requirement's weight",
  *findMatches(view) {
    const order = byStart(view.schedule.shifts)
    // Requirements that look at the same shifts and people see the same course of time, which is counted once.
    for (const alike of Map.groupBy(view.schedule.coverageRequirements, lookOf).values()) {
      const timeline = timelineOf(view, alike, order)
      for (const requirement of alike) for (const opening of requirement.openings) yield* judgeOpening(view, requirement, opening, timeline)
    }
  },
}

function lookOf({ spots, tags, who, ratioOf }: CoverageRequirement): string {
  return JSON.stringify([spots, tags, who, ratioOf?.who])
}

interface Ordered {
  readonly positions: readonly number[]
  readonly longestMin: number
}

function byStart(shifts: readonly Shift[]): Ordered {
  return {
    positions: [...shifts.keys()].sort((a, b) => shifts[a]!.start - shifts[b]!.start),
    longestMin: shifts.reduce((longest, { start, end }) => Math.max(longest, end - start), 0),
  }
}

/** The shifts at the spots and with the tags of requirements that see the same, in order of start, as far as they are near the openings. */
function shiftsSeen({ shifts, spots }: Schedule, alike: readonly CoverageRequirement[], { positions, longestMin }: Ordered): readonly number[] {
  const at = new Set<Identifier>(alike[0]!.spots)
  const opened = alike.filter(({ openings }) => openings.length > 0)
  const first = opened.reduce((earliest, { openings }) => Math.min(earliest, openings[0]!.start), Infinity)
  const after = opened.reduce((latest, { openings }) => Math.max(latest, openings.at(-1)!.end), -Infinity)
  const near = positions.slice(startingFrom(shifts, positions, first - longestMin), startingFrom(shifts, positions, after))
  const { tags } = alike[0]!
  const isCarried = tags.length === 0 ? null : indexTags(shifts).carrying(new Set(tags), near.length)
  const isSeen = ({ spotIndex, tags: own }: Shift): boolean =>
    (at.size === 0 || at.has(spots[spotIndex]!.id)) && (isCarried === null || isCarried(own))
  return near.filter((position) => isSeen(shifts[position]!))
}

/** The first place of a list in order of start whose shift starts at `minute` or later. */
function startingFrom(shifts: readonly Shift[], positions: readonly number[], minute: number): number {
  return firstWhere(positions.length, (at) => shifts[positions[at]!]!.start >= minute)
}

/** Some shifts in order of start, with an index by which those of a time are found without a look at the others. */
interface Listed {
  readonly positions: readonly number[]
  /** Made when something is told for the first time. */
  readonly index: () => SpanIndex
}

function listed(shifts: readonly Shift[], positions: readonly number[]): Listed {
  let index: SpanIndex | null = null
  return { positions, index: () => (index ??= indexSpans(positions.map((position) => shifts[position]!))) }
}

type Span = CoverageRequirement['openings'][number]

/** What can be wrong at a moment, in the order in which it is told. */
const FAULTS = ['below', 'ideal', 'above', 'ratio'] as const
type Fault = (typeof FAULTS)[number]

/** How many are at work at a moment. */
interface Present {
  /** Those who count, those whom a ratio is of, and those who count on historic shifts. */
  readonly there: number
  readonly others: number
  readonly historic: number
  /** How often somebody who counts has come or gone. */
  readonly changes: number
}

/** Time during which nothing changes, with how many are at work. */
interface Stretch extends Present {
  readonly from: number
  readonly to: number
}

/** A stretch with what is wrong throughout, and the quarters of an hour that it begins for the first time so. */
interface Wrong extends Stretch {
  readonly fault: Fault
  readonly people: number
  readonly quarters: number
}

/** What requirements that see the same look at: the shifts, and the time cut wherever one of these starts or ends. */
interface Timeline {
  readonly seen: Listed
  /** The shifts of those who count. */
  readonly own: Listed
  /** In order, none of them twice; the first is without beginning, and each ends where the next one starts. */
  readonly starts: readonly number[]
  readonly present: readonly Present[]
}

function* judgeOpening(view: RosterView, requirement: CoverageRequirement, opening: Span, timeline: Timeline): Generator<CountedFindings> {
  const stretches = stretchesOf(timeline, opening)
  for (const fault of FAULTS) {
    if (!isAsked(requirement, fault)) continue
    const weights = weightsOf(view.schedule, requirement, fault)
    if (weights?.every((weight) => weight === 0) === true) continue
    // Hours are rounded up once for the whole of an opening: a stretch is told that begins one.
    let quarters = 0
    const told = wrongStretches(requirement, opening.start, stretches, fault).flatMap((wrong) => {
      const hours = Math.ceil((quarters + wrong.quarters) / QUARTERS_PER_HOUR) - Math.ceil(quarters / QUARTERS_PER_HOUR)
      quarters += wrong.quarters
      return hours === 0 ? [] : [{ wrong, amount: hours * requirement.weight }]
    })
    if (told.length === 0) continue
    const amount = told.reduce((sum, each) => sum + each.amount, 0)
    const list = function* (): Generator<Finding> {
      for (const each of told) yield tell(view, requirement, { timeline, ...each })
    }
    yield { count: told.length, amount, list, ...(weights === null ? {} : { weights }) }
  }
}

function isAsked({ min, ideal, max, ratioOf }: CoverageRequirement, fault: Fault): boolean {
  return { below: min, ideal, above: max, ratio: ratioOf }[fault] !== null
}

/** Null = the setting's. What is missing to an ideal costs one priority further down. */
function weightsOf({ settings }: Schedule, { priority }: CoverageRequirement, fault: Fault): Weights | null {
  const at = (other: number): number => (priority === other ? 1 : 0)
  const own: Weights | null = priority === null ? null : [at(0), at(1), at(2), at(3)]
  return fault === 'ideal' ? moveDown(own ?? settings.weights.coverageRequirements) : own
}

/** Counts those at work once, from the first shift that requirements see to the last. */
function timelineOf(view: RosterView, alike: readonly CoverageRequirement[], order: Ordered): Timeline {
  const { schedule, roster } = view
  const { shifts, employees } = schedule
  const { who, ratioOf } = alike[0]!
  const seen = shiftsSeen(schedule, alike, order)
  const starting = new Map<number, number[]>()
  const ending = new Map<number, number[]>()
  for (const position of seen) {
    // Whoever is on a break comes back.
    for (const { start, end } of spellsOf(shifts[position]!)) {
      noteAt(starting, start, position)
      noteAt(ending, end, position)
    }
  }
  const starts = [-Infinity, ...[...new Set([...starting.keys(), ...ending.keys()])].sort((a, b) => a - b)]
  const [counted, others, historic] = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()]
  let changes = 0
  const isSeenAs = (as: CoverageWho, position: number): boolean => counts(as, employees[roster[position]!]!, shifts[position]!)
  const worked = seen.filter((position) => roster[position] !== NOBODY)
  const own = new Set(worked.filter((position) => isSeenAs(who, position)))
  const beside = new Set(ratioOf === null ? [] : worked.filter((position) => isSeenAs(ratioOf.who, position)))
  const pass = (position: number, by: 1 | -1): void => {
    if (own.has(position)) {
      changes += 1
      add(counted, roster[position]!, by)
      if (shifts[position]!.historic) add(historic, roster[position]!, by)
    }
    if (beside.has(position)) add(others, roster[position]!, by)
  }
  const present = starts.map((from) => {
    for (const position of ending.get(from) ?? []) pass(position, -1)
    for (const position of starting.get(from) ?? []) pass(position, 1)
    return { there: counted.size, others: others.size, historic: historic.size, changes }
  })
  return { seen: listed(shifts, seen), own: listed(shifts, [...own]), starts, present }
}

function noteAt(positions: Map<number, number[]>, minute: number, position: number): void {
  const known = positions.get(minute)
  if (known === undefined) positions.set(minute, [position])
  else known.push(position)
}

/** The stretches of a timeline as far as they lie in an opening. */
function stretchesOf({ starts, present }: Timeline, { start, end }: Span): Stretch[] {
  const first = firstWhere(starts.length, (at) => starts[at]! > start) - 1
  const after = firstWhere(starts.length, (at) => starts[at]! >= end)
  return present.slice(first, after).map((at, index) => ({
    from: Math.max(start, starts[first + index]!),
    to: Math.min(end, starts[first + index + 1] ?? end),
    ...at,
  }))
}

/** One more shift of somebody, or one less. */
function add(shiftsOf: Map<number, number>, employee: number, by: 1 | -1): void {
  const now = (shiftsOf.get(employee) ?? 0) + by
  if (now === 0) shiftsOf.delete(employee)
  else shiftsOf.set(employee, now)
}

/** By list of employees: its set, made when it is first asked about. */
const SETS = new WeakMap<readonly EmployeeId[], ReadonlySet<EmployeeId>>()

function setOf(employees: readonly EmployeeId[]): ReadonlySet<EmployeeId> {
  const known = SETS.get(employees) ?? new Set(employees)
  SETS.set(employees, known)
  return known
}

function counts({ skill, team, employees }: CoverageWho, employee: Employee, shift: Shift): boolean {
  if (employees !== null && !setOf(employees).has(employee.id)) return false
  if (team !== null && !isHeldDuring(employee.teams, team, shift)) return false
  return skill === null || isMasteredDuring(employee.skills, skill, shift)
}

/** How many too few or too many there are. */
function peopleWrong({ min, ideal, max, ratioOf }: CoverageRequirement, { there, others, historic }: Present, fault: Fault): number {
  if (fault === 'below') return Math.max(0, (min ?? 0) - there)
  if (fault === 'ideal') return Math.max(0, (ideal ?? 0) - Math.max(there, min ?? 0))
  // What history alone has too many is not charged.
  if (fault === 'above') return max === null ? 0 : Math.max(0, there - Math.max(max, historic))
  return ratioOf === null ? 0 : Math.max(0, Math.ceil((ratioOf.thousandths * others) / THOUSAND) - there)
}

/**
 * The stretches in which something is wrong, those that follow one another without a change told as one. Quarters of an hour begin with the opening; in each of them counts
 * the moment at which most people are wrong, and what an earlier stretch of it has counted does not count again.
 */
function wrongStretches(requirement: CoverageRequirement, start: number, stretches: readonly Stretch[], fault: Fault): Wrong[] {
  const found: Wrong[] = []
  let [lastQuarter, most] = [-1, 0]
  for (const stretch of stretches) {
    const people = peopleWrong(requirement, stretch, fault)
    const firstQuarter = Math.floor((stretch.from - start) / QUARTER_MIN)
    const finalQuarter = Math.ceil((stretch.to - start) / QUARTER_MIN) - 1
    // Of these quarters only the first can have been counted in before.
    const before = firstQuarter <= lastQuarter ? most : 0
    const later = finalQuarter - Math.max(firstQuarter, lastQuarter)
    const quarters = Math.max(0, people - before) + later * people
    ;[lastQuarter, most] = [finalQuarter, later === 0 ? Math.max(before, people) : people]
    if (people === 0) continue
    const earlier = found.at(-1)
    const isOne =
      earlier?.to === stretch.from && earlier.people === people && earlier.others === stretch.others && earlier.changes === stretch.changes
    if (isOne) found[found.length - 1] = { ...earlier, to: stretch.to, quarters: earlier.quarters + quarters }
    else found.push({ ...stretch, fault, people, quarters })
  }
  return found
}

function tell(
  { schedule, roster, words, naming }: RosterView,
  requirement: CoverageRequirement,
  { timeline: { seen, own }, wrong, amount }: { readonly timeline: Timeline; readonly wrong: Wrong; readonly amount: number },
): Finding {
  const [start, end] = [wrong.from as Minute, wrong.to as Minute]
  const within = (most: number): Shift[] =>
    seen
      .index()
      .overlapping({ start, end }, most)
      .map((at) => schedule.shifts[seen.positions[at]!]!)
  const { say } = words.teller
  const name = requirement.name === null ? say('broken.requirementNumbered', { id: String(requirement.id) }) : oneLine(requirement.name)
  return {
    ...naming.nameListed(seen.index().countOverlapping({ start, end }), within),
    employeeIds: naming.nameEmployees(wrong.there, (most) => countedAt({ schedule, roster }, own, { moment: start, most })),
    date: words.dateAt(start),
    amount,
    text: say('broken.requirement', { name, span: words.span({ start, end }), what: inWords(words, requirement, wrong) }),
  }
}

/** Those who count at a moment, in order of their shifts; no more than `most` need to be there. */
function countedAt(
  { schedule: { employees, shifts, breakRules }, roster }: Pick<RosterView, 'schedule' | 'roster'>,
  { positions, index }: Listed,
  { moment, most }: { readonly moment: number; readonly most: number },
): Employee[] {
  const during = { start: moment, end: moment + 1 }
  const isAtWork = (at: number): boolean => spellsOf(shifts[positions[at]!]!).some(({ start, end }) => start <= moment && moment < end)
  const atWork = (places: readonly number[]): Set<number> =>
    new Set((breakRules === undefined ? places : places.filter(isAtWork)).map((at) => roster[positions[at]!]!))
  const first = atWork(index().overlapping(during, most))
  // Somebody may be there by several shifts.
  return [...(first.size < most ? atWork(index().overlapping(during)) : first)].map((employee) => employees[employee]!)
}

function inWords(
  words: RosterView['words'],
  { who, min, ideal, max, ratioOf }: CoverageRequirement,
  { there, others, fault, people }: Wrong,
): string {
  const { say } = words.teller
  const asked = whoInWords(words, who)
  if (fault === 'above') return say('broken.aboveMost', { count: there, who: asked, max: max! })
  const few = there === 0 ? say('broken.nobodyThere', { who: asked }) : say('broken.onlyThere', { count: there, who: asked })
  if (fault === 'below') return say('broken.belowLeast', { few, min: min! })
  if (fault === 'ideal') return say('broken.belowWanted', { few, ideal: ideal! })
  const beside = say('broken.peopleThere', { count: others, who: whoInWords(words, ratioOf!.who) })
  return say('broken.belowRatio', { few, beside, asked: there + people })
}

/** ` with skill nurse (level 2 or higher) in team Ward, of those named`: empty for everybody. */
function whoInWords(words: RosterView['words'], { skill, team, employees }: CoverageWho): string {
  const { say } = words.teller
  const parts = [
    skill === null ? '' : say('broken.withSkill', { skill: words.skill(skill.id, skill.minLevel) }),
    team === null ? '' : say('broken.inTeam', { team: words.team(team) }),
    employees === null ? '' : say('broken.ofNamed'),
  ]
  return parts.join('')
}
