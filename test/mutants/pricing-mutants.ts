import { inPart, type Mutant } from './mutant.ts'

const HIGHS = 'src/threads/highs-solver.test.ts'
const BREACHES = 'src/engine/column-generation/breaches.test.ts'
const DIVE = 'src/engine/column-generation/dive.test.ts'
const PRICE_DIVE = 'src/engine/column-generation/price-dive.test.ts'
const GRAPH = 'src/engine/column-generation/pricers/row-graph.test.ts'
const OPTIONS = 'src/engine/column-generation/pricers/row-options.test.ts'
const COLUMN_POOL = 'src/engine/column-generation/column-pool.test.ts'
const SOLVE_NEIGHBOURHOOD = 'src/engine/column-generation/solve-neighbourhood.test.ts'
const LARGE_NEIGHBOURHOOD = 'src/engine/column-generation/large-neighbourhood.test.ts'
const COVERAGE = 'test/property/coverage-bound.test.ts'
const FOLLOWED_COVERAGE = 'src/engine/rules/coverage/follow.test.ts'
const SEATS = 'src/engine/column-generation/seat-values.test.ts'
const CROWDS = 'src/engine/column-generation/crowd-segments.test.ts'
const SOLVE_PROGRAM = 'src/engine/column-generation/solve-program.test.ts'
const PROVED_SPANS = 'src/engine/column-generation/proved-spans.test.ts'
const WINDOWS = 'src/engine/column-generation/windows.test.ts'
const ROW_FINDER = 'test/property/row-finder.test.ts'
const ROW_PRICERS = 'test/property/row-pricers.test.ts'
const REPAIR = 'test/property/repair.test.ts'
const LARGE_NEIGHBOURHOODS = 'test/property/large-neighbourhood.slow.test.ts'
const SOLVE = 'src/engine/index.test.ts'
const BRANCHING = 'test/property/branching.test.ts'
const DECISIONS = 'test/property/decisions.slow.test.ts'
const MASTER = 'src/engine/column-generation/master.test.ts'
const CORRIDORS = 'src/engine/column-generation/rolling/sum-corridors.test.ts'
const ROLLING = 'src/engine/column-generation/rolling/rolling-horizon.test.ts'
const WINDOW_ROWS = 'test/property/window-rows.test.ts'

/** Rows at prices, the linear program over them, and how it becomes a roster. */
export const PRICING_MUTANTS: readonly Mutant[] = [
  ...inPart(
    'pricing',
    'column-generation/sum-rows.ts',
    [MASTER],
    [
      ['(this.duals[i]! > 0 ? lower : upper)', '(this.duals[i]! > 0 ? upper : lower)'],
      ['if (used !== 0) each(i, used)', 'if (used > 1) each(i, used)'],
      ['filter((i) => rows[i]!.who === who)', 'filter((i) => rows[i]!.who >= who)'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/rolling/sum-corridors.ts',
    [CORRIDORS],
    [
      ['(isWhole && sum.windowCount > 1)', 'isWhole'],
      ['isWhole ? params.offLimit : 1', '1'],
      ['isWhole ? 0 : scale * params.slack', 'scale * params.slack'],
      ['sum.roomIn(window, 1).most - used[window]!', 'sum.roomIn(window, 1).most'],
      ['day < to; day += 1) if (sum.windowOn(day) === window) used', 'day < to; day += 1) used'],
      ['most >= within * scale && lower <= 0', 'most >= within * scale'],
      ['params.lastSlack + (left - within)', '(left - within)'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/rolling/window-rows.ts',
    [WINDOW_ROWS, ROLLING],
    [
      ['if (cost >= reached[after]!) continue', 'if (cost <= reached[after]!) continue'],
      ['reached[node - first]! + ahead[node]!', 'reached[node - first]! + 0 * ahead[node]!'],
      ['(marks & bit) > 0 && sum', 'sum'],
      ['bit > 0 || priceOfSums[i] === 0', 'bit >= 0 || priceOfSums[i] === 0'],
      ['while (classOfEdge[e] !== cls) e += 1', ''],
      ['cost: priced + this.#worth', 'cost: priced + 0 * this.#worth'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/rolling/rolling-horizon.ts',
    [ROLLING],
    [
      ['if (!this.#solve(first, end, kept, effort)) return null', 'this.#solve(first, end, kept, effort)'],
      ['this.#effort === leastEffort && needed * projected < 1', 'false'],
      ['Math.max(1 / changeOfEffort, wanted)', '1'],
      ['{ sums: corridors }', '{}'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/pricers/automaton.ts',
    [GRAPH, ROW_FINDER],
    [
      ['(marksOfDay === undefined ? 2 : 3) * width', '(marksOfDay === undefined ? 1 : 3) * width'],
      ['if (after.length > maxStates) return null', 'if (after.length > maxStates / 1000) return null'],
      ['return ending < forbidden ? ending : Infinity', 'return 0 * ending'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/pricers/row-graph.ts',
    [GRAPH, ROW_FINDER],
    [
      ['1 + tables.length * states', '1 + states'],
      ['if (cost >= reached[after]!) continue', 'if (cost <= reached[after]!) continue'],
      ['if (costs[o]! >= cheapest[classes[o]!]!) continue', 'if (choice[classes[o]!]! >= 0) continue'],
      ['const key = isExact ? code : next.join()', 'const key = code'],
      ['if (cost < least) least = cost', 'if (cost < least || least < Infinity) least = cost'],
      ['ends.sort((a, b) => a.cost - b.cost || a.node - b.node)', ''],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/pricers/row-options.ts',
    [OPTIONS, ROW_FINDER],
    [
      ['duty === row[day] || cost - free < costs.forbidden', 'duty === row[day] || cost <= Infinity'],
      ['const free = isOpen ? priced[0]!.cost : 0', 'const free = 0'],
      ['if (!found.includes(before)) found.push(before)', ''],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/pricers/row-finder.ts',
    [ROW_FINDER],
    [
      ['const rows = found.filter((row) => this.#brokenBy(row).length === 0)', 'const rows = found'],
      ['if (broken.length === 0) return { rows, least: path.cost }', 'return { rows, least: path.cost }'],
      ['.slice(0, this.#ruleCount), cells)', ', cells).valueOf() + 1'],
      ['if (graph === null) return UNKNOWN', 'if (graph === null) return NO_ROW'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/pricers/row-finder.ts',
    [ROW_PRICERS],
    [
      ['maxLabels: effort * this', 'maxLabels: this'],
      ['labelsToProve: effort * this', 'labelsToProve: this'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/pricers/bound-search.ts',
    [ROW_FINDER],
    [
      ['least: Math.min(lowest, others - this.#limit)', 'least: lowest'],
      ['`${this.#node[label]!}:${this.#states[label]!.join()}`', '`${this.#node[label]!}`'],
      ['return cost < this.#cost[at]! ||', 'return cost > this.#cost[at]! ||'],
      ['refunded += this.#shares[x]! * extra', ''],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/pricers/sum-prices.ts',
    [ROW_FINDER],
    [
      ['Math.max(-less, Math.min(more, price + direction * steps[window]!))', 'price + direction * steps[window]!'],
      ['(worth += sum.worthOf(window, price))', '(worth -= sum.worthOf(window, price))'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/pricers/guided-row.ts',
    [REPAIR],
    [
      ['before.cost[label]! + cost + plain[o]!', 'before.cost[label]! + plain[o]!'],
      ['if (cost >= lowest) continue', 'if (best >= 0) continue'],
      ['sums.reduce((sum, each, s) => sum + each.end(last.at(label, s + 1)), alone)', 'alone'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/repair.ts',
    [REPAIR],
    [
      ['compareScores(scoreOf(state), lowest) < 0', 'compareScores(scoreOf(state), lowest) > 0'],
      ['  setRow(state, move, employee, best, span)\n', ''],
      ['if (filled[d]! >= demands.seats[d]!) return Infinity', ''],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/breaches.ts',
    [BREACHES],
    [
      ['amount > 0 && instance.weights', 'amount < 0 && instance.weights'],
      ['  addCachedUnits(instance, rows, employee, units)\n', ''],
      ['if (penalties[priority]! > 0) return day', 'if (penalties[priority]! > 0) return day + 1'],
      ['(firstDay - horizonFirst + i) % days', 'i % days'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/master.ts',
    [SOLVE, DECISIONS, BRANCHING],
    [
      ['this.convexityDuals[i] = optimum.duals[i]!', 'this.convexityDuals[i] = -optimum.duals[i]!'],
      ['this.coverageDuals[cover] = optimum.duals[this.#firstCover + i]!', 'this.coverageDuals[cover] = -optimum.duals[this.#firstCover + i]!'],
      ['share * centre + (1 - share) * coverageDuals', 'share * coverageDuals + (1 - share) * centre'],
      ['values: [-1] }))', 'values: [1] }))'],
      ['this.bound = -Infinity', ''],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/crowd-segments.ts',
    [CROWDS, COVERAGE],
    [
      ['addUntil(min, -1, below)', 'addUntil(min, 1, below)'],
      ['addUntil(enough, -1, ideal)', 'addUntil(enough, 0, ideal)'],
      ['      less -= (exact.open + exact.closed) * Math.ceil(wrong[at]! / QUARTERS_PER_HOUR)\n', ''],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/cover-rows.ts',
    [FOLLOWED_COVERAGE, COVERAGE],
    [
      [
        'for (const stretch of coverage.sharedFrom) this.quarters[stretch]! += 1',
        'for (const stretch of coverage.sharedFrom) this.quarters[stretch]! += 2',
      ],
      ["key += isCounted[at] === 1 ? '1' : '0'", "key += '1'"],
      ['if (demands.isDecided[d] === 1) continue\n      // Of a candidate', '// Of a candidate'],
    ],
  ),
  ...inPart(
    'pricing',
    'rules/coverage/follow.ts',
    [FOLLOWED_COVERAGE],
    [
      ['isMet[stretch] === 1 ? NO_MAX : most', 'most'],
      ['coverage.thousandths.map(() => -1)', 'coverage.thousandths'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/seat-values.ts',
    [SEATS],
    [
      ['(cost < 0 ? max : min) * cost', '(cost < 0 ? min : max) * cost'],
      ['min: isForced ? to : Math.min(from, to)', 'min: 0'],
      ['within(max - before, length)', 'length'],
      ['closed.includes(p) ? 0 : factor', 'factor'],
      ['slope + prices[d]! < 0 ? max : min', 'slope + prices[d]! < 0 ? min : max'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/column-generation.ts',
    [DECISIONS, LARGE_NEIGHBOURHOODS],
    [
      ['const beyond = finder.offset - base', 'const beyond = base - finder.offset'],
      ['this.master.reducedCost(column) < -EPSILON', 'this.master.reducedCost(column) > -EPSILON'],
      ['this.master.forget()', ''],
      ['if (master.bound > ceiling) return', 'if (master.bound < ceiling) return'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/column-generation.ts',
    [BRANCHING],
    [
      ['effort: this.#effort }', 'effort: 1 }'],
      ['(added === 0 && smoothing === 0 && !this.#tryHarder())', '(added === 0 && smoothing === 0)'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/dive.ts',
    [DIVE, LARGE_NEIGHBOURHOODS],
    [
      ['const kept = this.#last.length >> 1', 'const kept = this.#last.length - 1 - (this.#last.length >> 1)'],
      ['this.#before + params.tooMuch * (ceiling - this.#before)', 'this.#before + ceiling'],
      ['b.rank - a.rank', 'a.rank - b.rank'],
      ['if (master.objective >= ceiling) return null', ''],
      ['Math.ceil(this.#diving.rounds / this.#hurry)', 'this.#diving.rounds'],
      ['const atOnce = this.#hurry * this.#atOnce', 'const atOnce = this.#atOnce'],
      ['this.#done - this.#doneAtFirst', 'this.#done'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/price-dive.ts',
    [PRICE_DIVE],
    [
      ['    goBack()\n', ''],
      ['if (usual === null) return null', 'if (usual === null) return []'],
      ['rounds = awayRounds', 'rounds = awayFirstRounds'],
      ['else known.rounds += 1', ''],
      ['return isOver ? null : ', 'return '],
      ['params.awayNoise * random.unit()', '0'],
      ['b.rank - a.rank ||', 'a.rank - b.rank ||'],
      ['|| (!isSure && touched.has(employee))', ''],
      [' || !this.#take(employee, duty)', ''],
      ['for (const d of demands) this.#left[d]! -= 1', ''],
      ['= demands.seats.slice()', '= demands.seats.map(() => 99)'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/solve-neighbourhood.ts',
    [SOLVE_NEIGHBOURHOOD, LARGE_NEIGHBOURHOODS],
    [
      ['if (change <= 0) return', 'if (change >= 0) return'],
      ["if (outcome === 'proved' || outcome === 'none') set(rows)", ''],
      ["change === 0 ? 'other' : 'away'", "'other'"],
      ['setRow(state, move, e, clearedRow(state, e, span), span)', ''],
      ["if (found === null) return 'none'", 'if (found === null) return "other"'],
      ['(day >= from && day <= to ? other', '(day >= from && day < to ? other'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/large-neighbourhood.ts',
    [LARGE_NEIGHBOURHOOD, LARGE_NEIGHBOURHOODS],
    [
      ['const overlap = isSame(span, whole) ? 1 : 0.5', 'const overlap = isSame(span, whole) ? 1 : 2'],
      ['(isEnough() || (this.#windows.isThrough && !this.#isRepair(neighbourhood)))', 'isEnough()'],
      ['(isEnough() || (this.#windows.isThrough && !this.#isRepair(neighbourhood)))', '(this.#windows.isThrough && !this.#isRepair(neighbourhood))'],
      ["if (outcome === 'away') excursion.begin(steps)", ''],
      ['      this.#windows.restart()\n', ''],
      ['if (prices === null) this.#windows.stopDiving()', ''],
      ['if (!this.#hasBegun && !excursion.isOn()) this.#windows.skipToDive()', ''],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/column-pool.ts',
    [COLUMN_POOL],
    [
      ['if (this.hasPrices) return', ''],
      ['this.#rows.set(employee, new Map(rows))', 'this.#rows.set(employee, rows)'],
      ['?.values() ?? [])].toReversed()', '?.values() ?? [])]'],
      ['rows.size > this.#maxRows', 'rows.size > this.#maxRows + 1'],
      ['    rows.delete(name)\n', ''],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/windows.ts',
    [WINDOWS],
    [
      ['const step = Math.ceil(this.length / 2)', 'const step = 2 * this.length'],
      ['const starts = [from, last]', 'const starts = [from]'],
      ['(days / this.length) ** this.#params.growth', '(days / this.length)'],
      ['this.#isNewSweep ? took : Math.max(this.#took, took)', 'took'],
      ['return isShortest ? this.#params.fewerEmployees * size : size', 'return size'],
      ['this.#gained > 0 && this.#at > this.#short', 'this.#at > this.#short'],
      ['Math.min(1, this.#maxCells / (size * next))', '1'],
      ['(part === 1 || forFewer) &&', ''],
      ['this.#isAllProved &&= isProved', ''],
      ['const share = part * this.#projected', 'const share = this.#projected'],
      ['days >= params.minDaysOfSums', 'true'],
      [' && this.#at > this.#first\n', '\n'],
      ['divesAway && this.#lengths.length > 1', 'divesAway'],
      ['if (this.#divesAway && this.#at + 2 === this.#lengths.length) return', 'if (this.#at + 2 === this.#lengths.length) return'],
      ['if (this.#divesAway && this.#at + 2 === this.#lengths.length) return', 'if (false) return'],
      ['if (this.#divesAway) this.#go(', 'this.#go('],
      ['length < longest && length <= longestPart', 'length < longest'],
      ['    this.#go(this.#first)\n', ''],
      ['    this.#maxOfJump = -1\n', ''],
      ['<= this.#maxOfJump', '<= 1'],
      ['while (this.#starts.length > 1 && isKnown', 'while (false && isKnown'],
      ['      this.#isNewSweep = false\n', ''],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/proved-spans.ts',
    [PROVED_SPANS],
    [
      ["outcome !== 'proved' && outcome !== 'none'", "outcome === 'better'"],
      ['&& employees.length === instance.employeeCount', ''],
      ['proved.from - this.#nearDays', 'proved.from'],
      ['proved.to + this.#nearDays', 'proved.to'],
      ['penalty !== this.#score[p])) this.#spans = []', 'penalty !== this.#score[p])) return true'],
    ],
  ),
  ...inPart(
    'pricing',
    'column-generation/solve-program.ts',
    [SOLVE_PROGRAM],
    [
      ['isShut ? ([', '!isShut ? (['],
      ["if (outcome.status === 'over') return null", ''],
      ['if (attempt === attempts.length - 1) program.forget()', ''],
      ['* rows,', '* 0 * rows,'],
    ],
  ),
  ...inPart(
    'pricing',
    'threads/highs-solver.ts',
    [HIGHS],
    [
      ['{ dual: 1, primal: 4 }', '{ dual: 4, primal: 9 }'],
      ['for (const column of columns) mask[column] = 1', 'for (const column of columns) mask[column + 1] = 1'],
      ['this.#width -= columns.length', ''],
      ['told = iterations', 'told = 0'],
      ['iterations - told < iterationsPerLook', 'iterations - told < 0'],
      ["if (status === infeasible) return { status: 'infeasible' }", "if (status === infeasible) return { status: 'unsolved' }"],
      ['isStopped = isTimeOver || iterations > maxIterations', 'isStopped = isTimeOver'],
      ['this.#model.clearSolver()', ''],
      ['reducedCosts: colDual, duals: rowDual', 'reducedCosts: colDual, duals: rowDual.map((dual) => -dual)'],
    ],
  ),
]
