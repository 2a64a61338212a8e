import { describe, expect, test } from 'vitest'
import { readSamples, sumOf } from '../../test/metrics-text.ts'
import type { DepartmentLoad } from '../model/workload.ts'
import { createPrometheus } from './prometheus.ts'
import { MOST_NAMED } from './workload-gauges.ts'

const node = { name: 'host:1', version: '1.2.3', roles: ['gateway', 'solver'], threads: 2 } as const
const nodes = { gateway: 1, solver: 2, dispatcher: 0 }

function loadOf(number: number): DepartmentLoad {
  return {
    organization: 'Hospital',
    department: `Ward "${number}"`,
    queuedJobs: 2,
    oldestSeconds: number,
    runningJobs: 1,
    pendingCallbacks: 0,
    oldestCallbackSeconds: 0,
  }
}

describe('the metrics of a process', () => {
  test('name the departments with the longest queues and add up the others, so that tenants cannot flood them', async () => {
    const prometheus = createPrometheus(node)
    const departments = Array.from({ length: MOST_NAMED + 3 }, (_, i) => loadOf(i + 1))
    prometheus.watchDatabase(async () => ({ departments, nodes }))
    const samples = readSamples((await prometheus.read()).text)
    expect(samples.filter(({ name }) => name === 'turnus_queue_jobs')).toHaveLength(MOST_NAMED + 1)
    expect(sumOf(samples, 'turnus_queue_jobs', { department: `Ward "${MOST_NAMED}"` })).toBe(2)
    expect(sumOf(samples, 'turnus_queue_jobs', { department: '' })).toBe(6)
    expect(sumOf(samples, 'turnus_queue_oldest_seconds', { department: '' })).toBe(MOST_NAMED + 3)
    expect(sumOf(samples, 'turnus_nodes', { role: 'solver' })).toBe(2)
  })

  test('are told while the database does not answer, and say so', async () => {
    const prometheus = createPrometheus(node)
    prometheus.watchDatabase(async () => Promise.reject(new Error('away')))
    prometheus.measures.jobFailed()
    const samples = readSamples((await prometheus.read()).text)
    expect(sumOf(samples, 'turnus_database_up')).toBe(0)
    expect(samples.filter(({ name }) => name === 'turnus_queue_jobs' || name === 'turnus_nodes')).toEqual([])
    expect(sumOf(samples, 'turnus_jobs_failed_total')).toBe(1)
    expect(samples.find(({ name }) => name === 'turnus_node')).toMatchObject({ value: 1, labels: { version: '1.2.3', roles: 'gateway,solver' } })
  })

  test('begin at 0, because what Prometheus sees first as 1 is no increase to it', async () => {
    const samples = readSamples((await createPrometheus(node).read()).text)
    for (const name of [
      'turnus_submissions_total',
      'turnus_attempts_total',
      'turnus_callback_tries_total',
      'turnus_solve_seconds_count',
      'turnus_jobs_failed_total',
    ]) {
      expect(samples.filter((sample) => sample.name === name).length, name).toBeGreaterThan(0)
      expect(sumOf(samples, name), name).toBe(0)
    }
  })

  test('name no method that a client made up', async () => {
    const { measures, read } = createPrometheus(node)
    measures.requestAnswered({ method: 'PROPFIND', route: null, status: 404, seconds: 0.1 })
    expect(sumOf(readSamples((await read()).text), 'turnus_http_requests_total', { method: 'other', route: 'none', status: '404' })).toBe(1)
  })
})
