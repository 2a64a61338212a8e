import { MAX_FAIRNESS } from '../../src/api/limits.ts'
import {
  date,
  DAYS,
  type Employee,
  employee,
  EMPLOYEES,
  type Fields,
  first,
  type Growth,
  instant,
  LIST,
  setting,
  shift,
  shiftsOver,
  upTo,
} from './small-document.ts'

function freePeriod(id: number, over: Fields): Fields {
  return { id, employeeId: 1, windowStart: instant(0, 0), windowEnd: instant(DAYS, 0), demand: { requiredUnitCount: 1 + (id % 3) }, ...over }
}

function fairness(id: number, over: Fields): Fields {
  return { id: 1000 + id, of: ['shifts', 'minutes', 'weekends', 'points'][id % 4], ...over }
}

/** What is asked for beside contracts. */
export const REQUIREMENT_GROWTHS: readonly Growth[] = [
  {
    name: 'free periods',
    limit: LIST,
    grow: (document, size) => {
      document.freePeriodRequirements.push(...upTo(size).map((n) => freePeriod(n, { employeeId: 1 + (n % EMPLOYEES) })))
      setting(document, 'freePeriod')
    },
  },
  {
    name: 'free periods of a year',
    limit: LIST,
    isProduct: true,
    grow: (document, size) => {
      document.freePeriodRequirements.push(
        ...upTo(size).map((n) => freePeriod(300_000 + n, { windowStart: instant(n % 7, 0), windowEnd: instant(360 + (n % 7), 0) })),
      )
      setting(document, 'freePeriod')
    },
  },
  {
    name: 'dates of a free period',
    limit: LIST,
    grow: (document, size) => {
      const dates = upTo(400).map((n) => date(n - 100))
      document.freePeriodRequirements.push(
        ...upTo(size / 400).map((n) =>
          freePeriod(100_000 + n, { employeeId: 1, ineligibleLocalDates: dates.slice(0, 200), preferredLocalDates: dates.slice(200) }),
        ),
      )
      setting(document, 'freePeriod')
    },
  },
  {
    name: 'boundaries of a free period',
    limit: LIST,
    grow: (document, size) => {
      const boundaryEvidence = upTo(size).map((n) => ({
        source: 'other',
        dutyId: n,
        startsAt: instant(n % DAYS, n % 1000),
        endsAt: instant(n % DAYS, 1000 + (n % 400)),
      }))
      document.freePeriodRequirements.push(freePeriod(200_000, { employeeId: 1, boundaryEvidence }))
      setting(document, 'freePeriod')
    },
  },
  {
    name: 'coverage requirements over everything',
    limit: 900,
    grow: (document, size) => {
      shiftsOver(document, 2000)
      first(document).skills.push({ id: 1 })
      document.coverageCompetencyRequirements.push(
        ...upTo(size).map((n) => ({ id: n + 1, skill: 1, minimumCount: 1, start: date(0), end: date(DAYS) })),
      )
    },
  },
  {
    name: 'coverage requirements over hours',
    limit: LIST,
    grow: (document, size) => {
      shiftsOver(document, 1000)
      first(document).skills.push({ id: 1 })
      document.coverageCompetencyRequirements.push(
        ...upTo(size).map((n) => ({
          id: 10_000 + n,
          skill: 1 + (n % 3),
          minimumCount: 1 + (n % 2),
          start: instant(n % DAYS, n % 1000),
          end: instant(n % DAYS, 1020 + (n % 400)),
          clip: true,
        })),
      )
      for (const one of document.employees as Employee[]) one.skills.push({ id: 2 }, { id: 3 })
    },
  },
  {
    name: 'shifts of a coverage requirement',
    limit: 100_000,
    isProduct: true,
    grow: (document, size) => {
      for (let n = document.shifts.length; n < size; n += 1)
        document.shifts.push({ id: n + 1, spot: 1, start: instant(n % DAYS, n % 1440), end: instant((n % DAYS) + 1, (7 * n) % 1440) })
      first(document).skills.push({ id: 1 })
      document.coverageCompetencyRequirements.push({ id: 1, skill: 1, minimumCount: 3, start: date(0), end: date(DAYS) })
    },
  },
  {
    name: 'shift groups',
    limit: LIST,
    grow: (document, size) => {
      document.shiftGroups.push(
        ...upTo(size).map((n) => ({
          id: n + 1,
          shiftIds: [1 + (n % DAYS), DAYS + 1 + (n % (DAYS - 1))],
          mode: ['SAME_EMPLOYEE', 'DIFFERENT_EMPLOYEES', 'ALL_OR_NONE', 'COUNT'][n % 4],
          ...(n % 4 === 3 ? { min: 1, max: 1 } : {}),
        })),
      )
      setting(document, 'shiftGroups')
    },
  },
  {
    name: 'shift groups of everything',
    limit: 100,
    grow: (document, size) => {
      shiftsOver(document, 2000)
      document.shiftGroups.push(
        ...upTo(size).map((n) => ({
          id: n + 1,
          tags: ['early', 'late'],
          dates: upTo(DAYS).map(date),
          mode: ['SAME_EMPLOYEE', 'DIFFERENT_EMPLOYEES', 'ALL_OR_NONE', 'COUNT'][n % 4],
          ...(n % 4 === 3 ? { max: 10 } : {}),
        })),
      )
      setting(document, 'shiftGroups')
    },
  },
  {
    name: 'shifts of one group',
    limit: 100_000,
    isProduct: true,
    grow: (document, size) => {
      for (let n = document.shifts.length; n < size; n += 1)
        document.shifts.push({ id: n + 1, spot: 1, start: instant(n % DAYS, n % 1440), end: instant((n % DAYS) + 1, (7 * n) % 1440) })
      document.shiftGroups.push({ id: 1, spots: [1], dates: upTo(DAYS).map(date), mode: 'SAME_EMPLOYEE' })
      setting(document, 'shiftGroups')
    },
  },
  {
    name: 'dependency rules on one tag',
    limit: 50,
    isProduct: true,
    grow: (document, size) => {
      for (let n = document.shifts.length; n < 2000; n += 1)
        document.shifts.push(shift(n, n % DAYS, { tags: [n % 2 === 0 ? 'early' : 'late'], weight: 1 + n }))
      document.shifts.forEach((one, n) => Object.assign(one, { start: instant(n % DAYS, n % 400), end: instant(n % DAYS, 480 + (n % 400)) }))
      document.shiftDependencyRules.push(
        ...upTo(size).map((n) => ({
          id: n + 1,
          anchorShiftTag: 'early',
          requiredShiftTag: 'early',
          minRequiredCount: 1,
          overlapScope: 'WITHIN_HOURS',
          withinHours: 1000 + n,
        })),
      )
    },
  },
  {
    name: 'pairings of two',
    limit: LIST,
    grow: (document, size) => {
      document.pairings.push(
        ...upTo(size).map((n) => ({
          id: 1000 + n,
          employees: [1 + (n % EMPLOYEES), 1 + ((n + 1 + (n % (EMPLOYEES - 1))) % EMPLOYEES)],
          mode: ['APART', 'TOGETHER', 'AT_MOST_ONCE'][n % 3],
          scope: ['TIME_OVERLAP', 'SAME_DAY', 'SAME_SHIFT'][n % 3],
          weight: 1 + n,
        })),
      )
      setting(document, 'pairings')
    },
  },
  {
    name: 'pairings of everybody',
    limit: 1000,
    isProduct: true,
    grow: (document, size) => {
      for (let n = document.employees.length; n < size; n += 1) document.employees.push(employee(n))
      shiftsOver(document, 2000)
      const employees = document.employees.map(({ id }) => id)
      document.pairings.push(...['APART', 'TOGETHER', 'AT_MOST_ONCE'].map((mode, n) => ({ id: 50_000 + n, employees, mode })))
      setting(document, 'pairings')
    },
  },
  {
    name: 'rotations',
    limit: 1000,
    grow: (document, size) => {
      const week = upTo(7).map((n) => ['early', 'late', 'off'][n % 3]!)
      document['rotations'] = upTo(size).map((n) => ({ id: n + 1, weeks: upTo(520).map(() => week), anchor: date(-n) }))
      document.employees.forEach((one, n) => Object.assign(one, { rotation: { id: 1 + (n % Math.max(1, size)), offset: n } }))
      setting(document, 'rotations')
    },
  },
  {
    name: 'employees who each work a rotation over a year',
    limit: 5000,
    isProduct: true,
    grow: (document, size) => {
      for (let n = document.employees.length; n < size; n += 1) document.employees.push(employee(n))
      shiftsOver(document, 2000, 400)
      document['rotations'] = [
        { id: 'year', weeks: upTo(3).map((n) => upTo(7).map((day) => ['early', 'late', 'off'][(n + day) % 3]!)), anchor: date(0) },
      ]
      document.employees.forEach((one, n) =>
        Object.assign(one, { rotation: { id: 'year', offset: n % 7, weight: 1 + (n % 5), priority: 1 + (n % 4) } }),
      )
      setting(document, 'rotations')
    },
  },
  {
    name: 'coverage requirements of a day',
    limit: LIST,
    grow: (document, size) => {
      document.coverageRequirements.push(
        ...upTo(size).map((n) => ({
          id: 1000 + n,
          start: instant(n % DAYS, n % 600),
          end: instant(1 + (n % DAYS), n % 600),
          min: 1 + (n % 3),
          max: 3,
        })),
      )
      setting(document, 'coverageRequirements')
    },
  },
  {
    name: 'coverage requirements of all days',
    limit: LIST,
    isProduct: true,
    grow: (document, size) => {
      shiftsOver(document, 2000)
      document.coverageRequirements.push(
        ...upTo(size).map((n) => ({ id: 50_000 + n, start: instant(0, n % 600), end: instant(DAYS, 0), min: 1, ratioOf: { who: {}, ratio: 0.5 } })),
      )
      setting(document, 'coverageRequirements')
    },
  },
  {
    name: 'ways between spots',
    limit: 10_000,
    isProduct: true,
    grow: (document, size) => {
      const count = Math.floor(Math.sqrt(2 * size))
      for (let n = document.spots.length; n < count; n += 1) document.spots.push({ id: 1000 + n })
      for (const [n, one] of document.shifts.entries()) one.spot = document.spots[n % document.spots.length]!.id
      const matrix = upTo(count).flatMap((to) => upTo(to).map((from) => ({ from: document.spots[from]!.id, to: document.spots[to]!.id })))
      document.travel = { matrix: matrix.slice(0, size).map((way, n) => ({ ...way, minutes: n % 240 })) }
      setting(document, 'shiftCollision')
    },
  },
  {
    name: 'ways along a chain of spots',
    limit: 10_000,
    grow: (document, size) => {
      for (let n = document.spots.length; n <= size; n += 1) document.spots.push({ id: 1000 + n })
      shiftsOver(document, 5000)
      for (const [n, one] of document.shifts.entries()) one.spot = document.spots[n % document.spots.length]!.id
      const matrix = upTo(size).map((n) => ({ from: document.spots[n]!.id, to: document.spots[n + 1]!.id, minutes: 1 + (n % 240) }))
      document.travel = { matrix }
      setting(document, 'shiftCollision')
      setting(document, 'travelTime')
    },
  },
  {
    name: 'homes far from spots',
    limit: 5000,
    grow: (document, size) => {
      for (let n = document.employees.length; n < size; n += 1) document.employees.push(employee(n))
      for (let n = document.spots.length; n < size; n += 1) document.spots.push({ id: 1000 + n })
      shiftsOver(document, 2000)
      for (const [n, one] of document.shifts.entries()) one.spot = document.spots[n % document.spots.length]!.id
      for (const [n, one] of document.employees.entries()) Object.assign(one, { home: `home ${n}` })
      const ways = document.employees.map((_, n) => ({
        from: `home ${n}`,
        to: document.spots[n % document.spots.length]!.id,
        minutes: 1 + (n % 240),
      }))
      document.travel = { matrix: ways }
      for (const { contract } of document.employees as Employee[]) contract['maxTravelMinutes'] = 60
      setting(document, 'travelTime')
      setting(document, 'maxTravelMinutes')
    },
  },
  {
    name: 'fairness rules',
    limit: MAX_FAIRNESS,
    grow: (document, size) => {
      document.fairness.push(...upTo(size).map((n) => fairness(n, { tags: [n % 2 === 0 ? 'early' : 'late'] })))
      setting(document, 'fairness')
    },
  },
  {
    name: 'fairness rules of weeks',
    limit: MAX_FAIRNESS,
    isProduct: true,
    grow: (document, size) => {
      for (let n = document.employees.length; n < 1000; n += 1) document.employees.push(employee(n))
      shiftsOver(document, 5000)
      document.fairness.push(...upTo(size).map((n) => fairness(n, { per: 'week' })))
      setting(document, 'fairness')
    },
  },
  {
    name: 'employees who share',
    limit: LIST / 10,
    isProduct: true,
    grow: (document, size) => {
      for (let n = document.employees.length; n < size; n += 1) document.employees.push({ ...employee(n), teams: [{ id: 7 }] })
      shiftsOver(document, 2000)
      document.teams.push({ id: 7, name: 'Ward' })
      document.fairness.push(...upTo(20).map((n) => fairness(50_000 + n, { per: 'week', teams: [7] })))
      setting(document, 'fairness')
    },
  },
  {
    name: 'refused wishes that are shared',
    limit: MAX_FAIRNESS,
    isProduct: true,
    grow: (document, size) => {
      for (let n = document.employees.length; n < 500; n += 1) document.employees.push(employee(n))
      for (const { wishes } of document.employees as Employee[])
        wishes.push(...upTo(DAYS).map((day) => ({ type: day % 2 === 0 ? 'UNDESIRED' : 'DESIRED', start: instant(day, 0), end: instant(day + 1, 0) })))
      document.fairness.push(...upTo(size).map((n) => fairness(100_000 + n, { of: 'refusedWishes', per: 'week' })))
      setting(document, 'fairness')
    },
  },
  {
    name: 'dependency rules',
    limit: LIST,
    grow: (document, size) => {
      document.shiftDependencyRules.push(
        ...upTo(size).map((n) => ({
          id: 1000 + n,
          anchorShiftTag: 'early',
          requiredShiftTag: 'late',
          minRequiredCount: 1 + (n % 2),
          overlapScope: ['TIME_OVERLAP', 'SAME_DAY', 'SAME_SHIFT'][n % 3],
          weight: 1 + n,
        })),
      )
    },
  },
]
