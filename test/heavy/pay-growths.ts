import { MAX_BUDGETS, MAX_PAY_RULES } from '../../src/api/limits.ts'
import {
  date,
  DAYS,
  type Document,
  type Employee,
  employee,
  type Fields,
  type Growth,
  LIST,
  setting,
  shiftsOver,
  tagsOf,
  upTo,
} from './small-document.ts'

const QUARTERS = 96

function clock(quarter: number): string {
  return `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String(15 * (quarter % 4)).padStart(2, '0')}`
}

/** Everybody is paid, and what they are paid costs. */
function payEverybody(document: Document, rules: readonly Fields[]): void {
  for (const one of document.employees) one['pay'] ??= { hourly: 1800 }
  const list = (document['payRules'] ?? []) as Fields[]
  list.push(...rules.slice(0, MAX_PAY_RULES - list.length))
  document['payRules'] = list
  setting(document, 'payCost', { fourthPriorityWeight: 1 })
}

/** Minutes of times of their own; every other of weekdays and tags too. */
function surcharge(n: number, over: Fields = {}): Fields {
  const on = n % 2 === 0 ? {} : { weekdays: ['MONDAY', 'SATURDAY', 'SUNDAY'], tags: ['early', `paid ${n}`] }
  return {
    id: `surcharge ${n}`,
    kind: 'surcharge',
    from: clock(n % QUARTERS),
    to: clock((n + 5) % QUARTERS),
    percent: 100 + (n % 90),
    ...on,
    ...over,
  }
}

function overtime(n: number): Fields {
  return { id: `overtime ${n}`, kind: 'overtime', per: ['day', 'week', 'month', 'horizon'][n % 4], overMinutes: 300 + 7 * n, percent: 101 + (n % 90) }
}

/** Pay of employees and contracts, and rules about it. */
export const PAY_GROWTHS: readonly Growth[] = [
  {
    name: 'surcharges',
    limit: MAX_PAY_RULES,
    isProduct: true,
    grow: (document, size) => {
      payEverybody(
        document,
        upTo(size).map((n) => surcharge(n)),
      )
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'surcharges of days',
    limit: MAX_PAY_RULES,
    isProduct: true,
    grow: (document, size) => {
      payEverybody(
        document,
        upTo(size).map((n) => ({
          id: `day ${n}`,
          kind: 'surcharge',
          amount: 1 + n,
          ...(n % 2 === 0 ? { on: 'holiday' } : { weekdays: ['SUNDAY', 'FRIDAY'] }),
        })),
      )
      shiftsOver(document, 5000)
    },
  },
  {
    name: 'overtime rules',
    limit: MAX_PAY_RULES,
    isProduct: true,
    grow: (document, size) => {
      payEverybody(document, upTo(size).map(overtime))
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'overtime rules of many employees',
    limit: 500,
    isProduct: true,
    grow: (document, size) => {
      for (let n = document.employees.length; n < size; n += 1) document.employees.push(employee(n))
      payEverybody(document, upTo(40).map(overtime))
      shiftsOver(document, 5000)
    },
  },
  {
    name: 'activation rules',
    limit: MAX_PAY_RULES,
    grow: (document, size) => {
      payEverybody(
        document,
        upTo(size).map((n) => ({ id: `once ${n}`, kind: 'activation', amount: 100 + n })),
      )
      shiftsOver(document, 2000)
    },
  },
  {
    name: 'budgets',
    limit: MAX_BUDGETS,
    isProduct: true,
    grow: (document, size) => {
      payEverybody(document, [surcharge(0), overtime(1), { id: 'once', kind: 'activation', amount: 500 }])
      document['budgets'] = upTo(size).map((n) => ({ id: n, per: ['day', 'week', 'month', 'horizon'][n % 4], max: 10_000 * n }))
      shiftsOver(document, 5000)
    },
  },
  {
    name: 'spots of a budget',
    limit: LIST,
    grow: (document, size) => {
      payEverybody(document, [surcharge(0)])
      while (document.spots.length < size) document.spots.push({ id: 800_000 + document.spots.length })
      document['budgets'] = [{ id: 'spots', per: 'week', max: 100_000, spots: document.spots.slice(0, size).map(({ id }) => id) }]
    },
  },
  {
    name: 'tags of a surcharge',
    limit: LIST,
    grow: (document, size) => {
      shiftsOver(document, 1000)
      document.shifts.forEach((one, n) => tagsOf(one).push(`paid ${n}`))
      payEverybody(document, [surcharge(0, { id: 'tags', tags: upTo(size).map((n) => `paid ${n}`) })])
    },
  },
  {
    name: 'tags of all surcharges',
    limit: 200_000,
    isProduct: true,
    grow: (document, size) => {
      shiftsOver(document, 1000)
      document.shifts.forEach((one, n) => tagsOf(one).push(...upTo(20).map((k) => `paid ${(n * 7 + k) % LIST}`)))
      payEverybody(
        document,
        upTo(100).map((n) => surcharge(n, { id: `tagged ${n}`, tags: upTo(size / 100).map((k) => `paid ${(k * 13 + n) % LIST}`) })),
      )
    },
  },
  {
    name: 'weekdays that a surcharge names again and again',
    limit: LIST,
    grow: (document, size) => {
      payEverybody(document, [surcharge(0, { id: 'again', weekdays: upTo(size).map((n) => ['MONDAY', 'TUESDAY'][n % 2]) })])
    },
  },
  {
    name: 'lists of pay rules that all differ',
    limit: 100_000,
    isProduct: true,
    grow: (document, size) => {
      const named = 20
      payEverybody(
        document,
        upTo(100).map((n) => surcharge(n, { id: `named ${n}` })),
      )
      for (let n = document.employees.length; n < size / named; n += 1) document.employees.push(employee(n))
      document.employees.slice(0, Math.max(1, size / named)).forEach((one, n) => {
        one['pay'] = { hourly: 1500 + n, payRules: upTo(named).map((k) => `named ${(n + k * (1 + (n % 7))) % 100}`) }
      })
      shiftsOver(document, 1000)
    },
  },
  {
    name: 'contracts with pay of their own',
    limit: LIST,
    grow: (document, size) => {
      payEverybody(document, [surcharge(0, { id: 'contract' }), { ...overtime(1), id: 'contract over' }])
      const contracts = upTo(size).map((n) => ({ id: `paid ${n}`, maxHoursWeek: 2400, pay: { hourly: 1000 + n, payRules: ['contract'] } }))
      document['contracts'] = [...((document['contracts'] ?? []) as Fields[]), ...contracts].slice(0, LIST)
      const { contract: _contract, pay: _pay, ...one } = employee(70_000)
      const days = Math.min(size, DAYS)
      document.employees.push({
        ...one,
        contracts: upTo(days).map((n) => ({ contractId: `paid ${n}`, start: date(n), end: date(n) })),
      } as unknown as Employee)
    },
  },
  {
    name: 'a pay rule that an employee names again and again',
    limit: LIST,
    grow: (document, size) => {
      payEverybody(document, [surcharge(0, { id: 'own' })])
      document.employees[0]!['pay'] = { hourly: 2000, payRules: upTo(size).map(() => 'own') }
    },
  },
]
