import type { ContractRule, CountRule, PatternRule } from '../../model/schedule.ts'
import type { Row, RosterView } from '../roster-view.ts'
import type { CountedFindings, Finding, Rule } from '../rule.ts'
import { type Held, rulesOf } from '../terms.ts'
import { createWindowReader, type WindowReader } from '../windows.ts'
import { titleInWords } from '../words.ts'
import { conditionOf } from './contract-condition.ts'
import { countMatches } from './contract-count.ts'
import { patternMatches } from './contract-pattern.ts'
import { restMatches, restWindowMatches } from './contract-rest.ts'
import { runMatches } from './contract-run.ts'
import { hoursMatches, spanMatches } from './contract-span.ts'
import { successionMatches } from './contract-succession.ts'
import { chargedInWords, type RuleMatch, type ToldMatch } from './rule-match.ts'

/** Every rule that the contract states for itself is kept. */
export const contractRules: Rule = {
  setting: 'contractRules',
  unit: "unit of a rule of the contract, times the rule's weight",
  *findMatches(view) {
    const windows = createWindowReader(view.schedule.calendar)
    for (const row of view.rows) {
      for (const held of rulesOf(row.employee)) {
        const { rule } = held
        const isMet = rule.when === null ? () => true : conditionOf(view, row, rule.when)
        const broken = matchesOf(view, row, { held, windows }).filter(({ day }) => isMet(day))
        const matches = rule.cap === undefined ? broken : cappedMatches(broken, { kind: rule.kind, cap: rule.cap })
        if (matches.length > 0) yield foundBy(view, row, { held, matches })
      }
    }
  },
}

function matchesOf(view: RosterView, row: Row, { held, windows }: { held: Held<ContractRule>; windows: WindowReader }): readonly RuleMatch[] {
  const { rule, isOn } = held
  if (rule.kind === 'count') return countMatches(view, row, { held: { ...held, rule }, windows })
  if (rule.kind === 'pattern') return patternMatches(view, row, { rule, isOn, windows })
  return ofOneDay(view, row, rule).filter(({ last }) => isOn(last))
}

/** Of those that the contract of one day decides: where they are broken, whatever it says. */
function ofOneDay(view: RosterView, row: Row, rule: Exclude<ContractRule, CountRule | PatternRule>): readonly RuleMatch[] {
  switch (rule.kind) {
    case 'run':
      return runMatches(view, row, rule)
    case 'succession':
      return successionMatches(view, row, rule)
    case 'rest':
      return restMatches(view, row, rule)
    case 'restWindow':
      return restWindowMatches(view, row, rule)
    case 'span':
      return spanMatches(view, row, rule)
    case 'hours':
      return hoursMatches(view, row, rule)
  }
}

/** The matches with no more units than a rule charges for those that it caps together, the first ones first. */
function cappedMatches(
  matches: readonly RuleMatch[],
  { kind, cap }: { readonly kind: ContractRule['kind']; readonly cap: number },
): readonly RuleMatch[] {
  const left = new Map<number, number>()
  return matches.flatMap((match, position) => {
    const window = windowOf(kind, match, position)
    const units = Math.min(match.units, left.get(window) ?? cap)
    left.set(window, (left.get(window) ?? cap) - units)
    return units === 0 ? [] : [units === match.units ? match : { ...match, units, tell: () => tellCapped(match, cap) }]
  })
}

/** What tells the windows of a rule apart, each of which has its cap: a count has one match in each, a pattern as many as days, a span up to two. The same for all matches where there are none. */
function windowOf(kind: ContractRule['kind'], { day }: RuleMatch, position: number): number {
  if (kind === 'count' || kind === 'restWindow' || kind === 'hours') return position
  return kind === 'pattern' || kind === 'span' ? day : 0
}

function tellCapped(match: RuleMatch, cap: number): ToldMatch {
  return { ...match.tell(), charged: chargedInWords(cap) }
}

/** What one rule finds in one row. */
function foundBy(view: RosterView, row: Row, { held, matches }: { held: Held<ContractRule>; matches: readonly RuleMatch[] }): CountedFindings {
  const { rule } = held
  const units = matches.reduce((sum, match) => sum + match.units, 0)
  return {
    count: matches.length,
    amount: units * rule.weight,
    ...(rule.weights === null ? {} : { weights: rule.weights }),
    *list() {
      for (const match of matches) yield tellMatch(view, row, { held, match })
    },
  }
}

function tellMatch({ words, naming }: RosterView, { employee }: Row, { held, match }: { held: Held<ContractRule>; match: RuleMatch }): Finding {
  const { rule, contract } = held
  const { shifts, date, claim, verdict, charged = '' } = match.tell()
  return {
    ...naming.name(shifts),
    employeeIds: [employee.id],
    ...(date === null ? {} : { date }),
    amount: match.units * rule.weight,
    text: `${words.employee(employee)} ${claim}, ${verdict} rule ${rule.place + 1} of ${words.contract(contract)}${titleInWords(rule)}${charged}.`,
  }
}
