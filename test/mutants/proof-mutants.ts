import { inPart, type Mutant } from './mutant.ts'

const LEFT_OUT = 'src/engine/bounds/left-out.test.ts'
const POLICY = 'src/engine/portfolio/policy.test.ts'
const BESIDE_OTHERS = 'src/engine/portfolio/beside-others.test.ts'
const GAINS = 'src/engine/bounds/sum-gains.test.ts'
const NO_BOUND = 'src/engine/no-bound.test.ts'
const MISSING = 'test/property/missing.test.ts'
const ROW_FINDER = 'test/property/row-finder.test.ts'
const DECISIONS = 'test/property/decisions.slow.test.ts'
const SOLVE = 'src/engine/index.test.ts'
const FEWEST = 'src/engine/fewest-people.test.ts'
const GENERATED = 'src/answers/generate-breaks.test.ts'
const BREAK_BOUND = 'test/property/break-bound.slow.test.ts'
const BRANCHING = 'test/property/branching.test.ts'

/** Bounds: one that is too high is a lie, one that is too low proves nothing. */
export const PROOF_MUTANTS: readonly Mutant[] = [
  ...inPart(
    'proofs',
    'bounds/left-out.ts',
    [LEFT_OUT],
    [
      ['names.size > MAX_NAMES', 'names.size >= MAX_NAMES'],
      ['followsGaps(instance, params.bounds) ? []', '!followsGaps(instance, params.bounds) ? []'],
      ["!methodsOf(instance, params).includes('ascent')", 'true'],
      ['`${setting}: ${name}`', 'setting'],
    ],
  ),
  ...inPart(
    'proofs',
    'bounds/people-at-once.ts',
    [FEWEST],
    [
      ['demands.end[other]! > demands.start[d]!', 'demands.end[other]! >= demands.start[d]!'],
      ['further.sort((a, b) => a - b)', 'further.sort((a, b) => b - a)'],
      ['(isForced[employee] === 1 ? 0 : cost[employee]!)', 'cost[employee]!'],
    ],
  ),
  ...inPart(
    'proofs',
    'bounds/break-flow.ts',
    [BREAK_BOUND],
    [
      ['if (demands.isDecided[d] === 1 && breakCount(breaks, d) > 0) eachStretch', 'if (demands.isDecided[d] === 2) eachStretch'],
      ['[rowsOf.get(last)! + 1, -1]', '[rowsOf.get(first)! + 1, -1]'],
      ['const finish = begin + minutes', 'const finish = begin + 2 * minutes'],
      ['k < table.offset[d + 1]!; k += 1', 'k < table.offset[d]! + 1; k += 1'],
    ],
  ),
  ...inPart(
    'proofs',
    'generate/break-columns.ts',
    [GENERATED],
    [
      ['[waiting.get(last)! + 1, -1]', '[waiting.get(first)! + 1, -1]'],
      ['[rowOf.get(moment + minutes)!, -1], ', ''],
    ],
  ),
  ...inPart(
    'proofs',
    'generate/prove-breaks.ts',
    [GENERATED],
    [
      ['bound.push(empty[level]! + unit * least)', 'bound.push(empty[level]! + unit * (least + 1))'],
      ['Math.ceil(outcome.objective - rounding(outcome.objective))', 'Math.floor(outcome.objective / 2)'],
    ],
  ),
  ...inPart(
    'search',
    'generate/cover-state.ts',
    [GENERATED],
    [
      ['(isAlone && isAway ? bare : 0)', '0'],
      ['begins[at]! < place + minutes &&', 'begins[at]! < place &&'],
      ['if (covered) count(this.#away, begin, begin + minutes, by)', ''],
      ['count(this.#people, begin, begin + minutes, by === 1 ? -1 : 1)', ''],
    ],
  ),
  ...inPart('proofs', 'generate/shape-rows.ts', [GENERATED], [['[1, -1, -most]', '[1, -1, 0]']]),
  ...inPart('proofs', 'generate/program-parts.ts', [GENERATED], [['empty: at === 0 ? empty : empty.map(() => 0)', 'empty']]),
  ...inPart('proofs', 'bounds/demand-bound.ts', [BREAK_BOUND], [['(at > 0 && this.#isDisjoint)', 'at > 0']]),
  ...inPart(
    'proofs',
    'rules/conditional/activation-resource.ts',
    ['src/engine/rules/conditional/activation-resource.test.ts', ROW_FINDER],
    [['if (state === USED || duty === OFF', 'if (duty === OFF']],
  ),
  ...inPart(
    'proofs',
    'portfolio/policy.ts',
    [POLICY],
    [
      ['turn: ({ ledger: { last } }) => ({ until: last!.until,', 'turn: ({ ledger: { last } }) => ({ until: last!.until + 1,'],
      ['lastTurn(turn, outcome, handedOver + share)', 'lastTurn(turn, outcome, share)'],
      ['? ledger.last.share : 0', '? 0 : 0'],
    ],
  ),
  ...inPart(
    'proofs',
    'portfolio/proof-policy.ts',
    [POLICY],
    [
      ['view.progress.share >= Math.max(earliestProof(view),', 'view.progress.share >= Math.min(earliestProof(view),'],
      ['(!hasProved(view) || progress.isBoundReached)', '(hasProved(view) || progress.isBoundReached)'],
      ['at: (progress.share + until) / 2', 'at: until'],
      ['Math.min(turn, altogether - inVain, ', 'Math.min(turn, '],
      ['view.progress.proofBy === method && when(view)', 'when(view)'],
      ['return !isAlone && priorities > 2 &&', 'return priorities > 2 &&'],
      ['return !isAlone && priorities > 2 &&', 'return !isAlone &&'],
      ['(progress.gap ?? 1) <= params.proving.smallGap', '(progress.gap ?? 1) >= params.proving.smallGap'],
    ],
  ),
  ...inPart(
    'proofs',
    'portfolio/proof-policy.ts',
    [BESIDE_OTHERS],
    [
      ["accountOf(ledger, 'proof-by-branching').turns === 0", 'true'],
      ['ledger.round.number === 0 && !progress.isBroken &&', '!progress.isBroken &&'],
      ['=== 0 && !progress.isBroken', '=== 0'],
      ['progress.share >= facts.cycles[0]!.end', 'true'],
      ["isBesideOthers(view) ? 'all' : 'earlier'", "'earlier'"],
    ],
  ),
  ...inPart(
    'proofs',
    'portfolio/policy.ts',
    [BESIDE_OTHERS],
    [
      ['(hasNotBranched(view) || view.progress.isBoundReached)', 'hasNotBranched(view)'],
      ['isCooling(view) && !haveOthersCooled(view)', 'isCooling(view)'],
      ['leadsAway ? leadingAway : 0', '0'],
      ['priorities === 2 ? minNeighbourhoodsOfTwo : 0', '0'],
    ],
  ),
  ...inPart('proofs', 'column-generation/size.ts', ['src/engine/column-generation/size.test.ts'], [['priorities > 2 && instance', 'instance']]),
  ...inPart(
    'proofs',
    'column-generation/master.ts',
    ['src/engine/column-generation/master.test.ts'],
    [['missing * heaviestOpen(seats)', '2 * heaviestOpen(seats)']],
  ),
  ...inPart(
    'proofs',
    'bounds/ascent.ts',
    ['test/property/bound.test.ts'],
    [['this.#params.rememberedRounds) this.#lastRows.shift()', '1) this.#lastRows.shift()']],
  ),
  ...inPart(
    'proofs',
    'bounds/prover.ts',
    [BRANCHING],
    [
      ["this.#firstOnly === 'all' ||", ''],
      ["this.#firstOnly === 'all' ||", "this.#firstOnly !== 'none' ||"],
      ['row !== null && pool.keep(employee, row)', 'row'],
    ],
  ),
  ...inPart(
    'proofs',
    'portfolio/proof-turns.ts',
    ['src/engine/portfolio/proof-turns.test.ts'],
    [
      ['after < gapToWin', 'after <= gapToWin'],
      ['isHandedOver = rest.isHandedOver', 'isHandedOver = true'],
      ['search.help.isAlone() ? Math.min(until, untilAlone) : until', 'until'],
      ['this.#improve(review?.at ?? until, proof!)', 'this.#improve(until, proof!)'],
      ['review.charged + shareAfter(search, 0) - from <= review.max', 'shareAfter(search, 0) - from <= review.max'],
      ['if (roster !== null) {', 'if (roster === null) {'],
    ],
  ),
  ...inPart(
    'proofs',
    'bounds/penalty-step.ts',
    ['src/engine/bounds/penalty-step.test.ts'],
    [
      ['wishes.weight.reduce(divisor, 0)', '2'],
      ['i < fit.cost.length && step !== 1; i += 4', 'i < 0; i += 4'],
      ['add(demands.coverCost[4 * i + 4 + priority]! - demands', 'add(2 * demands.coverCost[4 * i + 4 + priority]! - 2 * demands'],
    ],
  ),
  ...inPart(
    'proofs',
    'bounds/sum-gains.ts',
    [GAINS],
    [
      ['Math.abs(number - Math.round(number))', 'number - Math.floor(number)'],
      ['like === undefined ? 1 / Math.sqrt(mean)', 'like === undefined ? Math.sqrt(mean)'],
      ['times: times + 1', 'times: times + 2'],
    ],
  ),
  ...inPart(
    'proofs',
    'column-generation/size.ts',
    ['src/engine/column-generation/size.test.ts'],
    [['open.length <= maxDemandsPerDay', 'open.length >= 0']],
  ),
  ...inPart(
    'proofs',
    'bounds/prover.ts',
    [NO_BOUND, MISSING, SOLVE, BRANCHING],
    [
      ["if (active.length < 2) return 'ONE_PRIORITY'", ''],
      ['bound - this.#before(stage) - rounding(bound))', 'bound - this.#before(stage) - rounding(bound)) + 1'],
      ['bound - this.#before(stage) - rounding(bound))', 'bound - this.#before(stage) - rounding(bound)) - 1'],
      ['if (rows === null || rows === this.#taken) return null', 'if (rows === null) return null'],
      ['<= this.#least[at]!\n', '< this.#least[at]!\n'],
      ['wanted - stage.step + rounding(wanted)', 'wanted - stage.step - 1'],
      ['if (isOpen && this.dueFor(score) !== method) return true', ''],
      ["this.#stage?.hasClimbed !== true ? 'ascent'", "this.#stage === null ? 'ascent'"],
    ],
  ),
  ...inPart(
    'proofs',
    'bounds/branching.ts',
    [SOLVE, BRANCHING],
    [
      ['reduce((least, { bound }) => Math.min(least, bound), this.#least)', 'reduce((least, { bound }) => Math.max(least, bound), this.#least)'],
      ['this.#least = Math.min(this.#least, bound)', ''],
      ['b.bound - a.bound ||', 'a.bound - b.bound ||'],
      ['if (shares[i]! > 1 - WHOLE) rows[who] = cells', 'rows[who] = cells'],
      ['of.bound = Math.max(of.bound, master.bound)', 'of.bound = Math.max(of.bound, master.objective + 2)'],
    ],
  ),
  ...inPart(
    'proofs',
    'bounds/divide.ts',
    [DECISIONS],
    [
      ['max: Math.floor(number)', 'max: Math.floor(number) - 1'],
      ['min: Math.ceil(number)', 'min: Math.floor(number)'],
      ['[true, false].map', '[true, true].map'],
      ['const others = decisions.filter((decision) => decision !== had)', 'const others = decisions'],
    ],
  ),
  ...inPart(
    'proofs',
    'column-generation/pricers/priced-rows.ts',
    [ROW_FINDER],
    [
      ['cost: path.cost - worth }', 'cost: path.cost + worth }'],
      ['Math.max(-less, Math.min(more, next))', 'next'],
      ['price !== 0) for (let o = 0', 'price > 0) for (let o = 0'],
    ],
  ),
]
