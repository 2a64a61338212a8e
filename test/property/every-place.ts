import { breakPlaces, whyMisplaced, withBreaks } from '../../src/model/breaks.ts'
import { type GeneratedShift, withGenerated } from '../../src/model/generated-shifts.ts'
import { isDecided, NOBODY, type Roster, rosterOfDecided } from '../../src/model/roster.ts'
import type { Schedule, Shift } from '../../src/model/schedule.ts'
import { type DemandSize, randomDemand, TINY } from './any-demand.ts'
import { FIRST_SEED } from './cases.ts'
import type { Chance, Fields } from './draft.ts'

const ONE_DAY: DemandSize = { ...TINY, days: 1, employees: [1, 3], steps: [1, 2] }
const WITH_SHIFTS: DemandSize = { ...ONE_DAY, shifts: 2 }

/** Schedules of the first seed and those after it that have breaks, and so few rosters that all can be tried. All their times are whole hours. */
export function* tinySchedules(count: number, mostRosters: number): Generator<{ readonly seed: number; readonly schedule: Schedule }> {
  for (let seed = FIRST_SEED, made = 0; made < count; seed += 1) {
    const schedule = seed % 2 === 0 ? randomDemand(seed, WITH_SHIFTS, addTinyShifts) : randomDemand(seed, ONE_DAY, addTinyBreaks)
    const isBroken = [...schedule.shifts, ...(schedule.candidates ?? [])].some(({ breakRules }) => breakRules !== undefined)
    if (!isBroken || schedule.candidates === undefined || rostersOf(schedule) > mostRosters) continue
    made += 1
    yield { seed, schedule }
  }
}

/** Breaks of whole hours that have few places. Some posted shifts that are fixed say where theirs lie. */
function addTinyBreaks(document: Fields, chance: Chance): void {
  const { spots, shifts, shiftTemplates } = document as { spots: Fields[]; shifts: Fields[]; shiftTemplates: Fields[] }
  const rules = Array.from({ length: chance.whole(1, 2) }, (_, at) => ({
    id: `b${at}`,
    overMinutes: chance.one([180, 240]),
    minutes: chance.one([60, 60, 120]),
    paid: chance.is(0.4),
    stepMinutes: chance.one([60, 120]),
    earliestAfter: chance.one([0, 60]),
    latestBefore: chance.one([0, 60]),
    ...(chance.is(0.3) ? { covered: true } : {}),
  }))
  const some = (): unknown[] => chance.some(rules, 0.7).map(({ id }) => id)
  document.breakRules = rules
  for (const spot of spots) if (chance.is(0.6)) spot.breakRules = some()
  for (const template of shiftTemplates) if (chance.is(0.6)) template.breakRules = some()
  for (const shift of shifts) shift.breakRules = []
  if (chance.is(0.7)) addMost(document.demands as Fields[])
  // Where somebody missing comes first, shifts are made by which others are too many.
  const weights = (second: boolean): Fields => ({ secondPriorityWeight: second ? chance.whole(1, 9) : 0, thirdPriorityWeight: chance.whole(1, 9) })
  document.settings = {
    demandUnder: weights(true),
    demandIdeal: weights(chance.is(0.3)),
    demandOver: weights(chance.is(0.3)),
    breakCover: weights(chance.is(0.3)),
  }
}

/** Nobody more than are wanted, nor beside the times of the demands of the first spot. */
function addMost(demands: Fields[]): void {
  for (const demand of demands) demand.max = demand.ideal ?? demand.min
  const [{ spot, start }] = demands as [{ spot: unknown; start: string }]
  const day = start.slice(0, 10)
  demands.push({ id: demands.length + 1, spot, start: `${day}T00:00`, end: `${day}T23:00`, min: 0, max: 0 })
}

/** The same, with shifts that are posted, of which some have breaks as well. */
function addTinyShifts(document: Fields, chance: Chance): void {
  addTinyBreaks(document, chance)
  const [rule] = document.breakRules as { id: string; minutes: number; stepMinutes: number; earliestAfter: number; latestBefore: number }[]
  const { id, minutes, stepMinutes, earliestAfter, latestBefore } = rule!
  const least = Math.ceil(earliestAfter / stepMinutes) * stepMinutes + minutes + latestBefore
  for (const shift of document.shifts as { start: string; end: string; breakRules?: unknown[] }[]) {
    const room = (Date.parse(`${shift.end}Z`) - Date.parse(`${shift.start}Z`)) / 60_000
    if (room >= 240 && chance.is(0.7) && room >= least) shift.breakRules = [id]
  }
  // Somebody may be on two shifts at once then.
  if (chance.is(0.3)) Object.assign(document.settings as Fields, { oneShiftPerDay: {}, shiftCollision: {} })
}

/** All ways to lay the breaks of a shift. */
function placesOf({ breakRules = [], start, end }: Shift): number[][] {
  const length = end - start
  return breakRules.reduce<number[][]>(
    (before, rule, at) => {
      const { first, last } = breakPlaces(rule, length)
      const starts: number[] = []
      for (let place = first; place <= last; place += rule.stepMinutes) starts.push(place)
      return before.flatMap((own) => starts.map((place) => [...own, place]).filter((all) => whyMisplaced(breakRules, length, all, at) === null))
    },
    [[]],
  )
}

/** What can be chosen, one choice after another: who has a posted shift, or what somebody finds on a day. */
function peopleChoices(schedule: Schedule): { readonly posted: number[]; readonly cells: { employeeIndex: number; candidates: number[] }[] } {
  const { shifts, candidates = [], employees, calendar } = schedule
  const cells = employees.flatMap((_, employeeIndex) =>
    calendar.days.map((_day, day) => ({ employeeIndex, candidates: [...candidates.keys()].filter((at) => candidates[at]!.day === day) })),
  )
  return { posted: [...shifts.keys()].filter((at) => !isDecided(shifts[at]!)), cells }
}

/** At most so many rosters there are; places of breaks counted as if everybody had the longest shift. */
export function rostersOf(schedule: Schedule): number {
  const { posted, cells } = peopleChoices(schedule)
  const { shifts, candidates = [], employees } = schedule
  const open = posted.reduce((product, at) => product * (1 + employees.length * placesOf(shifts[at]!).length), 1)
  const found = cells.reduce((product, own) => product * (1 + own.candidates.reduce((sum, at) => sum + placesOf(candidates[at]!).length, 0)), 1)
  const decided = shifts.filter((shift) => isDecided(shift) && shift.breaks === undefined)
  return open * found * decided.reduce((product, shift) => product * placesOf(shift).length, 1)
}

/** Every roster in which nobody finds two shifts on a day, with its breaks wherever they may lie. */
export function* everyRoster(schedule: Schedule): Generator<Roster> {
  const { posted, cells } = peopleChoices(schedule)
  const people = rosterOfDecided(schedule).slice()
  const found: GeneratedShift[] = []
  yield* fillPosted(0)

  function* fillPosted(at: number): Generator<Roster> {
    if (at === posted.length) {
      yield* find(0)
      return
    }
    for (let employee = NOBODY as number; employee < schedule.employees.length; employee += 1) {
      people[posted[at]!] = employee
      yield* fillPosted(at + 1)
    }
    people[posted[at]!] = NOBODY
  }

  function* find(at: number): Generator<Roster> {
    if (at === cells.length) {
      yield* laid(schedule, withGenerated(people, found), found)
      return
    }
    yield* find(at + 1)
    const { employeeIndex, candidates } = cells[at]!
    for (const candidate of candidates) {
      found.push({ candidate, employeeIndex })
      yield* find(at + 1)
      found.pop()
    }
  }
}

/** A roster with its breaks in all places. */
function* laid(schedule: Schedule, roster: Roster, found: readonly GeneratedShift[]): Generator<Roster> {
  const { shifts, candidates = [] } = schedule
  const ordered = [...found].sort((a, b) => a.candidate - b.candidate || a.employeeIndex - b.employeeIndex)
  const seats = [
    ...[...shifts.entries()].flatMap(([seat, shift]) => (roster[seat] === NOBODY || shift.breaks !== undefined ? [] : [{ seat, shift }])),
    ...ordered.map(({ candidate }, at) => ({ seat: shifts.length + at, shift: candidates[candidate]! })),
  ].filter(({ shift }) => shift.breakRules !== undefined)
  const chosen = new Map<number, readonly number[]>()
  yield* lay(0)

  function* lay(at: number): Generator<Roster> {
    if (at === seats.length) {
      yield withBreaks(roster, chosen)
      return
    }
    for (const places of placesOf(seats[at]!.shift)) {
      chosen.set(seats[at]!.seat, places)
      yield* lay(at + 1)
    }
  }
}
