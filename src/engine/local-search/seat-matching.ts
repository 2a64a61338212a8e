/** Seats to fill together, and for every one of them somebody to take it: on each day a different employee for each seat. */
export interface SeatMatching {
  /** By seat: who may take it. */
  readonly candidates: readonly (readonly number[])[]
  /** By seat: its day. */
  readonly days: ArrayLike<number>
  readonly dayCount: number
  /** By seat: who is to take it. */
  readonly takers: Int32Array
  /** The seat that an employee is to take on a day, by employee × days + day. */
  readonly seatOf: Map<number, number>
  /** By seat: 1 once its taker has it. */
  readonly isSettled: Uint8Array
}

/** Matches seats with employees; null where they are too few. Whoever is a candidate works nothing else on the day. */
export function matchSeats(candidates: SeatMatching['candidates'], days: ArrayLike<number>, dayCount: number): SeatMatching | null {
  const count = candidates.length
  const matching = { candidates, days, dayCount, takers: new Int32Array(count).fill(-1), seatOf: new Map(), isSettled: new Uint8Array(count) }
  for (let seat = 0; seat < count; seat += 1) if (!findTaker(matching, seat, new Set())) return null
  return matching
}

/** Gives a seat to one of its candidates for good, others change seats for it; false, and nothing is changed, where another seat cannot do without that employee. */
export function settle(matching: SeatMatching, seat: number, employee: number): boolean {
  const { takers, seatOf, isSettled, days, dayCount } = matching
  const before = takers[seat]!
  if (employee !== before) {
    const key = employee * dayCount + days[seat]!
    const keyBefore = before * dayCount + days[seat]!
    const other = seatOf.get(key)
    if (other !== undefined && isSettled[other] === 1) return false
    seatOf.delete(keyBefore)
    if (other !== undefined && !findTaker(matching, other, new Set([key]))) {
      seatOf.set(keyBefore, seat)
      return false
    }
    takers[seat] = employee
    seatOf.set(key, seat)
  }
  isSettled[seat] = 1
  return true
}

/** Finds a taker for a seat, none of those tried; whoever has another seat that is not settled leaves it where somebody else takes that. */
function findTaker(matching: SeatMatching, seat: number, tried: Set<number>): boolean {
  const { candidates, takers, seatOf, isSettled, days, dayCount } = matching
  for (const employee of candidates[seat]!) {
    const key = employee * dayCount + days[seat]!
    if (tried.has(key)) continue
    tried.add(key)
    const holder = seatOf.get(key)
    if (holder !== undefined && (isSettled[holder] === 1 || !findTaker(matching, holder, tried))) continue
    takers[seat] = employee
    seatOf.set(key, seat)
    return true
  }
  return false
}
