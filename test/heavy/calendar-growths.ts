import {
  DAYS,
  date,
  type Document,
  type Employee,
  EMPLOYEES,
  employee,
  type Fields,
  first,
  type Growth,
  LIST,
  owner,
  shiftsOver,
  upTo,
} from './small-document.ts'

/** Days of a horizon that is as long as it may be, nearly. */
const YEAR = 390

/** The horizon repeats itself, and history is left out, for it is refused. */
function goRound(document: Document): void {
  document['horizon'] = 'CYCLIC'
  document.shifts = document.shifts.filter(({ historic }) => historic !== true)
  for (const one of document.employees) delete one['history']
}

function ruleOverEdge(n: number): Fields {
  const forms: Fields[] = [
    { kind: 'count', of: 'shifts', tags: ['early'], per: 'rolling', days: 2 + (n % 27), max: 1 + (n % 3) },
    { kind: 'run', of: ['days', 'daysOff', 'weekends'][n % 3], min: 2, max: 3 + (n % 2) },
    { kind: 'succession', after: ['late'], forbidden: ['early'], withinMinutes: 660 + n },
    { kind: 'rest', after: ['early'], minMinutes: 1440 + n },
    { kind: 'rest', inMinutes: 20_000 + n, minMinutes: 2160 },
    { kind: 'count', of: 'minutes', per: 'rolling', hours: 24 + (n % 600), max: 2400 },
  ]
  return { ...forms[n % forms.length], weight: 1 + n, priority: 4 }
}

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
  {
    name: 'shifts of a horizon that repeats itself',
    limit: 100_000,
    grow: (document, size) => {
      shiftsOver(document, size)
      goRound(document)
    },
  },
  {
    name: 'employees of a year that repeats itself',
    limit: 5000,
    grow: (document, size) => {
      for (let n = document.employees.length; n < size; n += 1) document.employees.push(employee(n))
      // 56 weeks.
      shiftsOver(document, 5000, 392)
      goRound(document)
    },
  },
  {
    name: 'rules that reach over the edge of a horizon that repeats itself',
    limit: LIST,
    grow: (document, size) => {
      owner(document, 1).contract.rules.push(...upTo(size).map(ruleOverEdge))
      goRound(document)
    },
  },
]
