import { PRIORITIES } from '../../model/score.ts'
import { ABOVE, BELOW, type CoverageRule, FAULTS, IDEAL, QUARTERS_PER_HOUR, unitOf } from '../rules/coverage/coverage.ts'
import type { State } from '../scoring/state.ts'
import type { Costs } from './costs.ts'
import type { CoverRows } from './cover-rows.ts'
import type { Segment } from './seat-values.ts'

/** What one person for an hour costs an opening of coverage where nothing is rounded: on priorities that may be broken, and on closed ones. */
interface HourCost {
  readonly open: number
  readonly closed: number
}

function hourCost({ instance: { weights } }: State, { factors, closed }: Costs, unit: number, times: number): HourCost {
  const cost = { open: 0, closed: 0 }
  if (unit < 0) return cost
  for (const p of PRIORITIES) cost[closed.includes(p) ? 'closed' : 'open'] += factors[p]! * weights[4 * unit + p]! * times
  return cost
}

interface HourCosts {
  readonly below: HourCost
  readonly ideal: HourCost
  readonly above: HourCost
}

function hourCosts(state: State, costs: Costs, rule: CoverageRule, opening: number): HourCosts {
  const of = (fault: number): HourCost => hourCost(state, costs, unitOf(rule, opening, fault), rule.times[opening]!)
  const below = of(BELOW)
  const ideal = of(IDEAL)
  return {
    below,
    above: of(ABOVE),
    ideal: { open: Math.min(ideal.open, below.closed > 0 ? Infinity : below.open), closed: Math.min(ideal.closed, below.closed) },
  }
}

/**
 * What each further person in a stretch costs who is counted there, equal ones together, by the quarters that the stretch has; and what those save of closed priorities who may not be
 * missing. Costs grow from person to person: an ideal is worth no more than a least. Hours are not rounded, and a ratio is not looked at, so that nothing costs more than it does.
 */
export function crowdSegments(state: State, costs: Costs, rows: CoverRows, stretch: number): { segments: Segment[]; saving: number } {
  const coverage = state.instance.coverage!
  const opening = coverage.opening[stretch]!
  const hours = (coverage.weight[stretch]! * rows.quarters[stretch]!) / QUARTERS_PER_HOUR
  const { below, ideal, above } = hourCosts(state, costs, coverage, opening)
  const [min, max] = [coverage.min[stretch]!, coverage.max[stretch]!]
  const enough = Math.min(max, Math.max(min, coverage.ideal[stretch]!))
  const segments: Segment[] = []
  let saving = 0
  let counted = state.coverage!.counted[stretch]!
  const last = counted + state.instance.employeeCount
  const addUntil = (people: number, sign: number, { open, closed }: HourCost): void => {
    const length = Math.min(last, people) - counted
    if (length <= 0) return
    counted += length
    const isForced = sign < 0 && closed > 0
    if (isForced) saving -= length * hours * closed
    segments.push({ length, slope: sign * hours * open, isForced, min: isForced ? length : 0, max: sign > 0 && closed > 0 ? 0 : length })
  }
  addUntil(min, -1, below)
  addUntil(enough, -1, ideal)
  addUntil(max, 0, below)
  addUntil(Infinity, 1, above)
  return { segments, saving }
}

/** What the people at work cost less where no hour is rounded, over all of coverage; 0 or below. */
export function unroundedLess(state: State, costs: Costs, rows: CoverRows): number {
  const { coverage } = state.instance
  if (coverage === null) return 0
  const { counted, wrong } = state.coverage!
  const linear = new Float64Array(FAULTS * coverage.openingCount)
  for (let stretch = 0; stretch < coverage.stretchCount; stretch += 1) {
    const opening = coverage.opening[stretch]!
    const [people, quarters] = [counted[stretch]!, coverage.weight[stretch]! * rows.quarters[stretch]!]
    linear[FAULTS * opening + BELOW]! += quarters * Math.max(0, coverage.min[stretch]! - people)
    linear[FAULTS * opening + IDEAL]! += quarters * Math.max(0, coverage.ideal[stretch]! - Math.max(people, coverage.min[stretch]!))
    linear[FAULTS * opening + ABOVE]! += quarters * Math.max(0, people - coverage.max[stretch]!)
  }
  let less = 0
  for (let opening = 0; opening < coverage.openingCount; opening += 1) {
    const { below, ideal, above } = hourCosts(state, costs, coverage, opening)
    const exactIdeal = hourCost(state, costs, coverage.idealUnit[opening]!, coverage.times[opening]!)
    for (const fault of [BELOW, IDEAL, ABOVE]) {
      const at = FAULTS * opening + fault
      const [hour, exact] = fault === IDEAL ? [ideal, exactIdeal] : fault === ABOVE ? [above, above] : [below, below]
      less += ((hour.open + hour.closed) * linear[at]!) / QUARTERS_PER_HOUR
      less -= (exact.open + exact.closed) * Math.ceil(wrong[at]! / QUARTERS_PER_HOUR)
    }
  }
  return less
}
