import { firstWhere } from '../model/first-where.ts'
import type { CoverageWho, Schedule } from '../model/schedule.ts'
import type { Load } from './load.ts'

const NUMBER_BYTES = 4
/** Arrays of one number for each stretch, in the rule and in the sums of a search. */
const ARRAYS_OF_STRETCHES = 12
/** Looking at a stretch or a shift, in preparing and in judging. */
const LOOK_STEPS = 20

/**
 * How many are at work: for each time of a requirement the stretches between starts and ends of shifts that it looks at, and for each shift those that it runs through; for each
 * different `who` a table of employees, and where that depends on the time one for each time of a shift.
 */
export function loadOfCoverageRequirements({ coverageRequirements, employees, shifts }: Schedule): Load {
  const starts = Float64Array.from(shifts, ({ start }) => start).sort()
  const longestMin = shifts.reduce((longest, { start, end }) => Math.max(longest, end - start), 0)
  const isDated = employees.some(({ skills, teams }) => [...skills, ...teams].some(({ start, end }) => start !== null || end !== null))
  const times = isDated ? new Set(shifts.map(({ start, end }) => `${start} ${end}`)).size : 1
  const tables = new Map<string, number>()
  const note = (who: CoverageWho): void => void tables.set(JSON.stringify(who), (who.skill ?? who.team) === null ? 1 : times)
  let stretches = 0
  let runs = 0
  let looked = 0
  for (const { openings, who, ratioOf } of coverageRequirements) {
    note(who)
    if (ratioOf !== null) note(ratioOf.who)
    for (const { start, end } of openings) {
      const near = firstWhere(starts.length, (at) => starts[at]! >= end) - firstWhere(starts.length, (at) => starts[at]! >= start - longestMin)
      looked += near
      stretches += 1 + 2 * Math.min(near, end - start)
      // Half of the stretches, if all begin and end at different times; as a rule they share them.
      runs += near * Math.min(near, AROUND)
    }
  }
  const rows = [...tables.values()].reduce((sum, count) => sum + count, 0)
  return {
    words: `${coverageRequirements.length.toLocaleString('en-US')} coverage requirements with ${looked.toLocaleString('en-US')} shifts within them`,
    pointer: '/coverageRequirements',
    bytes: NUMBER_BYTES * (ARRAYS_OF_STRETCHES * stretches + 4 * looked) + rows * employees.length,
    steps: LOOK_STEPS * (stretches + looked) + runs + rows * employees.length,
  }
}

/** Stretches that a shift runs through, of many. */
const AROUND = 100
