import { describe, expect, test } from 'vitest'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import { askedText, heldLabel, heldText, PARTIAL_WISH, PARTLY_AWAY, readModel, rosterOf, solutionOf, WISH_BITS, wishesOn } from './roster-model.ts'
import { cellText, dayText, shiftText, shortTimes, timesText, wishText } from './roster-words.ts'
import { WARD, wardModel } from './ward.fixture.ts'

const model = wardModel()

describe('days', () => {
  test('are those of the schedule’s time zone, the history first', () => {
    expect(model.schedule.calendar.days.map(({ date }) => date)).toEqual(['2027-03-25', '2027-03-26', '2027-03-27', '2027-03-28', '2027-03-29'])
    expect(model.schedule.calendar.horizonFirst).toBe(1)
  })

  test('a shift belongs to the local day on which it starts, though in UTC that is another', () => {
    expect(model.schedule.shifts.map(({ day }) => day)).toEqual([0, 1, 2, 4, 4, 4])
    expect(dayText(model, 4)).toBe('Mon 29 Mar')
  })

  test('a night over the clock change shows the wall clock, and counts the hours that pass', () => {
    expect(timesText(model, 2)).toBe('23:00–07:00')
    expect(model.schedule.shifts[2]!.workMin).toBe(7 * 60)
  })
})

describe('words', () => {
  test('full hours are written without minutes', () => {
    expect([0, 1, 4].map((shift) => shortTimes(model, shift))).toEqual(['7–15', '7–15:30', '0:30–8'])
  })

  test('a shift without a name is told by time and spot', () => {
    expect(shiftText(model, 5)).toBe('07:00–15:00, Front desk')
  })

  test('a cell tells a screen reader day, shifts, state and wishes', () => {
    const roster = rosterAsPosted(model.schedule)
    expect(cellText(model, roster, { shifts: [1], day: 1, wishes: 0 })).toBe('Fri 26 Mar; Early, 07:00–15:30, Ward, fixed')
    expect(cellText(model, roster, { shifts: [], day: 2, wishes: WISH_BITS.UNAVAILABLE })).toBe('Sat 27 Mar; free; unavailable')
    expect(cellText(model, roster, { shifts: [4], day: 4, wishes: 0 })).toBe('Mon 29 Mar; Early, 00:30–08:00, Ward, empty')
  })
})

describe('wishes', () => {
  test('mark every day that they touch; one about a tag is told apart', () => {
    expect([...model.wishBits[0]!]).toEqual([0, 0, WISH_BITS.UNAVAILABLE, WISH_BITS.UNAVAILABLE, PARTIAL_WISH])
    expect([...model.wishBits[1]!]).toEqual([0, 0, 0, 0, 0])
  })

  test('of an absence that covers a part of a day mark it as such, a whole day between as whole', () => {
    const wishes = [{ type: 'UNAVAILABLE' as const, start: '2027-03-26T12:00:00+01:00', end: '2027-03-28T12:00:00+02:00' }]
    const { wishBits } = readModel({ ...WARD, employees: WARD.employees.map((employee) => ({ ...employee, wishes })) })
    expect([...wishBits[2]!]).toEqual([0, PARTLY_AWAY, WISH_BITS.UNAVAILABLE, PARTLY_AWAY, 0])
    expect(wishText(PARTLY_AWAY)).toBe('unavailable for a part of the day')
  })
})

describe('skills and teams', () => {
  test('are called by the names that the schedule gives them, in forms too', () => {
    const named = readModel({ ...WARD, skills: [{ id: 8, name: 'Front\ndesk' }], teams: [{ id: 1, name: 'Ward team' }] })
    expect([heldText(named, 'skills', 8), heldText(named, 'teams', 1)]).toEqual(['Front desk', 'Ward team'])
    expect([heldLabel(named, 'skills', 8), heldLabel(named, 'teams', 1)]).toEqual(['Front desk', 'Ward team'])
    expect([heldLabel(named, 'skills', 7), heldLabel(model, 'teams', 1)]).toEqual(['Skill 7', 'Team 1 (Ward)'])
  })

  test('without names are told by the spots that ask for them', () => {
    expect([heldText(model, 'skills', 8), heldText(model, 'skills', 7), heldText(model, 'teams', 1)]).toEqual(['8 (Front desk)', '7', '1 (Ward)'])
    const spots = ['A', 'B', 'C', 'D'].map((name, at) => ({ id: at + 21, name, teams: [1] }))
    expect(heldText(readModel({ ...WARD, spots }), 'teams', 1)).toBe('1 (4 spots)')
  })

  test('that are asked for are told with their levels', () => {
    const asked = [
      { id: 8, minLevel: 1 },
      { id: 7, minLevel: 3 },
      { id: 7, minLevel: 9 },
    ] as unknown as Parameters<typeof askedText>[1]
    expect(askedText(model, asked, ' or ')).toBe('8 (Front desk) or 7 (level 3 or higher) or 7 (level 9)')
  })

  test('are found by the day, and not by the one after', () => {
    expect(wishesOn(model, 0, 3).map(({ type }) => type)).toEqual(['UNAVAILABLE'])
    expect(wishesOn(model, 0, 4).map(({ type }) => type)).toEqual(['DESIRED'])
  })
})

describe('rosters', () => {
  test('a solution says who works what; a shift that it leaves out stays with whom it came', () => {
    const roster = rosterOf(model, {
      shifts: [
        { id: 3, employee: 13 },
        { id: 4, employee: null },
        { id: 99, employee: 11 },
      ],
    })
    expect([...roster]).toEqual([0, 0, 2, NOBODY, NOBODY, 1])
  })

  test('what is sent with a question reads as the same roster', () => {
    const roster = rosterAsPosted(model.schedule)
    expect(rosterOf(model, solutionOf(model, roster))).toEqual(roster)
  })

  test('a schedule that no gateway accepts is refused with what is wrong', () => {
    expect(() => readModel({ employees: [], shifts: [], spots: [] })).toThrow('There is no shift')
  })
})
