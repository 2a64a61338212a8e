import { inPart, type Mutant } from './mutant.ts'

const GAP = 'src/engine/rules/gap/gap-resource.test.ts'
const COUNT = 'src/engine/rules/count/count-resource.test.ts'
const WEEKEND = 'src/engine/rules/weekend/weekend-resource.test.ts'
const MARK = 'src/engine/rows/weekend-mark.test.ts'
const FIT_COST = 'src/engine/rows/fit-cost.test.ts'
const KINDS = 'test/property/rule-kinds.test.ts'
const PATTERNS = 'test/property/patterns.test.ts'
const BEST_ROW_UNIT = 'src/engine/rows/best-row.test.ts'
const BEST_ROW = 'test/property/best-row.test.ts'
const ROW_PRICERS = 'test/property/row-pricers.test.ts'
const ROW_FINDER = 'test/property/row-finder.test.ts'
const SUM_LIMIT = 'src/engine/rows/sum-limit.test.ts'

/** The best row of one employee: labels, what dominates what, and what rules must remember. */
export const ROW_MUTANTS: readonly Mutant[] = [
  ...inPart(
    'rows',
    'rows/label-table.ts',
    [BEST_ROW],
    [
      ['if (cost >= this.cost[label]!) return -1', 'if (cost <= this.cost[label]!) return -1'],
      ['if (this.#isAt(label, state)) {', 'if (label >= 0) {'],
      ['this.#states[base + i] !== state[i]) return false', 'this.#states[base + i] !== state[i]) return i > 0'],
    ],
  ),
  ...inPart(
    'rows',
    'rows/best-row.ts',
    [BEST_ROW_UNIT, BEST_ROW],
    [
      ['if (followed.length < before.count) isCut = true', ''],
      ['sum + (resource.end?.(last.at(label, r)) ?? 0)', 'sum'],
      ['cost += resources[r]!.cost', 'cost = resources[r]!.cost'],
      ['return !instance.kinds.some(({ relaxed }) => relaxed?.concerns(instance, employee))', 'return instance.kinds.length > 0'],
    ],
  ),
  ...inPart('rows', 'rules/link/kind.ts', [KINDS], [['without: () => ({ links: null })', 'without: ({ links }) => ({ links })']]),
  ...inPart('rows', 'rules/same-time/kind.ts', [KINDS], [['without: () => ({ sameTime: null })', 'without: ({ sameTime }) => ({ sameTime })']]),
  ...inPart(
    'rows',
    'rules/conditional/kind.ts',
    [KINDS],
    [['employee) => rules.filter((rule) => isActivation(rule, employee, instance)))', 'employee) => rules.filter((rule) => rule.cap > 0))']],
  ),
  ...inPart(
    'rows',
    'rules/plain-kind.ts',
    ['src/engine/rules/plain-kind.test.ts', KINDS],
    [
      ['plain: instance.plain.filter(({ rule }) => !isOfKind(rule))', 'plain: instance.plain.filter(({ rule }) => isOfKind(rule))'],
      ['if (day < horizonFirst) return cost', ''],
    ],
  ),
  ...inPart('rows', 'rules/count/kind.ts', [KINDS], [['.filter((r) => counts[r]!.isPartition).map((r) =>', '.slice(1).map((r) =>']]),
  ...inPart('rows', 'rules/over-edge/kind.ts', ['test/property/cyclic.test.ts'], [['patterns.map(withoutLeast)', 'patterns']]),
  ...inPart('rows', 'rules/weekly-rest/kind.ts', [BEST_ROW_UNIT], [['weeklyRest !== null && weeklyRest.applies[employee] === 1', 'false']]),
  ...inPart(
    'rows',
    'rows/row-pricer.ts',
    [ROW_PRICERS],
    [
      ['? Infinity : alone[o]! + priceOf(duty)', '? alone[o]! : alone[o]! + priceOf(duty)'],
      ['alone[o]! + priceOf(duty)', 'alone[o]! - priceOf(duty)'],
    ],
  ),
  ...inPart(
    'rows',
    'rows/options.ts',
    [BEST_ROW, ROW_PRICERS],
    [
      ['known === undefined || cost < known.cost', 'known === undefined || cost > known.cost'],
      ['filled[d]! - (partsNow.includes(d) ? 1 : 0)', 'filled[d]!'],
      ['day, duty) + price', 'day, duty) - price'],
      ['fixed[day]! >= 0 && fixed[day] !== duty ? Infinity', 'fixed[day]! > 0 && fixed[day] !== duty ? 0'],
    ],
  ),
  ...inPart(
    'rows',
    'rules/run/run-resource.ts',
    ['src/engine/rules/run/run-resource.test.ts', BEST_ROW],
    [
      ['return this.#isClosed ? this.#costOfEnd(state) : 0', 'return 0'],
      ['this.#isClosed ? 0 : FROM_START', 'FROM_START'],
      ['(kept < this.#least[value] ? fromStart : 0)', '0'],
      ['missing > 0 && (state & FROM_START) === 0', 'missing > 0'],
      ['length > most ? this', 'length >= most ? this'],
      ['this.cost += ended', ''],
    ],
  ),
  ...inPart(
    'rows',
    'rules/weekend/weekend-resource.ts',
    [WEEKEND, BEST_ROW],
    [
      ['Math.min(since + 1, this.#every)', 'Math.min(since, this.#every)'],
      ['worked !== ON_BOTH && isWhole[weekend] === 1', 'worked !== ON_BOTH'],
      ['(state % SINCE) | weekendDaysOf', 'weekendDaysOf'],
      ['if (since < every[holder]!)', 'if (since <= every[holder]!)'],
      ['weekends.judgedOn[weekend]!', 'day'],
    ],
  ),
  ...inPart(
    'rows',
    'rows/weekend-mark.ts',
    [MARK],
    [
      ['isCounted && state === 0 ? this.#bit', 'isCounted ? this.#bit'],
      ['(isCounted || state === 1) && this', 'isCounted && this'],
    ],
  ),
  ...inPart(
    'rows',
    'rules/wish/wish-resource.ts',
    [BEST_ROW, ROW_FINDER],
    [
      ['if (day === this.#last) this.cost', 'if (day > this.#last) this.cost'],
      ['meetings(this.#rule, duty, this.#wish) > 0', 'meetings(this.#rule, duty, this.#wish) > 1'],
    ],
  ),
  ...inPart(
    'rows',
    'rules/gap/gap-resource.ts',
    [GAP, BEST_ROW],
    [
      ['reachDay[kept]! <= day ||', 'reachDay[kept]! <= day + 1 ||'],
      ['anchors[kept] === 0 && end[kept]! <= startOfLater', 'end[kept]! <= startOfLater'],
      ['const key = state * this.#duties.count + duty', 'const key = duty'],
    ],
  ),
  ...inPart(
    'rows',
    'rules/count/count-resource.ts',
    [COUNT, MARK, BEST_ROW, ROW_FINDER],
    [
      ['return sum + this.#room[day]! <= most ? SAFE', 'return sum <= most ? SAFE'],
      ['if (day >= this.#rule.firstDay) left += adds', ''],
      ['this.cost = this.#costOfEnd(state, this.#closed[day]!)', ''],
      ['if (isCounted) adds = 0', ''],
      ['(isCounted || adds > 0) && this.isWithinWeekend(day)', 'adds > 0 && this.isWithinWeekend(day)'],
      ['under > 0 && over <= 0', 'under > 1'],
      ['Math.max(0, this.#most(window) + beyond - before)', 'this.#most(window) + beyond - before'],
      ['more: dearest(this.#costOfMore)', 'more: 2 * dearest(this.#costOfMore)'],
      ['const adds = price > 0 ? most : least', 'const adds = most'],
      ['if (weekends !== null) last = weekends.weekendOf[day]!', ''],
    ],
  ),
  ...inPart(
    'rows',
    'rows/sum-limit.ts',
    [SUM_LIMIT],
    [
      ['Math.min(max, NO_LIMIT)', 'Math.min(max - 1, NO_LIMIT)'],
      ['least: counted.least.map(() => min)', 'least: counted.least.map(() => min + 1)'],
    ],
  ),
  ...inPart(
    'rows',
    'rules/pattern/pattern-resource.ts',
    [PATTERNS],
    [
      ['if (ends >= rule.most) this.cost += this.#price', 'if (ends > rule.most) this.cost += this.#price'],
      ['Math.min(ends + 1, this.#high)', 'ends + 0'],
      ['      ends = 0\n', ''],
      ['this.#rule.least[window]! - ends', 'this.#rule.least[window]!'],
    ],
  ),
  ...inPart('rows', 'rules/wish/kind.ts', [FIT_COST, BEST_ROW], [['cost -= wishes.weight', 'cost += wishes.weight']]),
  ...inPart(
    'rows',
    'rules/fit/kind.ts',
    [FIT_COST, BEST_ROW],
    [['addFitCost(fit, at.employee, at.day, d, 1, penalties)', 'addFitCost(fit, at.employee, at.day, d, -1, penalties)']],
  ),
]
