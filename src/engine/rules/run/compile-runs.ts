import type { SettingName } from '../../../model/settings.ts'
import type { RunRule } from './run.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { appliesBy, contractRuleUnit, holderMask, limitsByHolder, needsWholeRow, NO_LIMIT, type ReadLimit } from '../../instance/limits.ts'
import { LATE, NIGHT, WORK } from '../../instance/measures.ts'
import { termsOf } from '../../instance/terms.ts'

type Draft = Omit<RunRule, 'applies' | 'terms' | 'horizonFirst'>

/** The edges of a rule that does not know what lies outside the known days. */
const OPEN = { openFrom: 0, closedAt: -1 } as const

/** All runs of days of a schedule: the named limits and the general rules. */
export function compileRuns(c: Compiling): RunRule[] {
  return [workAndOff(c), atMost(c, 'maxConsecutiveNightShifts', NIGHT), atMost(c, 'maxConsecutiveLateShifts', LATE), ...generalRuns(c)]
    .map((draft) => ruleOf(c, draft))
    .filter((rule) => rule.applies.includes(1))
}

/** With every field, and always in this order: the inner loop reads one shape of rule, whether it has a name or not. */
function ruleOf({ schedule }: Compiling, { name, ...draft }: Draft): RunRule {
  const isAsked = (of: number): boolean =>
    draft.most[of] !== NO_LIMIT || draft.least[of]! > 1 || draft.mostOff[of] !== NO_LIMIT || draft.leastOff[of]! > 1
  return {
    name,
    ...draft,
    terms: termsOf(schedule),
    horizonFirst: schedule.calendar.horizonFirst,
    applies: appliesBy(schedule, isAsked),
  }
}

function workAndOff({ schedule, units }: Compiling): Draft {
  const limit = (setting: SettingName, read: ReadLimit, absent: number): Int32Array =>
    limitsByHolder(schedule, units.isOn(setting) ? read : () => null, absent)
  return {
    flag: WORK,
    times: 1,
    most: limit('maxConsecutiveDays', (c) => c.maxConsecutiveDays, NO_LIMIT),
    least: limit('minConsecutiveDays', (c) => c.minConsecutiveDays, 0),
    mostOff: limit('consecutiveDaysOff', (c) => c.maxConsecutiveDaysOff, NO_LIMIT),
    leastOff: limit('consecutiveDaysOff', (c) => c.minConsecutiveDaysOff, 0),
    maxUnit: units.of('maxConsecutiveDays'),
    minUnit: units.of('minConsecutiveDays'),
    offUnit: units.of('consecutiveDaysOff'),
    ...OPEN,
  }
}

function atMost({ schedule, units }: Compiling, setting: 'maxConsecutiveNightShifts' | 'maxConsecutiveLateShifts', flag: number): Draft {
  const unit = units.of(setting)
  const none = limitsByHolder(schedule, () => null, 0)
  return {
    flag,
    times: 1,
    most: limitsByHolder(schedule, unit < 0 ? () => null : (contract) => contract[setting], NO_LIMIT),
    least: none,
    mostOff: limitsByHolder(schedule, () => null, NO_LIMIT),
    leastOff: none,
    maxUnit: unit,
    minUnit: unit,
    offUnit: unit,
    ...OPEN,
  }
}

function generalRuns({ schedule, units, measures, rules }: Compiling): Draft[] {
  return rules.flatMap((held): Draft[] => {
    const { rule } = held
    if (rule.kind !== 'run' || needsWholeRow(rule)) return []
    const unit = contractRuleUnit(units, rule, false)
    if (unit < 0) return []
    const mask = holderMask(schedule, held)
    const given = (value: number | null, absent: number): Int32Array => Int32Array.from(mask, (has) => (has === 1 ? (value ?? absent) : absent))
    const isOn = rule.of === 'days'
    return [
      {
        name: rule.name,
        flag: measures.flagOf(rule.tags, rule.on),
        times: rule.weight,
        most: given(isOn ? rule.max : null, NO_LIMIT),
        least: given(isOn ? rule.min : null, 0),
        mostOff: given(isOn ? null : rule.max, NO_LIMIT),
        leastOff: given(isOn ? null : rule.min, 0),
        maxUnit: unit,
        minUnit: unit,
        offUnit: unit,
        ...(rule.edges === 'closed' ? { openFrom: -1, closedAt: schedule.calendar.days.length } : OPEN),
      },
    ]
  })
}
