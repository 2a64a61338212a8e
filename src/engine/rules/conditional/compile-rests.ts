import type { HoursRule, RestRule, RestWindowRule, SpanRule } from '../../../model/schedule.ts'
import { MINUTES_PER_HOUR } from '../../../model/units.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { NO_LIMIT } from '../../instance/limits.ts'
import { overlapsOfSchedule } from '../gap/compile-gap.ts'
import type { StretchBody } from './rests.ts'

/** The body of a rule about rests, spans or windows of hours. */
export function stretchBodyOf(c: Compiling, rule: RestRule | RestWindowRule | SpanRule | HoursRule): StretchBody {
  const { schedule, measures } = c
  const dayStart = (): Int32Array => Int32Array.from(schedule.calendar.days, ({ start }) => start)
  switch (rule.kind) {
    case 'rest':
      return {
        kind: 'rest',
        isAfter: measures.counts(rule.after, rule.on),
        isBefore: measures.counts(rule.before),
        isOfRun: measures.counts(rule.after),
        run: rule.run,
        minMin: rule.minMinutes,
        overlaps: overlapsOfSchedule(c),
      }
    case 'restWindow': {
      const { inMinutes: lengthMin, minMinutes: minMin } = rule
      return { kind: 'restWindow', begins: measures.counts([], rule.on), lengthMin, dayStart: dayStart(), minMin, historicLack: [] }
    }
    case 'hours': {
      const column = measures.sums[measures.sumOf(rule.of, rule.tags, rule.on)]!
      const amount = Int32Array.from(column.subarray(0, c.demands.count))
      const begins = measures.counts(rule.tags, rule.on)
      return { kind: 'hours', begins, amount, lengthMin: rule.hours * MINUTES_PER_HOUR, dayStart: dayStart(), max: rule.max }
    }
    case 'span':
      return {
        kind: 'span',
        begins: measures.counts([], rule.on),
        maxMin: rule.maxMinutes ?? NO_LIMIT,
        maxGapMin: rule.maxGapMinutes ?? NO_LIMIT,
      }
  }
}
