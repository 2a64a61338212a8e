import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addConditionalChange } from './conditional/conditional-change.ts'
import { RULE_KINDS } from './kinds.ts'
import { plainKind, type PlainRule } from './plain-kind.ts'
import type { KindOf, RuleField, RuleKind } from './rule-kind.ts'
import { SAME_TIME } from './same-time/kind.ts'

const undeclared = { name: 'toy', fields: SAME_TIME.fields, compile: SAME_TIME.compile, count: SAME_TIME.count, change: SAME_TIME.change }
const compile = () => (): readonly PlainRule[] => []

describe('a kind that says neither how rows follow it nor that it is relaxed', () => {
  test('does not compile', () => {
    // @ts-expect-error: it would be taken for free where a bound is proved
    const kind: RuleKind = undeclared
    expect(kind).toBeDefined()
  })

  test('does not compile as a plain kind', () => {
    // @ts-expect-error: the same
    expect(plainKind({ name: 'toy', compile })).toBeDefined()
  })

  test('is all that is wrong with these', () => {
    const kind: RuleKind = { ...undeclared, relaxed: SAME_TIME.relaxed! }
    expect(kind.relaxed).toBeDefined()
    expect(plainKind({ name: 'toy', compile, relaxed: 'as a whole' }).relaxed).toBeDefined()
  })
})

test('a kind that is without a change, or makes a field that it does not hold, does not compile', () => {
  const { change: _, ...still } = undeclared
  // @ts-expect-error: the local search would not see it
  const kind: KindOf<'sameTime'> = { ...still, relaxed: SAME_TIME.relaxed! }
  // @ts-expect-error: of the field `links` nobody would know whose it is
  const other: KindOf<'sameTime'> = { ...undeclared, relaxed: SAME_TIME.relaxed!, compile: () => () => ({ links: null }) }
  expect([kind, other]).toHaveLength(2)
})

test('kinds have names of their own, and places along a row', () => {
  const names = RULE_KINDS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const places = RULE_KINDS.flatMap((kind: RuleKind) => kind.resources?.place ?? [])
  expect(new Set(places).size).toBe(places.length)
})

test('a field of rules belongs to one kind; which kinds there are for all of them is a matter of types', () => {
  const fields = RULE_KINDS.flatMap((kind: RuleKind) => kind.fields).filter((field) => field !== 'plain')
  expect(new Set(fields).size).toBe(fields.length)
  // @ts-expect-error: a list without links forgets a field, as that of kinds.ts would
  const whole: Record<RuleField, true> = {
    fit: true,
    counts: true,
    countsOf: true,
    runs: true,
    runsOf: true,
    gap: true,
    conditionals: true,
    plain: true,
  }
  expect(fields).toEqual(expect.arrayContaining(Object.keys(whole).filter((field) => field !== 'plain')))
})

describe('the inner loop of the local search', () => {
  const loop = ['evaluate', 'shape-change', 'shared-change']
    .map((name) => readFileSync(new URL(`../scoring/${name}.ts`, import.meta.url), 'utf8'))
    .join('\n')

  test.each(RULE_KINDS.map((kind: RuleKind) => [kind.name, kind.change.name] as const))('calls what changes %s', (_name, change) => {
    expect(loop).toMatch(new RegExp(`(?<!function )\\b${change}\\(`))
  })

  test('is looked at by names that are there', () => {
    expect(addConditionalChange.name).toBe('addConditionalChange')
  })
})
