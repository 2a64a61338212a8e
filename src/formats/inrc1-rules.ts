import { type Inrc1Contract, type Inrc1Instance, type Inrc1LimitName, type Inrc1Pattern, weekdayAt } from './inrc1-instance.ts'
import { completeWeekendRules, costed, identicalWeekendRules, type PostedRule, WEEKDAY_NAMES, weekendLimits } from './inrc1-weekends.ts'

/** 0 = Monday. */
const SATURDAY = 5

/** What every roster that works no day twice costs by these limits, said as rules. */
const LIMIT_RULES = {
  MaxNumAssignments: { kind: 'count', of: 'shifts', per: 'horizon', side: 'max' },
  MinNumAssignments: { kind: 'count', of: 'shifts', per: 'horizon', side: 'min' },
  MaxConsecutiveWorkingDays: { kind: 'run', of: 'days', side: 'max' },
  MinConsecutiveWorkingDays: { kind: 'run', of: 'days', edges: 'closed', side: 'min' },
  MaxConsecutiveFreeDays: { kind: 'run', of: 'daysOff', side: 'max' },
  MinConsecutiveFreeDays: { kind: 'run', of: 'daysOff', edges: 'closed', side: 'min' },
  MaxConsecutiveWorkingWeekends: { kind: 'run', of: 'weekends', side: 'max' },
  MinConsecutiveWorkingWeekends: { kind: 'run', of: 'weekends', edges: 'closed', side: 'min' },
  MaxWorkingWeekendsInFourWeeks: { kind: 'count', of: 'weekends', per: 'horizon', side: 'max' },
} as const satisfies Record<Inrc1LimitName, Readonly<Record<string, string>>>

/** True for weekends of Saturday and Sunday, which are those of a schedule without a calendar of its own. */
export function hasPlainWeekends({ weekend }: Inrc1Contract): boolean {
  return weekend.length === 2 && weekend[0] === SATURDAY
}

/** What rules know besides their contract. */
export interface RuleScope {
  readonly instance: Inrc1Instance
  /** True where the setting `completeWeekends` says what a weekend that is worked in part costs. */
  readonly completesBySetting: boolean
  /** Of types whose skills the employee lacks; only where the contract charges them. */
  readonly foreignTypes: readonly string[]
}

/** The rules of a contract, each with what it costs. */
export function rulesOf(contract: Inrc1Contract, { instance, completesBySetting, foreignTypes }: RuleScope): readonly PostedRule[] {
  const { flags } = contract
  return [
    ...limitRules(contract, instance),
    ...(hasPlainWeekends(contract) ? [] : weekendLimits(contract, instance)),
    ...(flags.CompleteWeekends > 0 && !completesBySetting ? completeWeekendRules(contract, instance) : []),
    ...(flags.IdenticalShiftTypesDuringWeekend > 0 ? identicalWeekendRules(contract, instance) : []),
    ...twoFreeRules(instance, flags.TwoFreeDaysAfterNightShifts),
    ...contract.unwanted.flatMap((pattern) => unwantedRules(instance, pattern)),
    ...(foreignTypes.length === 0
      ? []
      : [
          costed('AlternativeSkillCategory', flags.AlternativeSkillCategory, {
            kind: 'count',
            of: 'shifts',
            tags: foreignTypes,
            per: 'horizon',
            max: 0,
          }),
        ]),
  ]
}

function limitRules(contract: Inrc1Contract, { days }: Inrc1Instance): readonly PostedRule[] {
  return (Object.keys(LIMIT_RULES) as Inrc1LimitName[]).flatMap((name) => {
    const limit = contract.limits[name]
    const { side, ...rule } = LIMIT_RULES[name]
    if (limit === null || (rule.of === 'weekends' && !hasPlainWeekends(contract))) return []
    // No roster breaks these: a run has a day, and none has more than the horizon.
    const isIdle = side === 'max' ? limit.limit >= days : limit.limit <= (rule.kind === 'run' ? 1 : 0)
    return isIdle ? [] : [costed(name, limit.cost, { ...rule, [side]: limit.limit })]
  })
}

/** After the last of some nights come two free days, as far as the horizon knows them: a shift by day on the first, or any on the second after a free one. */
function twoFreeRules({ shiftTypes }: Inrc1Instance, cost: number): readonly PostedRule[] {
  const nights = shiftTypes.filter(({ start, end }) => start > end).map(({ id }) => id)
  const others = shiftTypes.filter(({ start, end }) => start <= end).map(({ id }) => id)
  if (cost === 0 || nights.length === 0) return []
  const name = 'TwoFreeDaysAfterNightShifts'
  return [
    ...(others.length === 0 ? [] : [costed(name, cost, { kind: 'succession', after: nights, forbidden: others, nextDay: true })]),
    costed(name, cost, { kind: 'pattern', pattern: 'night off any', where: { night: { tags: nights }, off: { off: true }, any: {} } }),
  ]
}

/**
 * An unwanted pattern: of one day a count and of two days with shifts a succession, which cost a search the least; any other an expression. One
 * that is longer than the horizon never comes about.
 */
function unwantedRules({ shiftTypes, days: horizon, firstDay }: Inrc1Instance, { id, cost, days, weekday }: Inrc1Pattern): readonly PostedRule[] {
  if (cost === 0 || days.length > horizon || !isReached(weekday, firstDay, horizon)) return []
  const name = `UnwantedPatterns ${id}`
  const on = weekday === null ? {} : { weekdays: [WEEKDAY_NAMES[weekday]] }
  const tagsOf = (day: number | 'any' | 'none'): readonly string[] =>
    typeof day === 'number' ? [shiftTypes[day]!.id] : shiftTypes.map(({ id: type }) => type)
  const [first, second] = days
  if (days.length === 1 && first !== 'none')
    return [costed(name, cost, { kind: 'count', of: 'shifts', tags: tagsOf(first!), per: 'horizon', max: 0, ...on })]
  if (days.length === 2 && first !== 'none' && second !== 'none')
    return [costed(name, cost, { kind: 'succession', after: tagsOf(first!), forbidden: tagsOf(second!), nextDay: true, ...on })]
  const where: Record<string, PostedRule> = {}
  const words = days.map((day) => {
    const word = wordOf(day, shiftTypes)
    where[word] = day === 'none' ? { off: true } : typeof day === 'number' ? { tags: tagsOf(day) } : {}
    return word
  })
  const starts = weekday === null ? {} : { starts: [WEEKDAY_NAMES[weekday]] }
  return [costed(name, cost, { kind: 'pattern', pattern: words.join(' '), where, ...starts })]
}

/** Whether the horizon has a day of that weekday: a rule of no day is refused. */
function isReached(weekday: number | null, firstDay: number, days: number): boolean {
  return weekday === null || days >= 7 || Array.from({ length: days }, (_, day) => weekdayAt(firstDay + day)).includes(weekday)
}

/** What an expression calls a day: the id of the type where it can be a name, and is not one of ours. */
function wordOf(day: number | 'any' | 'none', shiftTypes: Inrc1Instance['shiftTypes']): string {
  if (day === 'none') return 'off'
  if (day === 'any') return 'any'
  const { id } = shiftTypes[day]!
  return /^\p{L}[\p{L}\p{N}]*$/u.test(id) && id !== 'off' && id !== 'any' ? id : `type_${day + 1}`
}
