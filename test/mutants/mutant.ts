import type { SettingName } from '../../src/model/settings.ts'

/** The parts of the engine beside its rules. */
export const AREAS = ['search', 'rows', 'scoring', 'pricing', 'proofs'] as const
export type Area = (typeof AREAS)[number]

/** Tests that are asked together. */
export interface TestSet {
  readonly name: string
  readonly paths: readonly string[]
}

/** One line of the product, made wrong. Some test has to notice. */
export interface Mutant {
  /** The rule that it makes wrong, with which others may suffer, or the part of the engine. */
  readonly of: SettingName | Area
  readonly side: 'engine' | 'checker'
  /** Relative to the root. */
  readonly file: string
  /** Stands exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Asked one after the other until one notices: the quickest first. */
  readonly asked: readonly TestSet[]
}

/** Which rule, the text as it is, the text as it is not. */
export type RuleChange = readonly [setting: SettingName, find: string, replace: string]

/** The text as it is, the text as it is not. */
export type Change = readonly [find: string, replace: string]

const ASKED_OF_RULES: readonly TestSet[] = [
  { name: 'pages and examples', paths: ['src/checker', 'test/golden'] },
  { name: 'walks', paths: ['test/property/walks.test.ts'] },
  { name: 'demand', paths: ['test/property/demand.test.ts'] },
  { name: 'pay', paths: ['test/property/pay.test.ts'] },
  { name: 'breaks', paths: ['test/property/breaks.test.ts'] },
]

/** The mutants of the rules in one file; `first` are files of tests that are asked before those of all rules. */
export function inFile(side: Mutant['side'], path: string, changes: readonly RuleChange[], first: readonly string[] = []): Mutant[] {
  const asked = [...setsOf(first), ...ASKED_OF_RULES]
  return changes.map(([of, find, replace]) => ({ of, side, file: `src/${side}/${path}`, find, replace, asked }))
}

/** A set for each file of tests. */
function setsOf(tests: readonly string[]): TestSet[] {
  return tests.map((test) => ({ name: test.slice(test.lastIndexOf('/') + 1).replace('.test.ts', ''), paths: [test] }))
}

/** The mutants of one file that reads schedules, and says what is doubtful in them. */
export function inReader(path: string, asked: readonly string[], changes: readonly RuleChange[]): Mutant[] {
  const sets = setsOf(asked)
  return changes.map(([of, find, replace]) => ({ of, side: 'engine', file: `src/api/${path}`, find, replace, asked: sets }))
}

/** The mutants of one file of the words, by which the engine counts a rule. */
export function inModel(path: string, asked: readonly string[], changes: readonly RuleChange[]): Mutant[] {
  const sets = setsOf(asked)
  return changes.map(([of, find, replace]) => ({ of, side: 'engine', file: `src/model/${path}`, find, replace, asked: sets }))
}

/** The mutants of one file of the engine, or of one that stands behind a port of it (`threads/…`) or asks it (`answers/…`); `asked` are files of tests, those beside it first. */
export function inPart(of: Area, path: string, asked: readonly string[], changes: readonly Change[]): Mutant[] {
  const sets = setsOf(asked)
  const file = /^(?:threads|answers)\//.test(path) ? `src/${path}` : `src/engine/${path}`
  return changes.map(([find, replace]) => ({ of, side: 'engine', file, find, replace, asked: sets }))
}
