// Slow: every question is asked about a clinic, and some search for a roster.
import { readFileSync } from 'node:fs'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { GatewayError } from '../model/errors.ts'
import type { Schedule } from '../model/schedule.ts'
import { loadHighs } from '../threads/load-highs.ts'
import type { Means } from './means.ts'
import { QUESTIONS, type QuestionName } from './questions.ts'

/** Goes a millisecond at each look, on every machine. */
let nowMs = 0
const MEANS: Means = { limits: {}, solver: null, clock: () => (nowMs += 1), mostSeconds: Infinity }
const clinic = JSON.parse(readFileSync(new URL('../../examples/clinic-week.json', import.meta.url), 'utf8')) as {
  shifts: { id: number; employee?: number | null; historic?: boolean; fixed?: boolean }[]
  employees: { id: number }[]
}
const shop: unknown = JSON.parse(readFileSync(new URL('../../examples/shop-curve.json', import.meta.url), 'utf8'))
const solution = {
  shifts: clinic.shifts.map(({ id, employee = null, historic, fixed }, i) => ({
    id,
    employee: historic === true || fixed === true ? employee : i % 3 === 0 ? null : clinic.employees[i % clinic.employees.length]!.id,
  })),
}

const ASKED: Readonly<Record<QuestionName, object>> = {
  'schedule.validate': { schedule: clinic },
  'schedule.estimate': { schedule: clinic },
  'schedule.generate': { schedule: shop },
  'schedule.evaluate': { schedule: clinic, solution },
  'schedule.explain': { schedule: clinic, solution },
  'schedule.recommend': { schedule: clinic, solution, shiftId: clinic.shifts.at(-1)!.id },
  'schedule.repair': { schedule: clinic, solution },
  'schedule.stress': { schedule: clinic, solution },
  'schedule.replan-preview': { schedule: clinic, solution, events: [], maxSeconds: 1 },
  'schedule.diff': { schedule: clinic, after: solution },
}

function refusalOf(name: QuestionName, parameters: unknown, means = MEANS): GatewayError {
  try {
    QUESTIONS[name].answer(parameters, means)
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
  throw new Error(`${name} was answered`)
}

describe.each(Object.keys(QUESTIONS) as QuestionName[])('%s', (name) => {
  test('is answered as its schema says', () => {
    const answer: unknown = JSON.parse(JSON.stringify(QUESTIONS[name].answer(ASKED[name], MEANS)))
    expect([...Value.Errors(QUESTIONS[name].result, answer)]).toEqual([])
  })

  test('refuses an unknown parameter and says which was meant', () => {
    const { code, issues } = refusalOf(name, { ...ASKED[name], shedule: clinic })
    expect(code).toBe('request-invalid')
    expect(issues).toMatchObject([{ pointer: '/shedule', code: 'field-unknown', hint: 'Did you mean "schedule"?' }])
  })

  test.each([null, 1, 'x', []])('refuses %j in place of parameters', (parameters) => {
    expect(refusalOf(name, parameters).issues).toMatchObject([{ pointer: '', code: 'wrong-type' }])
  })

  test.skipIf(name === 'schedule.validate')('tells what is wrong in the schedule, with pointers into the parameters', () => {
    const { issues } = refusalOf(name, { ...ASKED[name], schedule: { ...clinic, shifts: [{ ...clinic.shifts.at(-1), spot: 99 }] } })
    expect(issues).toMatchObject([{ pointer: '/schedule/shifts/0/spot', code: 'spot-unknown' }])
  })
})

test('what was read and compiled before answers every question as what is read anew does, and no answer changes it', () => {
  const names = Object.keys(QUESTIONS) as QuestionName[]
  const ask = (name: QuestionName, means: Means): string => JSON.stringify(QUESTIONS[name].answer(ASKED[name], means))
  const anew = names.map((name) => ask(name, MEANS))
  const posted = JSON.stringify([clinic, shop])
  const readBefore = new WeakMap<object, Schedule>()
  for (let round = 0; round < 3; round += 1) expect(names.map((name) => ask(name, { ...MEANS, readBefore }))).toEqual(anew)
  expect([clinic, shop].map((document) => readBefore.has(document as object))).toEqual([true, true])
  expect(JSON.stringify([clinic, shop])).toBe(posted)
})

test('a schedule that is refused is refused again, with all that is wrong in it', () => {
  const readBefore = new WeakMap<object, Schedule>()
  const wrong = { ...clinic, shifts: [{ ...clinic.shifts.at(-1), spot: 99 }] }
  const [first, second] = [1, 2].map(() => refusalOf('schedule.evaluate', { schedule: wrong }, { ...MEANS, readBefore }))
  expect(first!.issues).toMatchObject([{ pointer: '/schedule/shifts/0/spot', code: 'spot-unknown' }])
  expect(second!.issues).toEqual(first!.issues)
})

test('nobody is recommended for a shift that lies before the horizon', () => {
  const historic = clinic.shifts.find((shift) => shift.historic === true)!
  const { issues } = refusalOf('schedule.recommend', { schedule: clinic, shiftId: historic.id })
  expect(issues).toMatchObject([{ pointer: '/shiftId', code: 'decided-shift-changed' }])
})

test('several shifts, or an employee, take the place of a shift, and each question is answered as its schema says', () => {
  const { id } = clinic.shifts.at(-1)!
  for (const asked of [
    { shiftIds: [id, clinic.shifts.at(-4)!.id] },
    { employeeId: clinic.employees[0]!.id, others: true },
    { shiftId: id, others: true },
  ]) {
    const answer: unknown = JSON.parse(JSON.stringify(QUESTIONS['schedule.recommend'].answer({ schedule: clinic, solution, ...asked }, MEANS)))
    expect([...Value.Errors(QUESTIONS['schedule.recommend'].result, answer)]).toEqual([])
  }
  for (const [asked, issue] of [
    [
      { shiftId: id, employeeId: 1 },
      { pointer: '/employeeId', code: 'question-unclear' },
    ],
    [{}, { pointer: '/shiftId', code: 'field-missing' }],
    [{ shiftIds: [] }, { pointer: '/shiftIds', code: 'out-of-range' }],
    [{ shiftIds: [id, id] }, { pointer: '/shiftIds/1', code: 'id-duplicate' }],
    [{ shiftIds: [id, 1e6] }, { pointer: '/shiftIds/1', code: 'shift-unknown' }],
    [{ shiftIds: Array(51).fill(id) }, { pointer: '/shiftIds', code: 'list-too-long' }],
    [{ employeeId: 1e6 }, { pointer: '/employeeId', code: 'employee-unknown' }],
  ] as const)
    expect(refusalOf('schedule.recommend', { schedule: clinic, ...asked }).issues[0]).toMatchObject(issue)
})

test('a shift or employee that the schedule does not have is named', () => {
  expect(refusalOf('schedule.recommend', { schedule: clinic, shiftId: 1e6 }).issues).toMatchObject([{ pointer: '/shiftId', code: 'shift-unknown' }])
  expect(refusalOf('schedule.explain', { schedule: clinic, employeeId: -5 }).issues).toMatchObject([
    { pointer: '/employeeId', code: 'employee-unknown' },
  ])
})

test('shifts are made with their breaks, and the answer is as its schema says', async () => {
  const { spots, ...rest } = shop as { spots: object[] }
  const breakRules = [{ id: 1, overMinutes: 300, minutes: 30, paid: false }]
  const schedule = { ...rest, spots: spots.map((spot) => ({ ...spot, breakRules: [1] })), breakRules }
  const means = { ...MEANS, solver: await loadHighs() }
  const answer = QUESTIONS['schedule.generate'].answer({ schedule, maxSeconds: 1 }, means) as {
    shifts: { start: string; end: string; breaks?: object[] }[]
  }
  expect([...Value.Errors(QUESTIONS['schedule.generate'].result, JSON.parse(JSON.stringify(answer)))]).toEqual([])
  const isLong = ({ start, end }: { start: string; end: string }): boolean => Date.parse(end) - Date.parse(start) > 300 * 60_000
  expect(answer.shifts.some(isLong)).toBe(true)
  for (const shift of answer.shifts) expect(shift.breaks?.length ?? 0).toBe(isLong(shift) ? 1 : 0)
})

test('a break rule that no shift has keeps no shifts from being made and proved', async () => {
  const solver = await loadHighs()
  const rules = [
    { id: 1, overMinutes: 300, minutes: 30, paid: false },
    { id: 2, overMinutes: 1440, minutes: 30, paid: false },
  ]
  const { spots } = shop as { spots: object[] }
  const schedule = { ...(shop as object), breakRules: rules, spots: spots.map((spot) => ({ ...spot, breakRules: [2] })) }
  const [answer, without] = [schedule, shop].map((asked) => QUESTIONS['schedule.generate'].answer({ schedule: asked }, { ...MEANS, solver }))
  expect(answer).toEqual(without)
  expect(answer).toMatchObject({ complete: true })
})

test('shifts cannot be made without a demand, nor without templates', () => {
  expect(refusalOf('schedule.generate', { schedule: clinic }).issues).toMatchObject([
    { pointer: '/schedule/demands', code: 'field-missing' },
    { pointer: '/schedule/shiftTemplates', code: 'field-missing' },
  ])
  const { shiftTemplates: _, ...without } = shop as Record<string, unknown>
  expect(refusalOf('schedule.generate', { schedule: without }).issues).toMatchObject([{ pointer: '/schedule/shiftTemplates', code: 'field-missing' }])
})

test('what keeps people off a time at which somebody is missing is explained, and nothing of it to one employee', () => {
  const all = QUESTIONS['schedule.explain'].answer({ schedule: shop }, MEANS) as { coverage: { min: number; assigned: number; cause?: string }[] }
  const missing = all.coverage.filter(({ min, assigned }) => assigned < min)
  expect(missing.length).toBeGreaterThan(0)
  for (const { cause } of missing) expect(cause).toMatch(/^One more could work Shop |^One more could work Saturday /)
  expect(QUESTIONS['schedule.explain'].answer({ schedule: shop, employeeId: 1 }, MEANS)).toMatchObject({ coverage: [], unassigned: [] })
})
