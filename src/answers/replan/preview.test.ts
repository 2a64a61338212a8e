import { expect, test } from 'vitest'
import type { AnyJson } from '../../api/ward.fixture.ts'
import type { GatewayError } from '../../model/errors.ts'
import { threadMs } from '../../threads/clock.ts'
import { QUESTIONS } from '../questions.ts'
import type { PreviewAnswer } from './preview.ts'
import { absent, SOLVED, week } from './week.fixture.ts'

// Processor time: how much of a second a search gets hangs on the machine.
const means = { limits: {}, solver: null, clock: threadMs, mostSeconds: Infinity }
const solution = {
  shifts: Object.entries(SOLVED).map(([id, who]) => (Array.isArray(who) ? { id: Number(id), employees: who } : { id: Number(id), employee: who })),
}

function preview(parameters: AnyJson): PreviewAnswer {
  const { answer } = QUESTIONS['schedule.replan-preview']
  return answer({ schedule: week(), solution, maxSeconds: 1, ...parameters }, means) as PreviewAnswer
}

test('a preview tells what would change, and among the affected those who are absent', () => {
  const { changes, affectedEmployees, emptyShiftIds, text } = preview({ events: [absent(2, '2026-03-03', '2026-03-04')], freezeUntil: '2026-03-03' })
  const byShift = new Map(changes.map((change) => [change.shiftId as unknown, change]))
  expect(byShift.get(2)).toMatchObject({ before: 2, noticeMinutes: 7 * 60 })
  expect(byShift.get(3)).toMatchObject({ before: 2 })
  for (const { after } of [byShift.get(2)!, byShift.get(3)!]) expect([1, 3]).toContain(after)
  expect(affectedEmployees.find(({ employeeId }) => (employeeId as unknown) === 2)).toMatchObject({ lost: [2, 3], gained: expect.any(Array) })
  expect(emptyShiftIds).toEqual([])
  expect(text).toContain('no mandatory shift is empty')
})

test('a preview has as many rosters to choose from as were asked for, at most', () => {
  const events = [absent(2, '2026-03-02', '2026-03-06')]
  expect(preview({ events })).not.toHaveProperty('alternatives')
  const { alternatives = [], changes, score } = preview({ events, alternatives: 3 })
  expect(alternatives.length).toBeLessThanOrEqual(3)
  expect(alternatives.find(({ shifts }) => shifts.length === 0)).toMatchObject({ score, changes })
})

test('a preview names the mandatory shifts that would be empty', () => {
  const events = [1, 2, 3].map((employeeId) => absent(employeeId, '2026-03-02'))
  expect(preview({ events })).toMatchObject({ emptyShiftIds: [1], text: expect.stringContaining('1 mandatory shift would be empty') })
})

test('a preview is told what fits nothing, with pointers into its parameters', () => {
  const refused = (parameters: AnyJson): GatewayError['issues'] => {
    try {
      preview(parameters)
    } catch (error) {
      return (error as GatewayError).issues
    }
    return []
  }
  expect(refused({ events: [{ cancelShift: { shiftId: 77 } }] })).toMatchObject([{ pointer: '/events/0/cancelShift/shiftId', code: 'shift-unknown' }])
  expect(refused({})).toMatchObject([{ pointer: '/events', code: 'field-missing' }])
  expect(refused({ events: [], maxSeconds: 6 })).toMatchObject([{ pointer: '/maxSeconds', code: 'out-of-range' }])
  expect(refused({ events: [], callbackUrl: 'https://x.example' })).toMatchObject([{ pointer: '/callbackUrl', code: 'field-unknown' }])
})
