import { expect, test } from 'vitest'
import { compareReports, formatComparison } from './compare.ts'
import { report, row } from './rows.fixture.ts'

const A = report([row('1', 1, 800), row('2', 1, 100), row('4', 1, 0), row('5', 1, 0), row('7', 1, 1, { verdict: 'infeasible' })])
const B = report([row('1', 1, 600), row('2', 1, 200), row('3', 1, 50), row('4', 1, 0), row('5', 1, 3), row('7', 1, 9)])

test('the ratio is that of the medians, B to A; where one is missing there is none', () => {
  expect(compareReports(A, B)).toEqual([
    { instance: '1', a: 800, b: 600, ratio: 0.75 },
    { instance: '2', a: 100, b: 200, ratio: 2 },
    { instance: '4', a: 0, b: 0, ratio: 1 },
    { instance: '5', a: 0, b: 3, ratio: null },
    { instance: '7', a: null, b: 9, ratio: null },
    { instance: '3', a: null, b: 50, ratio: null },
  ])
})

test('the table shows both medians, and the geometric mean of the ratios stands below', () => {
  const lines = formatComparison(report([row('1', 1, 400), row('2', 1, 100)]), report([row('1', 1, 100), row('2', 1, 100.5)]))
  expect(lines).toEqual([
    'instance  median A  median B  B / A',
    '       1       400       100  0.250',
    '       2       100     100.5  1.005',
    'Geometric mean of B / A: 0.501 (below 1, B is better).',
  ])
})

test('what was measured in another way is said', () => {
  const other = report(B.rows, { options: { ...B.options, seconds: 10 }, machine: { ...B.machine, cores: 8 } })
  expect(formatComparison(A, other).slice(-2)).toEqual(['Not the same: seconds 60 in A, 10 in B.', 'Not the same: cores 2 in A, 8 in B.'])
})

test('reports of two sets are not compared', () => {
  expect(() => compareReports(A, report([], { set: 'other' }))).toThrow('nrp and one of other')
})
