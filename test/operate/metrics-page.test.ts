import { describe, expect, test } from 'vitest'
import { createPrometheus, type MetricDescription } from '../../src/telemetry/prometheus.ts'
import { readText } from '../source-files.ts'
import { metricsOf } from './promql.ts'

const metrics = createPrometheus({ name: 'host:1', version: '0', roles: ['solver'], threads: 1 }).describe()
const page = readText('docs/metrics.md')
const dashboard = JSON.parse(readText('deploy/grafana/turnus.json')) as {
  panels: readonly {
    type: string
    title: string
    description?: string
    gridPos: Record<'x' | 'y' | 'w' | 'h', number>
    targets?: readonly { expr: string }[]
  }[]
  templating: { list: readonly { query: unknown }[] }
}
const queries = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))
const alerts = /```promql\n([^]*?)```/.exec(page)![1]!.split('\n\n')

/** What is wrong with the metrics that a query names; nothing when they all exist, with these labels and of a fitting kind. */
function faultsOf(query: string): readonly string[] {
  const selected = metricsOf(query)
  if (selected.length === 0) return [`${query} names no metric`]
  return selected.flatMap(({ name, labels }) => {
    const metric = findMetric(name)
    if (metric === undefined) return [`there is no metric ${name}`]
    return labels.filter((label) => !metric.labels.includes(label)).map((label) => `${name} has no label ${label}`)
  })
}

function findMetric(name: string): MetricDescription | undefined {
  const base = name.replace(/_(?:bucket|count|sum)$/, '')
  return (
    metrics.find((metric) => metric.name === name && metric.type !== 'histogram') ??
    metrics.find((metric) => metric.name === base && metric.type === 'histogram')
  )
}

describe('docs/metrics.md', () => {
  test('lists every metric that there is and no other, with its type and labels', () => {
    const listed = [...page.matchAll(/^\| `([a-z_0-9]+)` \| (\w+) \|(.*?)\|(.*)\|$/gm)].map(([, name, type, labels, text]) => ({
      name: name!,
      type: type!,
      labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
      isLinux: text!.includes('(Linux)'),
    }))
    const expected = listed.filter(({ isLinux }) => process.platform === 'linux' || !isLinux).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(metrics.map(({ name, type, labels }) => `${name} ${type} ${labels.join(',')}`)).toEqual(
      expected.map(({ name, type, labels }) => `${name} ${type} ${labels.join(',')}`),
    )
  })

  test('wakes nobody by a metric or label that does not exist', () => {
    expect(alerts.length).toBeGreaterThan(5)
    expect(alerts.flatMap(faultsOf)).toEqual([])
  })
})

describe('deploy/grafana/turnus.json', () => {
  for (const { title, expr } of queries) {
    test(`"${title}" asks for metrics and labels that exist: ${expr}`, () => expect(faultsOf(expr)).toEqual([]))
  }

  test('shows every metric of ours', () => {
    const shown = new Set(queries.flatMap(({ expr }) => metricsOf(expr).map(({ name }) => findMetric(name)?.name)))
    expect(metrics.map(({ name }) => name).filter((name) => name.startsWith('turnus_') && !shown.has(name))).toEqual([])
  })

  test('sums what each process counts, and never what all processes tell alike', () => {
    const alike = /turnus_(?:queue_jobs|queue_oldest_seconds|running_jobs|pending_callbacks|nodes)/
    expect(queries.filter(({ expr }) => alike.test(expr) && !/max\b[^(]*\([^)]*\)?\s*\(?turnus_|max\(turnus_/.test(expr))).toEqual([])
  })

  test('has a word of explanation on every panel, and no panel over another', () => {
    const panels = dashboard.panels.filter(({ type }) => type !== 'row')
    expect(panels.filter(({ description = '' }) => description === '').map(({ title }) => title)).toEqual([])
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})

describe('the reader of queries', () => {
  for (const { query, found } of [
    { query: 'sum(rate(a_total{job=~"$job", status=~"5.."}[$__rate_interval]))', found: [{ name: 'a_total', labels: ['status'] }] },
    { query: 'histogram_quantile(0.95, sum by (le, route) (rate(a_b_bucket[5m])))', found: [{ name: 'a_b_bucket', labels: ['route'] }] },
    { query: '# a_comment\nmax by (role) (a_b) == 0', found: [{ name: 'a_b', labels: ['role'] }] },
    { query: 'sum(a_b) or vector(0)', found: [{ name: 'a_b', labels: [] }] },
  ]) {
    test(`finds ${found[0]!.name} in ${query}`, () => expect(metricsOf(query)).toEqual(found))
  }
})
