import type { ContractRule } from '../../model/schedule.ts'
import type { Row, RosterView } from '../roster-view.ts'
import type { CountedFindings, Finding, Rule } from '../rule.ts'
import { createWindowReader, type WindowReader } from '../windows.ts'
import { conditionOf } from './contract-condition.ts'
import { countMatches } from './contract-count.ts'
import { runMatches } from './contract-run.ts'
import { successionMatches } from './contract-succession.ts'
import type { RuleMatch } from './rule-match.ts'

/** Every rule that the contract states for itself is kept. */
export const contractRules: Rule = {
  setting: 'contractRules',
  unit: "unit of a rule of the contract, times the rule's weight",
  *findMatches(view) {
    const windows = createWindowReader(view.schedule.calendar)
    for (const row of view.rows) {
      for (const rule of row.employee.contract.rules) {
        const isMet = rule.when === null ? () => true : conditionOf(view, row, rule.when)
        const matches = matchesOf(view, row, { rule, windows }).filter(({ day }) => isMet(day))
        if (matches.length > 0) yield foundBy(view, row, { rule, matches })
      }
    }
  },
}

function matchesOf(view: RosterView, row: Row, { rule, windows }: { rule: ContractRule; windows: WindowReader }): readonly RuleMatch[] {
  if (rule.kind === 'count') return countMatches(view, row, { rule, windows })
  return rule.kind === 'run' ? runMatches(view, row, rule) : successionMatches(view, row, rule)
}

/** What one rule finds in one row. */
function foundBy(view: RosterView, row: Row, { rule, matches }: { rule: ContractRule; matches: readonly RuleMatch[] }): CountedFindings {
  const units = matches.reduce((sum, match) => sum + match.units, 0)
  return {
    count: matches.length,
    amount: units * rule.weight,
    ...(rule.weights === null ? {} : { weights: rule.weights }),
    *list() {
      for (const match of matches) yield tellMatch(view, row, { rule, match })
    },
  }
}

function tellMatch({ words, naming }: RosterView, { employee }: Row, { rule, match }: { rule: ContractRule; match: RuleMatch }): Finding {
  const { shifts, date, claim, verdict } = match.tell()
  return {
    ...naming.name(shifts),
    employeeIds: [employee.id],
    ...(date === null ? {} : { date }),
    amount: match.units * rule.weight,
    text: `${words.employee(employee)} ${claim}, ${verdict} rule ${rule.place + 1} of ${words.contract(employee.contract)}.`,
  }
}
