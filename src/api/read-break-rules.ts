import type { BreakRule } from '../model/breaks.ts'
import { canHold } from '../model/breaks.ts'
import type { Identifier } from '../model/units.ts'
import { flagOf, integerOf, isGiven, objectsOf, requiredInteger, shapeOf, shown } from './fields.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, hintForUnknownId, idsOf, requiredId } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import { DEFAULT_BREAK_STEP, MAX_BREAK_RULES, MAX_BREAKS, RANGES } from './limits.ts'
import { BreakRule as BreakRuleSchema } from './schemas/breaks.ts'
import { doubtMinutes } from './doubts.ts'

const BREAK_RULE = shapeOf('a break rule', BreakRuleSchema)

/** What shifts, templates and spots look their breaks up in. */
export interface BreakRulesRead {
  readonly rules: readonly BreakRule[]
  readonly byId: ReadonlyMap<Identifier, BreakRule>
  /** The rules of a list that a shift of so many minutes has breaks by; null = none. Those alike share one list. */
  readonly within: (named: readonly BreakRule[], length: number) => readonly BreakRule[] | null
}

/** The most hours that somebody sends by mistake as minutes. */
const LIKELY_HOURS = { overMinutes: 12, earliestAfter: 4, latestBefore: 4 } as const

/** Reads `breakRules`. */
export function readBreakRules(document: Place): BreakRulesRead {
  const seen = new Map<Identifier, number>()
  const rules = objectsOf(document, 'breakRules', BREAK_RULE, MAX_BREAK_RULES).map((place, index): BreakRule => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    isGiven(place, 'paid')
    const stepMinutes = integerOf(place, 'stepMinutes', RANGES.breakStep) ?? DEFAULT_BREAK_STEP
    for (const [key, mostHours] of Object.entries(LIKELY_HOURS)) doubtMinutes(place, key, mostHours)
    return {
      id,
      overMinutes: requiredInteger(place, 'overMinutes', RANGES.breakOver),
      minutes: requiredInteger(place, 'minutes', RANGES.breakMinutes),
      paid: flagOf(place, 'paid', false),
      earliestAfter: integerOf(place, 'earliestAfter', RANGES.breakOver) ?? stepMinutes,
      latestBefore: integerOf(place, 'latestBefore', RANGES.breakOver) ?? stepMinutes,
      stepMinutes,
      covered: flagOf(place, 'covered', false),
    }
  })
  checkTwins(document.issues, 'break rule', seen, (id) => `/breakRules/${seen.get(id)}/id`)
  const lists = new Map<string, readonly BreakRule[]>()
  const places = new Map(rules.map((rule, place) => [rule, place]))
  const within = (named: readonly BreakRule[], length: number): readonly BreakRule[] | null => {
    const own = named.filter(({ overMinutes }) => length > overMinutes)
    if (own.length === 0) return null
    const key = own.map((rule) => places.get(rule)).join(',')
    const list = lists.get(key) ?? own
    lists.set(key, list)
    return list
  }
  return { rules, byId: new Map(rules.map((rule) => [rule.id, rule])), within }
}

/** The rules that an entry names by `breakRules`; null where it says nothing of them. */
export function namedBreakRules(place: Place, { byId }: Pick<BreakRulesRead, 'byId'>): readonly BreakRule[] | null {
  if ((place.fields['breakRules'] ?? null) === null) return null
  const { issues } = place
  const ids = idsOf(place, 'breakRules', (id, pointer) => {
    if (byId.has(id)) return true
    issues.error(
      pointer,
      'break-rule-unknown',
      `No break rule has the id ${shown(id)}.`,
      hintForUnknownId(byId, id, 'Add it to breakRules, or correct the id.'),
    )
    return false
  })
  const named = [...new Set(ids)]
  if (named.length > MAX_BREAKS) {
    const detail = `breakRules names ${named.length} rules; a shift has at most ${MAX_BREAKS} breaks.`
    issues.error(`${place.pointer}/breakRules`, 'list-too-long', detail, 'Name fewer of them.')
    return []
  }
  return named.flatMap((id) => byId.get(id) ?? [])
}

/** Reports a shift that is too short for its breaks; false where it is. */
export function checkBreaksFit(issues: IssueList, pointer: string, rules: readonly BreakRule[], length: number): boolean {
  if (canHold(rules, length)) return true
  issues.error(
    pointer,
    'breaks-unfit',
    `The shift of ${length} minutes has no room for ${breaksInWords(rules)} within their limits.`,
    'Let the shift be longer, or name fewer breakRules, or lower minutes, earliestAfter or latestBefore of the break rule, or raise its overMinutes.',
  )
  return false
}

function breaksInWords(rules: readonly BreakRule[]): string {
  const named = rules.map(({ id, minutes }) => `${minutes} minutes of ${shown(id)}`).join(' and ')
  return rules.length === 1 ? `its break of ${named}` : `its breaks of ${named}`
}

/** What breaks shorten work by. */
export function unpaidMinutes(rules: readonly BreakRule[] | null): number {
  return (rules ?? []).reduce((sum, { paid, minutes }) => sum + (paid ? 0 : minutes), 0)
}
