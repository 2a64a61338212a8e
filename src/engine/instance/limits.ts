import type { Contract, ContractRule, Schedule } from '../../model/schedule.ts'
import type { UnitTable } from './units.ts'

/** No limit: larger than any count, and still safe to subtract from. */
export const NO_LIMIT = 0x3fff_ffff

/** One limit of every contract, by employee. */
export function limits(schedule: Schedule, read: (contract: Contract) => number | null, absent: number): Int32Array {
  return Int32Array.from(schedule.employees, ({ contract }) => Math.min(read(contract) ?? absent, NO_LIMIT))
}

/** What rules are called tells none apart. */
export const NO_TITLE = { name: undefined, reference: undefined }

/** The general rules of all contracts, each once, with the employees whose contract has it. */
export function contractRules(schedule: Schedule): { readonly rule: ContractRule; readonly employees: readonly number[] }[] {
  const found = new Map<string, { rule: ContractRule; employees: number[] }>()
  for (const { contract, employees } of contractsOf(schedule)) {
    // A contract that says the same twice means it twice.
    const seen = new Map<string, number>()
    for (const rule of contract.rules) {
      const text = JSON.stringify({ ...rule, place: 0, ...NO_TITLE })
      const repeat = seen.get(text) ?? 0
      seen.set(text, repeat + 1)
      const key = `${repeat} ${text}`
      const entry = found.get(key) ?? { rule, employees: [] }
      found.set(key, entry)
      for (const e of employees) entry.employees.push(e)
    }
  }
  return [...found.values()]
}

/** True for the rules that are judged over the whole row at once (`rules/conditional`), and by no other kind. */
export function needsWholeRow(rule: ContractRule): boolean {
  if (rule.when !== null || rule.cap !== undefined) return true
  if (rule.kind === 'count') return rule.of === 'kinds' || rule.of === 'spots'
  return rule.kind === 'succession' ? rule.required !== undefined : rule.kind === 'run' && rule.of === 'weekends'
}

/** Each contract object once, with the employees who have it: one that a thousand share is looked through once. */
export function contractsOf({ employees }: Schedule): readonly { readonly contract: Contract; readonly employees: readonly number[] }[] {
  const found = Map.groupBy(employees.keys(), (e) => employees[e]!.contract)
  return Array.from(found, ([contract, having]) => ({ contract, employees: having }))
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

/** By employee: the positions of the rules that their contract asks for. */
export function askedOf(schedule: Schedule, rules: readonly { readonly applies: Uint8Array }[]): Int32Array[] {
  return schedule.employees.map((_, e) => Int32Array.from(rules.flatMap(({ applies }, position) => (applies[e] === 1 ? [position] : []))))
}
