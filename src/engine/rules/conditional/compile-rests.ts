import type { HoursRule, RestRule, RestWindowRule, SpanRule } from '../../../model/schedule.ts'
import { MINUTES_PER_HOUR } from '../../../model/units.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { overlapsOfSchedule } from '../gap/compile-gap.ts'
import type { Overlaps } from '../gap/gap.ts'
import { spanOf } from '../span/kind.ts'
import type { StretchBody } from './rests.ts'

/** What all these rules of a schedule share. */
interface Shared {
  readonly overlaps: Overlaps
  /** By known day: when it begins. */
  readonly dayStart: Int32Array
}

const SHARED = new WeakMap<Compiling, Shared>()

function sharedOf(c: Compiling): Shared {
  const shared = SHARED.get(c) ?? { overlaps: overlapsOfSchedule(c), dayStart: Int32Array.from(c.schedule.calendar.days, ({ start }) => start) }
  SHARED.set(c, shared)
  return shared
}

/** The body of a rule about rests, spans or windows of hours. */
export function stretchBodyOf(c: Compiling, rule: RestRule | RestWindowRule | SpanRule | HoursRule): StretchBody {
  const { measures } = c
  switch (rule.kind) {
    case 'rest':
      return {
        kind: 'rest',
        isAfter: measures.counts(rule.after, rule.on),
        isBefore: measures.counts(rule.before),
        isOfRun: measures.counts(rule.after),
        run: rule.run,
        minMin: rule.minMinutes,
        overlaps: sharedOf(c).overlaps,
      }
    case 'restWindow': {
      const { inMinutes: lengthMin, minMinutes: minMin } = rule
      return { kind: 'restWindow', begins: measures.counts([], rule.on), lengthMin, dayStart: sharedOf(c).dayStart, minMin, historicLack: [] }
    }
    case 'hours': {
      const amount = measures.sums[measures.sumOf(rule.of, rule.tags, rule.on)]!
      const begins = measures.counts(rule.tags, rule.on)
      return { kind: 'hours', begins, amount, lengthMin: rule.hours * MINUTES_PER_HOUR, dayStart: sharedOf(c).dayStart, max: rule.max }
    }
    case 'span':
      return { kind: 'span', ...spanOf(c, rule) }
  }
}
