import { inPart, type Mutant } from './mutant.ts'

const ALTERNATIVES = 'src/engine/replan/alternatives.slow.test.ts'
const TOLD = 'test/answers/told-changes.test.ts'

/** The search for few changes, and for rosters to choose from, made wrong. */
export const REPLAN_MUTANTS: readonly Mutant[] = [
  ...inPart(
    'search',
    'answers/replan/replan.ts',
    ['test/property/changed-demand.test.ts'],
    [['weight: 1, priority: 2 }]', 'weight: 1, priority: 4 }]']],
  ),
  ...inPart('search', 'replan/differing.ts', [ALTERNATIVES], [['LEAST_DIFFERENT = 2', 'LEAST_DIFFERENT = 1']]),
  ...inPart(
    'search',
    'replan/alternatives.ts',
    [ALTERNATIVES],
    [
      ['const picked: Found[] = [{ roster: best, ...known }]', 'const picked: Found[] = []'],
      ['picked.length < Math.min(most, count)', 'true'],
      ['if (parts.length < 2) return []', 'return []'],
      ['compareScores(must, target) <= 0 ?', 'compareScores(must, target) > 0 ?'],
      ['return picked.sort(byChanges)', 'return picked'],
    ],
  ),
  ...inPart(
    'search',
    'replan/changed-roster.ts',
    [TOLD],
    [
      ['      this.#changes += 1\n', ''],
      ['this.#holds(this.#told, employee, demand)', 'this.wasOn(employee, demand)'],
      ['.includes(told[seat]!)) mayReturn += 1', '.includes(told[seat]!)) mayReturn += 0'],
    ],
  ),
  ...inPart(
    'search',
    'replan/changed-roster.ts',
    ['src/engine/replan/least-changes.test.ts'],
    [
      ['for (const demand of demands) this.#count({ employee, demand, takes })', ''],
      ['if (was <= is) i += 1', 'if (was < is) i += 1'],
    ],
  ),
  ...inPart(
    'search',
    'replan/least-changes.ts',
    [ALTERNATIVES],
    [['return a.changes - b.changes || compareScores(a.score, b.score)', 'return compareScores(a.score, b.score)']],
  ),
]
