import { expect, test } from 'vitest'
import type { Span } from '../scoring/one-row.ts'
import { ProvedSpans } from './proved-spans.ts'

const EMPLOYEES = [0, 1, 2]

function rosterOf(penalty: number) {
  return { score: Float64Array.of(0, penalty, 0, 0), instance: { employeeCount: EMPLOYEES.length } }
}

const ROSTER = rosterOf(7)

function provedOf(...spans: Span[]): ProvedSpans {
  const proved = new ProvedSpans(3)
  for (const span of spans) proved.note(ROSTER, { employees: EMPLOYEES, span }, 'proved')
  return proved
}

test('a span is proved with all that lies within it', () => {
  const proved = provedOf({ from: 3, to: 9 })
  expect(proved.has(ROSTER, { from: 3, to: 9 })).toBe(true)
  expect(proved.has(ROSTER, { from: 4, to: 8 })).toBe(true)
  expect(proved.has(ROSTER, { from: 2, to: 8 })).toBe(false)
  expect(proved.has(ROSTER, { from: 4, to: 10 })).toBe(false)
})

test('two spans side by side prove nothing of what lies across them', () => {
  expect(provedOf({ from: 0, to: 6 }, { from: 7, to: 13 }).has(ROSTER, { from: 4, to: 10 })).toBe(false)
})

test('what was not proved of everybody is not proved', () => {
  const span = { from: 3, to: 9 }
  const proved = new ProvedSpans(3)
  proved.note(ROSTER, { employees: [0, 1], span }, 'proved')
  proved.note(ROSTER, { employees: EMPLOYEES, span }, 'none')
  expect(proved.has(ROSTER, span)).toBe(false)
})

for (const outcome of ['better', 'other', 'away'] as const) {
  for (const { from, to, isProved } of [
    { from: 12, to: 20, isProved: true },
    { from: 11, to: 20, isProved: false },
    { from: 0, to: 1, isProved: true },
    { from: 0, to: 2, isProved: false },
    { from: 6, to: 6, isProved: false },
  ]) {
    test(`days ${from} to ${to} that become ${outcome} leave days 5 to 8 ${isProved ? 'proved' : 'open'}`, () => {
      const proved = provedOf({ from: 5, to: 8 })
      const after = rosterOf(6)
      proved.note(after, { employees: [0], span: { from, to } }, outcome)
      expect(proved.has(after, { from: 5, to: 8 })).toBe(isProved)
    })
  }
}

test('a roster that others changed has nothing proved', () => {
  const proved = provedOf({ from: 5, to: 8 })
  expect(proved.has(rosterOf(6), { from: 5, to: 8 })).toBe(false)
  expect(proved.has(ROSTER, { from: 5, to: 8 })).toBe(false)
})

test('another roster has nothing proved, even where it costs as much', () => {
  const proved = provedOf({ from: 5, to: 8 })
  proved.clear()
  expect(proved.has(ROSTER, { from: 5, to: 8 })).toBe(false)
})
