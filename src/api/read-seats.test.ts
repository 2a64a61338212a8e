import { describe, expect, test } from 'vitest'
import { isDecided, NOBODY, rosterAsPosted } from '../model/roster.ts'
import { peopleOf, postedShifts } from '../model/seats.ts'
import { readSolution } from './read-solution.ts'
import { readSubmission } from './read-schedule.ts'
import { roundDocument, roundSchedule } from './seats.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

describe('a shift with seats', () => {
  for (const { seats, expected } of [
    { seats: { min: 2 }, expected: ['MANDATORY 3', 'MANDATORY 3'] },
    { seats: { min: 1, ideal: 2 }, expected: ['MANDATORY 3', 'OPTIONAL 3'] },
    { seats: { min: 1, max: 2 }, expected: ['MANDATORY 3', 'OPTIONAL 0 spare'] },
    { seats: { min: 1, ideal: 2, max: 4 }, expected: ['MANDATORY 3', 'OPTIONAL 3', 'OPTIONAL 0 spare', 'OPTIONAL 0 spare'] },
    { seats: { min: 0, ideal: 1 }, expected: ['OPTIONAL 3'] },
  ]) {
    test(`${JSON.stringify(seats)} of weight 3 is ${expected.join(', ')}`, () => {
      const { shifts } = roundSchedule({ seats, weight: 3 })
      const round = shifts.filter(({ id }) => id === 7)
      expect(round.map(({ importance, weight, isSpare }) => `${importance} ${weight}${isSpare === true ? ' spare' : ''}`)).toEqual(expected)
      expect(shifts.map(({ id }) => id)).toEqual([...expected.map(() => 7), 8])
    })
  }

  test('has its dearest seats first, whatever the settings weigh', () => {
    const settings = {
      assignShift: { fourthPriorityWeight: 1, firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: 0 },
      assignOptionalShift: { fourthPriorityWeight: 2, firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: 0 },
    }
    const { shifts } = roundSchedule({ seats: { min: 1, ideal: 3 } }, { settings })
    expect(shifts.map(({ importance }) => importance)).toEqual(['OPTIONAL', 'OPTIONAL', 'MANDATORY', 'MANDATORY'])
  })

  test('comes with its people on the first seats; fixed ones stay, and the other seats are filled', () => {
    const schedule = roundSchedule({ seats: { min: 3 }, employees: [4, 2], fixed: true })
    expect([...rosterAsPosted(schedule)]).toEqual([3, 1, NOBODY, NOBODY])
    expect(schedule.shifts.map(isDecided)).toEqual([true, true, false, false])
  })

  test('stays empty where it is fixed with an empty list; where it has no list it is filled', () => {
    const { shifts } = roundSchedule({ seats: { min: 2, max: 3 }, employees: [], fixed: true })
    expect(shifts.map(isDecided)).toEqual([true, true, true, false])
    const { warnings, submission } = readSubmission(roundDocument({ seats: { min: 2 }, fixed: true }), { callback: 'optional' })
    expect(submission!.schedule.shifts.map(isDecided)).toEqual([false, false, false])
    expect(warnings.map(({ code }) => code)).toEqual(['fixed-without-employee'])
  })

  test('is pointed at by its place in the document', () => {
    const document = roundDocument({ seats: { min: 3 }, employees: [1], fixed: true })
    document.shifts.push({ ...document.shifts[1], id: 9, tags: ['x'] })
    document.shiftTags = [{ id: 1, tag: 'y', category: 'c' }]
    document.employees[0].wishes = [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-02' }]
    const { warnings } = readSubmission(document, { callback: 'optional' })
    expect(warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'fixed-within-leave /shifts/0/employees',
      'tag-undeclared /shifts/2/tags/0',
    ])
  })

  test('is looked at with all of its seats where a coverage requirement names it', () => {
    const requirement = { id: 1, skill: 5, minimumCount: 1, shiftIds: [7] }
    const schedule = roundSchedule({ seats: { min: 2 } }, { coverageCompetencyRequirements: [requirement] })
    expect(schedule.coverageCompetencyRequirements[0]!.shiftIndexes).toEqual([0, 1])
  })

  test('counts as often as it has seats: 100,000 in a document of 2 KB are read, one more is refused', () => {
    const shift = { spot: 30, start: '2026-03-02T08:00', end: '2026-03-02T12:00', seats: { min: 0, max: 1000 } }
    const documentOf = (more: AnyJson[]): AnyJson => ({
      ...roundDocument({}),
      shifts: [...Array.from({ length: 100 }, (_, id) => ({ id, ...shift })), ...more],
    })
    const fits = readSubmission(documentOf([]), { callback: 'optional' })
    expect(fits.errors).toEqual([])
    expect(fits.submission!.schedule.shifts).toHaveLength(100_000)
    const { errors } = readSubmission(documentOf([{ ...shift, id: 100, seats: undefined }]), { callback: 'optional' })
    expect(errors).toMatchObject([
      { code: 'seats-too-many', pointer: '/shifts', detail: 'All shifts together have 100001 seats; at most 100000 are allowed.' },
    ])
  })
})

describe('a solution', () => {
  const schedule = roundSchedule({ seats: { min: 1, ideal: 2, max: 3 }, employees: [2] })
  const solutionOf = (round: AnyJson): AnyJson => ({
    shifts: [
      { id: 7, ...round },
      { id: 8, employee: 3 },
    ],
  })
  const problems = (round: AnyJson, of = schedule): string[] =>
    readSolution(solutionOf(round), of).errors.map(({ pointer, code }) => `${pointer} ${code}`)

  test('lists people in any order, who have the first seats', () => {
    const { roster } = readSolution(solutionOf({ employees: [4, 2] }), schedule)
    expect([...roster!]).toEqual([1, 3, NOBODY, 2])
    expect(peopleOf(schedule, roster!, postedShifts(schedule.shifts)[0]!)).toEqual([1, 3])
  })

  for (const [title, round, expected] of [
    ['somebody unknown', { employees: [9] }, ['/shifts/0/employees/0 employee-unknown']],
    ['more people than seats', { employees: [1, 2, 3, 4] }, ['/shifts/0/employees seats-full']],
    ['somebody twice', { employees: [1, 1] }, ['/shifts/0/employees/1 employee-repeated']],
    ['no list', {}, ['/shifts/0/employees field-missing']],
    ['one employee', { employee: 1 }, ['/shifts/0/employee seats-unclear', '/shifts/0/employees field-missing']],
    ['a number', { employees: 2 }, ['/shifts/0/employees wrong-type']],
  ] as const) {
    test(`with ${title} is refused at its place`, () => expect(problems(round)).toEqual(expected))
  }

  test('that lists people on a shift of one seat is refused', () => {
    const { errors } = readSolution(
      {
        shifts: [
          { id: 7, employees: [] },
          { id: 8, employee: 3, employees: [3] },
        ],
      },
      schedule,
    )
    expect(errors).toMatchObject([{ code: 'seats-unclear', pointer: '/shifts/1/employees' }])
  })

  test('leaves the people of a fixed shift on it, and may add others while it has seats', () => {
    const fixed = roundSchedule({ seats: { min: 2, max: 3 }, employees: [2, 1], fixed: true })
    expect(problems({ employees: [1, 2] }, fixed)).toEqual([])
    expect(problems({ employees: [4, 1, 2] }, fixed)).toEqual([])
    expect(problems({ employees: [1, 3] }, fixed)).toEqual(['/shifts/0/employees decided-shift-changed'])
  })

  test('adds nobody to a historic shift', () => {
    const historic = roundSchedule({ seats: { min: 2 }, employees: [2], historic: true, start: '2026-03-01T08:00', end: '2026-03-01T12:00' })
    expect(problems({ employees: [2] }, historic)).toEqual([])
    expect(problems({ employees: [2, 1] }, historic)).toEqual(['/shifts/0/employees decided-shift-changed'])
  })
})
