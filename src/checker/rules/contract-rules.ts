import type { ContractRule, CountRule, PatternRule } from '../../model/schedule.ts'
import type { Weights } from '../../model/settings.ts'
import { decidedRowOf } from '../decided-rows.ts'
import type { Row, RosterView } from '../roster-view.ts'
import type { CountedFindings, Finding, Rule } from '../rule.ts'
import { type Held, rulesOf } from '../terms.ts'
import { createWindowReader, type WindowReader } from '../windows.ts'
import type { Teller } from '../../model/teller.ts'
import { titleInWords } from '../words.ts'
import { conditionOf } from './contract-condition.ts'
import { countMatches } from './contract-count.ts'
import { patternMatches, patternMatchesApart } from './contract-pattern.ts'
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
        const { weights, decidedWeights = null } = held.rule
        const { planned, decided } = chargedApart(view, row, { held, windows })
        if (planned.length > 0) yield foundBy(view, row, { held, matches: planned, weights })
        if (decided.length > 0) yield foundBy(view, row, { held, matches: decided, weights: decidedWeights })
      }
    }
  },
}

type HeldWithin = { readonly held: Held<ContractRule>; readonly windows: WindowReader }

/** What a rule charges for, by what it costs. */
interface Apart {
  readonly planned: readonly RuleMatch[]
  /** As much as what is decided for the employee alone breaks, where that costs something else. */
  readonly decided: readonly RuleMatch[]
}

function chargedApart(view: RosterView, row: Row, { held, windows }: HeldWithin): Apart {
  const { rule, isOn } = held
  if (rule.decidedWeights === undefined) return { planned: charged(view, row, rule, matchesOf(view, row, { held, windows })), decided: [] }
  if (rule.kind === 'pattern') {
    const { planned, decided } = patternMatchesApart(view, { row, alone: decidedRowOf(view, row.employee) }, { rule, isOn, windows })
    return { planned: charged(view, row, rule, planned), decided: charged(view, row, rule, decided) }
  }
  const matches = charged(view, row, rule, matchesOf(view, row, { held, windows }))
  if (matches.length === 0) return { planned: [], decided: [] }
  const alone = decidedRowOf(view, row.employee)
  const decided = charged(view, alone, rule, matchesOf(view, alone, { held, windows }))
  return isToldByDay(rule) ? splitByDay(matches, decided) : splitByDecided(matches, decided)
}

/** True where what decided shifts alone break is told day by day: of rests between neighbours and spans that are not limited together. */
function isToldByDay(rule: ContractRule): boolean {
  const isOfDays = rule.kind === 'span' || (rule.kind === 'rest' && rule.run === null)
  return isOfDays && rule.when === null && rule.cap === undefined
}

function splitByDay(matches: readonly RuleMatch[], alone: readonly RuleMatch[]): Apart {
  const decidedOn = Map.groupBy(alone, ({ day }) => day)
  const days = Array.from(
    Map.groupBy(matches, ({ day }) => day),
    ([day, ofDay]) => splitByDecided(ofDay, decidedOn.get(day) ?? []),
  )
  return { planned: days.flatMap(({ planned }) => planned), decided: days.flatMap(({ decided }) => decided) }
}

/** The matches for which a rule charges: while its condition is met, and no more than its cap. */
function charged(view: RosterView, row: Row, rule: ContractRule, matches: readonly RuleMatch[]): readonly RuleMatch[] {
  const isMet = rule.when === null ? () => true : conditionOf(view, row, rule.when)
  const broken = matches.filter(({ day }) => isMet(day))
  return rule.cap === undefined ? broken : cappedMatches(broken, { kind: rule.kind, cap: rule.cap, teller: view.words.teller })
}

/** As many units as decided shifts alone break, and all others. Places where these break the rule too are taken for theirs before others are. */
function splitByDecided(matches: readonly RuleMatch[], alone: readonly RuleMatch[]): Apart {
  let left = alone.reduce((sum, { units }) => sum + units, 0)
  const places = new Set(alone.map(({ day, last }) => `${day} ${last}`))
  const isTheirs = ({ day, last }: RuleMatch): boolean => places.has(`${day} ${last}`)
  const planned: RuleMatch[] = []
  const decided: RuleMatch[] = []
  for (const match of [...matches.filter(isTheirs), ...matches.filter((other) => !isTheirs(other))]) {
    const units = Math.min(match.units, left)
    left -= units
    if (units > 0) decided.push({ ...match, units })
    if (units < match.units) planned.push({ ...match, units: match.units - units })
  }
  return { planned, decided }
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
  { kind, cap, teller }: { readonly kind: ContractRule['kind']; readonly cap: number; readonly teller: Teller },
): readonly RuleMatch[] {
  const left = new Map<number, number>()
  return matches.flatMap((match, position) => {
    const window = windowOf(kind, match, position)
    const units = Math.min(match.units, left.get(window) ?? cap)
    left.set(window, (left.get(window) ?? cap) - units)
    return units === 0 ? [] : [units === match.units ? match : { ...match, units, tell: () => tellCapped(match, cap, teller) }]
  })
}

/** What tells the windows of a rule apart, each of which has its cap: a count has one match in each, a pattern as many as days, a span up to two. The same for all matches where there are none. */
function windowOf(kind: ContractRule['kind'], { day }: RuleMatch, position: number): number {
  if (kind === 'count' || kind === 'restWindow' || kind === 'hours') return position
  return kind === 'pattern' || kind === 'span' ? day : 0
}

function tellCapped(match: RuleMatch, cap: number, teller: Teller): ToldMatch {
  return { ...match.tell(), charged: chargedInWords(cap, teller) }
}

/** What one rule finds in one row. */
function foundBy(
  view: RosterView,
  row: Row,
  { held, matches, weights }: { held: Held<ContractRule>; matches: readonly RuleMatch[]; weights: Weights | null },
): CountedFindings {
  const { rule } = held
  const units = matches.reduce((sum, match) => sum + match.units, 0)
  return {
    count: matches.length,
    amount: units * rule.weight,
    ...(weights === null ? {} : { weights }),
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
    text: words.teller.say('contract.rule', {
      who: words.employee(employee),
      claim,
      verdict,
      number: rule.place + 1,
      contract: words.contract(contract),
      title: titleInWords(rule),
      charged,
    }),
  }
}
