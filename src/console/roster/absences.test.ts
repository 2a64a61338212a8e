import { describe, expect, test } from 'vitest'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import { isAway, withAbsences } from './absences.ts'
import { optionsOf, othersOf } from './options.ts'
import { keptOffOf, resubmissionOf } from './resubmission.ts'
import { scheduleOf } from './roster-model.ts'
import { addAbsence, addStep, canMove, changesOf, redo, removeAbsence, shiftsWithin, startCopy, takenOff, undo } from './working-copy.ts'
import { WARD, wardModel } from './ward.fixture.ts'

const model = wardModel()
const roster = rosterAsPosted(model.schedule)
const start = startCopy(roster)
const [ANNA, BO, THIRD] = [0, 1, 2]
/** Positions of shifts: Anna has 0 (historic) and 1 (fixed); Bo 2 (night of Saturday), 3 and 5 (Monday); 4 is empty. */
const [FRIDAY, SATURDAY, SUNDAY, MONDAY] = [1, 2, 3, 4]

describe('somebody who is absent', () => {
  for (const { what, employee, firstDay, lastDay, shifts } of [
    { what: 'a day without work', employee: BO, firstDay: FRIDAY, lastDay: FRIDAY, shifts: [] },
    { what: 'a day into which a night runs', employee: BO, firstDay: SUNDAY, lastDay: SUNDAY, shifts: [2] },
    { what: 'two days', employee: BO, firstDay: SATURDAY, lastDay: MONDAY, shifts: [2, 3, 5] },
    { what: 'a fixed shift, and not what is over', employee: ANNA, firstDay: 0, lastDay: MONDAY, shifts: [1] },
  ]) {
    test(`leaves the shifts of these days empty: ${what}`, () => {
      const absence = { employee, firstDay, lastDay }
      expect(shiftsWithin(model, roster, absence)).toEqual(shifts)
      const copy = addAbsence(start, model, absence)
      expect(changesOf(copy)).toEqual(shifts.map((shift) => ({ shift, before: employee, after: NOBODY })))
      expect(copy.absences).toEqual([absence])
    })
  }

  test('is so until it is undone, and again once it is redone; taken back, the shifts stay as they are', () => {
    const absence = { employee: BO, firstDay: MONDAY, lastDay: MONDAY }
    const copy = addStep(addAbsence(start, model, absence), [{ shift: 3, to: THIRD }])
    expect([undo(copy).absences, undo(undo(copy)).absences, redo(undo(undo(copy))).absences]).toEqual([[absence], [], [absence]])
    const back = removeAbsence(copy, copy.absences[0]!)
    expect([back.absences, back.roster[3], back.roster[5]]).toEqual([[], THIRD, NOBODY])
  })

  test('is unavailable in the schedule that is asked about and submitted again, and what was fixed is free', () => {
    const absence = { employee: ANNA, firstDay: FRIDAY, lastDay: SATURDAY }
    const away = withAbsences(model, [absence])
    expect(scheduleOf(model, '7')).toEqual({ solverProblemId: '7' })
    const { schedule } = scheduleOf(away, '7') as { schedule: typeof WARD }
    expect(schedule.employees[0]!.wishes).toEqual([...WARD.employees[0]!.wishes!, { type: 'UNAVAILABLE', start: '2027-03-26', end: '2027-03-27' }])
    expect(schedule.shifts[1]).toMatchObject({ employee: null, fixed: false })
    expect([canMove(model, 1), canMove(away, 1)]).toEqual([false, true])
    expect([isAway(model, ANNA, 1), isAway(away, ANNA, 1), isAway(away, BO, 1)]).toEqual([false, true, false])
    const copy = addAbsence(start, model, absence)
    const again = resubmissionOf(away, {
      roster: copy.roster,
      fixed: new Set(),
      keptOff: [],
      callbackUrl: 'https://b.example/',
      callbackSecret: null,
    })
    expect(again.shifts[1]).toMatchObject({ employee: null, fixed: false })
    expect(again.employees[0]!.wishes).toHaveLength(3)
  })

  test('no absence changes nothing', () => expect(withAbsences(model, [])).toBe(model))
})

describe('who was taken off a shift that is empty now', () => {
  const emptied = addStep(start, [{ shift: 2, to: NOBODY }])

  test('does not get it back: unavailable for as long as it is, and no longer', () => {
    expect([takenOff(emptied, 2), takenOff(emptied, 4), takenOff(emptied, 3)]).toEqual([BO, NOBODY, NOBODY])
    const keptOff = keptOffOf(model, emptied)
    expect(keptOff).toEqual([{ shift: 2, employee: BO }])
    const options = { roster: emptied.roster, fixed: new Set<number>(), callbackUrl: 'https://b.example/', callbackSecret: null }
    const { start: from, end: until } = WARD.shifts[2]!
    expect(resubmissionOf(model, { ...options, keptOff }).employees[1]!.wishes).toEqual([{ type: 'UNAVAILABLE', start: from, end: until }])
    expect(resubmissionOf(model, { ...options, keptOff: [] }).employees).toBe(WARD.employees)
  })

  test('is not kept off when absent then anyway, when working at that time, or when somebody else has it', () => {
    const absent = addAbsence(start, model, { employee: BO, firstDay: SATURDAY, lastDay: SATURDAY })
    expect(keptOffOf(withAbsences(model, absent.absences), absent)).toEqual([])
    // Two that overlap on Monday: 3 (15–23) is given to nobody, and 4 (0:30–8) with 5 (7–15) to Bo.
    const swapped = addStep(start, [
      { shift: 5, to: NOBODY },
      { shift: 4, to: BO },
    ])
    expect(keptOffOf(model, swapped)).toEqual([])
    expect(keptOffOf(model, addStep(start, [{ shift: 2, to: THIRD }]))).toEqual([])
  })
})

describe('who is recommended', () => {
  const candidate = (employeeId: number) => ({ employeeId, name: null, scoreChange: [-20, 0, 0, 0], settings: [], text: `${employeeId}.` })
  const recommended = { shiftId: 3, employeeId: null, score: [0, 0, 0, 0], employees: [12, 11, 13].map(candidate), chains: [] }
  type Given = Parameters<typeof optionsOf>[1]

  test('is not first who was just taken off it by hand, and nobody who is absent', () => {
    const options = optionsOf(model, recommended as unknown as Given, { shift: 2, worker: NOBODY, before: BO })
    // Anna is unavailable on that Saturday.
    expect(options.map(({ title, text }) => [title, text])).toEqual([
      ['13', '13.'],
      ['Bo', '12. Was taken off it by hand.'],
    ])
  })

  test('are, once they are asked for, those who would break a rule too, apart and by the same measure', () => {
    const others = { ...recommended, employees: [], otherEmployees: [12, 11, 13].map(candidate) }
    expect(optionsOf(model, others as unknown as Given, { shift: 2, worker: NOBODY, before: NOBODY })).toEqual([])
    // Anna is unavailable on that Saturday, and Bo works it.
    expect(othersOf(model, others as unknown as Given, { shift: 2, worker: BO, before: NOBODY }).map(({ title }) => title)).toEqual(['13'])
  })

  test('is in no chain that gives a shift to who is absent', () => {
    const chain = (to: number) => ({
      employeeIds: [13, 12],
      steps: [
        { shiftId: 5, from: null, to: 13 },
        { shiftId: 3, from: 12, to },
      ],
      scoreChange: [-1, 0, 0, 0],
      text: '',
    })
    const options = optionsOf(model, { ...recommended, employees: [], chains: [chain(11), chain(13)] } as unknown as Given, {
      shift: 4,
      worker: NOBODY,
      before: NOBODY,
    })
    expect(options.map(({ steps }) => steps[1]!.to)).toEqual([13])
  })
})
