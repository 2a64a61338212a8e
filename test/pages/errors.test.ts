import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeGateway, startFake } from '../../src/fake/gateway.ts'
import { openPage } from './page.ts'

const hours = { start: '2027-03-01T07:00:00Z', end: '2027-03-01T15:00:00Z' }

describe('docs/errors.md, block by block', () => {
  const page = openPage('docs/errors.md')
  let gateway: FakeGateway

  beforeAll(async () => {
    gateway = await startFake()
  })
  afterAll(() => gateway?.close())

  test('the failure that is shown is what a schedule is answered whose fourth shift is at a spot that there is not', async () => {
    const shown: unknown = JSON.parse(page.take('Errors and warnings', 'json'))
    const schedule = {
      callbackUrl: 'http://127.0.0.1:9/solved',
      timeZone: 'UTC',
      employees: [{ id: 1 }],
      spots: [{ id: 1 }],
      shifts: [1, 1, 1, 12].map((spot, i) => ({ id: i + 1, spot, ...hours })),
    }
    const answer = await fetch(`${gateway.address}/api/v1/gateway`, {
      method: 'POST',
      headers: { 'authorization': `Bearer ${gateway.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(schedule),
    })
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await answer.json()).toEqual(shown)
    page.expectAllTaken('json')
  })
})
