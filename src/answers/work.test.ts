import { expect, test } from 'vitest'
import { type Sample, sampleSchedule } from '../../test/sample-schedule.ts'
import { DEFAULT_WEIGHTS } from '../model/settings.ts'
import type { Schedule } from '../model/schedule.ts'
import { explain } from './explain.ts'

const DAY_MIN = 1440

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n)
}

/** Wishes and shifts of one employee over four weeks; the shifts run when none of the wishes does. */
const wished = (count: number, employee: number | null): Sample => ({
  shifts: upTo(count).map((n) => ({ from: (n % 28) * DAY_MIN + (n % 600), to: (n % 28) * DAY_MIN + 600 + (n % 300), employee })),
  employees: [
    {
      wishes: upTo(count).map((n) => ({
        type: (['UNAVAILABLE', 'UNDESIRED', 'DESIRED'] as const)[n % 3]!,
        from: (n % 28) * DAY_MIN + 1300,
        to: (n % 28) * DAY_MIN + 1301 + (n % 100),
      })),
    },
  ],
})

/** How often something is read of the wishes of employees and of the times of shifts while an answer is made. */
function readsDuring(schedule: Schedule, answer: (watched: Schedule) => void): number {
  let reads = 0
  const counted = <Item extends object>(item: Item): Item =>
    Object.defineProperties(
      {},
      Object.fromEntries(Object.entries(item).map(([key, value]) => [key, { enumerable: true, get: () => ((reads += 1), value as unknown) }])),
    ) as Item
  answer({
    ...schedule,
    shifts: schedule.shifts.map(counted),
    employees: schedule.employees.map((employee) => ({ ...employee, wishes: employee.wishes.map(counted) })),
  })
  return reads
}

const NAMES = ['assignShift', 'unavailable', 'undesired', 'desired'] as const
const WEIGHTS = Object.fromEntries(NAMES.map((name) => [name, DEFAULT_WEIGHTS.assignShift]))

const explained = (count: number, employee: number | null): number => {
  const { schedule, roster } = sampleSchedule({ ...wished(count, employee), days: 28, allowedShiftCollisions: 100_000, weights: WEIGHTS })
  return readsDuring(schedule, (watched) => void explain({ schedule: watched, roster, employee: null, matchLimit: 10 }))
}

// Twice as much of both is four times the work where every pair is looked at, and little more than twice as much where it is sorted and searched.
test.each([
  { name: 'the wishes and empty shifts that are explained', work: (count: number) => explained(count, null) },
  { name: 'the wishes and shifts of an employee that are explained', work: (count: number) => explained(count, 0) },
])('twice as many of $name take less than three times the work', ({ work }) => {
  expect(work(600) / work(300)).toBeLessThan(3)
})
