import { describe, expect, test } from 'vitest'
import { threadMsOf } from '../../test/thread-time.ts'
import { Random } from '../engine/random.ts'
import { dateOfEpochDay, epochDayOf } from '../model/calendar.ts'
import type { Schedule } from '../model/schedule.ts'
import { readSubmission } from './read-schedule.ts'
import { WEEKDAYS } from './weekdays.ts'

/** Clocks in Copenhagen are put forward on 29 March 2026, the sixth known day. */
const FIRST_DAY = epochDayOf('2026-03-24')

interface Away {
  readonly start: string
  readonly end: string
  readonly creditMinutesPerDay?: number
  readonly weekdays?: readonly string[]
}

function read(absences: readonly (readonly Away[])[], days: number): Schedule {
  const shifts = Array.from({ length: days }, (_, id) => {
    const date = dateOfEpochDay(FIRST_DAY + id)
    return { id, spot: 1, start: `${date}T08:00`, end: `${date}T16:00` }
  })
  const employees = absences.map((each, id) => ({ id, absences: each }))
  const { submission, errors } = readSubmission({ timeZone: 'Europe/Copenhagen', spots: [{ id: 1 }], employees, shifts }, { callback: 'optional' })
  expect(errors).toEqual([])
  return submission!.schedule
}

const WHEN = [0, 0, 1, 30, 720, 1439]

/** An absence of whole days, or between two local times that clocks show, some of it outside the known days. */
function randomAway(random: Random, days: number): Away {
  const day = FIRST_DAY - 4 + random.below(days + 6)
  const last = day + random.below(random.unit() < 0.8 ? 4 : 2 * days)
  const isWhole = random.unit() < 0.4
  const time = (): string => {
    const minute = WHEN[random.below(WHEN.length)]!
    return `T${[Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')}`
  }
  const weekdays = WEEKDAYS.filter(() => random.unit() < 0.5)
  return {
    start: `${dateOfEpochDay(day)}${isWhole ? '' : time()}`,
    end: `${dateOfEpochDay(isWhole ? last : last + 1)}${isWhole ? '' : time()}`,
    ...(random.unit() < 0.8 ? { creditMinutesPerDay: 60 * random.below(5) } : {}),
    ...(random.unit() < 0.5 || weekdays.length === 0 ? {} : { weekdays }),
  }
}

/** Minute by minute: what each known day is credited, and which days have no minute left. */
function byForce({ calendar, employees }: Schedule, absences: readonly Away[]) {
  const spans = employees[0]!.wishes
  const credits: [day: number, minutes: number][] = []
  const within: number[] = []
  for (const [day, { start, end, weekday }] of calendar.days.entries()) {
    let most = 0
    for (const [at, span] of spans.entries()) {
      const { creditMinutesPerDay = 0, weekdays = WEEKDAYS } = absences[at]!
      if (span.start < end && span.end > start && weekdays.includes(WEEKDAYS[weekday]!)) most = Math.max(most, creditMinutesPerDay)
    }
    if (most > 0) credits.push([day, most])
    let isFree = false
    for (let minute = start as number; minute < end && !isFree; minute += 1) isFree = !spans.some((span) => span.start <= minute && minute < span.end)
    if (!isFree) within.push(day)
  }
  return { credits, within }
}

describe('absences that overlap, touch and leave gaps', () => {
  test('come to what each minute of each day says', () => {
    const counts = { credited: 0, within: 0, parts: 0 }
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = new Random(seed)
      const days = 3 + random.below(20)
      const absences = Array.from({ length: 1 + random.below(9) }, () => randomAway(random, days))
      const schedule = read([absences], days)
      const { credits, days: wholly } = schedule.employees[0]!.absence!
      const forced = byForce(schedule, absences)
      expect(
        [...credits].toSorted(([a], [b]) => a - b),
        `seed ${seed}`,
      ).toEqual(forced.credits)
      expect(
        [...wholly].toSorted((a, b) => a - b),
        `seed ${seed}`,
      ).toEqual(forced.within)
      counts.credited += forced.credits.length
      counts.within += forced.within.length
      counts.parts += days - forced.within.length
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(200)
  })

  for (const [says, second, within] of [
    ['that touch cover a day together', '12:00', [1]],
    ['with a minute between them do not', '12:01', []],
    ['that overlap do', '11:59', [1]],
  ] as const) {
    test(`two ${says}`, () => {
      const date = dateOfEpochDay(FIRST_DAY + 1)
      const both = [
        { start: `${date}T${second}`, end: `${dateOfEpochDay(FIRST_DAY + 2)}T00:00` },
        { start: `${date}T00:00`, end: `${date}T12:00` },
      ]
      expect([...read([both], 3).employees[0]!.absence!.days]).toEqual(within)
    })
  }
})

/** Processor time of reading 100 absences of 300 employees, in milliseconds. */
function readingMs(lastDay: number): number {
  const absences = Array.from({ length: 300 }, (_, e) =>
    Array.from({ length: 100 }, (__, n) => ({
      start: dateOfEpochDay(FIRST_DAY + ((n + e) % 9)),
      end: dateOfEpochDay(FIRST_DAY + Math.max((n + e) % 9, lastDay - (n % 7))),
      creditMinutesPerDay: 1 + ((n * 37) % 400),
    })),
  )
  return threadMsOf(() => read(absences, 365))
}

test('absences of a year take hardly longer to read than those of a day', () => {
  readingMs(0)
  // Measured 1.5 times; 30 where each absence goes over its days.
  expect(readingMs(364)).toBeLessThan(4 * readingMs(0))
})
