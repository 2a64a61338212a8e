import { afterEach, expect, test, vi } from 'vitest'
import { SCHEDULE } from '../../test/edge.ts'
import { solveAtOnce } from './solve-at-once.ts'

afterEach(() => void vi.restoreAllMocks())

test('the roster does not depend on how busy the machine is', () => {
  const calm = solveAtOnce(SCHEDULE, { fills: true })
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
  const busy = solveAtOnce(SCHEDULE, { fills: true })
  expect(busy.shifts).toEqual(calm.shifts)
  expect(busy).toMatchObject({ score: [0, 0, 0, 0], stopReason: 'OPTIMAL' })
})
