import type { SpanRule } from '../../../model/schedule.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { decidedDuties } from '../../instance/decided-duties.ts'
import { contractRuleUnit, madeByHolder, needsWholeRow, NO_LIMIT } from '../../instance/limits.ts'
import { holderOn, termsOf } from '../../instance/terms.ts'
import { dayKind } from '../plain-kind.ts'
import { minutesBeyond, type Span } from './span.ts'

interface WeighedSpan extends Span {
  readonly times: number
  readonly unit: number
  /** Of as much as the decided shifts of a day alone break; −1 where it counts as any other. */
  readonly decidedUnit: number
}

/** span: how far apart the shifts of a day may lie. Those with a condition or a cap are judged over the whole row (`rules/conditional`). */
export const SPAN = dayKind({
  name: 'span',
  compile: (compiling) => {
    const { schedule, demands } = compiling
    const terms = termsOf(schedule)
    const spans = madeByHolder(compiling, (rule) => (rule.kind !== 'span' || needsWholeRow(rule) ? null : weighedSpan(compiling, rule)))
    const unitsOfSpans = new Set(spans.flat().flatMap(({ unit, decidedUnit }) => (decidedUnit < 0 ? [unit] : [unit, decidedUnit])))
    const isSplit = spans.flat().some(({ decidedUnit }) => decidedUnit >= 0)
    return (duties) => {
      const decided = isSplit ? decidedDuties(schedule, demands, duties) : null
      const dayCount = schedule.calendar.days.length
      return [...unitsOfSpans].map((unit) => {
        const own = spans.map((mine) => mine.filter((span) => span.unit === unit || span.decidedUnit === unit))
        const unitsOn = (employee: number, day: number, duty: number): number => {
          const mine = own[holderOn(terms, employee, day)]!
          let units = 0
          for (let i = 0; i < mine.length; i += 1) {
            const span = mine[i]!
            const beyond = minutesBeyond(span, demands, duties, duty)
            if (beyond === 0) continue
            const alone = span.decidedUnit < 0 ? 0 : minutesBeyond(span, demands, duties, decided![employee * dayCount + day]!)
            const apart = Math.min(beyond, alone)
            units += span.times * (unit === span.unit ? beyond - apart : apart)
          }
          return units
        }
        return { unit, unitsOn }
      })
    }
  },
})

function weighedSpan(compiling: Compiling, rule: SpanRule): WeighedSpan | null {
  const unit = contractRuleUnit(compiling.units, rule, true)
  if (unit < 0) return null
  const { decidedWeights: weights } = rule
  const decidedUnit = weights === undefined ? -1 : compiling.units.of('contractRules', { weights, isMinutes: true })
  return { ...spanOf(compiling, rule), times: rule.weight, unit, decidedUnit }
}

/** The limits of a rule about spans. */
export function spanOf({ measures }: Compiling, rule: SpanRule): Span {
  return { begins: measures.counts([], rule.on), maxMin: rule.maxMinutes ?? NO_LIMIT, maxGapMin: rule.maxGapMinutes ?? NO_LIMIT }
}
