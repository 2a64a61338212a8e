/** Slow: it grows 80 lists to thousands of entries. */
import { expect, test } from 'vitest'
import { GROWTHS, grown, type Growth } from './heavy-schedules.ts'
import { PHASES, type Phase, runPhases } from './phases.ts'
import { smallDocument } from './small-document.ts'

/** Of the limit of a list. */
const SHARE = 0.06
const TIMES = 4
/** What grows with the square grows sixteen times where the list grows four times. */
const MAX_GROWTH = 10
/** Processor time below which garbage and compiling decide how long a phase takes: on a fast machine, and in times of a schedule without a long list on this one. */
const FLOOR_MS = 80
const FLOOR_TIMES = 16
const LOOKS = 3
const MAX_EXPLAINED = 10

/** The processor time of each phase with the list grown to a share of its limit. */
function phasesOf(growth: Growth, share: number): Record<Phase, number> {
  const took = Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>
  let looks = 0
  // A search that is over at once compiles, and judges what it begins with.
  const means = { searchMs: 0, solver: null, isExplained: () => (looks += 1) > MAX_EXPLAINED }
  runPhases(JSON.stringify(grown([growth], share)), means, (phase, ms) => (took[phase] = ms))
  return took
}

/** Of all phases of a schedule without a long list, in milliseconds of processor time: the median of passes after the first, which compile. */
const plainMs = (() => {
  const means = { searchMs: 0, solver: null, isExplained: () => true }
  const passes = Array.from({ length: 15 }, () => {
    let sum = 0
    runPhases(JSON.stringify(smallDocument()), means, (_, ms) => (sum += ms))
    return sum
  })
  return passes.slice(4).toSorted((a, b) => a - b)[5]!
})()
const floorMs = Math.max(FLOOR_MS, FLOOR_TIMES * plainMs)

/** The phases that take more than so many times as long where the list is four times as long. The least of several looks counts: a look can be disturbed, and is never too short. */
function growing(growth: Growth): Phase[] {
  const small = phasesOf(growth, SHARE / TIMES)
  const large = phasesOf(growth, SHARE)
  const isSuspect = (phase: Phase): boolean => large[phase] > Math.max(floorMs, MAX_GROWTH * small[phase])
  for (let look = 1; look < LOOKS && PHASES.some(isSuspect); look += 1) {
    const again = phasesOf(growth, SHARE)
    for (const phase of PHASES) large[phase] = Math.min(large[phase], again[phase])
  }
  return PHASES.filter(isSuspect)
}

test.each(GROWTHS.filter(({ isProduct }) => isProduct !== true))('no phase takes more than its share of time for more $name', (growth) => {
  expect(growing(growth)).toEqual([])
})
