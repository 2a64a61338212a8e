import { expect } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { type GeneratedShift, withGenerated } from '../../src/model/generated-shifts.ts'
import { isDecided, NOBODY, type Roster, rosterOfDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { type Chance, chanceOf, createRandom, type Fields } from './draft.ts'

const DAY = '2027-03-0'

export interface DemandSize {
  readonly days: number
  readonly employees: readonly [least: number, most: number]
  readonly shifts: number
  readonly stepMinutes: number
  /** Shifts are so many steps long. */
  readonly steps: readonly [least: number, most: number]
}

/** So few rosters that all can be tried. */
export const TINY: DemandSize = { days: 2, employees: [1, 2], shifts: 0, stepMinutes: 240, steps: [1, 2] }
export const SMALL: DemandSize = { days: 4, employees: [2, 4], shifts: 5, stepMinutes: 45, steps: [2, 7] }

/** No posted shifts. */
export const FREE: DemandSize = { ...SMALL, days: 6, shifts: 0 }

/** A few people, some posted shifts, demands that overlap at one or two spots, with clocks of any minute where it is not `TINY`, and one or two templates. `add` may add to what is posted. */
export function randomDemand(seed: number, size: DemandSize, add: (document: Fields, chance: Chance) => void = () => {}): Schedule {
  const chance = chanceOf(createRandom(seed))
  const document = documentOf(chance, size)
  add(document, chance)
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors, `seed ${seed}`).toEqual([])
  return submission!.schedule
}

function documentOf(chance: Chance, { days, employees, shifts, stepMinutes, steps }: DemandSize): Fields {
  const isWhole = stepMinutes % 60 === 0 || chance.is(0.5)
  const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:${isWhole ? '00' : String(chance.whole(0, 59)).padStart(2, '0')}`
  const spots = chance.whole(1, 2)
  const from = chance.whole(0, 12)
  const time = (hour: number, day = chance.whole(1, days)): string =>
    hour < 24 ? `${DAY}${1 + day}T${clock(hour)}` : `${DAY}${2 + day}T${clock(hour - 24)}`
  const demand = (_: unknown, id: number): Fields => {
    const [day, hour, min] = [chance.whole(1, days), chance.whole(from, 22), chance.whole(0, 2)]
    const ideal = chance.is(0.5) ? min + chance.whole(0, 2) : null
    return {
      id: id + 1,
      spot: chance.whole(1, spots),
      start: time(hour, day),
      end: time(hour + chance.whole(1, 8), day),
      min,
      ...(ideal === null ? {} : { ideal }),
      ...(chance.is(0.7) ? { max: (ideal ?? min) + chance.whole(0, 1) } : {}),
      ...(chance.is(0.3) ? { weight: chance.whole(1, 5) } : {}),
    }
  }
  const shift = (_: unknown, id: number): Fields => {
    const [day, hour] = [chance.whole(1, days), chance.whole(0, 20)]
    return {
      id: id + 1,
      spot: chance.whole(1, spots),
      start: time(hour, day),
      end: time(hour + chance.whole(1, 9), day),
      ...(chance.is(0.3) ? { importance: 'OPTIONAL' } : {}),
      ...(chance.is(0.3) ? { fixed: true, employee: 1 } : {}),
    }
  }
  const wallClock = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const template = (_: unknown, id: number): Fields => ({
    id: `t${id}`,
    spots: [chance.whole(1, spots)],
    startsFrom: wallClock(60 * from),
    startsTo: wallClock(60 * from + stepMinutes * chance.whole(0, Math.floor(660 / stepMinutes))),
    stepMinutes,
    minMinutes: steps[0] * stepMinutes,
    maxMinutes: steps[1] * stepMinutes,
    ...(chance.is(0.3) ? { cost: chance.whole(1, 9) } : {}),
  })
  return {
    timeZone: 'UTC',
    employees: Array.from({ length: chance.whole(...employees) }, (_, at) => ({
      id: at + 1,
      contract: chance.is(0.5) ? { hoursBetweenShift: 660 } : {},
      ...(chance.is(0.2) ? { wishes: [{ type: 'UNAVAILABLE', start: `${DAY}2`, end: `${DAY}3` }] } : {}),
    })),
    spots: Array.from({ length: spots }, (_, at) => ({ id: at + 1 })),
    shifts: Array.from({ length: chance.whole(0, shifts) }, shift),
    demands: Array.from({ length: chance.whole(1, 4) }, demand),
    shiftTemplates: Array.from({ length: chance.whole(1, 2) }, template),
  }
}

/** Everybody on one candidate of each day, where there is one. */
export function fullRoster({ shifts, candidates = [], employees }: Schedule, chance: Chance): Roster {
  const byDay = Map.groupBy(candidates.keys(), (candidate) => candidates[candidate]!.day)
  const found = employees.flatMap((_, employeeIndex) =>
    [...byDay.values()].map((those) => ({ candidate: those[chance.whole(0, those.length - 1)]!, employeeIndex })),
  )
  return withGenerated(new Int32Array(shifts.length).fill(NOBODY), found)
}

/** Anybody on anything: posted shifts and candidates, several at the same time too. */
export function anyRoster(schedule: Schedule, chance: Chance): Roster {
  const { shifts, candidates = [], employees } = schedule
  const decided = rosterOfDecided(schedule)
  const posted = decided.map((employee, index) => {
    if (isDecided(shifts[index]!)) return employee
    return chance.is(0.4) ? NOBODY : chance.whole(0, employees.length - 1)
  })
  const found = new Map<string, GeneratedShift>()
  for (let at = candidates.length === 0 ? 0 : chance.whole(0, 16); at > 0; at -= 1) {
    const pair = { candidate: chance.whole(0, candidates.length - 1), employeeIndex: chance.whole(0, employees.length - 1) }
    found.set(JSON.stringify(pair), pair)
  }
  return withGenerated(posted, [...found.values()])
}

/** Adds demands over the days of a document's shifts, a template, and weights of theirs. */
export function addDemands(document: Fields, chance: Chance): void {
  const { spots, shifts, settings } = document as {
    spots: { id: number }[]
    shifts: { start: string; end: string; historic?: boolean }[]
    settings: Fields
  }
  const planned = shifts.filter(({ historic }) => historic !== true)
  const first = Math.min(...planned.map(({ start }) => Date.parse(start)))
  const last = Math.max(...planned.map(({ end }) => Date.parse(end)))
  const moment = (share: number): string => new Date(first + Math.floor((share * (last - first)) / 60_000) * 60_000).toISOString()
  document.demands = Array.from({ length: chance.whole(1, 3) }, (_, id) => {
    const [from, to, min] = [chance.whole(0, 49), chance.whole(50, 100), chance.whole(0, 2)]
    return {
      id: id + 1,
      spot: chance.one(spots).id,
      start: moment(from / 100),
      end: moment(to / 100),
      min,
      ...(chance.is(0.5) ? { ideal: min + 1 } : {}),
      ...(chance.is(0.7) ? { max: min + chance.whole(1, 2) } : {}),
      weight: chance.whole(1, 4),
    }
  })
  document.shiftTemplates = [
    {
      id: 'made',
      spots: spots.map(({ id }) => id),
      startsFrom: '06:00',
      startsTo: chance.one(['14:00', '22:00']),
      stepMinutes: 240,
      minMinutes: 240,
      maxMinutes: 720,
      lengthStepMinutes: 240,
      tags: chance.some(['early', 'night'], 0.5),
      cost: chance.whole(0, 3),
    },
  ]
  for (const name of ['demandUnder', 'demandIdeal', 'demandOver', 'generatedMinutes']) {
    const [firstPriorityWeight, secondPriorityWeight, thirdPriorityWeight, fourthPriorityWeight] = [0, 0, 0, 0].map(() => chance.whole(0, 9))
    settings[name] = { firstPriorityWeight, secondPriorityWeight, thirdPriorityWeight, fourthPriorityWeight }
  }
}
