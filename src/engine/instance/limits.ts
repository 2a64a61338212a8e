import { NO_CONTRACT } from '../../model/contract-periods.ts'
import { ruleKey } from '../../model/rule-key.ts'
import type { Contract, ContractRule, Schedule } from '../../model/schedule.ts'
import { holdersOf, termsOf } from './terms.ts'
import type { UnitTable } from './units.ts'

/** No limit: larger than any count, and still safe to subtract from. */
export const NO_LIMIT = 0x3fff_ffff

/** What a contract says of one limit; null = nothing. */
export type ReadLimit = (contract: Contract) => number | null

/** One limit of every contract that is of all days, by employee; absent for those who have several. */
export function limits(schedule: Schedule, read: ReadLimit, absent: number): Int32Array {
  return Int32Array.from(schedule.employees, ({ contract }) => Math.min(read(contract) ?? absent, NO_LIMIT))
}

/** What rules are called tells none apart. */
export const NO_TITLE = { name: undefined, reference: undefined }

/** One limit of every contract, by holder. */
export function limitsByHolder(schedule: Schedule, read: ReadLimit, absent: number): Int32Array {
  const own = limits(schedule, read, absent)
  const terms = termsOf(schedule)
  if (terms === null) return own
  return Int32Array.from([...own, ...[...terms.contracts, NO_CONTRACT].map((contract) => Math.min(read(contract) ?? absent, NO_LIMIT))])
}

/** By employee: 1 where a holder of whom this is true is theirs. */
export function appliesBy(schedule: Schedule, isAsked: (holder: number) => boolean): Uint8Array {
  const terms = termsOf(schedule)
  const dayCount = schedule.calendar.days.length
  return Uint8Array.from(schedule.employees, (_, e) => {
    if (terms === null || terms.at[e]! < 0) return isAsked(e) ? 1 : 0
    for (const holder of holdersOf(terms, e, dayCount)) if (isAsked(holder)) return 1
    return 0
  })
}

/** A general rule, with the employees whose one contract has it, and the contracts of some days that do, by holder. */
export interface HeldRule {
  readonly rule: ContractRule
  readonly employees: readonly number[]
  readonly holders: readonly number[]
}

/** The general rules of all contracts, each once. */
export function contractRules(schedule: Schedule): HeldRule[] {
  const found = new Map<string, { rule: ContractRule; employees: number[]; holders: number[] }>()
  for (const { contract, employees, holder } of contractsOf(schedule)) {
    // A contract that says the same twice means it twice.
    const seen = new Map<string, number>()
    for (const rule of contract.rules) {
      const text = ruleKey(rule)
      const repeat = seen.get(text) ?? 0
      seen.set(text, repeat + 1)
      const key = `${repeat} ${text}`
      const entry = found.get(key) ?? { rule, employees: [], holders: [] }
      found.set(key, entry)
      for (const e of employees) entry.employees.push(e)
      if (holder !== null) entry.holders.push(holder)
    }
  }
  return [...found.values()]
}

/** True for the rules that are judged over the whole row at once (`rules/conditional`), and by no other kind. */
export function needsWholeRow(rule: ContractRule): boolean {
  if (rule.when !== null || rule.cap !== undefined) return true
  if (rule.kind === 'count') return rule.of === 'kinds' || rule.of === 'spots'
  if (rule.kind === 'succession') return rule.required !== undefined
  if (rule.kind === 'rest') return rule.run !== null
  return rule.kind === 'run' ? rule.of === 'weekends' : rule.kind === 'restWindow' || rule.kind === 'hours'
}

interface HeldContract {
  readonly contract: Contract
  /** Who have it on all days. */
  readonly employees: readonly number[]
  /** Of the contract where somebody has it on some days; else null. */
  readonly holder: number | null
}

/** Each contract object once: one that a thousand share is looked through once. */
export function contractsOf(schedule: Schedule): readonly HeldContract[] {
  const { employees } = schedule
  const terms = termsOf(schedule)
  const single = terms === null ? employees.keys() : [...employees.keys()].filter((e) => terms.at[e]! < 0)
  const found = Map.groupBy(single, (e) => employees[e]!.contract)
  const holders = new Map(terms?.contracts.map((contract, number) => [contract, employees.length + number]))
  for (const contract of holders.keys()) if (!found.has(contract)) found.set(contract, [])
  return Array.from(found, ([contract, having]) => ({ contract, employees: having, holder: holders.get(contract) ?? null }))
}

/** The unit of a general rule, with its own weights or else those of the setting. */
export function contractRuleUnit(units: UnitTable, { weights }: ContractRule, isMinutes: boolean): number {
  return units.of('contractRules', weights === null ? { isMinutes } : { weights, isMinutes })
}

/** 1 for these employees, 0 for the others. */
export function maskOf(schedule: Schedule, employees: readonly number[]): Uint8Array {
  const mask = new Uint8Array(schedule.employees.length)
  for (const e of employees) mask[e] = 1
  return mask
}

/** By holder: 1 for those of whom the rule is. */
export function holderMask(schedule: Schedule, { employees, holders }: HeldRule): Uint8Array {
  const terms = termsOf(schedule)
  const mask = new Uint8Array(schedule.employees.length + (terms === null ? 0 : terms.contracts.length + 1))
  for (const holder of [...employees, ...holders]) mask[holder] = 1
  return mask
}

/** What `make` makes of the general rules of a schedule, by holder; null of those that it does not mean. */
export function madeByHolder<Made>(
  { schedule, rules }: { readonly schedule: Schedule; readonly rules: readonly HeldRule[] },
  make: (rule: ContractRule) => Made | null,
): Made[][] {
  const own: Made[][] = Array.from(
    limitsByHolder(schedule, () => null, 0),
    () => [],
  )
  for (const held of rules) {
    const made = make(held.rule)
    if (made === null) continue
    for (const [holder, has] of holderMask(schedule, held).entries()) if (has === 1) own[holder]!.push(made)
  }
  return own
}

/** By employee: the positions of the rules that their contract asks for. */
export function askedOf(schedule: Schedule, rules: readonly { readonly applies: Uint8Array }[]): Int32Array[] {
  return schedule.employees.map((_, e) => Int32Array.from(rules.flatMap(({ applies }, position) => (applies[e] === 1 ? [position] : []))))
}
