import type { SpanRule } from '../../../model/schedule.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { contractRuleUnit, madeByHolder, needsWholeRow, NO_LIMIT } from '../../instance/limits.ts'
import { holderOn, termsOf } from '../../instance/terms.ts'
import { dayKind } from '../plain-kind.ts'
import { minutesBeyond, type Span } from './span.ts'

interface WeighedSpan extends Span {
  readonly times: number
  readonly unit: number
}

/** span: how far apart the shifts of a day may lie. Those with a condition or a cap are judged over the whole row (`rules/conditional`). */
export const SPAN = dayKind({
  name: 'span',
  compile: (compiling) => {
    const { schedule, demands } = compiling
    const terms = termsOf(schedule)
    const spans = madeByHolder(compiling, (rule) => (rule.kind !== 'span' || needsWholeRow(rule) ? null : weighedSpan(compiling, rule)))
    const unitsOfSpans = new Set(spans.flat().map(({ unit }) => unit))
    return (duties) =>
      [...unitsOfSpans].map((unit) => {
        const own = spans.map((mine) => mine.filter((span) => span.unit === unit))
        const unitsOn = (employee: number, day: number, duty: number): number => {
          const mine = own[holderOn(terms, employee, day)]!
          let units = 0
          for (let i = 0; i < mine.length; i += 1) units += mine[i]!.times * minutesBeyond(mine[i]!, demands, duties, duty)
          return units
        }
        return { unit, unitsOn }
      })
  },
})

function weighedSpan(compiling: Compiling, rule: SpanRule): WeighedSpan | null {
  const unit = contractRuleUnit(compiling.units, rule, true)
  return unit < 0 ? null : { ...spanOf(compiling, rule), times: rule.weight, unit }
}

/** The limits of a rule about spans. */
export function spanOf({ measures }: Compiling, rule: SpanRule): Span {
  return { begins: measures.counts([], rule.on), maxMin: rule.maxMinutes ?? NO_LIMIT, maxGapMin: rule.maxGapMinutes ?? NO_LIMIT }
}
