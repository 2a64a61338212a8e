import { expect, test } from 'vitest'
import { QUESTIONS } from '../../answers/questions.ts'
import { addPeople, addWeekShifts, emptyPlan, type PlanDocument, readPeople } from './plan-document.ts'
import { findAnswers, offeredDay, type Preview, type SickAnswer, takeAnswer } from './sick-call.ts'

// Seconds of the processor that this thread has had: a machine with much to do finds the same answers.
const means = { limits: {}, solver: null, clock: () => process.threadCpuUsage().user / 1000, mostSeconds: Infinity }
const SICK = { employeeId: 1, start: '2027-02-02', end: '2027-02-03' }
const change = (shiftId: number | string, before: number | null, after: number | null) => ({ shiftId, date: '', before, after, text: '' })
const preview = (changes: Preview['changes']) => ({ changes })

/** Anna works from Monday to Friday; Ben and Cem could. */
function week(): PlanDocument {
  const plan = addPeople(emptyPlan('Europe/Copenhagen'), readPeople('Anna\nBen\nCem'))
  const times = { spot: 'Ward', start: '07:00', end: '15:00', weekdays: [0, 1, 2, 3, 4], people: 1 }
  const whole = addWeekShifts(plan, times, '2027-02-01', '2027-02-07')
  return { ...whole, shifts: whole.shifts!.map((shift) => ({ ...shift, employee: 1 })) }
}

async function answersFor(document: PlanDocument): Promise<readonly SickAnswer[]> {
  let found: readonly SickAnswer[] = []
  const { answer } = QUESTIONS['schedule.replan-preview']
  const ask = (parameters: object) => Promise.resolve(answer({ ...parameters, maxSeconds: 1 } as never, means) as unknown as Preview)
  await findAnswers({ document, sick: SICK }, ask, (answers) => (found = answers))
  return found
}

test('of somebody who is ill only their shifts of these days change hands, or nobody takes them', async () => {
  const answers = await answersFor(week())
  const [keep] = answers
  expect(keep).toMatchObject({ kind: 'keep', empty: 0 })
  expect(keep!.changes.map(({ shiftId, before }) => [shiftId, before])).toEqual([
    [2, 1],
    [3, 1],
  ])
  const empty = answers.find(({ kind }) => kind === 'empty')
  expect(empty).toMatchObject({ empty: 2, changes: [{ after: null }, { after: null }] })
  const hands = answers.map((each) => JSON.stringify(each.changes.map(({ shiftId, after }) => [shiftId, after])))
  expect(new Set(hands).size).toBe(hands.length)
})

test('who works nothing in these days is noted, and one answer says that nothing changes', async () => {
  const document = week()
  const answers = await answersFor({ ...document, shifts: document.shifts!.map((shift) => ({ ...shift, employee: 2 })) })
  expect(answers).toMatchObject([{ kind: 'keep', changes: [] }])
})

test('an answer that is taken notes the absence and puts its people on the shifts', () => {
  const taken = takeAnswer(week(), SICK, preview([change(2, 1, 3), change(3, 1, null)]))!
  expect(taken.employees![0]!.absences).toEqual([{ start: '2027-02-02', end: '2027-02-03', kind: 'illness' }])
  expect(taken.shifts!.map(({ employee }) => employee)).toEqual([1, 3, null, 1, 1])
})

test('a shift that was fixed to who is ill is fixed no more; of a shift with seats the others stay', () => {
  const [first, second] = week().shifts!
  const seats = { ...second!, employee: null, employees: [2, 1], seats: { min: 2 } }
  const shifts = [{ ...first!, fixed: true }, seats]
  const taken = takeAnswer({ ...week(), shifts }, SICK, preview([change(1, 1, null), change(2, 1, 3)]))!
  expect(taken.shifts![0]).not.toHaveProperty('fixed')
  expect(taken.shifts![1]).toMatchObject({ employees: [2, 3] })
})

test('a shift that repeats is written out where one of its days changes hands', () => {
  const daily = { id: 'd', spot: 1, start: '2027-02-02', end: '2027-02-03', repeats: { from: '07:00', to: '15:00' }, employee: 1 }
  const taken = takeAnswer({ ...week(), shifts: [daily] }, SICK, preview([change('d/2027-02-03', 1, 2)]))!
  expect(taken.shifts).toMatchObject([
    { id: 'd/2027-02-02', employee: 1 },
    { id: 'd/2027-02-03', employee: 2 },
  ])
})

test('an answer with shifts that the plan has not is not taken in part', () => {
  expect(takeAnswer(week(), SICK, preview([change('day/2027-02-02T07:00/1', 1, 2)]))).toBeNull()
})

for (const { today, offered } of [
  { today: '2027-01-31', offered: '2027-02-01' },
  { today: '2027-02-03', offered: '2027-02-03' },
  { today: '2027-02-05', offered: '2027-02-05' },
  { today: '2027-02-06', offered: '2027-02-01' },
]) {
  test(`on ${today} the first day that is offered is ${offered}`, () => expect(offeredDay(week(), today)).toBe(offered))
}
