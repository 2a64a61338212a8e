import { expect, test } from 'vitest'
import { randomRoster } from '../../../test/property/any-schedule.ts'
import { drawnSchedule } from '../../../test/property/random-schedule.ts'
import { judge } from '../../checker/check.ts'
import { isDecided, NOBODY, type Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { compareScores, subtractScores, type Score } from '../../model/score.ts'
import { findChains } from './chains.ts'
import { Probe } from './probe.ts'

const DOCUMENTS = 120
const MAX_SHIFTS = 8
const DAYS_AROUND = 7

interface Emptied {
  readonly schedule: Schedule
  readonly roster: Roster
  readonly shift: number
}

/** A random roster with one shift of it empty that anybody might take; null where there is none or too much to try. */
function randomEmptied(seed: number): Emptied | null {
  const { schedule, random } = drawnSchedule(seed, 'all')
  const roster = randomRoster(schedule, random)
  const open = schedule.shifts.flatMap((shift, index) => (isDecided(shift) ? [] : [index]))
  if (open.length === 0 || open.length > MAX_SHIFTS) return null
  const shift = open[Math.floor(random() * open.length)]!
  roster[shift] = NOBODY
  return { schedule, roster, shift }
}

/** The change of the best chain of two or three employees, by trying all of them with the checker; null where there is none. */
function bestByForce({ schedule, roster, shift }: Emptied): Score | null {
  const before = judge(schedule, roster).score
  const everybody = schedule.employees.map((_, employee) => employee)
  const near = (employee: number, to: number): number[] =>
    schedule.shifts.flatMap((s, i) =>
      roster[i] === employee && !isDecided(s) && Math.abs(s.day - schedule.shifts[to]!.day) <= DAYS_AROUND ? [i] : [],
    )
  let best: Score | null = null
  const look = (taken: readonly (readonly [shift: number, to: number])[]): void => {
    const after = roster.slice()
    for (const [index, to] of taken) after[index] = to
    const change = subtractScores(judge(schedule, after).score, before)
    if (best === null || compareScores(change, best) < 0) best = change
  }
  for (const a of everybody) {
    for (const s of near(a, shift)) {
      for (const b of everybody.filter((e) => e !== a)) {
        look([
          [shift, a],
          [s, b],
        ]) // prettier-ignore
        for (const t of near(b, s))
          for (const c of everybody.filter((e) => e !== b))
            look([
              [shift, a],
              [s, b],
              [t, c],
            ])
      }
    }
  }
  return best
}

test('chains cost what the checker says, and the best of them is the best that there is', () => {
  let chains = 0
  let compared = 0
  for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
    const emptied = randomEmptied(seed)
    if (emptied === null) continue
    const { schedule, roster, shift } = emptied
    const before = judge(schedule, roster).score
    const found = findChains(new Probe(schedule, roster), shift, { limit: 1000, below: null, mayTake: () => true, isAllowed: () => true })
    for (const { handovers, change } of found.slice(0, 20)) {
      const after = roster.slice()
      for (const handover of handovers) {
        expect(roster[handover.shift]).toBe(handover.from)
        after[handover.shift] = handover.to
      }
      expect(new Set(handovers.map(({ to }) => to)).size).toBeGreaterThan(1)
      expect(change, `seed ${seed}`).toEqual(subtractScores(judge(schedule, after).score, before))
      chains += 1
    }
    expect(found[0]?.change ?? null, `seed ${seed}`).toEqual(bestByForce(emptied))
    compared += found.length > 0 ? 1 : 0
  }
  expect(chains).toBeGreaterThan(200)
  expect(compared).toBeGreaterThan(20)
})
