import { randomDocument } from './any-schedule.ts'
import { chanceOf, createRandom, TAGS, type Chance, type Fields, type Rules } from './draft.ts'

const PRIORITY_FIELDS = ['firstPriorityWeight', 'secondPriorityWeight', 'thirdPriorityWeight', 'fourthPriorityWeight']
const RULE_IDS = [1, 2, 3, 4, 5, 6, 7] as const
const DAY_MIN = 1440
const PERIOD_START = '2026-03-04'

/** A random document in which people are paid, by rules of all kinds. What it says beside that is what `randomDocument` says. */
export function randomPaid(seed: number, rules: Rules = 'all'): Fields {
  const document = randomDocument(createRandom(seed), { rules })
  const chance = chanceOf(createRandom(seed, 7_654_321))
  return { ...document, ...randomMoney(document, chance, { splits: chance.is(0.2) }) }
}

/** What a document says of money, its calendar and its employees with it. `splits`: whether minutes are cut at midnight. */
export function randomMoney(document: Fields, chance: Chance, { splits }: { readonly splits: boolean }): Fields {
  const employees = document['employees'] as Fields[]
  const days = (document['shifts'] as Fields[]).map(({ start }) => String(start).slice(0, 10)).sort()
  const holidays = [...new Set(chance.some(days, 0.3))].map((date) => ({ date }))
  return {
    ...(chance.is(0.5) ? { currency: chance.one(['EUR', 'JPY']) } : {}),
    ...(chance.is(0.4) ? { currencyUnit: chance.one([1, 10, 1000]) } : {}),
    calendar: {
      holidays,
      periods: [{ id: 'P', start: PERIOD_START, days: chance.whole(3, 16) }],
      ...(splits ? { workBelongsTo: 'SPLIT' } : {}),
    },
    payRules: RULE_IDS.flatMap((id) => (chance.is(0.6) ? [randomRule(chance, id)] : [])),
    employees: employees.map((employee) => withPay(chance, employee)),
    settings: { ...(document['settings'] as Fields), payCost: randomWeights(chance), budgets: randomWeights(chance) },
    ...(chance.is(0.5) ? randomBudgets(document, chance) : {}),
  }
}

/** Budgets of some spots or of everything, most of which are too small. */
function randomBudgets(document: Fields, chance: Chance): Fields {
  const spots = (document['spots'] as Fields[]).map(({ id }) => id)
  return {
    budgets: [1, 2, 3].flatMap((id) => {
      if (id > 1 && chance.is(0.4)) return []
      const per = chance.one(['day', 'week', 'month', 'horizon', 'period'])
      const named = chance.is(0.4) ? chance.some(spots, 0.5) : []
      return [
        {
          id,
          per,
          ...(per === 'period' ? { period: 'P' } : {}),
          ...(named.length > 0 ? { spots: named } : {}),
          ...(chance.is(0.3) ? { name: `Budget of ${id}` } : {}),
          ...(chance.is(0.3) ? { reference: `Plan ${id}` } : {}),
          max: chance.one([0, 1000, chance.whole(0, 200_000)]),
          ...(chance.is(0.4) ? { weight: chance.whole(1, 5) } : {}),
          ...(chance.is(0.4) ? { priority: chance.whole(1, 4) } : {}),
        },
      ]
    }),
  }
}

function withPay(chance: Chance, employee: Fields): Fields {
  const paid = chance.is(0.4) ? { ...employee, pay: randomPay(chance) } : employee
  return chance.is(0.7) ? { ...paid, contract: { ...(paid['contract'] as Fields), pay: randomPay(chance) } } : paid
}

function randomPay(chance: Chance): Fields {
  return { hourly: chance.one([0, 1, 1500, 1837, chance.whole(1, 5000)]) }
}

/** Rules that a pay names are those of the document, so that only it can say which there are. */
export function restricted(document: Fields, seed: number): Fields {
  const chance = chanceOf(createRandom(seed, 1_234_567))
  const ids = ((document['payRules'] ?? []) as Fields[]).map(({ id }) => id)
  const narrowed = (pay: unknown): Fields => ({ ...(pay as Fields), ...(chance.is(0.3) ? { payRules: chance.some(ids, 0.6) } : {}) })
  const employees = (document['employees'] as Fields[]).map((employee) => {
    const contract = employee['contract'] as Fields
    return {
      ...employee,
      ...(employee['pay'] === undefined ? {} : { pay: narrowed(employee['pay']) }),
      contract: contract['pay'] === undefined ? contract : { ...contract, pay: narrowed(contract['pay']) },
    }
  })
  return { ...document, employees }
}

function randomWeights(chance: Chance): Fields {
  const weights = [0, 0, 0, chance.one([0, 1, 1, 1, 3])]
  if (chance.is(0.3)) weights[chance.whole(0, 3)] = chance.whole(0, 20)
  return Object.fromEntries(PRIORITY_FIELDS.map((field, priority) => [field, weights[priority]]))
}

function randomRule(chance: Chance, id: number): Fields {
  const kind = chance.one(['overtime', 'overtime', 'surcharge', 'surcharge', 'surcharge', 'activation'])
  if (kind === 'activation') return { id, kind, amount: chance.one([0, 1, 5000]) }
  if (kind === 'overtime') {
    const per = chance.one(['day', 'week', 'week', 'month', 'horizon', 'period'])
    const overMinutes = per === 'day' ? 30 * chance.whole(0, 20) : chance.whole(0, 1500)
    return { id, kind, per, ...(per === 'period' ? { period: 'P' } : {}), overMinutes, percent: chance.one([100, 125, 150, 200, 133]) }
  }
  const conditions = {
    ...(chance.is(0.5) ? { from: clock(chance.whole(0, DAY_MIN - 1)), to: clock(chance.whole(0, DAY_MIN - 1)) } : {}),
    ...(chance.is(0.3) ? { on: 'holiday' } : {}),
    ...(chance.is(0.3) ? { weekdays: [chance.one(['MONDAY', 'SATURDAY', 'SUNDAY']), 'FRIDAY'] } : {}),
    ...(chance.is(0.3) ? { tags: [chance.one(TAGS)] } : {}),
  }
  const named = Object.keys(conditions).length === 0 ? { from: '22:00', to: '06:00' } : conditions
  return { id, kind, ...named, ...(chance.is(0.7) ? { percent: chance.one([25, 125, 150, 200, 117]) } : { amount: chance.one([0, 250, 333]) }) }
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
