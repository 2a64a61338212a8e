import { contractOn } from '../model/contract-periods.ts'
import { firstWhere } from '../model/first-where.ts'
import { ruleKey } from '../model/rule-key.ts'
import type { Contract, ContractPeriod, ContractRule, CountRule, Employee, Quota } from '../model/schedule.ts'

/** Known days, both inclusive. */
interface Days {
  readonly first: number
  readonly last: number
}

/** What is said of some days; null = nothing. */
export type LimitIn = (days: Days) => number | null

type Read = (contract: Contract) => number | null

/** The most of a window: of contracts of some days the mean of the days that lie in one, rounded down, and none where one of these days has none. */
export function mostIn({ contract, contracts }: Employee, read: Read): LimitIn {
  if (contracts === undefined) {
    const limit = read(contract)
    return () => limit
  }
  const limits = sumsOf(contracts, (held) => read(held) ?? 0)
  const held = sumsOf(contracts, () => 1)
  const free = sumsOf(contracts, (each) => (read(each) === null ? 1 : 0))
  return (days) => {
    const count = held(days)
    return count === 0 || free(days) > 0 ? null : Math.floor(limits(days) / count)
  }
}

/** The least of a window whose days are all known: of contracts of some days the mean of all its known days, rounded up; null where no contract asks for anything. */
export function leastIn({ contract, contracts }: Employee, read: Read): LimitIn {
  if (contracts === undefined) {
    const limit = read(contract)
    return () => limit
  }
  if (contracts.every((period) => read(period.contract) === null)) return () => null
  const asked = sumsOf(contracts, (held) => read(held) ?? 0)
  return (days) => Math.ceil(asked(days) / Math.max(1, days.last - days.first + 1))
}

/** Adds up what days are worth by their contract; those in none are worth 0. */
function sumsOf(periods: readonly ContractPeriod[], worthOf: (contract: Contract) => number): (days: Days) => number {
  const before = [0]
  for (const { contract, first, last } of periods) before.push(before.at(-1)! + (last - first + 1) * worthOf(contract))
  const until = (day: number): number => {
    const at = countEnded(periods, day)
    const open = periods[at]
    return before[at]! + (open === undefined ? 0 : Math.max(0, day - open.first) * worthOf(open.contract))
  }
  return ({ first, last }) => (last < first ? 0 : until(last + 1) - until(first))
}

/** How many of the periods, which are in order, end before a day. */
function countEnded(periods: readonly ContractPeriod[], day: number): number {
  return firstWhere(periods.length, (at) => periods[at]!.last >= day)
}

/** A rule of one contract, or of several that follow one another. */
export interface Held<Rule> {
  readonly rule: Rule
  /** Whose rule it is; of several the last. */
  readonly contract: Contract
  readonly most: LimitIn
  readonly least: LimitIn
  /** Whether the contract of a known day has it. */
  isOn(day: number): boolean
}

const ALWAYS = (): boolean => true

/** By list of contracts, which those who change alike share: what is made of them once. */
const KNOWN_RULES = new WeakMap<readonly ContractPeriod[], readonly Held<ContractRule>[]>()

/** Everything that an employee's contracts state for themselves. */
export function rulesOf(employee: Employee): readonly Held<ContractRule>[] {
  const { contract, contracts } = employee
  if (contracts === undefined) return contract.rules.map((rule) => fixed({ rule, contract }, 'max' in rule ? rule : { min: null, max: null }, ALWAYS))
  const known = KNOWN_RULES.get(contracts) ?? rulesOfSeveral(employee, contracts)
  KNOWN_RULES.set(contracts, known)
  return known
}

function rulesOfSeveral(employee: Employee, contracts: readonly ContractPeriod[]): Held<ContractRule>[] {
  const counts = joined(employee, ({ rules }) => rules.filter((rule) => rule.kind === 'count'))
  return [...counts, ...uncounted(employee, contracts)]
}

/** Rules without sums, each for the days of the contracts that have it: word for word the same is one rule. */
function uncounted(employee: Employee, contracts: readonly ContractPeriod[]): Held<ContractRule>[] {
  const found = new Map<string, { rule: ContractRule; contract: Contract; having: Set<Contract> }>()
  for (const contract of new Set(contracts.map((period) => period.contract))) {
    const seen = new Map<string, number>()
    for (const rule of contract.rules.filter(({ kind }) => kind !== 'count')) {
      const said = ruleKey(rule)
      const nth = seen.get(said) ?? 0
      seen.set(said, nth + 1)
      const key = `${nth} ${said}`
      const having = found.get(key)?.having ?? new Set<Contract>()
      found.set(key, { rule, contract, having: having.add(contract) })
    }
  }
  return Array.from(found.values(), ({ rule, contract, having }) => {
    const isOn = (day: number): boolean => {
      const held = contractOn(employee, day)
      return held !== null && having.has(held)
    }
    return fixed({ rule, contract }, 'max' in rule ? rule : { min: null, max: null }, isOn)
  })
}

/** The quotas of an employee's contracts. */
export function quotasOf(employee: Employee): Held<Quota>[] {
  const { contract, contracts } = employee
  if (contracts === undefined) return contract.quotas.map((rule) => fixed({ rule, contract }, rule, ALWAYS))
  return joined(employee, ({ quotas }) => quotas)
}

type Limits = Pick<CountRule, 'min' | 'max'>

function fixed<Rule>(said: Pick<Held<Rule>, 'rule' | 'contract'>, { min, max }: Limits, isOn: (day: number) => boolean): Held<Rule> {
  return { ...said, most: () => max, least: () => min, isOn }
}

/**
 * What contracts of some days count. Two of them mean the same limit with what differs in the number alone, the first such most with the first, the second with the second; and a least with
 * a least. It is told by the place that it has in the last of them.
 */
function joined<Rule extends CountRule | Quota>(employee: Employee, countedBy: (contract: Contract) => readonly Rule[]): Held<Rule>[] {
  const found = new Map<string, { side: keyof Limits; rule: Rule; contract: Contract; limits: Map<Contract, number> }>()
  for (const contract of new Set(employee.contracts!.map((period) => period.contract))) {
    for (const side of ['max', 'min'] as const) {
      const said = countedBy(contract).filter((rule) => rule[side] !== null)
      const seen = new Map<string, number>()
      for (const rule of said) {
        const name = nameOf(rule)
        const nth = seen.get(name) ?? 0
        seen.set(name, nth + 1)
        const key = `${side} ${nth} ${name}`
        const limits = found.get(key)?.limits ?? new Map<Contract, number>()
        found.set(key, { side, rule, contract, limits: limits.set(contract, rule[side]!) })
      }
    }
  }
  return Array.from(found.values(), ({ side, rule, contract, limits }) => {
    const read: Read = (each) => limits.get(each) ?? null
    return {
      rule,
      contract,
      most: side === 'max' ? mostIn(employee, read) : () => null,
      least: side === 'min' ? leastIn(employee, read) : () => null,
      isOn: ALWAYS,
    }
  })
}

/** Where a rule stands and what people call it tells none apart. */
const UNNAMED = { place: null, name: undefined, reference: undefined }

const NAMES = new WeakMap<object, string>()

/** What a count or quota is about, whatever it limits to and whatever people call it. */
function nameOf(rule: CountRule | Quota): string {
  const known = NAMES.get(rule)
  if (known !== undefined) return known
  const name = JSON.stringify({ ...rule, min: null, max: null, ...UNNAMED })
  NAMES.set(rule, name)
  return name
}
