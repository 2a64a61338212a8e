import { DAYS, employee, EMPLOYEES, type Growth, instant, LIST, setting, shift, shiftsOver, upTo, tagsOf } from './small-document.ts'

/** Shifts, spots and what shifts say. */
export const SHIFT_GROWTHS: readonly Growth[] = [
  { name: 'shifts', limit: 100_000, grow: (document, size) => shiftsOver(document, size) },
  {
    name: 'equal shifts',
    limit: 100_000,
    grow: (document, size) => {
      for (let n = document.shifts.length; n < size; n += 1)
        document.shifts.push({ id: n + 1, spot: 1, start: instant(5, 420), end: instant(5, 900) })
    },
  },
  {
    name: 'equal shifts that differ in what they cost',
    limit: 100_000,
    grow: (document, size) => {
      for (let n = document.shifts.length; n < size; n += 1)
        document.shifts.push({ id: n + 1, spot: 1, start: instant(5, 420), end: instant(5, 900), weight: 1 + (n % 997), cost: n % 13 })
    },
  },
  {
    name: 'shifts on one day',
    limit: 20_000,
    grow: (document, size) => {
      for (let n = document.shifts.length; n < size; n += 1)
        document.shifts.push({ id: n + 1, spot: 1, start: instant(5, n % 700), end: instant(5, 720 + (n % 719)) })
      document['numberOfAllowedShiftCollisions'] = 1000
    },
  },
  {
    name: 'days',
    limit: 400,
    grow: (document, size) => {
      for (let day = DAYS; day < size; day += 1) document.shifts.push(shift(document.shifts.length, day))
      const had = document.shifts.length
      for (let day = 1; day < size; day += 1) document.shifts.push(shift(had + day, -day, { historic: true, employee: 1 }))
    },
  },
  {
    name: 'shifts of a month that all overlap',
    limit: 5000,
    grow: (document, size) => {
      for (let n = document.shifts.length; n < size; n += 1)
        document.shifts.push({ id: n + 1, spot: 1, start: instant(n % DAYS, n % 1440), end: instant((n % DAYS) + 30, n % 1440) })
      document['numberOfAllowedShiftCollisions'] = 1000
    },
  },
  {
    name: 'shifts that keep their employees',
    limit: 50_000,
    grow: (document, size) => {
      const had = document.shifts.length
      shiftsOver(document, size)
      for (let n = had; n < document.shifts.length; n += 1) document.shifts[n]!['employee'] = 1 + (n % EMPLOYEES)
      setting(document, 'keepAssignment')
    },
  },
  {
    name: 'people who were taken off a shift',
    limit: LIST,
    grow: (document, size) => {
      document.shifts[0]!['takenFrom'] = upTo(size).map((n) => 1 + (n % EMPLOYEES))
    },
  },
  {
    name: 'shifts that keep their employees by date',
    limit: 50_000,
    grow: (document, size) => {
      const had = document.shifts.length
      shiftsOver(document, size)
      for (let n = had; n < document.shifts.length; n += 1) document.shifts[n]!['employee'] = 1 + (n % EMPLOYEES)
      document['keep'] = Array.from({ length: 50 }, (_, n) => ({ until: instant(n, 0), weight: 1 + n, priority: 1 + (n % 4) }))
    },
  },
  {
    name: 'seats of shifts for a thousand',
    limit: 99_000,
    grow: (document, size) => {
      for (let n = 0; n < size; n += 1000)
        document.shifts.push({
          id: `s${n}`,
          spot: 1,
          start: instant((n / 1000) % DAYS, 420),
          end: instant((n / 1000) % DAYS, 900),
          seats: { min: 500, ideal: 800, max: Math.min(1000, Math.max(800, size - n)) },
        })
    },
  },
  {
    name: 'shifts with seats that keep their employees',
    limit: 30_000,
    grow: (document, size) => {
      const had = document.shifts.length
      shiftsOver(document, size)
      for (let n = had; n < document.shifts.length; n += 1) {
        const { employee: _, importance: __, ...rest } = document.shifts[n]!
        document.shifts[n] = { ...rest, seats: { min: 1, ideal: 2, max: 3 }, employees: [1 + (n % EMPLOYEES)] }
      }
      setting(document, 'keepAssignment')
    },
  },
  {
    name: 'shifts that are fixed',
    limit: 50_000,
    grow: (document, size) => {
      const had = document.shifts.length
      shiftsOver(document, size)
      for (let n = had; n < document.shifts.length; n += 1) Object.assign(document.shifts[n]!, { employee: 1 + (n % EMPLOYEES), fixed: true })
    },
  },
  {
    name: 'spots',
    limit: LIST,
    grow: (document, size) => {
      for (let n = document.spots.length; n < size; n += 1) document.spots.push({ id: n + 1, singleEmployeePerWeekPreferred: true })
      shiftsOver(document, 2000)
      document.shifts.forEach((one, n) => Object.assign(one, { spot: 1 + (n % document.spots.length) }))
      setting(document, 'singleEmployeePerWeek')
    },
  },
  {
    name: 'spots that may collide',
    limit: LIST,
    grow: (document, size) => {
      for (let n = document.spots.length; n < size; n += 1) document.spots.push({ id: n + 1 })
      shiftsOver(document, 200)
      const all = upTo(document.spots.length).map((n) => n + 1)
      for (const one of document.shifts.slice(0, 100)) one['allowedCollisionSpots'] = all
    },
  },
  {
    name: 'tags of a shift',
    limit: LIST,
    grow: (document, size) => {
      document.shifts[0]!['tags'] = upTo(size).map((n) => `tag ${n}`)
    },
  },
  {
    name: 'tags of all shifts',
    limit: 1_000_000,
    grow: (document, size) => {
      shiftsOver(document, 1000)
      const each = size / Math.max(1000, document.shifts.length)
      document.shifts.forEach((one, n) => tagsOf(one).push(...upTo(each).map((t) => `tag ${(n * 7 + t) % LIST}`)))
    },
  },
  {
    name: 'suggested employees',
    limit: 500_000,
    grow: (document, size) => {
      for (let n = document.employees.length; n < 500; n += 1) document.employees.push(employee(n))
      shiftsOver(document, 1000)
      document.shifts.forEach((one, n) => (one['suggestedEmployees'] = upTo(size / document.shifts.length).map((e) => 1 + ((n + e) % 500))))
    },
  },
  {
    name: 'disliked employees',
    limit: 500_000,
    grow: (document, size) => {
      for (let n = document.employees.length; n < 500; n += 1) document.employees.push(employee(n))
      shiftsOver(document, 1000)
      document.shifts.forEach((one, n) => (one['dislikedEmployees'] = upTo(size / document.shifts.length).map((e) => 1 + ((3 * n + e) % 500))))
    },
  },
]
