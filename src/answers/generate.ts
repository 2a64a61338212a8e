import { momentWriter, type WrittenCoverage, writeCoverage } from '../api/write-solution.ts'
import { coverageOf, demandCourse, type Stretch } from '../checker/demand-course.ts'
import { countOf, createWords } from '../checker/words.ts'
import { coverProgram, type DemandPrices, LEVELS, type ShiftChoice } from '../engine/generate/cover-program.ts'
import { generateShifts, type GeneratedSpot } from '../engine/generate/generate-shifts.ts'
import { shiftsHaveBreaks } from '../model/breaks.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import { gapBetween, type Score } from '../model/score.ts'
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
  /** True where shifts have breaks, during which nobody is counted as missing here: nothing is proved then. */
  readonly leavesOutBreaks: boolean
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
export function generate({ schedule, maxSeconds }: GenerateQuestion, { solver, clock, mostSeconds }: Means): GenerateAnswer {
  const until = clock() + 1000 * Math.min(maxSeconds, mostSeconds)
  const means = { solver, isOver: () => clock() > until }
  const present = peopleOfPosted(schedule)
  const course = demandCourse(schedule, present)
  const bySpot = Map.groupBy(schedule.candidates ?? [], ({ spotIndex }) => schedule.spots[spotIndex]!.id)
  const found: { readonly shift: Shift; readonly count: number }[] = []
  const spots: GeneratedSpot[] = []
  for (const [spotId, times] of course) {
    const choices = cheapestOfEach(schedule, bySpot.get(spotId) ?? [])
    const spot = generateShifts(coverProgram(times.map(asWanted), choices, pricesOf(schedule)), means)
    spots.push(spot)
    spot.counts.forEach((count, at) => count > 0 && found.push({ shift: choices[at]!.shift, count }))
  }
  found.sort((a, b) => a.shift.start - b.shift.start || a.shift.end - b.shift.end || a.shift.spotIndex - b.shift.spotIndex)
  return describe(schedule, { found, spots, present })
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

/** Of the candidates at one time the one that costs least, the first of several. */
function cheapestOfEach({ settings: { weights } }: Schedule, candidates: readonly Shift[]): Choice[] {
  const byTime = new Map<string, Choice>()
  for (const shift of candidates) {
    const { start, end, workMin } = shift
    const ofPriorities = PRIORITIES.map((p) => MINUTES_PER_UNIT * (weights.generatedMinutes[p] * workMin + weights.shiftCost[p] * shift.cost))
    const choice = { start, end, shift, cost: [...ofPriorities, workMin, shift.cost, 1] }
    const known = byTime.get(`${start} ${end}`)
    if (known === undefined || shift.cost < known.shift.cost) byTime.set(`${start} ${end}`, choice)
  }
  return [...byTime.values()]
}

/** An employee below the least costs as much as one below the ideal at the least, since the least is filled first. */
function pricesOf({ settings: { weights } }: Schedule): DemandPrices {
  const { demandUnder, demandIdeal, demandOver } = weights
  const first = PRIORITIES.find((p) => demandUnder[p] !== demandIdeal[p])
  const under = first !== undefined && demandUnder[first] < demandIdeal[first] ? demandIdeal : demandUnder
  return { under, ideal: demandIdeal, over: demandOver }
}

interface Generated {
  readonly found: readonly { readonly shift: Shift; readonly count: number }[]
  readonly spots: readonly GeneratedSpot[]
  readonly present: Roster
}

function describe(schedule: Schedule, { found, spots, present }: Generated): GenerateAnswer {
  const all = withGeneratedShifts(schedule, found, present)
  const coverage = coverageOf(all.schedule, all.roster)
  const missed = minutesOf([...demandCourse(all.schedule, all.roster).values()].flat())
  const levels = Array.from({ length: LEVELS }, (_, level) => spots.reduce((sum, { cost }) => sum + cost[level]!, 0))
  const bounds = Array.from({ length: LEVELS }, (_, level) => sumOf(spots.map(({ bound }) => bound[level]!)))
  const score = scoreOf(levels)
  const leavesOutBreaks = shiftsHaveBreaks(schedule)
  const bound = bounds[0] === null || leavesOutBreaks ? null : scoreOf(bounds)
  const complete = !leavesOutBreaks && levels.every((level, at) => level === bounds[at])
  const isBest = !leavesOutBreaks && PRIORITIES.every((p) => levels[p] === bounds[p])
  const seats = found.reduce((sum, { count }) => sum + count, 0)
  const answer = {
    shifts: writeShifts(schedule, found),
    seats,
    coverage: writeCoverage(schedule, coverage),
    score,
    bound,
    gap: gapBetween(score, bound),
    paidMinutes: levels[PAID]!,
    leastPaidMinutes: isBest ? bounds[PAID]! : null,
    cost: levels[COST]!,
    ...missed,
    leavesOutBreaks,
    complete,
  }
  return { ...answer, text: sentenceOf(schedule, answer) }
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
function withGeneratedShifts(
  schedule: Schedule,
  found: Generated['found'],
  present: Roster,
): { readonly schedule: Schedule; readonly roster: Roster } {
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

function writeShifts({ calendar, spots }: Schedule, found: Generated['found']): WrittenShift[] {
  const write = momentWriter(calendar)
  const numbers = new Map<Identifier, number>()
  return found.map(({ shift: { id, name, template, spotIndex, start, end, tags }, count }) => {
    const n = (numbers.get(id) ?? 0) + 1
    numbers.set(id, n)
    return {
      id: `${id}/${n}` as ShiftId,
      template: template!,
      ...(name === null ? {} : { name }),
      spot: spots[spotIndex]!.id,
      start: write(start),
      end: write(end),
      ...(tags.length === 0 ? {} : { tags }),
      ...(count === 1 ? {} : { seats: { min: count } }),
    }
  })
}

function sentenceOf(schedule: Schedule, answer: Omit<GenerateAnswer, 'text'>): string {
  const words = createWords(schedule)
  const { shifts, seats, paidMinutes, leastPaidMinutes, missingMinutes, belowIdealMinutes, surplusMinutes, leavesOutBreaks, complete, bound } = answer
  const made =
    seats === 0
      ? 'No shift is worth what it costs.'
      : `${countOf(shifts.length, 'shift')} with ${countOf(seats, 'seat')}, ${words.duration(paidMinutes)} together.`
  const faults = [
    ...(missingMinutes === 0 ? [] : [`${words.duration(missingMinutes)} below the least`]),
    ...(belowIdealMinutes === 0 ? [] : [`${words.duration(belowIdealMinutes)} below the ideal`]),
    ...(surplusMinutes === 0 ? [] : [`${words.duration(surplusMinutes)} above the most`]),
  ]
  const cover = faults.length === 0 ? 'Everything that is demanded is met.' : `What is demanded is missed by ${faults.join(', ')}.`
  const proof = complete || leastPaidMinutes === paidMinutes ? 'It is proved that no shifts do better.' : null
  const unproved = bound === null ? 'Nothing is proved of them.' : 'There may be better ones: the time was over before that was proved.'
  const end = leavesOutBreaks ? 'Breaks are left out: people are missing while others have theirs, and nothing is proved.' : (proof ?? unproved)
  return [made, cover, end].join(' ')
}
