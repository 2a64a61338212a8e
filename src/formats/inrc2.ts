import { FormatError } from './format-error.ts'
import { type ImportedSchedule, instant, MOST_SHIFTS, MOST_WISHES, mostSurplus, wholeDay } from './horizon-days.ts'
import { INRC2_DAYS, type Inrc2History, type Inrc2Nurse, type Inrc2Past, type Inrc2Scenario, type Inrc2Week, type Limits } from './inrc2-files.ts'
import { onlySettings, weights } from './plain-settings.ts'
import { shortened } from './text-lines.ts'

/** Points of the competition that one unit of the second priority stands for: settings weigh 20 at most, and the competition 10 to 30. */
export const INRC2_POINTS = 5

const DAYS_PER_WEEK = INRC2_DAYS.length
/** The format knows no times; any length within a day says the same. */
const SHIFT_MINUTES = 480

const HARD = weights(20, 0)
const THIRTY_POINTS = weights(0, 30 / INRC2_POINTS)

/** What the competition forbids is the first priority; its cost, in units of five points, is the second. */
const SETTINGS = onlySettings({
  spotSkills: HARD,
  shiftCollision: HARD,
  oneShiftPerDay: HARD,
  contractRules: HARD,
  // Less than a skill: filling a seat with somebody who lacks it is not worth trying.
  assignShift: weights(10, 30 / INRC2_POINTS),
  assignOptionalShift: THIRTY_POINTS,
  maxConsecutiveDays: THIRTY_POINTS,
  minConsecutiveDays: THIRTY_POINTS,
  consecutiveDaysOff: THIRTY_POINTS,
  completeWeekends: THIRTY_POINTS,
  maxWeekends: THIRTY_POINTS,
  totalWork: weights(0, 20 / INRC2_POINTS),
  undesired: weights(0, 10 / INRC2_POINTS),
})
/** Of a contract rule that is not forbidden, but costs: too few or too many consecutive days of one type. */
const RUN_WEIGHT = 15 / INRC2_POINTS

/** A scenario with what came before and all the weeks that are left of it. */
export interface Inrc2Instance {
  readonly scenario: Inrc2Scenario
  readonly history: Inrc2History
  readonly weeks: readonly Inrc2Week[]
}

/**
 * The instance as a schedule of the public interface, without a callback address: all its weeks at once. A spot for each skill, a tag for each
 * type; the minimum cover are mandatory shifts, what is optimal beyond it optional ones, and whatever else may be worked optional ones of no
 * weight. The history becomes historic shifts, as many as its runs are long, and sums. Throws `FormatError` for what a schedule cannot hold, and
 * when the weeks are not exactly those that the history leaves over: the totals of the contracts are for all of them.
 */
export function inrc2ToSchedule(instance: Inrc2Instance): ImportedSchedule {
  const { scenario, history, weeks } = instance
  if (weeks.length === 0 || history.weeksBefore + weeks.length !== scenario.weeks)
    throw new FormatError(
      null,
      `The scenario has ${scenario.weeks} weeks, of which ${history.weeksBefore} are over by the history, but ${weeks.length} are given.`,
    )
  const pastShifts = scenario.nurses.flatMap((nurse, n) => pastOf(instance, { nurse, past: history.pasts[n]!, employee: n + 1 }))
  const seats = seatsOf(instance)
  return {
    timeZone: 'UTC',
    employees: scenario.nurses.map((nurse, n) => employeeOf(instance, nurse, n)),
    shifts: [...pastShifts, ...earliestDay(pastShifts), ...seats].map(({ day, ...shift }, s) => ({
      id: s + 1,
      ...shift,
      start: instant(history.weeksBefore * DAYS_PER_WEEK + day, 0),
      end: instant(history.weeksBefore * DAYS_PER_WEEK + day, SHIFT_MINUTES),
    })),
    spots: [
      ...scenario.skills.map((name, k) => ({ id: k + 1, name, teams: [], skills: [k + 1] })),
      { id: pastSpot(instance), name: 'before', teams: [], skills: [] },
    ],
    settings: SETTINGS,
  }
}

/** A shift by its day; 0 is the first of the weeks. */
interface DayShift extends Readonly<Record<string, unknown>> {
  readonly day: number
}

/** Where historic shifts are: nothing is known of their skills. */
function pastSpot({ scenario }: Inrc2Instance): number {
  return scenario.skills.length + 1
}

function employeeOf({ scenario, history, weeks }: Inrc2Instance, nurse: Inrc2Nurse, n: number): Readonly<Record<string, unknown>> {
  const past = history.pasts[n]!
  const wishes = weeks.flatMap(({ offRequests }, w) =>
    offRequests
      .filter((request) => request.nurse === nurse.name)
      .map(({ day, type }) => ({
        type: 'UNDESIRED',
        ...wholeDay((history.weeksBefore + w) * DAYS_PER_WEEK + day),
        ...(type === null ? {} : { tag: type }),
      })),
  )
  if (wishes.length > MOST_WISHES) throw new FormatError(null, `Nurse "${shortened(nurse.name)}" has more than ${MOST_WISHES} requests.`)
  return {
    id: n + 1,
    name: nurse.name,
    teams: [],
    skills: scenario.skills.flatMap((skill, k) => (nurse.skills.includes(skill) ? [{ id: k + 1 }] : [])),
    contract: {
      minShiftsTotal: nurse.total.least,
      maxShiftsTotal: nurse.total.most,
      minConsecutiveDays: nurse.work.least,
      maxConsecutiveDays: nurse.work.most,
      minConsecutiveDaysOff: nurse.off.least,
      maxConsecutiveDaysOff: nurse.off.most,
      maxWeekends: nurse.maxWeekends,
      completeWeekends: nurse.completeWeekends,
      rules: scenario.shiftTypes.flatMap(({ name, run, notNext }) => [
        { kind: 'run', of: 'days', tags: [name], min: run.least, max: run.most, priority: 2, weight: RUN_WEIGHT },
        ...(notNext.length === 0 ? [] : [{ kind: 'succession', after: [name], forbidden: notNext, nextDay: true }]),
      ]),
    },
    wishes,
    history: { shiftsWorked: past.assignments, weekendsWorked: past.weekends },
  }
}

/**
 * The last days of a nurse before the first week. A run of work is as many shifts, of which the last carry their type. Before a run of days off
 * there is one shift, without a type, which ends it.
 */
function pastOf(instance: Inrc2Instance, { nurse, past, employee }: { nurse: Inrc2Nurse; past: Inrc2Past; employee: number }): readonly DayShift[] {
  const { scenario, weeks } = instance
  const shift = (before: number, tags: readonly string[]): DayShift => ({ day: -before, spot: pastSpot(instance), employee, historic: true, tags })
  const runOf = scenario.shiftTypes.find(({ name }) => name === past.lastType)?.run
  const sameType = runOf === undefined ? 0 : cutRun(past.sameType, runOf)
  // As long as the limits can tell: beyond the most that is allowed each day costs the same, however many there were before.
  const work = Math.max(sameType, cutRun(past.work, nurse.work))
  const off = cutRun(past.off, nurse.off)
  if (Math.max(work, off + 1) + 1 > weeks.length * DAYS_PER_WEEK)
    throw new FormatError(null, `The history of nurse "${shortened(nurse.name)}" is longer than the weeks that are given.`)
  if (past.lastType === null) return [shift(off + 1, [])]
  return Array.from({ length: work }, (_, i) => shift(i + 1, i < sameType ? [past.lastType!] : []))
}

function cutRun(length: number, { most }: Limits): number {
  return Math.min(length, Math.max(1, most))
}

/** A shift of nobody's on the day before all others, so that this day is known, and the longest run has a beginning. */
function earliestDay(pastShifts: readonly DayShift[]): readonly DayShift[] {
  const first = Math.min(...pastShifts.map(({ day }) => day))
  return [{ ...pastShifts[0]!, day: first - 1, employee: null, tags: [] }]
}

function seatsOf({ scenario, weeks }: Inrc2Instance): readonly DayShift[] {
  const holders = scenario.skills.map((skill) => scenario.nurses.filter((nurse) => nurse.skills.includes(skill)).length)
  const groups = weeks.flatMap(({ requirements }, w) => {
    const required = new Map(requirements.map((requirement) => [`${requirement.type} ${requirement.skill}`, requirement.days]))
    return INRC2_DAYS.flatMap((_, d) =>
      scenario.shiftTypes.flatMap(({ name }) =>
        scenario.skills.map((skill, k) => {
          const { least, most } = required.get(`${name} ${skill}`)?.[d] ?? { least: 0, most: 0 }
          return { day: w * DAYS_PER_WEEK + d, type: name, spot: k + 1, least, seats: most, extra: Math.max(0, holders[k]! - most) }
        }),
      ),
    )
  })
  const asked = groups.reduce((sum, { seats }) => sum + seats, 0)
  const surplus = mostSurplus(groups)
  if (asked > MOST_SHIFTS || (surplus === 0 && groups.some(({ extra }) => extra > 0)))
    throw new FormatError(null, `There would be more than the ${MOST_SHIFTS} shifts of a schedule.`)
  return groups.flatMap(({ day, type, spot, least, seats, extra }) => {
    const seat = { day, spot, tags: [type] }
    return [
      ...Array.from({ length: least }, () => ({ ...seat, importance: 'MANDATORY' })),
      ...Array.from({ length: seats - least }, () => ({ ...seat, importance: 'OPTIONAL' })),
      ...Array.from({ length: Math.min(extra, surplus) }, () => ({ ...seat, importance: 'OPTIONAL', weight: 0 })),
    ]
  })
}
