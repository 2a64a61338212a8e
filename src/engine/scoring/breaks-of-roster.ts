import { breaksSaid, placeBreaks, withBreaks } from '../../model/breaks.ts'
import { generatedOf } from '../../model/generated-shifts.ts'
import { NOBODY, type Roster } from '../../model/roster.ts'
import type { Instance } from '../instance/instance.ts'
import { type BreakTable, breakCount, breakStart, eachBreaking, placesIn } from '../rules/coverage/break-places.ts'

/** A seat that somebody has: of a posted shift by position, or of one that was found, by its place behind them. */
interface Seat {
  readonly seat: number
  readonly cell: number
  readonly demand: number
}

function* seatsOf({ schedule, demands, dayCount }: Instance, roster: Roster): Generator<Seat> {
  const posted = demands.demandOfShift.length
  for (let seat = 0; seat < posted; seat += 1) {
    if (roster[seat] === NOBODY) continue
    const demand = demands.demandOfShift[seat]!
    yield { seat, cell: roster[seat]! * dayCount + demands.day[demand]!, demand }
  }
  for (const [at, { candidate, employeeIndex }] of generatedOf(schedule, roster).entries()) {
    const demand = demands.demandOfCandidate[candidate]!
    yield { seat: posted + at, cell: employeeIndex * dayCount + demands.day[demand]!, demand }
  }
}

/** Finds the places of seats with breaks, one after another: somebody may have two seats of one demand. */
class Slots {
  readonly #instance: Instance
  readonly #table: BreakTable
  readonly #cells: Int32Array
  readonly #taken = new Map<string, number>()

  constructor(instance: Instance, cells: Int32Array) {
    this.#instance = instance
    this.#table = instance.coverage!.breaks!
    this.#cells = cells
  }

  /** Where the places of a seat begin; −1 = there are none for it. */
  of({ cell, demand }: Seat): number {
    const key = `${cell} ${demand}`
    const before = this.#taken.get(key) ?? 0
    this.#taken.set(key, before + 1)
    let [found, seen] = [-1, 0]
    eachBreaking(this.#table, this.#instance.duties, cell, this.#cells[cell]!, (d, slot) => {
      if (d !== demand) return
      if (seen === before) found = slot
      seen += 1
    })
    return found
  }
}

/** A table of duties with the places of their breaks behind it, as the roster says and as they are placed where it does not. */
export function withPlaces(instance: Instance, cells: Int32Array, roster: Roster): Int32Array {
  const { schedule } = instance
  const table = instance.coverage!.breaks!
  const found = generatedOf(schedule, roster)
  const shifts = [...schedule.shifts, ...found.map(({ candidate }) => schedule.candidates![candidate]!)]
  const people = Int32Array.from([...roster.subarray(0, schedule.shifts.length), ...found.map(({ employeeIndex }) => employeeIndex)])
  const placed = placeBreaks(shifts, people, breaksSaid(schedule, roster))
  const whole = new Int32Array(cells.length + placesIn(instance))
  whole.set(cells)
  const slots = new Slots(instance, cells)
  for (const seat of seatsOf(instance, roster)) {
    if (breakCount(table, seat.demand) === 0) continue
    const slot = slots.of(seat)
    if (slot < 0) continue
    for (const [k, start] of placed[seat.seat]!.entries()) whole[cells.length + slot + k] = start + 1
  }
  return whole
}

/** A roster that says where the breaks of a table of duties lie. */
export function withBreaksOf(instance: Instance, cells: Int32Array, roster: Roster): Roster {
  const table = instance.coverage!.breaks!
  const places = cells.subarray(instance.employeeCount * instance.dayCount)
  const said = new Map<number, readonly number[]>()
  const slots = new Slots(instance, cells)
  for (const seat of seatsOf(instance, roster)) {
    const { demand } = seat
    const count = breakCount(table, demand)
    if (count === 0) continue
    const slot = slots.of(seat)
    // What no requirement sees has no place here.
    if (slot >= 0 && places[slot] === 0) continue
    said.set(
      seat.seat,
      Array.from({ length: count }, (_, k) => breakStart(table, places, slot, demand, k)),
    )
  }
  return withBreaks(roster, said)
}
