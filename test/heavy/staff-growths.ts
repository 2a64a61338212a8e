import { date, DAYS, employee, type Employee, first, type Growth, instant, LIST, setting, shift, shiftsOver, upTo } from './small-document.ts'

/** Employees, skills, teams and wishes. */
export const STAFF_GROWTHS: readonly Growth[] = [
  {
    name: 'employees',
    limit: 5000,
    grow: (document, size) => {
      for (let n = document.employees.length; n < size; n += 1) document.employees.push(employee(n))
    },
  },
  {
    name: 'employees that all differ',
    limit: 2000,
    grow: (document, size) => {
      for (let n = document.employees.length; n < size; n += 1) {
        const one = employee(n)
        one.skills = [{ id: n + 1, start: date(n % 20), end: date(22 + (n % 6)) }, { id: 1 + (n % 7) }]
        one.contract = {
          ...one.contract,
          maxHoursWeek: 2000 + (n % 500),
          minHoursPerShiftExcludingBreak: n % 8,
          inKWeeks: 1 + (n % 52),
          maxNhours: 5000 + n,
        }
        one.wishes = [{ type: 'UNAVAILABLE', start: date(n % DAYS), end: date(n % DAYS) }]
        document.employees.push(one)
      }
    },
  },
  {
    name: 'spots that each ask for another skill and team',
    limit: 4000,
    grow: (document, size) => {
      for (let n = 1; n < size; n += 1) {
        document.spots.push({ id: 10_000 + n, skills: [n], teams: [n] })
        document.employees[n % document.employees.length]!['skills'] ??= []
        const one = document.employees[n % document.employees.length] as Employee
        one.skills.push({ id: n, start: date(n % 14) })
        one.teams.push({ id: n })
        document.shifts.push(shift(document.shifts.length, n % DAYS, { spot: 10_000 + n }))
      }
    },
  },
  {
    name: 'skills of a spot and an employee',
    limit: LIST,
    grow: (document, size) => {
      document.spots[0]!['skills'] = upTo(size).map((n) => n + 1)
      first(document).skills = upTo(size).map((n) => ({ id: n + 1 }))
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'skills of a shift and an employee',
    limit: LIST,
    grow: (document, size) => {
      const ids = upTo(size).map((n) => n + 1)
      Object.assign(document.shifts[0]!, { skills: ids, anySkills: ids, preferredSkills: ids.map((id) => ({ id, minLevel: 1 + (id % 9) })) })
      first(document).skills = ids.map((id) => ({ id, level: 1 + (id % 5) }))
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'shifts that each ask for another skill',
    limit: 4000,
    grow: (document, size) => {
      for (let n = 1; n < size; n += 1) {
        const one = document.employees[n % document.employees.length] as Employee
        one.skills.push({ id: n, level: 1 + (n % 9) })
        const own = [{ skills: [n] }, { anySkills: [n, n + 1] }, { preferredSkills: [{ id: n, minLevel: 5 }] }][n % 3]!
        document.shifts.push(shift(document.shifts.length, n % DAYS, own))
      }
    },
  },
  {
    name: 'skills of all shifts beside those of their spot',
    limit: 200_000,
    grow: (document, size) => {
      document.spots[0]!['skills'] = upTo(LIST).map((n) => n + 1)
      first(document).skills = upTo(LIST).map((n) => ({ id: n + 1, level: 1 + (n % 9) }))
      shiftsOver(document, 2000)
      document.shifts.forEach((one, n) => {
        one['skills'] = upTo(size / document.shifts.length).map((s) => ({ id: 1 + ((7 * n + s) % (2 * LIST)), minLevel: 1 + ((n + s) % 9) }))
      })
    },
  },
  {
    name: 'dated levels of an employee',
    limit: LIST,
    grow: (document, size) => {
      document.spots[0]!['skills'] = [{ id: 1, minLevel: 4 }]
      first(document).skills = upTo(size).map((n) => ({
        id: 1,
        level: 1 + (n % 9),
        start: instant(n % DAYS, n % 1000),
        end: instant((n % DAYS) + 1, n % 1000),
      }))
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'skills that nobody has',
    limit: LIST,
    grow: (document, size) => {
      document.spots[0]!['skills'] = upTo(size).map((n) => 50_000 + n)
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'dated skills of an employee',
    limit: LIST,
    grow: (document, size) => {
      document.spots[0]!['skills'] = [1]
      for (const one of document.employees as Employee[]) one.skills.push({ id: 1 })
      first(document).skills = upTo(size).map((n) => ({ id: 1, start: instant(n % DAYS, n % 1000), end: instant((n % DAYS) + 1, n % 1000) }))
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'teams of a spot and an employee',
    limit: LIST,
    grow: (document, size) => {
      document.spots[0]!['teams'] = upTo(size).map((n) => n + 1)
      first(document).teams = upTo(size).map((n) => ({ id: size - n, start: date(n % 14) }))
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'contracts of some days of an employee',
    limit: LIST,
    grow: (document, size) => {
      document['contracts'] = [
        { id: 'full', maxHoursWeek: 2400, maxConsecutiveDays: 5 },
        { id: 'part', maxHoursWeek: 1200, maxConsecutiveDays: 3 },
      ]
      const one = first(document) as Record<string, unknown>
      delete one['contract']
      // One day each, from long before the schedule to its end.
      one['contracts'] = upTo(size).map((n) => ({ contractId: n % 2 === 0 ? 'full' : 'part', start: date(DAYS - 1 - n), end: date(DAYS - 1 - n) }))
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'employees who each change the contract on days of their own',
    limit: 2000,
    grow: (document, size) => {
      const rules = (most: number) => upTo(10).map((n) => ({ kind: 'count', of: 'shifts', per: 'rolling', days: 7 + n, max: most + n }))
      document['contracts'] = [
        { id: 'full', maxHoursWeek: 2400, minHoursMonth: 4000, rules: rules(5) },
        { id: 'part', maxHoursWeek: 1200, minHoursMonth: 2000, rules: rules(3) },
      ]
      for (let n = document.employees.length; n < size; n += 1) {
        const { contract: _contract, ...one } = employee(n)
        const [from, to] = [n % DAYS, (n * 7) % (DAYS - (n % DAYS))]
        const contracts = [
          { contractId: 'full', end: date(from - 1) },
          { contractId: 'part', start: date(from), end: date(from + to) },
          { contractId: 'full', start: date(from + to + 1) },
        ]
        document.employees.push({ ...one, contracts })
      }
    },
  },
  {
    name: 'names of skills and teams',
    limit: LIST,
    grow: (document, size) => {
      document.skills = upTo(size).map((n) => ({ id: n + 1, name: `Skill ${n}` }))
      document.teams = upTo(size).map((n) => ({ id: n + 1, name: `Team ${n}` }))
    },
  },
  {
    name: 'wishes of an employee',
    limit: LIST,
    grow: (document, size) => {
      first(document).wishes.push(
        ...upTo(size).map((n) => ({
          type: ['UNAVAILABLE', 'UNDESIRED', 'DESIRED'][n % 3],
          start: instant(n % DAYS, n % 1000),
          end: instant((n % DAYS) + (n % 9), 1010 + (n % 400)),
        })),
      )
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'wishes that many fixed shifts break',
    limit: LIST,
    isProduct: true,
    grow: (document, size) => {
      first(document).wishes.push(...upTo(size).map((n) => ({ type: ['UNAVAILABLE', 'UNDESIRED'][n % 2], start: date(0), end: date(DAYS) })))
      const had = document.shifts.length
      shiftsOver(document, 1000)
      for (let n = had; n < document.shifts.length; n += 1) Object.assign(document.shifts[n]!, { employee: 1, fixed: true })
      setting(document, 'undesired')
    },
  },
  {
    name: 'wishes of everybody',
    limit: DAYS,
    grow: (document, size) => {
      for (const one of document.employees as Employee[])
        one.wishes.push(...upTo(size).map((n) => ({ type: ['UNDESIRED', 'UNAVAILABLE'][n % 2], start: date(n), end: date(n) })))
    },
  },
  {
    name: 'wishes by tag',
    limit: LIST,
    grow: (document, size) => {
      first(document).wishes.push(
        ...upTo(size).map((n) => ({
          type: ['UNDESIRED', 'DESIRED'][n % 2],
          start: date(n % DAYS),
          end: date((n % DAYS) + 3),
          tag: ['early', 'late'][n % 2],
          weight: 1 + n,
        })),
      )
      shiftsOver(document, 1000)
    },
  },
  {
    name: 'history by tag',
    limit: LIST,
    grow: (document, size) => {
      first(document).history = { shiftsWorked: 1, byTag: Object.fromEntries(upTo(size).map((n) => [`tag ${n}`, { shiftsWorked: 1 }])) }
    },
  },
]
