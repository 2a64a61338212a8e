import { momentWriter, type WrittenCoverage, writeCoverage } from '../api/write-solution.ts'
import { bareTimes, breaksOf, spellsOf } from '../checker/breaks.ts'
import { coverageOf, demandCourse, type Stretch } from '../checker/demand-course.ts'
import { createWords, type Words } from '../checker/words.ts'
import { coverProgram, type DemandPrices, LEVELS, type PostedTime, type ShiftChoice } from '../engine/generate/cover-program.ts'
import { generateShifts, type GeneratedSpot, type GenerateMeans } from '../engine/generate/generate-shifts.ts'
import { materialised } from '../model/generated-shifts.ts'
import { shiftsHaveBreaks } from '../model/breaks.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import { gapBetween, type Score } from '../model/score.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'
import type { Identifier, ShiftId, SpotId } from '../model/units.ts'
import type { Means } from './means.ts'

export interface GenerateQuestion {
  readonly schedule: Schedule
  /** How long is looked for shifts. */
  readonly maxSeconds: number
}

/** Shifts that were generated, and how many people each of them takes; as shifts are posted. */
interface WrittenShift {
  readonly id: ShiftId
  readonly template: Identifier
  readonly name?: string
  readonly spot: SpotId
  /** ISO 8601 with the offset of the schedule's time zone. */
  readonly start: string
  readonly end: string
  readonly tags?: readonly string[]
  /** Absent = one person. */
  readonly seats?: { readonly min: number }
  /** Of a schedule whose shifts have breaks: the rules, and where each lies of everybody on the shift. */
  readonly breakRules?: readonly Identifier[]
  readonly breaks?: readonly { readonly ruleId: Identifier; readonly start: string; readonly end: string }[]
}

export interface GenerateAnswer {
  readonly shifts: readonly WrittenShift[]
  readonly seats: number
  readonly coverage: readonly WrittenCoverage[]
  /** Of the demands and the shifts alone, counted to the minute; by priority. */
  readonly score: Score
  readonly bound: Score | null
  readonly gap: number | null
  /** Of the generated shifts. */
  readonly paidMinutes: number
  /** No shifts of this score have less; null = not proved. */
  readonly leastPaidMinutes: number | null
  /** What their templates cost. */
  readonly cost: number
  /** Employees times minutes. */
  readonly missingMinutes: number
  readonly belowIdealMinutes: number
  readonly surplusMinutes: number
  /** Minutes in which nobody at work covers a break that is to be covered. */
  readonly uncoveredMinutes: number
  /** Whether all of it is proved. */
  readonly complete: boolean
  readonly text: string
}

const PRIORITIES = [0, 1, 2, 3] as const
/** Levels behind the priorities. */
const PAID = 4
const COST = 5
/** One employee missing for an hour is one unit of demand; levels count minutes. */
const MINUTES_PER_UNIT = 60

/**
 * The shifts that the demands of a schedule take, without people: those of least penalty, and of these those that take least time. Posted shifts are at work already: those that somebody
 * works, and those that must be filled. Each spot is a problem of its own.
 */
export function generate(
  { schedule, maxSeconds }: GenerateQuestion,
  { solver, clock, mostSeconds }: Means,
  teller: Teller = ENGLISH,
): GenerateAnswer {
  const until = clock() + 1000 * Math.min(maxSeconds, mostSeconds)
  const people = peopleOfPosted(schedule)
  const present = materialised({ ...schedule, candidates: [] }, people).schedule
  const course = demandCourse(present, people)
  const bySpot = Map.groupBy(schedule.candidates ?? [], ({ spotIndex }) => schedule.spots[spotIndex]!.id)
  const found: Found[] = []
  const spots: GeneratedSpot[] = []
  const unsettled = new Set(course.keys())
  for (const [spotId, times] of course) {
    const choices = cheapestOfEach(schedule, bySpot.get(spotId) ?? [])
    const program = coverProgram({ times: times.map(asWanted), posted: postedAt(present, people, spotId) }, choices, pricesOf(schedule))
    // Where no spot is proved, none takes the time of those behind it.
    const means = timed(solver, clock, untilShare(clock, until, 1 / unsettled.size))
    unsettled.delete(spotId)
    const spot = generateShifts(program, means)
    spots.push(spot)
    for (const { choice, count, breaks } of spot.shifts) found.push({ shift: withBreaksAt(choices[choice]!.shift, breaks), count })
  }
  found.sort((a, b) => a.shift.start - b.shift.start || a.shift.end - b.shift.end || a.shift.spotIndex - b.shift.spotIndex)
  return describe(schedule, { found, spots, present, people }, teller)
}

function untilShare(clock: () => number, until: number, share: number): number {
  const now = clock()
  return now + (until - now) * share
}

/** What generating works with until a moment of a clock. */
function timed(solver: Means['solver'], clock: () => number, until: number): GenerateMeans {
  const isOverAt = (moment: number) => () => clock() > moment
  return { solver, isOver: isOverAt(until), shareOf: (share) => isOverAt(untilShare(clock, until, share)) }
}

function withBreaksAt(shift: Shift, breaks: readonly number[]): Shift {
  return shift.breakRules === undefined ? shift : { ...shift, breaks }
}

/** When somebody on a posted shift of a spot is at work, or on a break that is to be covered. */
function postedAt({ shifts, spots }: Schedule, people: Roster, spotId: SpotId): PostedTime[] {
  const own = shifts.filter(({ spotIndex }, position) => spots[spotIndex]!.id === spotId && people[position] !== NOBODY)
  return own.flatMap((shift) => [
    ...spellsOf(shift).map(({ start, end }) => ({ start, end, isAway: false })),
    // What is historic asks for nobody.
    ...(shift.historic ? [] : breaksOf(shift).filter(({ rule }) => rule.covered)).map(({ start, end }) => ({ start, end, isAway: true })),
  ])
}

/** Who is at work already: of posted shifts that must be filled and have nobody, somebody of whom nothing is known. */
function peopleOfPosted({ shifts, employees }: Schedule): Roster {
  return Int32Array.from(shifts, ({ employeeIndex, importance, historic, fixed }, at) => {
    if (employeeIndex !== null) return employeeIndex
    return importance === 'MANDATORY' && !historic && !fixed ? employees.length + at : NOBODY
  })
}

/** Stretches count in whole minutes, whatever the quarters of the clock. */
function asWanted({ start, end, min, ideal, max, weight, assigned, historic }: Stretch) {
  return { start, end, min, ideal, max, weight, assigned, historic }
}

interface Choice extends ShiftChoice {
  readonly shift: Shift
}

/** Of the candidates at one time with the same breaks the one that costs least, the first of several. */
function cheapestOfEach({ settings: { weights } }: Schedule, candidates: readonly Shift[]): Choice[] {
  const byTime = new Map<string, Choice>()
  for (const shift of candidates) {
    const { start, end, workMin, breakRules } = shift
    const ofPriorities = PRIORITIES.map((p) => MINUTES_PER_UNIT * (weights.generatedMinutes[p] * workMin + weights.shiftCost[p] * shift.cost))
    const choice = { start, end, shift, cost: [...ofPriorities, workMin, shift.cost, 1], ...(breakRules === undefined ? {} : { breakRules }) }
    const key = [start, end, ...(breakRules ?? []).map(({ id }) => `${typeof id} ${id}`)].join('|')
    const known = byTime.get(key)
    if (known === undefined || shift.cost < known.shift.cost) byTime.set(key, choice)
  }
  return [...byTime.values()]
}

/** An employee below the least costs as much as one below the ideal at the least, since the least is filled first. */
function pricesOf({ settings: { weights } }: Schedule): DemandPrices {
  const { demandUnder, demandIdeal, demandOver, breakCover } = weights
  const first = PRIORITIES.find((p) => demandUnder[p] !== demandIdeal[p])
  const under = first !== undefined && demandUnder[first] < demandIdeal[first] ? demandIdeal : demandUnder
  return { under, ideal: demandIdeal, over: demandOver, bare: breakCover }
}

/** A shift, with its breaks, and how many people are on it. */
interface Found {
  readonly shift: Shift
  readonly count: number
}

interface Generated {
  readonly found: readonly Found[]
  readonly spots: readonly GeneratedSpot[]
  /** The schedule with the breaks of posted shifts, and who is on these. */
  readonly present: Schedule
  readonly people: Roster
}

function describe(schedule: Schedule, { found, spots, present, people }: Generated, teller: Teller): GenerateAnswer {
  const all = withGeneratedShifts(present, found, people)
  const coverage = coverageOf(all.schedule, all.roster)
  const course = demandCourse(all.schedule, all.roster)
  const levels = Array.from({ length: LEVELS }, (_, level) => spots.reduce((sum, { cost }) => sum + cost[level]!, 0))
  const bounds = Array.from({ length: LEVELS }, (_, level) => sumOf(spots.map(({ bound }) => bound[level]!)))
  const score = scoreOf(levels)
  const bound = bounds[0] === null ? null : scoreOf(bounds)
  const answer = {
    shifts: writeShifts(schedule, found),
    seats: found.reduce((sum, { count }) => sum + count, 0),
    coverage: writeCoverage(schedule, coverage),
    score,
    bound,
    gap: gapBetween(score, bound),
    paidMinutes: levels[PAID]!,
    leastPaidMinutes: leastPaid(schedule, levels, bounds),
    cost: levels[COST]!,
    ...minutesOf([...course.values()].flat()),
    uncoveredMinutes: uncoveredMinutesOf(all.schedule, all.roster, new Set(course.keys())),
    complete: levels.every((level, at) => level === bounds[at]),
  }
  return { ...answer, text: sentenceOf(createWords(schedule, teller), answer) }
}

/** Null where it is not proved. Where a priority is not, it may count the minutes alone: then what is proved of it is proved of them. */
function leastPaid(
  { candidates = [], settings: { weights } }: Schedule,
  levels: readonly number[],
  bounds: readonly (number | null)[],
): number | null {
  const open = PRIORITIES.find((p) => levels[p] !== bounds[p])
  if (open === undefined) return bounds[PAID]!
  const { generatedMinutes, ...others } = weights
  const names = ['demandUnder', 'demandIdeal', 'demandOver', 'breakCover'] as const
  const isAlone = names.every((name) => others[name][open] === 0) && (others.shiftCost[open] === 0 || candidates.every(({ cost }) => cost === 0))
  const bound = bounds[open]!
  return isAlone && bound !== null && generatedMinutes[open] > 0 ? Math.ceil(bound / (MINUTES_PER_UNIT * generatedMinutes[open])) : null
}

/** Null as soon as one is. */
function sumOf(bounds: readonly (number | null)[]): number | null {
  return bounds.reduce((sum, bound) => (sum === null || bound === null ? null : sum + bound), 0)
}

/** What is not proved is no less than nothing. */
function scoreOf(levels: readonly (number | null)[]): Score {
  const at = (p: number): number => (levels[p] ?? 0) / MINUTES_PER_UNIT
  return [at(0), at(1), at(2), at(3)]
}

/** The schedule with the shifts that were generated, each as often as it has people, of whom nothing is known. */
function withGeneratedShifts(schedule: Schedule, found: readonly Found[], present: Roster): { readonly schedule: Schedule; readonly roster: Roster } {
  const made = found.flatMap(({ shift, count }) => Array.from({ length: count }, () => shift))
  const first = schedule.employees.length + schedule.shifts.length
  return {
    schedule: { ...schedule, shifts: [...schedule.shifts, ...made] },
    roster: Int32Array.from([...present, ...made.map((_, at) => first + at)]),
  }
}

function minutesOf(course: readonly Stretch[]): Pick<GenerateAnswer, 'missingMinutes' | 'belowIdealMinutes' | 'surplusMinutes'> {
  const sum = (people: (stretch: Stretch) => number): number =>
    course.reduce((total, stretch) => total + Math.max(0, people(stretch)) * (stretch.end - stretch.start), 0)
  return {
    missingMinutes: sum(({ min, assigned }) => min - assigned),
    belowIdealMinutes: sum(({ min, ideal, assigned }) => ideal - Math.max(min, assigned)),
    surplusMinutes: sum(({ max, assigned, historic }) => assigned - Math.max(max, historic)),
  }
}

/** Minutes in which somebody on a shift of one of these spots is on a break that is to be covered, and nobody at work. */
function uncoveredMinutesOf({ shifts, spots }: Schedule, roster: Roster, asked: ReadonlySet<SpotId>): number {
  const worked = shifts.filter(({ spotIndex }, position) => roster[position] !== NOBODY && asked.has(spots[spotIndex]!.id))
  return [...Map.groupBy(worked, ({ spotIndex }) => spotIndex).values()].reduce((sum, own) => {
    const covered = own.flatMap((shift) => (shift.historic ? [] : breaksOf(shift).filter(({ rule }) => rule.covered)))
    const bare = covered.length === 0 ? [] : bareTimes(covered, own.flatMap(spellsOf))
    return bare.reduce((minutes, { start, end }) => minutes + end - start, sum)
  }, 0)
}

function writeShifts(schedule: Schedule, found: readonly Found[]): WrittenShift[] {
  const { calendar, spots } = schedule
  const write = momentWriter(calendar)
  const numbers = new Map<Identifier, number>()
  const hasBreaks = shiftsHaveBreaks(schedule)
  return found.map(({ shift, count }) => {
    const { id, name, template, spotIndex, start, end, tags, breakRules = [] } = shift
    const n = (numbers.get(id) ?? 0) + 1
    numbers.set(id, n)
    const breaks = breaksOf(shift).sort((a, b) => a.start - b.start)
    return {
      id: `${id}/${n}` as ShiftId,
      template: template!,
      ...(name === null ? {} : { name }),
      spot: spots[spotIndex]!.id,
      start: write(start),
      end: write(end),
      ...(tags.length === 0 ? {} : { tags }),
      ...(count === 1 ? {} : { seats: { min: count } }),
      ...(hasBreaks ? { breakRules: breakRules.map((rule) => rule.id) } : {}),
      ...(breaks.length === 0
        ? {}
        : { breaks: breaks.map(({ rule, ...time }) => ({ ruleId: rule.id, start: write(time.start), end: write(time.end) })) }),
    }
  })
}

function sentenceOf(words: Words, answer: Omit<GenerateAnswer, 'text'>): string {
  const { say } = words.teller
  const { shifts, seats, paidMinutes, missingMinutes, belowIdealMinutes, surplusMinutes, uncoveredMinutes } = answer
  const made =
    seats === 0
      ? say('generate.none')
      : say('generate.made', {
          shifts: say('count.shifts', { count: shifts.length }),
          seats: say('broken.seats', { count: seats }),
          duration: words.duration(paidMinutes),
        })
  const missed = [
    ['generate.belowLeast', missingMinutes],
    ['generate.belowIdeal', belowIdealMinutes],
    ['generate.aboveMost', surplusMinutes],
    ['generate.uncovered', uncoveredMinutes],
  ] as const
  const faults = missed.flatMap(([name, minutes]) => (minutes === 0 ? [] : [say(name, { duration: words.duration(minutes) })]))
  const cover = faults.length === 0 ? say('generate.met') : say('generate.missed', { faults: faults.join(', ') })
  return [made, cover, proofOf(answer, words)].join(' ')
}

function proofOf({ complete, bound, paidMinutes, leastPaidMinutes }: Omit<GenerateAnswer, 'text'>, { teller: { say }, duration }: Words): string {
  if (complete || leastPaidMinutes === paidMinutes) return say('generate.best')
  if (bound === null) return say('generate.unproved')
  return leastPaidMinutes === null ? say('generate.open') : say('generate.atLeast', { duration: duration(leastPaidMinutes) })
}
