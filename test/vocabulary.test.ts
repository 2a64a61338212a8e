import { describe, expect, test } from 'vitest'
import { filesMatching, isTest, readText, withoutComments } from './source-files.ts'

/** Words that no exported name of the engine and its threads contains, each with what docs/glossary.md says in its place. */
const BANNED: Readonly<Record<string, string>> = {
  walk: 'local search',
  walks: 'local search',
  recombine: 'large neighbourhood',
  recombiner: 'large neighbourhood',
  recombining: 'large neighbourhood',
  way: 'path',
  ways: 'path',
  programme: 'master',
  programmes: 'master',
  rent: 'convexity dual',
  rents: 'convexity dual',
  marginal: 'coverage dual',
  mend: 'repair',
  mending: 'repair',
  soften: 'penalty weights',
  softening: 'penalty weights',
  lift: 'penalty weights',
  halves: 'relax-and-fix',
  meeting: 'incumbent exchange',
  hole: 'uncovered seat',
  holes: 'uncovered seat',
  crew: 'candidates',
  crews: 'candidates',
}

/** How a name of a limit does not begin, and how it does. */
const LIMITS: Readonly<Record<string, string>> = { most: 'max', least: 'min', little: 'min' }

/** `class LargeNeighbourhoodSearch` → `LargeNeighbourhoodSearch`; names in `export { … }` as others know them. */
function exportsOf(code: string): readonly string[] {
  const declared = [...code.matchAll(/^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (\w+)/gm)].map(
    ([, name]) => name!,
  )
  const listed = [...code.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => list!.split(','))
  return [...declared, ...listed.map((name) => name.trim().split(/\s/).at(-1)!).filter((name) => name !== '')]
}

/** `MIN_GAIN` and `minGain` → `min`, `gain`. */
function wordsOf(name: string): readonly string[] {
  return name
    .split(/_|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
}

/** What is wrong with a name; null when nothing is. */
function objectionTo(name: string): string | null {
  const words = wordsOf(name)
  const banned = words.find((word) => Object.hasOwn(BANNED, word))
  if (banned !== undefined) return `${name}: ${BANNED[banned]!}, not ${banned}`
  const limit = words.length > 1 ? LIMITS[words[0]!] : undefined
  return limit === undefined ? null : `${name}: ${limit}…, not ${words[0]!}…`
}

describe('exported names of the engine and its threads', () => {
  const names = filesMatching('src/engine/**/*.ts', 'src/threads/*.ts', 'src/entries/engine.ts')
    .filter((file) => !isTest(file))
    .flatMap((file) => exportsOf(withoutComments(readText(file))).map((name) => ({ file, name })))

  test('are found at all', () => {
    expect(names).toContainEqual({ file: 'src/engine/column-generation/large-neighbourhood.ts', name: 'LargeNeighbourhoodSearch' })
    expect(names).toContainEqual({ file: 'src/entries/engine.ts', name: 'solve' })
  })

  test('say what the glossary says', () => {
    expect(names.flatMap(({ file, name }) => (objectionTo(name) === null ? [] : [`${file}: ${objectionTo(name)!}`]))).toEqual([])
  })
})

test.each([
  ['moveHole', 'moveHole: uncovered seat, not hole'],
  ['MOST_SHIFTS', 'MOST_SHIFTS: max…, not most…'],
  ['leastBreach', 'leastBreach: min…, not least…'],
  ['wholeSpan', null],
  ['least', null],
])('%s is judged by its words', (name, objection) => {
  expect(objectionTo(name)).toBe(objection)
})

describe('the glossary', () => {
  const rows = [...readText('docs/glossary.md').matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].map(([, say, not]) => ({ say: say!, not: not! }))

  test.each(Object.entries(BANNED))('does not say %s', (banned, word) => {
    const stem = banned.replace(/(?:s|ing|e|r)$/, '')
    expect(
      rows.filter(({ say, not }) => say.includes(word) && not.includes(stem)),
      word,
    ).not.toEqual([])
  })
})
