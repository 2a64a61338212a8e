import { MAX_FAIRNESS } from '../../src/api/limits.ts'
import {
  date,
  DAYS,
  type Document,
  employee,
  type Fields,
  first,
  type Growth,
  instant,
  LIST,
  owner,
  setting,
  shift,
  shiftsOver,
  tagsOf,
  upTo,
} from './small-document.ts'

/** All entries of lists that each of many requirements has: as many as a body holds. */
const IN_ALL = 500_000
const EACH = 1000
const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

const tagNames = (count: number, from = 0): string[] => upTo(count).map((n) => `tag ${(from + n) % LIST}`)
const days = (count: number): string[] => upTo(count).map((n) => WEEKDAYS[n % 5]!)

/** Spots of which each has a shift. */
function spotsOver(document: Document, count: number): number[] {
  for (let n = document.spots.length; n < count; n += 1) document.spots.push({ id: n + 1 })
  shiftsOver(document, 1000)
  document.shifts.forEach((one, n) => (one['spot'] = document.spots[n % document.spots.length]!['id']))
  return document.spots.slice(0, count).map(({ id }) => id as number)
}

function staffOver(document: Document, count: number): number[] {
  for (let n = document.employees.length; n < count; n += 1) document.employees.push(employee(n))
  return document.employees.slice(0, count).map(({ id }) => id as number)
}

/** Shifts that each carry many tags, none of which is looked for. */
function tagShifts(document: Document, each: number): void {
  shiftsOver(document, 1000)
  document.shifts.forEach((one, n) => tagsOf(one).push(...upTo(each).map((k) => `other ${(n + k) % LIST}`)))
}

/** Which shifts, people and days something is about. */
export const SCOPE_GROWTHS: readonly Growth[] = [
  {
    name: 'shifts that a coverage requirement names',
    limit: LIST,
    grow: (document, size) => {
      shiftsOver(document, size)
      first(document).skills.push({ id: 1 })
      const shiftIds = document.shifts.slice(0, size).map(({ id }) => id)
      document.coverageCompetencyRequirements.push({ id: 70_000, skill: 1, minimumCount: 1, shiftIds })
    },
  },
  {
    name: 'spots and tags that a coverage requirement names',
    limit: LIST,
    grow: (document, size) => {
      const spots = spotsOver(document, size)
      const tags = tagNames(size)
      document.shifts.forEach((one, n) => tagsOf(one).push(`tag ${n}`))
      const period = { start: date(0), end: date(DAYS) }
      document.coverageCompetencyRequirements.push({ id: 70_001, skill: 1, minimumCount: 1, ...period, spotIds: spots, tags })
      document.coverageRequirements.push({ id: 70_002, ...period, spots, tags, min: 1 })
      document.shiftGroups.push({ id: 70_003, spots, tags, dates: [date(3), date(4)], mode: 'COUNT', max: 3 })
      for (const name of ['coverageRequirements', 'shiftGroups']) setting(document, name)
    },
  },
  {
    name: 'spots and tags that many coverage requirements name',
    limit: IN_ALL,
    isProduct: true,
    grow: (document, size) => {
      const spots = spotsOver(document, EACH)
      tagShifts(document, 20)
      const count = Math.max(1, size / (2 * EACH))
      document.coverageRequirements.push(
        ...upTo(count).map((n) => ({
          id: 71_000 + n,
          start: instant(n % DAYS, 0),
          end: instant((n % DAYS) + 1, 0),
          spots,
          tags: tagNames(EACH, n),
          min: 1,
        })),
      )
      setting(document, 'coverageRequirements')
    },
  },
  {
    name: 'employees that coverage requirements name',
    limit: IN_ALL,
    isProduct: true,
    grow: (document, size) => {
      const employees = staffOver(document, Math.min(EACH, Math.max(8, size / 100)))
      const count = Math.max(1, size / (2 * employees.length))
      shiftsOver(document, 1000)
      document.coverageRequirements.push(
        ...upTo(count).map((n) => ({
          id: 72_000 + n,
          start: instant(n % DAYS, 0),
          end: instant((n % DAYS) + 1, 0),
          who: { employees: employees.slice(n % 3) },
          min: 1,
          ratioOf: { who: { employees: employees.slice(n % 5) }, ratio: 0.5 },
        })),
      )
      setting(document, 'coverageRequirements')
    },
  },
  {
    name: 'shift groups by tags of shifts with many',
    limit: 1000,
    isProduct: true,
    grow: (document, size) => {
      tagShifts(document, 1000)
      document.shiftGroups.push(
        ...upTo(size).map((n) => ({ id: 73_000 + n, tags: [`tag ${n}`, 'own'], dates: upTo(DAYS).map(date), mode: 'COUNT', max: 3 })),
      )
      setting(document, 'shiftGroups')
    },
  },
  {
    name: 'coverage requirements by tags of shifts with many',
    limit: 900,
    isProduct: true,
    grow: (document, size) => {
      tagShifts(document, 1000)
      first(document).skills.push({ id: 1 })
      document.coverageCompetencyRequirements.push(
        ...upTo(size).map((n) => ({ id: 74_000 + n, skill: 1, minimumCount: 1, start: date(0), end: date(DAYS), tags: [`tag ${n}`] })),
      )
      document.coverageRequirements.push(...upTo(size).map((n) => ({ id: 75_000 + n, start: date(0), end: date(DAYS), tags: [`tag ${n}`], min: 1 })))
      setting(document, 'coverageRequirements')
    },
  },
  {
    name: 'dates and spots of shift groups',
    limit: IN_ALL,
    isProduct: true,
    grow: (document, size) => {
      const spots = spotsOver(document, EACH)
      document.shiftGroups.push(
        ...upTo(Math.max(1, size / (2 * EACH))).map((n) => ({
          id: 76_000 + n,
          spots,
          dates: upTo(EACH).map((k) => date(k + (n % 7))),
          mode: 'COUNT',
          max: 3,
        })),
      )
      setting(document, 'shiftGroups')
    },
  },
  {
    name: 'whom, where and which shifts fairness rules are about',
    limit: IN_ALL,
    isProduct: true,
    grow: (document, size) => {
      const spots = spotsOver(document, EACH)
      const employees = staffOver(document, 500)
      const each = Math.max(1, size / MAX_FAIRNESS)
      const teams = upTo(each / 5).map((n) => n + 1)
      first(document).teams.push(...teams.slice(0, 100).map((id) => ({ id })))
      document.fairness.push(
        ...upTo(MAX_FAIRNESS / 4).map((n) => ({
          id: 77_000 + n,
          of: 'shifts',
          spots: spots.slice(0, each),
          tags: ['early', 'late', ...tagNames(each, n)],
          weekdays: days(each),
          ...(n % 2 === 0 ? { employees: employees.slice(0, each) } : { teams }),
        })),
      )
      setting(document, 'fairness')
    },
  },
  {
    name: 'history of fairness',
    limit: LIST,
    grow: (document, size) => {
      const ids = upTo(Math.min(MAX_FAIRNESS / 4, size)).map((n) => 78_000 + n)
      document.fairness.push(...ids.map((id) => ({ id, of: 'shifts' })))
      first(document).history['fairness'] = upTo(size).map((n) => ({ id: 78_000 + n, carry: n % 7 }))
      setting(document, 'fairness')
    },
  },
  {
    name: 'spots and tags of pairings',
    limit: IN_ALL,
    isProduct: true,
    grow: (document, size) => {
      const spots = spotsOver(document, EACH)
      document.pairings.push(
        ...upTo(Math.max(1, size / (2 * EACH))).map((n) => ({
          id: 79_000 + n,
          employees: [1 + (n % 4), 5 + (n % 4)],
          mode: 'APART',
          spots,
          tags: ['early', ...tagNames(EACH, n)],
        })),
      )
      setting(document, 'pairings')
    },
  },
  {
    name: 'dates that a free period requires',
    limit: LIST,
    grow: (document, size) => {
      document.freePeriodRequirements.push(
        ...upTo(Math.max(1, size / 20)).map((n) => ({
          id: 400_000 + n,
          employeeId: 1 + (n % 8),
          windowStart: instant(0, 0),
          windowEnd: instant(DAYS, 0),
          demand: { requiredUnitCount: 1, requiredLocalDates: upTo(20).map((k) => date((n + k) % DAYS)) },
        })),
      )
      setting(document, 'freePeriod')
    },
  },
  {
    name: 'weekdays that are named again and again',
    limit: LIST,
    grow: (document, size) => {
      const weekdays = days(size)
      const whole = { start: date(0), end: date(DAYS) }
      document.shifts.push({ ...shift(80_000, 0), ...whole, tags: [], repeats: { weekdays, from: '08:00', to: '16:00' } })
      document.coverageRequirements.push({ id: 80_001, ...whole, repeats: { weekdays }, min: 1 })
      document['demands'] = [...((document['demands'] ?? []) as Fields[]), { id: 80_002, spot: 1, ...whole, repeats: { weekdays }, min: 1 }]
      document['shiftTemplates'] = [
        ...((document['shiftTemplates'] ?? []) as Fields[]),
        { id: 'weekdays', spots: [1], weekdays, startsFrom: '08:00', startsTo: '08:00', stepMinutes: 5, minMinutes: 480, maxMinutes: 480 },
      ]
      const one = owner(document, 1)
      Object.assign(one, { absences: [{ ...whole, weekdays }] })
      one.wishes.push({ type: 'UNDESIRED', ...whole, repeats: { weekdays } })
      one.contract.rules.push({ kind: 'pattern', pattern: 'o o', where: { o: { off: true } }, starts: weekdays, priority: 3 })
    },
  },
  {
    name: 'days of quotas',
    limit: IN_ALL,
    grow: (document, size) => {
      owner(document, 2).contract.quotas.push(
        ...upTo(Math.max(1, size / 200)).map((n) => ({
          tag: 'early',
          max: n,
          per: 'week',
          weekdays: days(100),
          dates: upTo(100).map((k) => date((n + k) % 400)),
        })),
      )
    },
  },
  {
    name: 'tags of rests',
    limit: LIST,
    grow: (document, size) => {
      document.shifts.forEach((one, n) => tagsOf(one).push(`tag ${n}`))
      owner(document, 3).contract.rules.push(
        { kind: 'rest', after: tagNames(size), before: tagNames(size), minMinutes: 1440, priority: 3 },
        { kind: 'rest', afterRun: { tags: tagNames(size), min: 2 }, minMinutes: 2880, priority: 3 },
      )
    },
  },
  {
    name: 'shifts that repeat',
    limit: 100_000,
    grow: (document, size) => {
      const weekdays = [...WEEKDAYS]
      for (let n = 0; n < Math.max(1, Math.floor(size / (DAYS + 5))); n += 1)
        document.shifts.push({
          id: `again ${n}`,
          spot: 1,
          start: date(0),
          end: date(DAYS - 1),
          repeats: { weekdays, from: `0${n % 9}:${10 + (n % 50)}`, to: `1${n % 9}:30` },
          tags: ['late'],
        })
    },
  },
  {
    name: 'spots of templates',
    limit: LIST,
    isProduct: true,
    grow: (document, size) => {
      const spots = upTo(size).map((n) => n + 1)
      for (let n = document.spots.length; n < size; n += 1) document.spots.push({ id: n + 1 })
      document['demands'] = [
        ...((document['demands'] ?? []) as Fields[]),
        ...spots.slice(0, 200).map((spot) => ({ id: 90_000 + spot, spot, start: date(0), end: date(1), min: 1 })),
      ]
      document['shiftTemplates'] = [
        ...((document['shiftTemplates'] ?? []) as Fields[]),
        ...upTo(5).map((n) => ({
          id: `spots ${n}`,
          spots,
          tags: tagNames(size),
          startsFrom: '08:00',
          startsTo: '08:00',
          stepMinutes: 5,
          minMinutes: 480 + 5 * n,
          maxMinutes: 480 + 5 * n,
        })),
      ]
    },
  },
]
