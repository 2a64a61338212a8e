import { CONTRACT_LIMITS, type LimitName } from './contract-limits.ts'
import { firstWhere } from './first-where.ts'
import type { Contract, ContractPeriod, Employee } from './schedule.ts'

type Contracted = Pick<Employee, 'contract' | 'contracts'>

/** Every limit of a contract, absent. */
export const NO_LIMITS = Object.fromEntries(CONTRACT_LIMITS.map(({ model }) => [model, null])) as Record<LimitName, number | null>

/** A contract that limits nothing. */
export const NO_CONTRACT: Contract = { name: null, ...NO_LIMITS, completeWeekends: false, rules: [], quotas: [] }

/** The contract of an employee on a known day; null on a day in none of several. */
export function contractOn({ contract, contracts }: Contracted, day: number): Contract | null {
  return contracts === undefined ? contract : (periodOn(contracts, day)?.contract ?? null)
}

function periodOn(periods: readonly ContractPeriod[], day: number): ContractPeriod | undefined {
  const found = periods[firstWhere(periods.length, (at) => periods[at]!.last >= day)]
  return found === undefined || found.first > day ? undefined : found
}

/** Every contract that an employee has on some known day, each once. */
export function contractsHeld({ contract, contracts }: Contracted): readonly Contract[] {
  return contracts === undefined ? [contract] : [...new Set(contracts.map((period) => period.contract))]
}
