import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { judge } from '../../src/checker/check.ts'
import { coverageOf } from '../../src/checker/demand-course.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import { NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { casesOf } from './cases.ts'
import { everyRoster, tinySchedules } from './every-place.ts'

const SCHEDULES = casesOf(200)
const MOST_ROSTERS = 120
const HOUR = 60

const JUDGED = ['demandUnder', 'demandIdeal', 'demandOver', 'breakCover'] as const
type Judged = (typeof JUDGED)[number]

/** What is said of each hour of each demand: what it asks for, how many are at work, and how many of all that is demanded then are missing. */
type Hours = Record<string, readonly [min: number, ideal: number | null, max: number | null, assigned: number, missing: number]>

interface Counted {
  readonly units: Record<Judged, number>
  readonly hours: Hours
}

const keyOf = (demand: unknown, hour: number): string => `demand ${String(demand)}, minute ${hour}`

/** Hour by hour, by the sentences of the pages and nothing else: all times are whole hours. */
function countByHours(asked: Schedule, found: Roster): Counted {
  const { schedule, roster } = materialised(asked, found)
  const units = { demandUnder: 0, demandIdeal: 0, demandOver: 0, breakCover: 0 }
  const hours: Hours = {}
  const { days } = schedule.calendar
  const until = Math.max(...schedule.shifts.map(({ end }) => end), days.at(-1)!.end)
  for (const [spot, { id }] of schedule.spots.entries()) {
    for (let hour = days[0]!.start as number; hour < until; hour += HOUR) {
      const isAt = (start: number, end: number): boolean => start <= hour && hour < end
      const there = new Set<number>()
      let isCalled = false
      for (const [position, { spotIndex, start, end, breakRules = [], breaks = [] }] of schedule.shifts.entries()) {
        const employee = roster[position]!
        if (spotIndex !== spot || employee === NOBODY || !isAt(start, end)) continue
        const away = breakRules.find(({ minutes }, k) => isAt(start + breaks[k]!, start + breaks[k]! + minutes))
        if (away === undefined) there.add(employee)
        else isCalled ||= away.covered
      }
      if (isCalled && there.size === 0) units.breakCover += 1
      const held = schedule.demands!.filter(({ spotId, openings }) => spotId === id && openings.some(({ start, end }) => isAt(start, end)))
      if (held.length === 0) continue
      let [min, ideal, max, weight] = [0, 0, 0, 0]
      for (const demand of held) {
        min += demand.min
        ideal += demand.ideal ?? demand.min
        max += demand.max ?? Infinity
        weight = Math.max(weight, demand.weight)
      }
      const missing = Math.max(0, min - there.size)
      units.demandUnder += weight * missing
      units.demandIdeal += weight * Math.max(0, ideal - Math.max(min, there.size))
      units.demandOver += weight * Math.max(0, there.size - max)
      for (const demand of held) hours[keyOf(demand.id, hour)] = [demand.min, demand.ideal, demand.max, there.size, missing]
    }
  }
  return { units, hours }
}

/** What the checker says of the same. */
function countByChecker(asked: Schedule, found: Roster): Counted {
  const { schedule, roster } = materialised(asked, found)
  const { violations } = judge(schedule, roster)
  const unitsOf = (setting: Judged): number => violations.find((violation) => violation.setting === setting)?.units ?? 0
  const hours: Hours = {}
  for (const { demandId, start, end, min, ideal, max, assigned, missing } of coverageOf(schedule, roster)) {
    for (let hour = start as number; hour < end; hour += HOUR) {
      const key = keyOf(demandId, hour)
      if (key in hours) throw new Error(`The ${key} is covered twice.`)
      hours[key] = [min, ideal, max, assigned, missing]
    }
  }
  return { units: Object.fromEntries(JUDGED.map((setting) => [setting, unitsOf(setting)])) as Record<Judged, number>, hours }
}

test(`the checker counts who is there as an hour by hour count does, in every roster with its breaks in every place, on ${SCHEDULES} tiny schedules`, () => {
  const met = { demandUnder: 0, demandIdeal: 0, demandOver: 0, breakCover: 0 }
  let rosters = 0
  for (const { seed, schedule } of tinySchedules(SCHEDULES, MOST_ROSTERS)) {
    const here = new Set<Judged>()
    for (const roster of everyRoster(schedule)) {
      const slow = countByHours(schedule, roster)
      const said = countByChecker(schedule, roster)
      // A comparison of the test's own, hundreds of thousands of times, would take longer than the counts.
      if (!isDeepStrictEqual(said, slow)) expect(said, `seed ${seed}, roster ${roster.join()}`).toEqual(slow)
      for (const setting of JUDGED) if (slow.units[setting] > 0) here.add(setting)
      rosters += 1
    }
    for (const setting of here) met[setting] += 1
  }
  expect(rosters).toBeGreaterThan(SCHEDULES * 5)
  for (const schedules of Object.values(met)) expect(schedules).toBeGreaterThan(SCHEDULES / 20)
})
