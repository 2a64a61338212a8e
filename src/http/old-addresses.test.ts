import { describe, expect, test } from 'vitest'
import { JSON_TYPE, PLANNER, problemOf, useEdge } from '../../test/edge.ts'

const edge = useEdge('one-for-all')

describe('who asks where something was elsewhere is told where it is', () => {
  for (const { method, url, place } of [
    { method: 'POST', url: '/gateway', place: 'POST /api/v1/gateway' },
    { method: 'POST', url: '/api/gateway', place: 'POST /api/v1/gateway' },
    { method: 'GET', url: '/api/v2/gateway/17', place: 'GET /api/v1/gateway' },
    { method: 'POST', url: '/api/v1/schedules', place: 'POST /api/v1/gateway' },
    { method: 'POST', url: '/v1/solve', place: 'POST /api/v1/gateway' },
    { method: 'DELETE', url: '/v1/gateway/17', place: 'DELETE /api/v1/gateway/{solverProblemId}' },
    { method: 'POST', url: '/auth', place: 'POST /v1/auth' },
    { method: 'POST', url: '/api/v1/auth', place: 'POST /v1/auth' },
    { method: 'POST', url: '/oauth/token', place: 'POST /v1/auth' },
    { method: 'POST', url: '/api/login', place: 'POST /v1/auth' },
    { method: 'POST', url: '/rpc', place: 'POST /v1,' },
    { method: 'POST', url: '/v1/evaluate', place: 'POST /v1,' },
    { method: 'POST', url: '/', place: 'POST /api/v1/gateway' },
    { method: 'GET', url: '/api', place: '/openapi.json' },
  ] as const) {
    test(`${method} ${url}: ${place}`, async () => {
      const problem = problemOf(await edge.app.inject({ method, url, headers: { ...PLANNER, ...(method === 'POST' ? JSON_TYPE : {}) } }))
      expect([404, 405]).toContain(problem.status)
      expect(problem.hint).toContain(place)
    })
  }
})
