import { breaksSaid, placeBreaks } from './breaks.ts'
import { NOBODY, type Roster } from './roster.ts'
import type { Schedule, Shift } from './schedule.ts'
import type { ShiftId } from './units.ts'

/**
 * Shifts that a search finds beside those that are posted. `schedule.candidates` has one shift for each start and length that a template allows; any number of people may work
 * it, and nobody misses anybody on it. A roster speaks of the posted shifts first, by position, and then of the shifts it found: pairs of a position in `candidates` and one in
 * `employees`, in order; and then of where breaks lie (`breaks.ts`).
 */
export interface GeneratedShift {
  /** Position in `schedule.candidates`. */
  readonly candidate: number
  readonly employeeIndex: number
}

/** The shifts that a roster found, ordered by candidate and employee. */
export function generatedOf({ shifts }: Pick<Schedule, 'shifts'>, roster: Roster): GeneratedShift[] {
  const generated: GeneratedShift[] = []
  for (let at = shifts.length; at + 1 < roster.length && roster[at]! >= 0; at += 2)
    generated.push({ candidate: roster[at]!, employeeIndex: roster[at + 1]! })
  return generated
}

/** A roster of these people on the posted shifts, and of these generated shifts in any order. */
export function withGenerated(posted: Int32Array, generated: readonly GeneratedShift[]): Roster {
  const ordered = [...generated].sort((a, b) => a.candidate - b.candidate || a.employeeIndex - b.employeeIndex)
  const roster = new Int32Array(posted.length + 2 * ordered.length)
  roster.set(posted)
  for (const [at, { candidate, employeeIndex }] of ordered.entries()) roster.set([candidate, employeeIndex], posted.length + 2 * at)
  return roster
}

/** A schedule with the shifts that a roster found as shifts of its own, and who works them all: as if they had been posted. */
export interface Materialised {
  readonly schedule: Schedule
  readonly roster: Roster
}

/**
 * What a roster of a schedule with templates comes to. The generated shifts stand behind the posted ones, in the order of the roster; their ids are texts,
 * `"<template>/<local start>/<n>"` with n from 1. No candidates are left: what is found is found.
 * Shifts that somebody works have their `breaks`, as the roster says, or as they are placed where it does not.
 * Of a schedule without templates and breaks it is the schedule and the roster themselves.
 */
export function materialised(schedule: Schedule, roster: Roster): Materialised {
  return withPlacedBreaks(withFoundShifts(schedule, roster), breaksSaid(schedule, roster))
}

function withPlacedBreaks({ schedule, roster }: Materialised, said: ReturnType<typeof breaksSaid>): Materialised {
  if (schedule.breakRules === undefined) return { schedule, roster }
  const placed = placeBreaks(schedule.shifts, roster, said)
  const shifts = schedule.shifts.map((shift, position): Shift => {
    const breaks = placed[position]!
    if (breaks !== null) return { ...shift, breaks }
    const { breaks: _, ...rest } = shift
    return shift.breaks === undefined ? shift : rest
  })
  return { schedule: { ...schedule, shifts }, roster }
}

function withFoundShifts(schedule: Schedule, roster: Roster): Materialised {
  const { candidates, ...posted } = schedule
  if (candidates === undefined) return { schedule, roster: postedPart(schedule, roster) }
  const { shifts } = schedule
  const generated = generatedOf(schedule, roster)
  const numbers = new Map<ShiftId, number>()
  const made = generated.map(({ candidate }): Shift => {
    const shift = candidates[candidate]!
    const n = (numbers.get(shift.id) ?? 0) + 1
    numbers.set(shift.id, n)
    return { ...shift, id: `${shift.id}/${n}` as ShiftId }
  })
  const people = Int32Array.from([...roster.subarray(0, shifts.length), ...generated.map(({ employeeIndex }) => employeeIndex)])
  return { schedule: { ...posted, shifts: [...shifts, ...made] }, roster: people }
}

/** Two rosters of one schedule, with the shifts that either of them found. */
export interface MaterialisedPair {
  readonly schedule: Schedule
  readonly before: Roster
  readonly after: Roster
  /** The same schedule, with the breaks of those who work by either of them. */
  readonly withBreaks: { readonly before: Schedule; readonly after: Schedule }
}

/** As `materialised`, of two rosters beside one another: a shift that both found at the same time and place is one shift, of which each says who works it. */
export function materialisedPair(schedule: Schedule, before: Roster, after: Roster): MaterialisedPair {
  if (schedule.candidates === undefined) {
    const [earlier, later] = [materialised(schedule, before), materialised(schedule, after)]
    return { schedule, before: earlier.roster, after: later.roster, withBreaks: { before: earlier.schedule, after: later.schedule } }
  }
  const byCandidate = new Map<number, { readonly before: number[]; readonly after: number[] }>()
  for (const [side, roster] of [['before', before] as const, ['after', after] as const]) {
    for (const { candidate, employeeIndex } of generatedOf(schedule, roster)) {
      const people = byCandidate.get(candidate) ?? { before: [], after: [] }
      people[side].push(employeeIndex)
      byCandidate.set(candidate, people)
    }
  }
  const seats: { readonly candidate: number; readonly before: number; readonly after: number }[] = []
  for (const [candidate, people] of [...byCandidate].sort(([a], [b]) => a - b)) {
    const stayed = people.before.filter((employee) => people.after.includes(employee))
    const [left, came] = [people.before, people.after].map((those) => those.filter((employee) => !stayed.includes(employee)))
    for (const employee of stayed) seats.push({ candidate, before: employee, after: employee })
    for (let at = 0; at < Math.max(left!.length, came!.length); at += 1)
      seats.push({ candidate, before: left![at] ?? NOBODY, after: came![at] ?? NOBODY })
  }
  // Whoever works them, they are the same shifts.
  const all = withFoundShifts(
    schedule,
    withGenerated(
      postedPart(schedule, before),
      seats.map(({ candidate }) => ({ candidate, employeeIndex: 0 })),
    ),
  )
  const rosterOf = (side: 'before' | 'after', roster: Roster): Roster =>
    Int32Array.from([...postedPart(schedule, roster), ...seats.map((seat) => seat[side])])
  const people = { before: rosterOf('before', before), after: rosterOf('after', after) }
  const breaksOf = (side: 'before' | 'after', roster: Roster): Schedule => {
    const said = breaksSaid(schedule, roster)
    const found = generatedOf(schedule, roster)
    const placeOf = (seat: number): number => {
      if (seat < schedule.shifts.length) return seat
      const { candidate, employeeIndex } = found[seat - schedule.shifts.length]!
      return schedule.shifts.length + seats.findIndex((own) => own.candidate === candidate && own[side] === employeeIndex)
    }
    const placed = new Map([...said].map(([seat, starts]) => [placeOf(seat), starts]))
    return withPlacedBreaks({ schedule: all.schedule, roster: people[side] }, placed).schedule
  }
  return { schedule: all.schedule, ...people, withBreaks: { before: breaksOf('before', before), after: breaksOf('after', after) } }
}

/** The part of a roster that speaks of the posted shifts. */
export function postedPart({ shifts }: Pick<Schedule, 'shifts'>, roster: Roster): Roster {
  return roster.length === shifts.length ? roster : roster.slice(0, shifts.length)
}
