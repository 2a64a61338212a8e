import { MAX_BREAK_RULES, MAX_BREAKS } from '../../src/api/limits.ts'
import { date, DAYS, type Document, EMPLOYEES, type Fields, type Growth, instant, LIST, setting, shift, shiftsOver, upTo } from './small-document.ts'

const STEP_MIN = 5
const SHIFT_MIN = 480

/** Its places fill the shift; in the list of the document. */
function breakRule(id: string, over: Fields = {}): Fields {
  return { id, overMinutes: 100, minutes: 15, paid: false, stepMinutes: STEP_MIN, covered: true, ...over }
}

/** Adds rules to those of the document, which takes so many. */
function addRules(document: Document, rules: readonly Fields[]): void {
  const list = (document['breakRules'] ?? []) as Fields[]
  list.push(...rules.slice(0, MAX_BREAK_RULES - list.length))
  document['breakRules'] = list
  setting(document, 'breakCover')
}

/** As many as a shift can have. */
function fourOf(document: Document, name: string): string[] {
  const ids = upTo(MAX_BREAKS).map((n) => `${name} ${n}`)
  addRules(
    document,
    ids.map((id) => breakRule(id)),
  )
  return ids
}

/** Four breaks of fifteen minutes of a shift that starts at a minute of a day, two hours apart. */
function breaksFrom(day: number, start: number, ids: readonly string[], more: Fields = {}): Fields[] {
  return ids.map((ruleId, n) => {
    const from = start + 60 + 100 * n
    return { ruleId, start: instant(day, from), end: instant(day, from + 15), ...more }
  })
}

/** Rules of breaks, and who names them. */
export const BREAK_GROWTHS: readonly Growth[] = [
  {
    name: 'break rules',
    limit: MAX_BREAK_RULES,
    grow: (document, size) => {
      addRules(
        document,
        upTo(size).map((n) => breakRule(`rule ${n}`, { minutes: 10 + (n % 5), earliestAfter: 5 * (n % 20) })),
      )
      shiftsOver(document, 5000)
      document.shifts.forEach((one, n) => (one['breakRules'] = upTo(MAX_BREAKS).map((k) => `rule ${(n + k * 7) % size}`)))
    },
  },
  {
    name: 'shifts with breaks',
    limit: 100_000,
    grow: (document, size) => {
      const ids = fourOf(document, 'any')
      for (let n = document.shifts.length; n < size; n += 1) document.shifts.push(shift(n, n % DAYS, { breakRules: ids }))
    },
  },
  {
    name: 'shifts with breaks that all differ',
    limit: 50_000,
    grow: (document, size) => {
      const ids = fourOf(document, 'differ')
      for (let n = document.shifts.length; n < size; n += 1)
        document.shifts.push(
          shift(n, n % DAYS, {
            start: instant(n % DAYS, n % 900),
            end: instant(n % DAYS, (n % 900) + SHIFT_MIN),
            tags: [`own ${n % 50}`],
            breakRules: ids,
          }),
        )
    },
  },
  {
    name: 'breaks of shifts that are fixed',
    limit: 80_000,
    grow: (document, size) => {
      const ids = fourOf(document, 'fixed')
      const had = document.shifts.length
      shiftsOver(document, had + size / MAX_BREAKS)
      for (let n = had; n < document.shifts.length; n += 1)
        Object.assign(document.shifts[n]!, {
          employee: 1 + (n % EMPLOYEES),
          fixed: true,
          breakRules: ids,
          breaks: breaksFrom(n % DAYS, n % 2 === 0 ? 420 : 900, ids),
        })
    },
  },
  {
    name: 'breaks of shifts for a thousand',
    limit: LIST,
    grow: (document, size) => {
      const ids = fourOf(document, 'seats')
      const employees = upTo(Math.max(1, Math.min(size / MAX_BREAKS, 1000))).map((n) => n + 1)
      for (let n = document.employees.length; n < employees.length; n += 1) document.employees.push({ id: n + 1 })
      for (let n = 0; n < size; n += MAX_BREAKS * employees.length) {
        const day = (n / (MAX_BREAKS * employees.length)) % DAYS
        document.shifts.push({
          id: `break ${n}`,
          spot: 1,
          start: instant(day, 420),
          end: instant(day, 900),
          seats: { min: 1, max: employees.length },
          employees,
          breakRules: ids,
          breaks: employees.flatMap((employeeId) => breaksFrom(day, 420, ids, { employeeId })),
        })
      }
    },
  },
  {
    name: 'spots with breaks',
    limit: LIST,
    grow: (document, size) => {
      const breakRules = fourOf(document, 'spot')
      document.spots[0]!['breakRules'] = breakRules
      for (let n = document.spots.length; n < size; n += 1) document.spots.push({ id: n + 1, breakRules })
      shiftsOver(document, 5000)
      document.shifts.forEach((one, n) => Object.assign(one, { spot: document.spots[n % document.spots.length]!.id }))
    },
  },
  {
    name: 'a break rule that a shift, a spot and a template name again and again',
    limit: LIST,
    grow: (document, size) => {
      addRules(document, [breakRule('again')])
      const breakRules = upTo(size).map(() => 'again')
      for (const one of [document.shifts[0]!, document.spots[0]!]) one['breakRules'] = breakRules
      document['demands'] = [{ id: 'again', spot: 1, start: date(0), end: date(1), min: 1 }]
      document['shiftTemplates'] = [
        { id: 'again', spots: [1], startsFrom: '08:00', startsTo: '08:00', stepMinutes: 5, minMinutes: 480, maxMinutes: 480, breakRules },
      ]
    },
  },
  {
    name: 'breaks of shifts that are made',
    limit: 50_000,
    isProduct: true,
    grow: (document, size) => {
      const breakRules = fourOf(document, 'made')
      const lengths = Math.max(1, Math.floor(size / (288 * DAYS)))
      document['demands'] = [...((document['demands'] ?? []) as Fields[]), { id: 'made', spot: 1, start: date(0), end: date(DAYS), min: 2, max: 4 }]
      document['shiftTemplates'] = [
        ...((document['shiftTemplates'] ?? []) as Fields[]),
        {
          id: 'breaking',
          spots: [1],
          startsFrom: '00:00',
          startsTo: '23:55',
          stepMinutes: STEP_MIN,
          minMinutes: 360,
          maxMinutes: 360 + STEP_MIN * (lengths - 1),
          breakRules,
        },
      ]
    },
  },
]
