import { inPart, type Mutant } from './mutant.ts'

const SPARE_SEATS = 'src/engine/scoring/spare-seats.test.ts'
const WALKS = 'test/property/walks.test.ts'
const SHAPE_CHANGE = 'src/engine/scoring/shape-change.test.ts'
const EVERYTHING = 'test/property/everything.test.ts'
const SAVINGS = 'test/property/savings.test.ts'
const PATTERNS = 'test/property/patterns.test.ts'
const BEST_ROW = 'test/property/best-row.test.ts'
const CYCLIC_PAGE = 'test/golden/cyclic.test.ts'
const CYCLIC = 'test/property/cyclic.test.ts'
const REPAIR = 'test/property/repair.test.ts'

/** Deltas: what a move adds, against the score counted anew. */
export const SCORING_MUTANTS: readonly Mutant[] = [
  ...inPart(
    'scoring',
    'rules/over-edge/over-edge.ts',
    [CYCLIC_PAGE, CYCLIC],
    [
      [': 2 * this.#once[at]!', ': this.#once[at]!'],
      ['employee !== this.#employee || ', ''],
      ['demandOfShift[shift + length]!', 'demandOfShift[shift]!'],
      ["count.of !== 'roster'", "count.of === 'kept'"],
    ],
  ),
  ...inPart('scoring', 'rules/over-edge/used-units.ts', [CYCLIC_PAGE, CYCLIC], [['leastOff.some(isAbove(1))', 'leastOff.some(isAbove(2))']]),
  ...inPart('scoring', 'instance/duties.ts', [SPARE_SEATS], [['shared > 0 && this', 'shared < 0 && this']]),
  ...inPart('scoring', 'instance/demands.ts', [SPARE_SEATS], [['if (shared > 0) return `seats ${shared}`', '']]),
  ...inPart(
    'scoring',
    'scoring/spare-seats.ts',
    [SPARE_SEATS],
    [
      ['compareScores(change, PERFECT) <= 0', 'compareScores(change, PERFECT) < 0'],
      ['demands.seats[d]!) - 1', 'demands.seats[d]!)'],
    ],
  ),
  ...inPart(
    'scoring',
    'scoring/evaluate.ts',
    [WALKS],
    [
      ['coverCost[after + p]! - coverCost[before + p]!', 'coverCost[before + p]! - coverCost[after + p]!'],
      ['addToFilled(state, old, -1)', ''],
      ['stepShared(state, shared, -1, null)', ''],
      ['while (to > from && cells[row + to] === next[to]) to -= 1', 'while (to > from && cells[row + to] === next[to]) to -= 2'],
      ['    refreshRow(instance, state.rows, cells, move.employee[i]!)\n', ''],
    ],
  ),
  ...inPart(
    'scoring',
    'scoring/shared-change.ts',
    [WALKS],
    [['isPaired(pairings, duties, employee, duty)', 'isPaired(pairings, duties, employee, OFF)']],
  ),
  ...inPart(
    'scoring',
    'rules/wish/wish-change.ts',
    [WALKS],
    [
      ['if (met[wish] === 0) move', 'if (met[wish]! <= 1) move'],
      ['met[wish]! + change === 0', 'met[wish]! + change <= 1'],
    ],
  ),
  ...inPart(
    'scoring',
    'rules/conditional/rests.ts',
    ['test/property/rests.test.ts', EVERYTHING],
    [
      ['day[shift]! >= horizonFirst && body.isAfter', 'body.isAfter'],
      ['seriesDays[at]! >= body.run', 'seriesDays[at]! > body.run'],
      ['if (apart > 1 && last >= 0) seriesDays[last] = days', ''],
      ['lacking[i]! - (i < before.length ? before[i]! : 0)', 'lacking[i]!'],
      ['queue[head]! < firstGap[i]!', 'queue[head]! < firstGap[i]! - 1'],
      ['lengthOf(queue[tail - 1]!) <= lengthOf(next)', 'lengthOf(queue[tail - 1]!) >= lengthOf(next)'],
      ['Math.max(0, sum - max) - Math.max(0, historic - max)', 'Math.max(0, sum - max)'],
    ],
  ),
  ...inPart('scoring', 'rules/fit/fit-change.ts', [WALKS], [['isPlain && fit.wishesOn[row + day] === 0', 'isPlain']]),
  ...inPart(
    'scoring',
    'rules/count/count-change.ts',
    [WALKS, EVERYTHING],
    [
      ['rule.wantsSeveral && !scratch.hasSeveral', 'rule.wantsSeveral'],
      ['if (weekend < 0 || weekend === done) continue', 'if (weekend < 0) continue'],
      ['if (windowOf[day] !== window) {', 'if (windowOf[day]! > window + 1) {'],
      [
        'if (window > last) last = window\n    }\n  }\n  return first < 0 ? -1 : first * SPAN_STEP + last\n}\n\nfunction',
        'if (last < 0) last = window\n    }\n  }\n  return first < 0 ? -1 : first * SPAN_STEP + last\n}\n\nfunction',
      ],
    ],
  ),
  ...inPart(
    'scoring',
    'scoring/shape-change.ts',
    [SHAPE_CHANGE, WALKS, SAVINGS, EVERYTHING],
    [
      ['if (reachDay[old]! > reach) reach = reachDay[old]!', ''],
      ['scratch.lastWeekend + weekends!.reach[employee]! - 1', 'scratch.lastWeekend'],
      ['while (first > 0 && flags[cells[row + first - 1]!] === value) first -= 1', ''],
      ['if (last < end) {', 'if (last < end - 1) {'],
      ['size[old]! + size[duty]! > 2', 'size[old]! > 2'],
      ['weekendDaysOf(instance.duties, cells[row + day]!) === weekendDaysOf(instance.duties, next[day]!)', 'cells[row + day]! > 0'],
      ['addCachedUnits(state.instance, state.rows, employee, units)', ''],
    ],
  ),
  ...inPart('scoring', 'rules/free-period/free-period.ts', [WALKS], [['mine[i]!.lastDay >= from', 'mine[i]!.lastDay > from']]),
  ...inPart('scoring', 'rules/plain-kind.ts', [WALKS], [['employee * dayCount, employee) - now[i]!', 'employee * dayCount, employee)']]),
  ...inPart(
    'scoring',
    'rules/weekly-rest/weekly-rest-change.ts',
    [WALKS],
    [['change += rule.missing[week]! - rest[week]!', 'change += rule.missing[week]!']],
  ),
  ...inPart(
    'scoring',
    'rules/pattern/pattern-change.ts',
    [PATTERNS],
    [
      ['if (day >= to) break', 'break'],
      ['const own = rule.windowOf[day]!', 'const own = 0'],
      ['let state = states[from]!', 'let state = 0'],
      ['endsOn(rule, state, day) - endsOn(rule, before, day)', 'endsOn(rule, state, day)'],
      ['return more === 0 ? units : units +', 'return more === 0 ? units :'],
    ],
  ),
  ...inPart(
    'scoring',
    'rules/conditional/conditional-change.ts',
    [WALKS],
    [['if (isConcerned[i] === 0) continue', 'if (isConcerned[i] === 1) continue']],
  ),
  ...inPart(
    'scoring',
    'scoring/seats.ts',
    [BEST_ROW, REPAIR],
    [['(coverCost[at + 4 + p]! - coverCost[at + p]!) * factors', '(coverCost[at + p]! - coverCost[at + 4 + p]!) * factors']],
  ),
  ...inPart(
    'scoring',
    'scoring/one-row.ts',
    [REPAIR, BEST_ROW],
    [['day >= from && day <= to ? decidedDuty', 'day >= from && day < to ? decidedDuty']],
  ),
]
