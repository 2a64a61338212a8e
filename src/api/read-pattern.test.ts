import { describe, expect, test } from 'vitest'
import { isOfWorkAlone } from '../model/pattern.ts'
import type { ContractRule, PatternRule } from '../model/schedule.ts'
import { isFault, parsePattern } from './parse-pattern.ts'
import { readSubmission } from './read-schedule.ts'

const WHERE = { N: { tags: ['night'] }, o: { off: true }, w: {} }

/** What is read, and what is said, of a rule in an otherwise plain schedule. */
function readRule(rule: Record<string, unknown>, settings: Record<string, unknown> = {}) {
  const { submission, errors, warnings } = readSubmission(
    {
      timeZone: 'Europe/Copenhagen',
      employees: [1, 2].map((id) => ({ id, contract: { rules: [{ kind: 'pattern', where: WHERE, ...rule }] } })),
      shifts: [2, 3, 4].map((day) => ({
        id: day,
        spot: 1,
        start: `2026-03-0${day}T23:00:00+01:00`,
        end: `2026-03-0${day + 1}T07:00:00+01:00`,
        tags: ['night'],
      })),
      spots: [{ id: 1 }],
      shiftTags: [{ id: 1, tag: 'night', category: 'night' }],
      settings,
    },
    { callback: 'optional' },
  )
  return { rules: submission?.schedule.employees.map(({ contract }) => contract.rules) ?? [], errors, warnings }
}

const rulesOf = (rule: Record<string, unknown>, settings = {}): readonly PatternRule[] =>
  readRule(rule, settings).rules[0]!.filter((one: ContractRule): one is PatternRule => one.kind === 'pattern')

describe('a pattern that is written wrong', () => {
  test.each([
    { text: '', at: 1, detail: 'a day is missing' },
    { text: 'N |', at: 4, detail: 'a day is missing' },
    { text: '()', at: 2, detail: 'a day is missing' },
    { text: 'N (o', at: 3, detail: 'the ( is not closed' },
    { text: 'N ) o', at: 3, detail: 'there is ) without a (' },
    { text: '* N', at: 1, detail: '* stands behind nothing that it could repeat' },
    { text: 'N ** o', at: 4, detail: '* follows *' },
    { text: 'N{2}{3}', at: 5, detail: '{3} follows {2}' },
    { text: '^* N', at: 2, detail: '* follows an edge, which takes no day' },
    { text: 'N{3,2}', at: 2, detail: '{3,2} does not say how often' },
    { text: 'N{0}', at: 2, detail: '{0} does not say how often' },
    { text: 'N{,2}', at: 2, detail: '{,2} does not say how often' },
    { text: 'N{2', at: 2, detail: '{2 does not say how often' },
    { text: 'N, o', at: 2, detail: '"," means nothing in a pattern' },
    { text: 'N [o]', at: 3, detail: '"[" means nothing in a pattern' },
    { text: `${'('.repeat(51)}N${')'.repeat(51)}`, at: 51, detail: 'more than 50 ( stand in one another' },
  ])('$text is told at character $at: $detail', ({ text, at, detail }) => {
    const parsed = parsePattern(text)
    expect(isFault(parsed) && { at: parsed.at, detail: parsed.detail }).toEqual({ at, detail })
  })

  test('is an error that shows it, its character, and what to write', () => {
    expect(readRule({ pattern: 'N o) N' }).errors[0]).toEqual({
      pointer: '/employees/0/contract/rules/0/pattern',
      code: 'pattern-invalid',
      detail: 'In the pattern "N o) N", at character 4, there is ) without a (.',
      hint: 'Add the (, or leave out the ).',
    })
  })
})

test('spaces part names, and mean nothing else', () => {
  expect(parsePattern(' N  (o|N) {1,2}\t$ ')).toMatchObject({ root: (parsePattern('N(o|N){1,2}$') as { root: unknown }).root, names: ['N', 'o'] })
  expect(parsePattern('Æ_1 N')).toMatchObject({ names: ['Æ_1', 'N'], placeOf: [1, 5] })
})

test.each([
  { pattern: 'N NN', code: 'pattern-name-unknown', detail: 'In the pattern "N NN", at character 3, stands "NN", which is no name of where.' },
  { pattern: '$ N', code: 'pattern-invalid', detail: 'The pattern "$ N" matches no days that end in the horizon.' },
  { pattern: 'N ^', code: 'pattern-invalid', detail: 'The pattern "N ^" matches no days that end in the horizon.' },
  { pattern: 'N .{6} N', code: 'pattern-too-large', detail: 'The pattern "N .{6} N" needs more than 64 states, 8 names or 200 days written out.' },
  { pattern: 'N{201}', code: 'pattern-too-large', detail: 'The pattern "N{201}" needs more than 64 states, 8 names or 200 days written out.' },
])('$pattern is refused: $detail', ({ pattern, code, detail }) => {
  expect(readRule({ pattern }).errors[0]).toMatchObject({ code, detail, pointer: '/employees/0/contract/rules/0/pattern' })
})

test('64 states are not too many, and 65 are', () => {
  expect(readRule({ pattern: 'N{63}' }).errors).toEqual([])
  expect(readRule({ pattern: 'N{64}' }).errors).toHaveLength(2)
})

test('a match that begins on one weekday needs no states for the days on which others would begin', () => {
  expect(readRule({ pattern: 'N{20} o', starts: ['FRIDAY'] }).errors).toEqual([])
})

test('a horizon begins once: what begins with it needs no states for another that begins within the match', () => {
  expect(readRule({ pattern: '^ o{2} .{20} N' }).errors).toEqual([])
  expect(readRule({ pattern: '^ (N .|o N) .{4} (N .{2}|o N .|o o N)', starts: ['MONDAY'] }).errors).toEqual([])
})

test.each([
  { rule: { pattern: 'N', where: null }, pointer: '/where', code: 'field-missing' },
  { rule: { pattern: 'N', where: ['night'] }, pointer: '/where', code: 'wrong-type' },
  { rule: { pattern: 'N', where: { N: 'night' } }, pointer: '/where/N', code: 'wrong-type' },
  { rule: { pattern: 'N', where: { N: { tags: 'night' } } }, pointer: '/where/N/tags', code: 'wrong-type' },
  { rule: { pattern: 'N', starts: [] }, pointer: '/starts', code: 'field-missing' },
  { rule: { pattern: 'N', starts: ['FRIDAY', 'SOMEDAY'] }, pointer: '/starts/1', code: 'choice-unknown' },
  { rule: { pattern: 'N', per: 'rolling' }, pointer: '/per', code: 'choice-unknown' },
  { rule: { pattern: 'N', per: 'period' }, pointer: '/period', code: 'period-missing' },
  { rule: { pattern: 'N', min: 3, max: 2 }, pointer: '', code: 'min-above-max' },
  { rule: { pattern: 3 }, pointer: '/pattern', code: 'wrong-type' },
])('$rule is refused at $pointer', ({ rule, pointer, code }) => {
  expect(readRule(rule).errors[0]).toMatchObject({ pointer: expect.stringContaining(`/employees/0/contract/rules/0${pointer}`) as string, code })
})

test('a name that the pattern does not speak of is warned of, and so is a tag that no shift carries', () => {
  const { warnings } = readRule({ pattern: 'N o', where: { ...WHERE, 'no name': { off: true }, o: { tags: ['nihgt'] } } })
  expect(warnings.map(({ pointer, code }) => `${code} ${pointer.replace('/employees/0/contract/rules/0/', '')}`)).toEqual(
    expect.arrayContaining(['field-ignored where/w', 'field-ignored where/no name', 'tag-unused where/o/tags/0']),
  )
  expect(warnings.find(({ pointer }) => pointer.endsWith('no name'))!.hint).toBe('Names are letters, digits and _, and begin with a letter.')
})

test('no match may end where neither min nor max is given, and as many as like where min alone is', () => {
  expect(rulesOf({ pattern: 'N' })).toMatchObject([{ min: null, max: 0, per: 'horizon', period: null, weight: 1 }])
  expect(rulesOf({ pattern: 'N', min: 2 })).toMatchObject([{ min: 2, max: null }])
  expect(rulesOf({ pattern: 'N', max: 2, per: 'week', priority: 3, weight: 4 })).toMatchObject([
    { min: null, max: 2, per: 'week', weights: [0, 0, 1, 0], weight: 4 },
  ])
})

test('a least costs on the priority of leasts where the schedule does not say what rules weigh', () => {
  expect(rulesOf({ pattern: 'N', min: 1, max: 2 })).toMatchObject([
    { min: null, max: 2, weights: null },
    { min: 1, max: null, weights: [0, 0, 20, 0] },
  ])
  expect(rulesOf({ pattern: 'N', min: 1, max: 2 }, { contractRules: { firstPriorityWeight: 5 } })).toMatchObject([{ min: 1, max: 2 }])
})

test('equal patterns are one, whoever has them', () => {
  const { rules } = readRule({ pattern: 'N o', starts: ['FRIDAY'] })
  const [first, second] = rules.map(([rule]) => (rule as PatternRule).pattern)
  expect(first).toBe(second)
  expect(first!.starts).toEqual([4])
})

test('who works less never has more matches of a pattern without days off', () => {
  const isOfWork = (pattern: string): boolean => isOfWorkAlone(rulesOf({ pattern })[0]!.pattern)
  expect(['N', 'N . w', 'N o', '(N|o) N'].map(isOfWork)).toEqual([true, true, false, false])
})

test('the days on which shifts start are no part of a pattern, which has starts', () => {
  const { rules, errors, warnings } = readRule({ pattern: 'N (o|w)', weekdays: ['MONDAY'], dates: ['2026-03-03'], cap: 2, name: 'Nights' })
  expect([...errors, ...warnings].map(({ pointer }) => pointer)).toEqual(
    [0, 1].flatMap((employee) => ['weekdays', 'dates'].map((field) => `/employees/${employee}/contract/rules/0/${field}`)),
  )
  expect(rules.flat().every((rule) => rule.on === undefined)).toBe(true)
})
