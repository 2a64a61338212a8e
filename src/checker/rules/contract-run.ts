import { rememberPairs } from '../../model/remember-pairs.ts'
import type { RunRule, Schedule, Shift } from '../../model/schedule.ts'
import { isWeekendShift } from '../../model/weekend.ts'
import { rangeOf, rangeOfDays } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { runsOf, tooFew, tooMany, type Run, type RunEdges } from '../runs.ts'
import { dayOfWeekend } from '../tally.ts'
import { daysInWords } from '../words.ts'
import { countedInWords, countedShifts, type RuleMatch, type ToldMatch } from './rule-match.ts'

/** Days or weekends of which runs are made: the known days that each of them covers, in order. */
type Places = readonly { readonly first: number; readonly last: number }[]

/** The runs of some shifts of a row, on days or on weekends. */
interface Runs {
  readonly shifts: readonly Shift[]
  readonly places: Places
  readonly edges: RunEdges
  readonly worked: readonly Run[]
  readonly free: readonly Run[]
}

/** Where a row has runs that are longer or shorter than a run rule says. */
export function runMatches(view: RosterView, row: Row, rule: RunRule): RuleMatch[] {
  const { schedule } = view
  const { say } = view.words.teller
  const runs = (rule.of === 'weekends' ? runsOfWeekends : runsOfDays)(schedule, countedShifts(schedule.calendar, row.shifts, rule))
  const matches: RuleMatch[] = []
  const add = (run: Run, units: number, verdict: () => string): void => {
    const tell = (): ToldMatch => ({ ...tellRun(view, runs, { rule, run }), verdict: verdict() })
    matches.push({ day: runs.places[run.first]!.first, last: runs.places[run.last]!.last, units, tell })
  }
  const edges = { ...runs.edges, isClosed: rule.edges === 'closed' }
  for (const run of rule.of === 'daysOff' ? runs.free : runs.worked) {
    const beyond = rule.max === null ? 0 : tooMany(run, rule.max, edges)
    if (beyond > 0) add(run, beyond, () => say('contract.more', { limit: rule.max! }))
    const missing = rule.min === null ? 0 : tooFew(run, rule.min, edges)
    if (missing > 0) add(run, missing, () => say('contract.fewer', { limit: rule.min! }))
  }
  return matches
}

/** Many rules ask for the runs of the same shifts. */
const runsOfDays = rememberPairs(
  (schedule: Schedule, shifts: readonly Shift[]) =>
    runsOn(
      schedule,
      shifts,
      schedule.calendar.days.map((_, day) => ({ first: day, last: day })),
      ({ day }) => day,
    ),
  sizeOf,
)

const runsOfWeekends = rememberPairs(
  (schedule: Schedule, shifts: readonly Shift[]) =>
    runsOn(schedule, shifts.filter(isWeekendShift), knownWeekends(schedule), ({ day }) => dayOfWeekend(schedule.calendar, day)),
  sizeOf,
)

function sizeOf({ shifts, places }: Runs): number {
  return shifts.length + places.length
}

/** `placeOf` answers the first day of the place that a shift is work on. */
function runsOn({ calendar }: Schedule, shifts: readonly Shift[], places: Places, placeOf: (shift: Shift) => number): Runs {
  const workedPlaces = new Set(shifts.map(placeOf))
  const isWorked = places.map(({ first }) => workedPlaces.has(first))
  const edges = { count: places.length, historic: places.filter(({ first }) => first < calendar.horizonFirst).length }
  return { shifts, places, edges, worked: runsOf(isWorked), free: runsOf(isWorked.map((worked) => !worked)) }
}

const KNOWN_WEEKENDS = new WeakMap<Schedule, Places>()

/** The weekends of which a day is known, as the days that are; and one behind the last known day that a shift runs through, as that day. */
function knownWeekends(schedule: Schedule): Places {
  const known = KNOWN_WEEKENDS.get(schedule) ?? findWeekends(schedule)
  KNOWN_WEEKENDS.set(schedule, known)
  return known
}

function findWeekends({ calendar, shifts }: Schedule): Places {
  const { days } = calendar
  const known = [...days.keys()].filter((day) => days[day]!.isWeekend)
  const firstDays = new Set(
    [...known, ...shifts.filter(isWeekendShift).map(({ day }) => day)].map((day) => dayOfWeekend(calendar, day)).sort((a, b) => a - b),
  )
  return [...firstDays].map((first) => ({ first, last: days[first]!.isWeekend && days[first + 1]?.isWeekend === true ? first + 1 : first }))
}

const CLAIMS = { days: 'contract.daysInARow', daysOff: 'contract.daysWithout', weekends: 'contract.weekendsInARow' } as const

function tellRun(
  { schedule: { calendar }, words }: RosterView,
  { shifts, places }: Runs,
  { rule, run }: { rule: RunRule; run: Run },
): Omit<ToldMatch, 'verdict'> {
  const { days } = calendar
  const { first } = places[run.first]!
  const { last } = places[run.last]!
  const from = days[first]!.date
  const to = days[last]!.date
  const { teller } = words
  const { say } = teller
  const when = daysInWords(words, { from, to })
  const isWithin = ({ day }: Shift): boolean => dayOfWeekend(calendar, day) >= first && dayOfWeekend(calendar, day) <= last
  return {
    date: from,
    shifts: rule.of === 'weekends' ? rangeOf(shifts.filter(isWithin)) : rangeOfDays(shifts, { first, last }),
    claim: say(CLAIMS[rule.of], { count: run.length, shifts: countedInWords(say('count.shiftsPlain'), rule, teller), when }),
  }
}
