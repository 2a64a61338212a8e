// Slow: dozens of schedules are solved twice.
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { readSolution } from '../../src/api/read-solution.ts'
import { replan } from '../../src/answers/replan/replan.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { isDecided, NOBODY, rosterAsPosted, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { peopleOf, postedShifts } from '../../src/model/seats.ts'
import type { Identifier } from '../../src/model/units.ts'
import { createRandom, randomDocument } from '../property/any-schedule.ts'
import { casesOf, FIRST_SEED } from '../property/cases.ts'
import { type Chance, chanceOf, type Fields } from '../property/draft.ts'
import { isLarge, randomSeatedRoster, withSeats } from '../property/seated.ts'

const DOCUMENTS = casesOf(80)
const SOLVED = casesOf(10)

interface Solved {
  readonly posted: Fields
  readonly schedule: Schedule
  readonly roster: Roster
}

interface Disruption {
  readonly request: { readonly events: readonly Fields[]; readonly freezeUntil?: string }
  /** When who is away, in minutes of the calendar. */
  readonly away: readonly { readonly employeeId: Identifier; readonly start: number; readonly end: number }[]
  readonly frozenBefore: number
  readonly untouched: (shiftId: Identifier) => boolean
}

/** Absences, one of which may be taken back, shifts cancelled, added and moved by an hour, on days of the schedule. */
function anyDisruption({ posted, schedule }: Solved, chance: Chance): Disruption {
  const { calendar, shifts, employees } = schedule
  const moment = (minute: number): string => new Date((calendar.originEpochMin + minute) * 60_000).toISOString()
  const plain = shifts.filter(({ historic }) => !historic)
  const touched = new Set<Identifier>()
  const events: Fields[] = []
  const away: { employeeId: Identifier; start: number; end: number }[] = []
  for (let n = chance.whole(1, 3); n > 0; n -= 1) {
    const { start } = chance.one(plain)
    const absence = { employeeId: chance.one(employees).id, start: start + chance.whole(-120, 120), end: start + chance.whole(121, 4320) }
    away.push(absence)
    events.push({ absent: { employeeId: absence.employeeId, start: moment(absence.start), end: moment(absence.end), kind: 'illness' } })
  }
  const ids = [...new Set(plain.map(({ id }) => id))]
  for (const id of chance.some(ids, 0.1).slice(0, ids.length - 1)) {
    touched.add(id)
    const given = (posted['shifts'] as Fields[]).find((shift) => shift['id'] === id)!
    if (chance.is(0.5)) events.push({ cancelShift: { shiftId: id } })
    else events.push({ changeShift: { shiftId: id, name: 'moved', cost: 1 } })
    if (chance.is(0.5)) events.push({ addShift: { ...given, id: 90_000 + events.length, fixed: false, employee: undefined, employees: undefined } })
  }
  const frozenBefore = chance.is(0.7) ? chance.one(plain).start + chance.whole(0, 1) : -Infinity
  return {
    request: { events, ...(frozenBefore === -Infinity ? {} : { freezeUntil: moment(frozenBefore) }) },
    away,
    frozenBefore,
    untouched: (shiftId) => !touched.has(shiftId),
  }
}

/** Whether somebody is away during a shift that they have not begun. */
function isAway({ away, frozenBefore }: Disruption, employeeId: Identifier, { start, end }: { start: number; end: number }): boolean {
  return away.some(
    (span) => span.employeeId === employeeId && span.start < end && start < span.end && !(start < frozenBefore && start < firstOf(away, span)),
  )
}

/** When the time begins that somebody is away without a break. */
function firstOf(away: Disruption['away'], { employeeId, start }: Disruption['away'][number]): number {
  const before = away.filter((span) => span.employeeId === employeeId && span.start < start && span.end >= start)
  return before.length === 0 ? start : Math.min(...before.map((span) => firstOf(away, span)))
}

function peopleByShift(schedule: Schedule, roster: Roster): Map<Identifier, Identifier[]> {
  return new Map(
    postedShifts(schedule.shifts).map((range) => [
      schedule.shifts[range.from]!.id,
      peopleOf(schedule, roster, range).map((employee) => schedule.employees[employee]!.id),
    ]),
  )
}

function read(document: Fields, seed: number): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(`seed ${seed}: ${JSON.stringify(errors)}`)
  return submission.schedule
}

test(`on ${DOCUMENTS} rosters what happens makes a schedule that reads, in which all stay but who is away, and what starts before the freeze is fixed`, () => {
  let [found, frozen, takenOff] = [0, 0, 0]
  for (let seed = FIRST_SEED; found < DOCUMENTS; seed += 1) {
    const random = createRandom(seed)
    const { seated: posted } = withSeats(randomDocument(random, { rules: 'all' }), random)
    const schedule = read(posted, seed)
    if (isLarge(schedule) || schedule.shifts.every(({ historic }) => historic) || schedule.isCyclic === true) continue
    found += 1
    const solved = { posted, schedule, roster: randomSeatedRoster(schedule, random) }
    const disruption = anyDisruption(solved, chanceOf(random))
    const { replanned, errors } = replan(solved, disruption.request, { callback: 'optional' })
    expect(errors, `seed ${seed}`).toEqual([])
    const made = replanned!.submission.schedule
    const before = peopleByShift(schedule, solved.roster)
    const after = peopleByShift(made, rosterAsPosted(made))
    const shift = made.calendar.originEpochMin - schedule.calendar.originEpochMin
    for (const { from, to } of postedShifts(made.shifts)) {
      const { id, start, end, historic } = made.shifts[from]!
      if (historic || !before.has(id) || !disruption.untouched(id)) continue
      const times = { start: start + shift, end: end + shift }
      const stay = before.get(id)!.filter((employeeId) => !isAway(disruption, employeeId, times))
      takenOff += before.get(id)!.length - stay.length
      expect(new Set(after.get(id)), `seed ${seed}, shift ${id}`).toEqual(new Set(stay))
      if (times.start >= disruption.frozenBefore) continue
      frozen += stay.length
      const decided = stay.length === 0 && before.get(id)!.length === 0 ? to - from : stay.length
      expect(made.shifts.slice(from, to).filter(isDecided), `seed ${seed}, shift ${id} is frozen`).toHaveLength(decided)
    }
  }
  expect(frozen).toBeGreaterThan(DOCUMENTS)
  expect(takenOff).toBeGreaterThan(DOCUMENTS)
})

test(`on ${SOLVED} solved schedules nobody who is away is used, and what is frozen stays`, () => {
  let [found, used] = [0, 0]
  for (let seed = FIRST_SEED; found < SOLVED; seed += 1) {
    const random = createRandom(seed)
    const { settings: _, ...posted } = withSeats(randomDocument(random, { rules: 'plain' }), random).seated
    const schedule = read(posted, seed)
    if (isLarge(schedule) || schedule.shifts.every(({ historic }) => historic)) continue
    found += 1
    const first = solve(schedule, solveOptions({ maxIterations: 5_000 }))
    const solved = { posted, schedule, roster: first.roster }
    const disruption = anyDisruption(solved, chanceOf(random))
    const { replanned, errors } = replan(solved, disruption.request, { callback: 'optional' })
    expect(errors, `seed ${seed}`).toEqual([])
    const made = replanned!.submission.schedule
    const { roster } = solve(made, solveOptions({ maxIterations: 5_000 }))
    const shift = made.calendar.originEpochMin - schedule.calendar.originEpochMin
    for (const [position, { id, start, end, historic }] of made.shifts.entries()) {
      if (historic || roster[position] === NOBODY) continue
      used += 1
      const employeeId = made.employees[roster[position]!]!.id
      expect(isAway(disruption, employeeId, { start: start + shift, end: end + shift }), `seed ${seed}, shift ${id}`).toBe(false)
    }
    for (const [position, seat] of made.shifts.entries())
      if (isDecided(seat)) expect(roster[position], `seed ${seed}, shift ${seat.id}`).toBe(seat.employeeIndex ?? NOBODY)
    // What comes out fits the new document, as a client would send it back.
    const people = peopleByShift(made, roster)
    const shifts = (replanned!.document['shifts'] as Fields[]).map((posted) =>
      posted['seats'] === undefined
        ? { id: posted['id'], employee: people.get(posted['id'] as Identifier)![0] ?? null }
        : { id: posted['id'], employees: people.get(posted['id'] as Identifier) },
    )
    expect(readSolution({ shifts }, made).errors, `seed ${seed}`).toEqual([])
  }
  expect(used).toBeGreaterThan(SOLVED)
})
