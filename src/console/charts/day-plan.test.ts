import { describe, expect, test } from 'vitest'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import type { SolutionDocument } from '../gateway/documents.ts'
import { readModel, type RosterModel } from '../roster/roster-model.ts'
import { wardModel } from '../roster/ward.fixture.ts'
import { breaksIn, type DayPlan, dayPlan, type Span } from './day-plan.ts'

const NO_BREAKS = () => []
const dayOf = ({ schedule }: RosterModel, date: string): number => schedule.calendar.days.findIndex((day) => day.date === date)

/** Times by the local clock: `07:00–15:00`. */
function shown(model: RosterModel, { start, end }: Span): string {
  return `${model.clock.timeOf(start)}–${model.clock.timeOf(end)}`
}

function planned(model: RosterModel, date: string, asked: { spot?: number } = {}): DayPlan {
  return dayPlan(model, rosterAsPosted(model.schedule), { day: dayOf(model, date), spot: asked.spot ?? null, breaksOf: NO_BREAKS })
}

describe('a day by time', () => {
  const model = wardModel()

  test('a night lies on both of its days, cut at midnight', () => {
    const [evening, morning] = ['2027-03-27', '2027-03-28'].map((date) => planned(model, date).people)
    expect(evening!.map(({ bars }) => bars.map((bar) => [shown(model, bar), bar.isFromBefore, bar.goesOn]))).toEqual([[['23:00–00:00', false, true]]])
    expect(morning!.map(({ bars }) => bars.map((bar) => [shown(model, bar), bar.isFromBefore, bar.goesOn]))).toEqual([[['00:00–07:00', true, false]]])
  })

  test('a morning on which the clocks go forward is an hour shorter', () => {
    const { start, end, crowds } = planned(model, '2027-03-28')
    expect([end - start, shown(model, { start, end }), crowds]).toEqual([360, '00:00–07:00', [{ start, end, count: 1 }]])
  })

  test('the axis has whole hours, empty mandatory shifts stand apart, and who works two shifts is at work once at a time', () => {
    const plan = planned(model, '2027-03-29')
    expect(shown(model, plan)).toBe('00:00–23:00')
    expect(plan.empty.map(({ employee, bars }) => [employee, bars.map((bar) => shown(model, bar))])).toEqual([[NOBODY, ['00:30–08:00']]])
    expect(plan.people.map(({ bars }) => bars.map((bar) => shown(model, bar)))).toEqual([['07:00–15:00', '15:00–23:00']])
    expect(plan.crowds.map((crowd) => [shown(model, crowd), crowd.count])).toEqual([['07:00–23:00', 1]])
  })

  test('one spot alone has its shifts, and a day without any is empty', () => {
    expect(planned(model, '2027-03-29', { spot: 1 }).empty).toEqual([])
    const none = planned(model, '2027-03-27', { spot: 1 })
    expect([none.people, none.empty, none.crowds, none.end - none.start]).toEqual([[], [], [], 1440])
  })

  test('an empty optional shift is missing to nobody', () => {
    const roster = rosterAsPosted(model.schedule).fill(NOBODY)
    const { empty } = dayPlan(model, roster, { day: dayOf(model, '2027-03-29'), spot: null, breaksOf: NO_BREAKS })
    expect(empty.map(({ bars }) => bars.map((bar) => shown(model, bar)))).toEqual([['00:30–08:00'], ['15:00–23:00']])
  })
})

describe('breaks', () => {
  const shiftOf = (id: number) => ({ id, spot: 1, start: '2027-05-10T08:00:00Z', end: '2027-05-10T16:00:00Z', employee: id })
  const model = readModel({
    timeZone: 'UTC',
    employees: [{ id: 1 }, { id: 2 }],
    spots: [{ id: 1 }],
    shifts: [shiftOf(1), shiftOf(2)],
  })
  const day = dayOf(model, '2027-05-10')
  const { start, end } = model.schedule.shifts[0]!
  const solution = {
    shifts: [
      { ...shiftOf(1), breaks: [{ start: '2027-05-10T10:00:00Z', end: '2027-05-10T10:30:00Z' }] },
      { ...shiftOf(2), breaks: [{ start: '2027-05-10T10:30:00Z', end: '2027-05-10T11:00:00Z' }] },
    ],
  } as Pick<SolutionDocument, 'shifts'> as SolutionDocument

  test('who has one is not at work', () => {
    const roster = rosterAsPosted(model.schedule)
    const breaksOf = breaksIn({ model, roster, solution }, roster)
    const { crowds } = dayPlan(model, roster, { day, spot: null, breaksOf })
    expect(crowds.map((crowd) => [crowd.start - start, crowd.end - start, crowd.count])).toEqual([
      [0, 120, 2],
      [120, 180, 1],
      [180, end - start, 2],
    ])
  })

  test('a shift that was given to somebody else has none that are known', () => {
    const solved = rosterAsPosted(model.schedule)
    const roster = solved.slice()
    roster[0] = NOBODY
    const breaksOf = breaksIn({ model, roster: solved, solution }, roster)
    expect([breaksOf(0), breaksOf(1)]).toEqual([[], [{ start: start + 150, end: start + 180 }]])
  })
})
