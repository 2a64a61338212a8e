import { describe, expect, test } from 'vitest'
import { rosterAsPosted } from '../../model/roster.ts'
import { withAbsences } from './absences.ts'
import { canRetime, retimedSeats, timesOf, whyNot, withTimes } from './retimings.ts'
import { resubmissionOf } from './resubmission.ts'
import { timesText } from './roster-words.ts'
import { WARD, wardModel } from './ward.fixture.ts'
import { addRetiming, addStep, removeRetiming, startCopy, undo } from './working-copy.ts'

const model = wardModel()
const at = (id: number): number => model.seatsAt.get(id)![0]!
const late = { shift: at(4), from: '16:00', to: '22:30' }
const was = timesOf(model, late.shift)

describe('other times of a shift', () => {
  test('are those of its day, for everything that is asked about the schedule', () => {
    const changed = withTimes(model, [late])
    expect(timesText(changed, late.shift)).toBe('16:00–22:30')
    expect(timesText(model, late.shift)).toBe('15:00–23:00')
    expect(changed.isAsSubmitted).toBe(false)
    expect(changed.schedule.shifts[late.shift]!.workMin).toBe(390)
    expect(changed.schedule.shifts.filter((_, shift) => shift !== late.shift)).toEqual(
      model.schedule.shifts.filter((_, shift) => shift !== late.shift),
    )
  })

  test('end on the next day where the end is not after the start, by the clock of each day', () => {
    // The clocks go forward in this night.
    const night = withTimes(model, [{ shift: at(3), from: '22:00', to: '06:30' }])
    const { start, end, isNight } = night.schedule.shifts[at(3)]!
    expect([timesText(night, at(3)), end - start, isNight]).toEqual(['22:00–06:30', 450, true])
  })

  test('say why they cannot be: in an hour that the clocks leave out', () => {
    expect(whyNot(model, [late])).toBeNull()
    const forward = wardModel({
      shifts: WARD.shifts.map((shift) =>
        shift.id === 5 ? { ...shift, start: '2027-03-28T08:00:00+02:00', end: '2027-03-28T12:00:00+02:00' } : shift,
      ),
    })
    expect(whyNot(forward, [{ shift: forward.seatsAt.get(5)![0]!, from: '02:30', to: '12:00' }])).toMatch(/02:30/)
  })

  test('are those of all seats, and are told by the first', () => {
    const seated = wardModel({ shifts: [{ id: 9, spot: 21, start: '2027-03-26T07:00', end: '2027-03-26T15:00', seats: { min: 3, max: 3 } }] })
    const told = { ...timesOf(seated, 2), to: '14:00' }
    expect(told.shift).toBe(0)
    expect([0, 1, 2].map((seat) => timesText(withTimes(seated, [told]), seat))).toEqual(Array(3).fill('07:00–14:00'))
    expect(retimedSeats(seated, [told])).toEqual([0, 1, 2])
  })

  test('are not those of a shift that is over; of a fixed one they are', () => {
    expect([1, 2, 4].map((id) => canRetime(model, at(id)))).toEqual([false, true, true])
  })

  test('go along with absences, and into what is submitted again', () => {
    const changed = withAbsences(withTimes(model, [late]), [{ employee: 1, firstDay: 4, lastDay: 4 }])
    const { shifts } = resubmissionOf(changed, {
      roster: rosterAsPosted(changed.schedule),
      fixed: new Set(),
      keptOff: [],
      callbackUrl: 'http://127.0.0.1:9/',
      callbackSecret: null,
    })
    expect(shifts.find(({ id }) => id === 4)).toMatchObject({ start: '2027-03-29T16:00', end: '2027-03-29T22:30' })
  })

  test('are a step of the copy like every other: taken back, done again, and changed once more', () => {
    const copy = addRetiming(addStep(startCopy(rosterAsPosted(model.schedule)), [{ shift: at(5), to: 0 }]), late, was)
    expect(copy.times).toEqual([late])
    expect(undo(copy).times).toEqual([])
    const again = addRetiming(copy, { ...late, to: '23:30' }, was)
    expect(again.times).toEqual([{ ...late, to: '23:30' }])
    expect(undo(again).times).toEqual([late])
    expect(addStep(again, [{ shift: at(5), to: 1 }]).times).toEqual(again.times)
    expect(removeRetiming(again, again.times[0]!).times).toEqual([])
    // Those of before are no other times.
    expect(addRetiming(again, was, was).times).toEqual([])
  })
})
