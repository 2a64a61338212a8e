import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readShifts } from '../../../test/sample-notation.ts'

const REST_DAY = { 1: { requiresRestAfterShiftHere: true } }
const REST_MINUTES = { 1: { requiresRestOfMinutes: 600 } }

describePage('restDayAfterShift', (line) => ({ shifts: readShifts(line.Row!), spots: REST_DAY }))

describePage('restAfterShiftInRoomWithRequiredMinutes', (line) => ({
  shifts: readShifts(line.Row!),
  spots: REST_MINUTES,
  allowedShiftCollisions: Number(line['Allowed collisions']),
}))

const weekly = (limit: number | null) => [{ name: 'Anna', contract: { minWeeklyRestMinutes: limit } }]

describePage('minWeeklyRestMinutes', (line) => ({
  shifts: readShifts(line.Row!),
  days: Number(line['Known days']),
  employees: weekly(2100),
}))

test('spots that ask for no rest and contracts without a weekly rest cost nothing', () => {
  const sample = { shifts: readShifts('Mon 00:00–24:00; Tue 00:00–24:00; Wed 00:00–Sun 24:00') }
  for (const setting of ['restDayAfterShift', 'restAfterShiftInRoomWithRequiredMinutes', 'minWeeklyRestMinutes'] as const)
    expect(judgeBy(setting, sample).units).toBe(0)
  expect(judgeBy('restAfterShiftInRoomWithRequiredMinutes', { ...sample, spots: { 1: { requiresRestOfMinutes: 0 } } }).units).toBe(0)
})

test('a rest day is one of the time zone, whatever its length', () => {
  // Sunday 29 March 2026 has 23 hours in Copenhagen: the duty ends as Monday begins.
  const sample = { firstDay: '2026-03-23', timeZone: 'Europe/Copenhagen', spots: REST_DAY }
  expect(judgeBy('restDayAfterShift', { ...sample, shifts: readShifts('Sat 07:00–Sun 24:00; Mon+1 00:00–08:00 at spot 2') }).units).toBe(0)
  expect(judgeBy('restDayAfterShift', { ...sample, shifts: readShifts('Sat 07:00–Sun 24:00; Sun 23:00–23:30 at spot 2') }).units).toBe(1)
})

test('weekly rest is elapsed time: the night in which clocks go forward has an hour less', () => {
  const shifts = readShifts('Mon 00:00–Sat 12:00; Sun 23:00–Mon+1 07:00')
  const sample = { shifts, days: 14, employees: weekly(2100), timeZone: 'Europe/Copenhagen' }
  expect(judgeBy('minWeeklyRestMinutes', { ...sample, firstDay: '2026-03-23' }).units).toBe(60)
  expect(judgeBy('minWeeklyRestMinutes', { ...sample, firstDay: '2026-10-19' }).units).toBe(0)
})

test('a whole week free is rest enough in the week with 167 hours too', () => {
  const sample = { firstDay: '2026-03-23', timeZone: 'Europe/Copenhagen', days: 8, employees: weekly(168 * 60) }
  expect(judgeBy('minWeeklyRestMinutes', { ...sample, shifts: readShifts('Mon+1 00:00–08:00') }).units).toBe(0)
})

test('rest is told with the shifts and the spot or week that asks for it', () => {
  const shifts = readShifts('Mon 14:00–22:00; Tue 07:00–15:00')
  const employees = [{ name: 'Anna' }]
  expect(judgeBy('restDayAfterShift', { shifts, employees, spots: REST_DAY }).matches).toMatchObject([
    {
      shiftIds: [101, 102],
      date: '2026-03-03',
      text: 'Anna starts shift 102 (2026-03-03 07:00–15:00) on 2026-03-03, the rest day after shift 101 (2026-03-02 14:00–22:00).',
    },
  ])
  expect(judgeBy('restAfterShiftInRoomWithRequiredMinutes', { shifts, employees, spots: REST_MINUTES }).matches).toMatchObject([
    {
      shiftIds: [101, 102],
      date: '2026-03-03',
      text: 'Anna rests 9 h between shift 101 (2026-03-02 14:00–22:00) and shift 102 (2026-03-03 07:00–15:00); the spot of the former asks for 10 h.',
    },
  ])
  expect(
    judgeBy('minWeeklyRestMinutes', { shifts: readShifts('Mon 00:00–Sat 24:00; Sun 20:00–24:00'), employees: weekly(2100) }).matches,
  ).toMatchObject([
    {
      shiftIds: [101, 102],
      date: '2026-03-02',
      text: 'Anna has 20 h free of work at most in the week from Monday 2026-03-02, less than the 35 h of the contract.',
    },
  ])
})
