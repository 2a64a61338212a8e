import { expect, test } from 'vitest'
import { type Figure, isBehind, type PeerRow, tabulate } from './peer-report.ts'

const figure = (solver: string, outcome: readonly number[] | null, more: Partial<Figure> = {}): Figure => ({
  solver,
  outcome,
  words: outcome?.join('/') ?? 'no roster',
  firstSeconds: outcome === null ? null : 1,
  ...more,
})
const row = (instance: string, own: readonly number[] | null, other: readonly number[] | null): PeerRow => ({
  instance,
  seed: 1,
  load: 0,
  figures: [figure('Turnus', own, { bound: own === null ? null : '5' }), figure('Other', other)],
})

test.each([
  { own: [7], other: [8], behind: false },
  { own: [7], other: [7], behind: false },
  { own: [8], other: [7], behind: true },
  { own: [0, 9], other: [1, 0], behind: false },
  { own: [1, 1], other: [1, 0], behind: true },
  { own: [9], other: null, behind: false },
  { own: null, other: [9], behind: true },
  { own: null, other: null, behind: false },
])('$own beside $other: behind is $behind', ({ own, other, behind }) => {
  expect(isBehind(row('1', own, other))).toBe(behind)
})

test('lines where another solver is better stand first, and whoever proves nothing has no column of bounds', () => {
  expect(tabulate([row('1', [7], [8]), row('2', [9], [8]), row('3', null, null)])).toEqual([
    ['instance', 'seed', 'Turnus', 'bound', 'first roster s', 'Other', 'first roster s'],
    ['2', '1', '9', '5', '1.0', '8', '1.0'],
    ['1', '1', '7', '5', '1.0', '8', '1.0'],
    ['3', '1', 'no roster', '-', '-', 'no roster', '-'],
  ])
})
