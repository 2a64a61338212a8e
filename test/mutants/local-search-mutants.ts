import { inPart, type Mutant } from './mutant.ts'

const ANNEALING = 'src/engine/portfolio/strategies/annealing.test.ts'
const SOLVE = 'src/engine/index.test.ts'
const COMPILED = 'test/property/compiled-local-search.test.ts'
const WALKS = 'test/property/walks.test.ts'
const OPTIMUM = 'test/property/optimum.test.ts'

/** Local search from move to move, in plain code and compiled. */
export const LOCAL_SEARCH_MUTANTS: readonly Mutant[] = [
  ...inPart(
    'search',
    'portfolio/strategies/annealing.ts',
    [ANNEALING, SOLVE, WALKS, OPTIMUM],
    [['if (cooling !== undefined) this.#begin(cooling)', '']],
  ),
  ...inPart(
    'search',
    'local-search/local-search.ts',
    [COMPILED, ANNEALING, SOLVE, WALKS, OPTIMUM],
    [
      ['if (!evaluateRest(kernel, state, move', 'if (evaluateRest(kernel, state, move'],
      ['const accepted = temperature * RISKS', 'const accepted = 0 * temperature * RISKS'],
      ['      changed.add(move)\n', ''],
      ['if (isBetter(state, incumbent)) keep', 'if (!isBetter(state, incumbent)) keep'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/compiled/asks.ts',
    [COMPILED],
    [
      ['conditionals[e]!.length > 0 || ', ''],
      ['(asksShapes || plain.length > 0 ? ASKS_REFRESH : 0)', '(asksShapes ? ASKS_REFRESH : 0)'],
      ['isPaid || (rota !== null', '(rota !== null'],
      [' || (budgets !== null && budgets.isPaid[e] === 1)', ''],
      ['pairings !== null && pairings.seenBy[e] !== null', 'pairings !== null && pairings.seenBy[e] === null'],
      ['from < refusals.offset[cell + 1]! ? 1 : 0', '0'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/compiled/duty-table.ts',
    [COMPILED],
    [
      ['if (duties.count > this.#room || ', 'if ('],
      ['isLinked || (coverage', '(coverage'],
      [' || (coverage !== null && isSeen(coverage, duties, duty))', ''],
      ['weekend[at] = weekendDaysOf(duties, duty)', ''],
      ['column[at] = letters.at(from + at, duties)', 'column[at] = 0'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/compiled/rule-tables.ts',
    [COMPILED],
    [
      ['{ int: withinMin ?? -1 }', '{ int: -1 }'],
      ['termsAt: terms === null ? 0 : plan.copyOf(terms.at)', 'termsAt: 0'],
      ['{ int: nextDay ? 1 : 0 }', '{ int: 1 }'],
      ['restOf: rule === null ? 0 : plan.copyOf(restOf)', 'restOf: 0'],
      ["flag(rule.of === 'weekend')", 'flag(false)'],
      ['mayOverlap[list * spotCount + spot] = 1', 'mayOverlap[list * spotCount + spot] = 0'],
      ['ways: full === null ? 0 : plan.copyOf(full)', 'ways: 0'],
    ],
  ),
  ...inPart(
    'search',
    'local-search/compiled/compiled-local-search.ts',
    [COMPILED],
    [
      ['    random.take(randomWords)\n', ''],
      ['    this.#takeChanged()\n', ''],
      ['iterations - outcome[DONE]!', 'iterations'],
      ['shared.perUnit.set(penaltyWeights.perUnit)', ''],
      ['    random.leave(shared.askedWords)\n', ''],
      ['    shared.bestScore.set(incumbent.score)\n  }', '  }'],
    ],
  ),
]
