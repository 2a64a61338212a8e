import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withoutComments } from '../../../test/source-files.ts'
import { DEFAULT_PARAMS, PARAMETERS } from './params.ts'
import type { Parameter } from './params/parameter.ts'

const PARAMETERS_BY_NAME = Object.entries(PARAMETERS).flatMap(([section, parameters]) =>
  Object.entries(parameters as Readonly<Record<string, Parameter>>).map(([name, parameter]) => ({ name: `${section}.${name}`, parameter })),
)

describe('every parameter', () => {
  test.each(PARAMETERS_BY_NAME)('$name has a unit, a range that holds its default, and says what it steers', ({ parameter }) => {
    const { value, unit, range, about, measured } = parameter
    for (const one of [value].flat()) expect(one >= range[0] && one <= range[1]).toBe(true)
    expect(unit).not.toBe('')
    expect(about).toMatch(/^[A-Z].*\.$/)
    if (measured?.startsWith('docs/') === true) expect(existsSync(new URL(`../../../${measured}`, import.meta.url))).toBe(true)
  })

  test('is what a search has by default', () => {
    for (const { name, parameter } of PARAMETERS_BY_NAME) {
      const [section, own] = name.split('.') as [keyof typeof PARAMETERS, string]
      expect((DEFAULT_PARAMS[section] as Readonly<Record<string, unknown>>)[own]).toBe(parameter.value)
    }
  })
})

test('cycles end one after the other, the last with the search, and freeze no more priorities than there are', () => {
  expect(DEFAULT_PARAMS.cycles).toHaveLength(5)
  for (const [active, cycles] of DEFAULT_PARAMS.cycles.entries()) {
    expect(cycles.map(({ end }) => end)).toEqual([...new Set(cycles.map(({ end }) => end))].sort((a, b) => a - b))
    expect(cycles.at(-1)!.end).toBe(1)
    for (const { frozen, alone } of cycles) expect(frozen + (alone ? 1 : 0)).toBeLessThanOrEqual(active)
  }
})

describe('numbers that steer the search', () => {
  /** Of a file: names of constants of the module that are numbers, or lists of them. */
  const constantsOf = (file: URL): string[] =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: [^=]+)? = (?=\[?-?[\d.])/gm)].map((found) => found[1]!)

  const constantsIn = (folder: string): string[] => {
    const at = new URL(`../${folder}/`, import.meta.url)
    const files = readdirSync(at).filter((name) => name.endsWith('.ts') && !name.includes('.test.') && !name.includes('.fixture.'))
    return files.flatMap((name) => constantsOf(new URL(name, at)).map((constant) => `${name}: ${constant}`)).sort()
  }

  const ruleFolders = readdirSync(new URL('../rules/', import.meta.url))
    .filter((name) => !name.includes('.'))
    .sort()
    .map((name) => `rules/${name}`)

  test('are parameters; what stays in a file is arithmetic, or how something is laid out', () => {
    expect(
      ['local-search', 'construct', 'column-generation', 'column-generation/pricers', 'bounds', 'rows', ...ruleFolders].flatMap(constantsIn),
    ).toEqual([
      // Sums of many costs differ by rounding; penalties are whole numbers.
      'reoptimise.ts: MIN_GAIN',
      'task-packing.ts: LOOSE',
      // Above whatever a single move changes.
      'uncovered-seats.ts: KEPT_STEP',
      'breaches.ts: ANY_DAY',
      'column-generation.ts: EPSILON',
      'costs.ts: EXACT',
      'costs.ts: FORBIDDEN',
      'dive.ts: WHOLE',
      'master.ts: MIN_DUAL',
      'master.ts: MIN_MISSING',
      'solve-neighbourhood.ts: MIN_GAIN',
      'adam.ts: TINY',
      'row-finder.ts: TOLERANCE',
      'row-graph.ts: FIRST_EDGES',
      'sum-prices.ts: HUGE',
      'divide.ts: WHOLE',
      // Rules that one answer names; no roster depends on it.
      'left-out.ts: MAX_NAMES',
      'rounding.ts: ROUNDING',
      'rounding.ts: ROUNDING_SHARE',
      'label-table.ts: FIRST_CAPACITY',
      'options.ts: NOW',
      'weekend-mark.ts: MAX_MARKED',
      'activation-resource.ts: UNUSED',
      'activation-resource.ts: USED',
      'rests.ts: FOREVER',
      'count-change.ts: SPAN_STEP',
      'count-resource.ts: COUNTED',
      'count-resource.ts: OVER',
      'count-resource.ts: SAFE',
      'count-resource.ts: SUMS',
      'fair-share.ts: DEFAULT_MINUTES_PER_WEEK',
      'fair-share.ts: MILLIONTHS',
      // So many cells of places there are for each employee and day.
      'break-places.ts: SHIFTS_A_DAY',
      // Priorities put together to choose between places of breaks, as scores are compared.
      'coverage-tables.ts: PRIORITY_STEP',
      'coverage-tables.ts: QUARTER_MIN',
      'coverage.ts: ABOVE',
      'coverage.ts: BELOW',
      'coverage.ts: FAULTS',
      'coverage.ts: IDEAL',
      'coverage.ts: NO_MAX',
      'coverage.ts: OF_BREAKS',
      'coverage.ts: OF_DEMAND',
      'coverage.ts: QUARTERS_PER_HOUR',
      'coverage.ts: THOUSAND',
      // A bit.
      'compile-fit.ts: KEPT',
      // Below it looking up is quicker than remembering; no roster depends on it.
      'fit-units.ts: FEW',
      'free-period.ts: DATES',
      'free-period.ts: UNITS',
      'gap.ts: LONG_AGO',
      'shift-groups.ts: ALL_OR_NONE',
      'shift-groups.ts: COUNT',
      'shift-groups.ts: DIFFERENT_EMPLOYEES',
      'shift-groups.ts: NO_MAX',
      'shift-groups.ts: SAME_EMPLOYEE',
      'compile-pairings.ts: FEW_MEMBERS',
      'compile-rota.ts: DAYS_PER_WEEK',
      'rota.ts: FIRST_TAG',
      'rota.ts: FREE',
      'rota.ts: NEVER',
      'rota.ts: NOTHING',
      'run-resource.ts: FROM_START',
      'run-resource.ts: HAS_FLAG',
      'run-resource.ts: LENGTH',
      'weekend-resource.ts: SINCE',
      'weekend.ts: ON_BOTH',
      'weekend.ts: ON_SATURDAY',
      'weekend.ts: ON_SUNDAY',
      'compile-weekly-rest.ts: SHORTEST_DAY_MIN',
      'weekly-rest.ts: FOREVER',
      'wish-resource.ts: OPEN',
      'wish-resource.ts: SETTLED',
    ])
  })

  /** Files of a folder with their text, but without comments, texts, and the expressions in which a number says how something is laid out. */
  const codeIn = (folder: string): { name: string; code: string }[] => {
    const at = new URL(`../${folder}/`, import.meta.url)
    return readdirSync(at)
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.') && !name.includes('.fixture.'))
      .map((name) => ({
        name: `${folder}/${name}`,
        code: withoutTexts(withoutComments(readFileSync(new URL(name, at), 'utf8'))).replaceAll(FOUR_PRIORITIES, ''),
      }))
  }

  test('stand in no line of code either: what is there has a reason', () => {
    const found = ['portfolio', 'portfolio/strategies', 'column-generation', 'column-generation/pricers', 'bounds', 'local-search']
      .flatMap(codeIn)
      .flatMap(({ name, code }) => {
        const numbers = [...code.matchAll(/(?<![\w.\]])\d[\d_]*\.?\d*(?:e[-+]?\d+)?/g)].map(([text]) => text)
        return [...new Set(numbers.filter((text) => ![0, 1, 2].includes(Number(text))))].map((text) => `${name}: ${text}`)
      })
    expect(found.toSorted()).toEqual(Object.keys(NUMBERS_IN_CODE).toSorted())
    for (const [place, reason] of Object.entries(NUMBERS_IN_CODE)) expect(reason, place).not.toBe('')
  })

  test('are seen: a scan finds what a line of code has', () => {
    const { code } = codeIn('column-generation').find(({ name }) => name === 'column-generation/solve-neighbourhood.ts')!
    expect(code).toContain('daysOf(span) / 4')
    expect(code).not.toContain('programme')
  })
})

/** Weights and penalties stand by priority, four to a rule. */
const FOUR_PRIORITIES = /new Float64Array\(4\)|\b4 \* |\+ 4 \+|% 4 ===|\+= 4\)|\[3\]/g

function withoutTexts(code: string): string {
  return code.replaceAll(/'[^'\n]*'/g, "''")
}

const ROUNDING = 'Sums of many costs differ by rounding.'
const CAPACITY = 'Room to begin with: it grows.'

/** By file and number: why it is no parameter. */
const NUMBERS_IN_CODE: Readonly<Record<string, string>> = {
  'bounds/left-out.ts: 20': 'Rules that one answer names; no roster depends on it.',
  'local-search/local-search.ts: 0.5': 'The middle of a part.',
  'local-search/local-search.ts: 20': 'Bits: 32 less those of 4,096.',
  'local-search/local-search.ts: 256': 'Size of a table of shares.',
  'local-search/local-search.ts: 4096': 'Size of a table of logarithms.',
  'portfolio/view.ts: 3': 'Order of steps.',
  'portfolio/view.ts: 4': 'Order of steps.',
  'portfolio/view.ts: 5': 'Order of steps.',
  'portfolio/view.ts: 6': 'Order of steps.',
  'portfolio/view.ts: 7': 'Order of steps.',
  'portfolio/view.ts: 8': 'Order of steps.',
  'portfolio/view.ts: 9': 'Order of steps.',
  'column-generation/pricers/adam.ts: 1e-9': 'Nothing is divided by zero.',
  'column-generation/pricers/automaton.ts: 15': 'A hash.',
  'column-generation/pricers/automaton.ts: 3': 'Words of a state.',
  'column-generation/costs.ts: 0.999': ROUNDING,
  'column-generation/costs.ts: 1e11': 'What a double tells apart.',
  'column-generation/costs.ts: 1e18': 'More than everything else together.',
  'column-generation/dive.ts: 1e-6': ROUNDING,
  'bounds/divide.ts: 1e-4': ROUNDING,
  'column-generation/master.ts: 1e-6': ROUNDING,
  'column-generation/master.ts: 1e-7': ROUNDING,
  'bounds/rounding.ts: 1e-3': ROUNDING,
  'bounds/rounding.ts: 1e-9': ROUNDING,
  'column-generation/solve-neighbourhood.ts: 0.5': 'Penalties are whole numbers: less than one is none.',
  'column-generation/solve-neighbourhood.ts: 4': 'The middle begins at a quarter.',
  'column-generation/large-neighbourhood.ts: 0.5': 'Windows overlap by half.',
  'column-generation/pricers/row-finder.ts: 1.000001': ROUNDING,
  'column-generation/pricers/row-graph.ts: 1024': CAPACITY,
  'column-generation/pricers/row-graph.ts: 16': CAPACITY,
  'column-generation/pricers/row-graph.ts: 256': 'Marks are eight bits.',
  'column-generation/column-generation.ts: 1e-4': ROUNDING,
  'column-generation/pricers/sum-prices.ts: 1e5': 'Costs that forbid: they say nothing of how far options differ.',
  'local-search/reoptimise.ts: 1e-6': ROUNDING,
}

test('people around an empty shift and their days are as many, one for each time that nothing was found', () => {
  const { fillPeople, fillDays } = DEFAULT_PARAMS.replanning
  expect(fillPeople).toHaveLength(fillDays.length)
})
