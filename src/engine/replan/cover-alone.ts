import type { Contract, Schedule } from '../../model/schedule.ts'
import { SETTING_NAMES, type SettingName, type Weights } from '../../model/settings.ts'

/**
 * The same schedule where nothing counts behind priority `last` (0 to 3), the one on which empty shifts weigh, but what keeping weighs: law, cover and changes are left, and wishes, fairness and comfort are not.
 * Employees, shifts and their positions stay. Rules of demand, breaks and pairings that stand one priority lower by themselves are left where they are.
 */
export function coverAlone(schedule: Schedule, last: number): Schedule {
  const upTo = (weights: Weights): Weights => weights.map((weight, p) => (p > last ? 0 : weight)) as unknown as Weights
  const bared = <T extends { readonly weights: Weights | null }>(rules: readonly T[]): T[] =>
    rules.map((rule) => (rule.weights === null ? rule : { ...rule, weights: upTo(rule.weights) }))
  const { settings, employees, fairness } = schedule
  const weights = Object.fromEntries(
    SETTING_NAMES.map((name): [SettingName, Weights] => [name, name === 'keepAssignment' ? settings.weights[name] : upTo(settings.weights[name])]),
  ) as Record<SettingName, Weights>
  // A contract that many have stays one.
  const known = new Map<Contract, Contract>()
  const baredContract = (contract: Contract): Contract => {
    const bare = known.get(contract) ?? { ...contract, rules: bared(contract.rules) }
    known.set(contract, bare)
    return bare
  }
  return {
    ...schedule,
    fairness: bared(fairness),
    employees: employees.map((employee) => {
      const { contract, contracts } = employee
      const periods = contracts?.map((period) => ({ ...period, contract: baredContract(period.contract) }))
      return { ...employee, contract: baredContract(contract), ...(periods === undefined ? {} : { contracts: periods }) }
    }),
    settings: { ...settings, weights },
  }
}
