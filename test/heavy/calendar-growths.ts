import { DAYS, date, type Employee, EMPLOYEES, employee, first, type Growth, LIST, owner, shiftsOver, upTo } from './small-document.ts'

/** Days of a horizon that is as long as it may be, nearly. */
const YEAR = 390

/** Calendars, contracts by name, absences and what repeats. */
export const CALENDAR_GROWTHS: readonly Growth[] = [
  {
    name: 'absences of an employee',
    limit: LIST,
    grow: (document, size) => {
      const absences = upTo(size).map((n) => ({ start: date(n % DAYS), end: date((n % DAYS) + (n % 9)), creditMinutesPerDay: n % 1440 }))
      Object.assign(first(document), { absences })
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'absences of a year of everybody',
    limit: 1000,
    grow: (document, size) => {
      for (let n = document.employees.length; n < size; n += 1) document.employees.push(employee(n))
      for (const each of document.employees as Employee[]) {
        Object.assign(each, { absences: [{ start: date(0), end: date(YEAR), creditMinutesPerDay: 444 }] })
        Object.assign(each.contract, { minHoursWeek: 1000, maxHoursWeek: 2400, minHoursMonth: 4000, maxHoursMonth: 9600 })
      }
      shiftsOver(document, 1000, YEAR)
    },
  },
  {
    name: 'absences that each last a year',
    limit: 200_000,
    grow: (document, size) => {
      for (let n = document.employees.length; n * LIST < size; n += 1) document.employees.push(employee(n))
      const away = upTo(size).map((n) => ({ start: date(n % DAYS), end: date(YEAR - (n % DAYS)), creditMinutesPerDay: n % 1440 }))
      for (const [e, each] of document.employees.entries()) Object.assign(each, { absences: away.slice(e * LIST, (e + 1) * LIST) })
      shiftsOver(document, 1000, YEAR)
    },
  },
  {
    name: 'wishes that repeat',
    limit: 5500,
    grow: (document, size) => {
      const repeats = { from: '08:00', to: '10:00' }
      for (const n of upTo(size)) owner(document, n % EMPLOYEES).wishes.push({ type: 'UNDESIRED', start: date(0), end: date(DAYS), repeats })
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'wishes for when an employee can work',
    limit: LIST,
    grow: (document, size) => {
      for (const n of upTo(size)) first(document).wishes.push({ type: 'AVAILABLE', start: date(n % DAYS), end: date((n % DAYS) + 1) })
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'holidays',
    limit: LIST,
    grow: (document, size) => {
      Object.assign(document, { calendar: { holidays: upTo(size).map((n) => ({ date: date(n - size / 2), tag: `tag ${n % 50}` })) } })
      shiftsOver(document, 5000, YEAR)
    },
  },
  {
    name: 'ranges of a period that everybody counts over',
    limit: LIST,
    grow: (document, size) => {
      const ranges = upTo(size).map((n) => ({ start: date(n - size / 2), end: date(n - size / 2) }))
      Object.assign(document, { calendar: { periods: [{ id: 'day', ranges }] } })
      for (const { contract } of document.employees as Employee[])
        contract.rules.push({ kind: 'count', of: 'minutes', per: 'period', period: 'day', max: 480 })
      shiftsOver(document, 5000, YEAR)
    },
  },
  {
    name: 'periods that an employee counts over',
    limit: LIST,
    grow: (document, size) => {
      Object.assign(document, { calendar: { periods: upTo(size).map((n) => ({ id: n, start: date(0), days: 1 + (n % 400) })) } })
      first(document).contract.rules.push(...upTo(size).map((n) => ({ kind: 'count', of: 'shifts', per: 'period', period: n, max: 3 })))
      shiftsOver(document, 1000, YEAR)
    },
  },
  {
    name: 'contracts by name',
    limit: LIST,
    grow: (document, size) => {
      Object.assign(document, { contracts: upTo(size).map((n) => ({ id: n, ...employee(n).contract })) })
    },
  },
]
