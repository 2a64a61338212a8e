import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { addDays, addPeople, addWeekShifts, emptyPlan, groupShifts, mergePlans, readPeople, readWeekShifts, removePerson } from './plan-document.ts'

const WEEK = { spot: 'Ward', start: '07:00', end: '15:00', weekdays: [0, 1, 2, 3, 4], people: 2 }
const twoPeople = () => addPeople(emptyPlan('Europe/Copenhagen'), readPeople('Name\tContract\tSkills\nAnna\tPart time\tnurse, ICU\nBen\n'))

test('people come out of a spreadsheet with contract and skills by name', () => {
  expect(twoPeople()).toMatchObject({
    skills: [
      { id: 1, name: 'nurse' },
      { id: 2, name: 'ICU' },
    ],
    employees: [
      { id: 1, name: 'Anna', contractId: 'part-time', skills: [{ id: 1 }, { id: 2 }] },
      { id: 2, name: 'Ben', contractId: 'full-time', skills: [] },
    ],
  })
})

test('a week template makes a shift for each of its weekdays and people, over midnight too', () => {
  const plan = addWeekShifts(twoPeople(), { ...WEEK, start: '23:00', end: '07:00', weekdays: [6] }, '2027-02-01', '2027-02-14')
  expect(plan.shifts).toMatchObject([
    { id: 1, start: '2027-02-07T23:00:00', end: '2027-02-08T07:00:00' },
    { id: 2, start: '2027-02-07T23:00:00' },
    { id: 3, start: '2027-02-14T23:00:00' },
    { id: 4, start: '2027-02-14T23:00:00' },
  ])
  expect(groupShifts(plan)).toMatchObject([{ text: 'Ward, 23:00–07:00', ids: [1, 2, 3, 4] }])
})

test('shifts come out of a spreadsheet by their weekdays', () => {
  expect(
    readWeekShifts('Where\tFrom\tUntil\tDays\tPeople\nWard\t7:00\t15:00\tMon-Fri\t2\nDesk\t22:00\t06:00\tSat, Sun\t\nDesk\tlate\t15:00'),
  ).toEqual([
    { spot: 'Ward', start: '07:00', end: '15:00', weekdays: [0, 1, 2, 3, 4], people: 2 },
    { spot: 'Desk', start: '22:00', end: '06:00', weekdays: [5, 6], people: 1 },
  ])
})

test('with a date before its times a shift is of that day alone', () => {
  const [shift, ...more] = readWeekShifts('Where\tFrom\tUntil\tWho\nWard\t2027-02-01 22:00\t2027-02-02 6:00\tAnna')
  expect([shift, more]).toMatchObject([{ spot: 'Ward', date: '2027-02-01', start: '22:00', end: '06:00', people: 1 }, []])
  expect(addWeekShifts(emptyPlan('UTC'), shift!, shift!.date!, shift!.date!).shifts).toMatchObject([
    { start: '2027-02-01T22:00:00', end: '2027-02-02T06:00:00' },
  ])
})

for (const { days, weekdays } of [
  { days: 'man-fre', weekdays: [0, 1, 2, 3, 4] },
  { days: 'Mo–Fr', weekdays: [0, 1, 2, 3, 4] },
  { days: 'tors, lør', weekdays: [3, 5] },
  { days: 'Di, Do, So', weekdays: [1, 3, 6] },
  { days: 'mån-ons, sön', weekdays: [0, 1, 2, 6] },
]) {
  test(`weekdays are read in the languages of the page: ${days}`, () => {
    expect(readWeekShifts(`Ward\t7:00\t15:00\t${days.replaceAll(',', ';')}`)).toMatchObject([{ weekdays }])
  })
}

test('whoever is taken out leaves the seats of a shift too', () => {
  const shift = { id: 1, spot: 1, start: '2027-02-01T07:00:00', end: '2027-02-01T15:00:00', employees: [1, 2] }
  expect(removePerson({ ...twoPeople(), shifts: [shift] }, 2).shifts).toMatchObject([{ employees: [1] }])
})

test('what the page makes is a schedule without an error or a warning', () => {
  const plan = addWeekShifts(twoPeople(), WEEK, '2027-02-01', '2027-02-28')
  const asked = addDays(addDays(plan, 1, 'ABSENT', { start: '2027-02-03', end: '2027-02-05' }), 2, 'UNDESIRED', {
    start: '2027-02-06',
    end: '2027-02-07',
  })
  const { errors, warnings } = readSubmission(asked, { callback: 'optional', strict: true })
  expect([errors, warnings]).toEqual([[], []])
  expect(asked.shifts).toHaveLength(40)
})

test('somebody who is taken out of the plan works nothing any more', () => {
  const plan = addWeekShifts(twoPeople(), { ...WEEK, weekdays: [0], people: 1 }, '2027-02-01', '2027-02-01')
  const worked = { ...plan, shifts: [{ ...plan.shifts![0]!, employee: 2 }] }
  expect(removePerson(worked, 2)).toMatchObject({ employees: [{ id: 1 }], shifts: [{ id: 1, employee: null }] })
})

describe('two changes of one plan', () => {
  const base = addWeekShifts(twoPeople(), { ...WEEK, weekdays: [0], people: 1 }, '2027-02-01', '2027-02-08')

  test('are put together entry by entry, and nothing is lost', () => {
    const mine = addDays(addPeople(base, [{ name: 'Cem', contract: '', skills: [] }]), 1, 'ABSENT', { start: '2027-02-02', end: '2027-02-02' })
    const theirs = {
      ...addPeople(removePerson(base, 2), [
        { name: 'Dina', contract: '', skills: [] },
        { name: 'Eva', contract: '', skills: [] },
      ]),
      note: 'theirs',
    }
    const { document, both } = mergePlans(base, mine, theirs)
    expect(document.employees!.map(({ name }) => name).sort()).toEqual(['Anna', 'Cem', 'Dina', 'Eva'])
    expect(new Set(document.employees!.map(({ id }) => id)).size).toBe(4)
    expect(document.employees![0]).toMatchObject({ name: 'Anna', absences: [{ start: '2027-02-02' }] })
    expect([document['note'], both]).toEqual(['theirs', []])
  })

  test('of one person are told, and mine is taken', () => {
    const rename = (name: string) => ({ ...base, employees: base.employees!.map((person) => (person.id === 1 ? { ...person, name } : person)) })
    const { document, both } = mergePlans(base, rename('Anne'), rename('Annette'))
    expect([document.employees![0]!.name, both]).toEqual(['Anne', ['Annette']])
  })

  test('keep what the other one changed though it was taken out here', () => {
    const theirs = addDays(base, 2, 'DESIRED', { start: '2027-02-02', end: '2027-02-02' })
    expect(mergePlans(base, removePerson(base, 2), theirs).document.employees).toHaveLength(2)
  })
})
