import { NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'

/** A roster that fills about that part of the seats, with at most one shift a day for everybody; the same for the same seed. */
export function randomRoster({ employees, shifts }: Schedule, seed: number, filled: number): Roster {
  const next = createChance(seed)
  const roster: Roster = new Int32Array(shifts.length).fill(NOBODY)
  const busy = new Set<string>()
  for (const [s, { day }] of shifts.entries()) {
    if (next() >= filled) continue
    const from = Math.floor(next() * employees.length)
    const found = employees.findIndex((_, i) => !busy.has(`${day} ${(from + i) % employees.length}`))
    if (found === -1) continue
    roster[s] = (from + found) % employees.length
    busy.add(`${day} ${roster[s]}`)
  }
  return roster
}

/** Numbers from 0 up to but without 1 (Lehmer 1951, with the multiplier of Park and Miller 1988). */
function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
