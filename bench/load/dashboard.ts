import { readFileSync } from 'node:fs'
import type { Sample } from '../../test/metrics-text.ts'

/** What each process told at one moment. */
export type Reading = readonly (readonly Sample[])[]

/** The dashboard's queries, by the title of their panel; of several in one panel the first. */
export function readQueries(): ReadonlyMap<string, string> {
  const file = new URL('../../deploy/grafana/turnus.json', import.meta.url)
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: readonly { title: string; targets?: readonly { expr: string }[] }[] }
  return new Map(panels.flatMap(({ title, targets = [] }) => targets.slice(0, 1).map(({ expr }) => [title, expr] as const)))
}

/**
 * How much the counter of a query such as `sum by (status) (rate(turnus_http_requests_total{…}[…]))` grew from one reading to another, over
 * all processes, by the labels that the query groups by, joined by blanks; under '' when it groups by none. What Prometheus makes of a rate or an
 * increase over a time is this, give or take its extrapolation. Throws for a query of another form.
 */
export function growthOf(query: string, from: Reading, to: Reading): ReadonlyMap<string, number> {
  const [, by = '', name, matchers] = /sum(?: by \(([^)]*)\))? ?\((?:rate|increase)\((\w+)\{([^}]*)\}\[/.exec(query) ?? []
  if (name === undefined || matchers === undefined) throw new Error(`This query sums no growth of a counter: ${query}`)
  const labels = namesIn(by)
  const growth = new Map<string, number>()
  const add = (reading: Reading, sign: number): void => {
    for (const sample of selected(reading.flat(), name, matchers)) {
      const group = labels.map((label) => sample.labels[label] ?? '').join(' ')
      growth.set(group, (growth.get(group) ?? 0) + sign * sample.value)
    }
  }
  add(to, 1)
  add(from, -1)
  return growth
}

/** What a query such as `sum(max by (organization, department) (turnus_queue_jobs{…})) or vector(0)` answers at one moment. Throws for another form. */
export function sumOfMaxima(query: string, reading: Reading): number {
  const [, by, name, matchers] = /^sum\(max by \(([^)]*)\) \((\w+)\{([^}]*)\}\)\) or vector\(0\)$/.exec(query) ?? []
  if (by === undefined || name === undefined || matchers === undefined) throw new Error(`This query sums no maxima: ${query}`)
  const most = new Map<string, number>()
  for (const { labels, value } of selected(reading.flat(), name, matchers)) {
    const group = namesIn(by)
      .map((label) => labels[label] ?? '')
      .join('\n')
    most.set(group, Math.max(most.get(group) ?? 0, value))
  }
  return [...most.values()].reduce((sum, value) => sum + value, 0)
}

function namesIn(list: string): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Samples of a name that fit matchers. `job` is left out: it is Prometheus that adds it. */
function selected(samples: readonly Sample[], name: string, matchers: string): readonly Sample[] {
  const wanted = [...matchers.matchAll(/(\w+)(=~|=)"([^"]*)"/g)].filter(([, label]) => label !== 'job')
  return samples.filter(
    (sample) =>
      sample.name === name &&
      wanted.every(([, label, how, text]) => {
        const value = sample.labels[label!] ?? ''
        return how === '=' ? value === text : new RegExp(`^(?:${text})$`).test(value)
      }),
  )
}
