import { describe, expect, test } from 'vitest'
import { readSamples } from '../../test/metrics-text.ts'
import { growthOf, readQueries, sumOfMaxima } from './dashboard.ts'

const FROM = [readSamples('a_total{status="200"} 5\na_total{status="500"} 1\n'), readSamples('a_total{status="200"} 1\n')]
const TO = [readSamples('a_total{status="200"} 7\na_total{status="500"} 1\n'), readSamples('a_total{status="200"} 4\na_total{status="503"} 2\n')]

describe('the dashboard as a load reads it', () => {
  for (const { query, growth } of [
    { query: 'sum(increase(a_total{job=~"$job"}[$__range]))', growth: [['', 7]] },
    { query: 'sum(increase(a_total{job=~"$job", status=~"5.."}[$__range]))', growth: [['', 2]] },
    {
      query: 'sum by (status) (rate(a_total{job=~"$job"}[$__rate_interval]))',
      growth: [
        ['200', 5],
        ['500', 0],
        ['503', 2],
      ],
    },
  ] as const) {
    test(`${query} grew by ${growth.map(([, value]) => value).join(', ')} over two processes`, () =>
      expect([...growthOf(query, FROM, TO)]).toEqual(growth))
  }

  test('what all processes tell alike is counted once', () => {
    const reading = [
      readSamples('q{organization="o",department="a"} 3\n'),
      readSamples('q{organization="o",department="a"} 2\nq{organization="o",department="b"} 1\n'),
    ]
    expect(sumOfMaxima('sum(max by (organization, department) (q{job=~"$job"})) or vector(0)', reading)).toBe(4)
    expect(() => sumOfMaxima('max(q)', reading)).toThrow('no maxima')
  })

  test('every panel that a load compares is there, in a form that can be read', () => {
    const queries = readQueries()
    for (const title of ['Submitted', 'Solved', 'Failed', 'Delivered', 'Answered with 5xx', 'Requests by status', 'Tries by outcome']) {
      expect(() => growthOf(queries.get(title) ?? title, [], [])).not.toThrow()
    }
    expect(sumOfMaxima(queries.get('Waiting now')!, [])).toBe(0)
  })
})
