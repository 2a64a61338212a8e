import { expect, test } from 'vitest'
import { recommend } from '../../src/answers/recommend.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { NOBODY } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Identifier } from '../../src/model/units.ts'

const WEEK = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05']
const early = (id: number, date: string, more: object = {}) => ({ id, spot: 1, start: `${date}T07:00:00Z`, end: `${date}T15:00:00Z`, ...more })
const away = (start: string, end: string) => ({ wishes: [{ type: 'UNAVAILABLE', start, end }] })

function solved(document: object): { schedule: Schedule; workers: (Identifier | null)[]; score: readonly number[]; settings: string[] } {
  const { submission, errors } = readSubmission({ spots: [{ id: 1, name: 'Ward' }], ...document }, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = submission!
  const { roster, score } = solve(schedule, solveOptions({ maxIterations: 20_000 }))
  const workers = Array.from(roster, (employee): Identifier | null => (employee === NOBODY ? null : schedule.employees[employee]!.id))
  return { schedule, workers, score, settings: judge(schedule, roster).violations.map(({ setting }) => setting) }
}

test('a seat that nobody but somebody on leave could take stays empty', () => {
  const { workers, score } = solved({ employees: [{ id: 1, ...away('2026-06-01', '2026-06-01') }], shifts: [early(1, '2026-06-01')] })
  expect(workers).toEqual([null])
  expect(score).toEqual([0, 20, 0, 0])
})

test('even shares do not bring anybody back from leave, and ask of nobody more than one shift a day', () => {
  const { workers, score, schedule } = solved({
    employees: [
      { id: 1, ...away('2026-06-02', '2026-06-02') },
      { id: 2, ...away('2026-06-02', '2026-06-05') },
    ],
    shifts: WEEK.flatMap((date, day) => [early(2 * day + 1, date), early(2 * day + 2, date)]),
  })
  expect(workers.filter((id) => id === 1)).toHaveLength(4)
  expect(workers.filter((id) => id === 2)).toHaveLength(1)
  expect(score).toEqual([0, 100, 0, 0])
  const roster = Int32Array.from(workers, (id) => (id === null ? NOBODY : Number(id) - 1))
  const { employees, absentEmployeeIds } = recommend({ schedule, roster, shift: 2, limit: 5, asItStands: false })
  expect(employees).toEqual([])
  expect(absentEmployeeIds).toEqual([1, 2])
})

test('least hours do not bring anybody back from a week of leave', () => {
  const { workers } = solved({
    employees: [{ id: 1, contract: { minHoursWeek: 2220 }, ...away('2026-06-01', '2026-06-05') }],
    shifts: WEEK.map((date, day) => early(day + 1, date)),
  })
  expect(workers).toEqual([null, null, null, null, null])
})

test('nobody without the skill is rostered for hours that are owed, nor for a rule that asks for shifts', () => {
  for (const contract of [
    { minHoursWeek: 2220 },
    { rules: [{ kind: 'count', of: 'shifts', per: 'week', min: 3, max: 5 }] },
    { rules: [{ kind: 'count', of: 'minutes', per: 'week', min: 1440, max: 2400 }] },
    { rules: [{ kind: 'run', of: 'daysOff', max: 1 }] },
  ]) {
    const { workers, settings } = solved({
      spots: [{ id: 1, name: 'Theatre', skills: [7] }],
      employees: [{ id: 1, contract }],
      shifts: WEEK.map((date, day) => early(day + 1, date)),
    })
    expect(workers, JSON.stringify(contract)).toEqual([null, null, null, null, null])
    expect(settings).not.toContain('spotSkills')
  }
})

test('what a shift weighs orders empty seats among themselves, and buys nobody from another team', () => {
  const { workers } = solved({
    spots: [{ id: 1, name: 'Ward', teams: [3] }],
    employees: [
      { id: 1, teams: [{ id: 3 }] },
      { id: 2, teams: [{ id: 4 }] },
    ],
    shifts: [early(1, '2026-06-01'), early(2, '2026-06-01', { weight: 10 })],
  })
  expect(workers).toEqual([null, 1])
})

test('a rule of a contract that says its priority, or whose setting has weights, keeps them', () => {
  const employees = (rule: object) => [{ id: 1, contract: { rules: [{ kind: 'count', of: 'shifts', per: 'horizon', min: 3, ...rule }] } }]
  const shifts = [early(1, '2026-06-01')]
  expect(solved({ employees: employees({ priority: 1 }), shifts }).score).toEqual([2, 0, 0, 0])
  expect(solved({ employees: employees({}), shifts }).score).toEqual([0, 0, 40, 0])
  expect(solved({ employees: employees({}), shifts, settings: { contractRules: { secondPriorityWeight: 7 } } }).score).toEqual([0, 14, 0, 0])
})

const fixedEarly = (id: number, date: string, employee: number, more: object = {}) => ({ ...early(id, date), fixed: true, employee, ...more })
const NURSE_AND_TRAINEE = [{ id: 1, mode: 'TOGETHER', scope: 'TIME_OVERLAP', employees: [1, 2] }]

test('nobody is brought back from leave, nor in without the skill, to be beside somebody whose shift is fixed', () => {
  const shifts = [fixedEarly(1, '2026-06-01', 2), early(2, '2026-06-01')]
  const onLeave = solved({ employees: [{ id: 1, ...away('2026-06-01', '2026-06-01') }, { id: 2 }], shifts, pairings: NURSE_AND_TRAINEE })
  expect(onLeave.workers).toEqual([2, null])
  expect(onLeave.score).toEqual([0, 20, 20, 0])
  const unskilled = solved({
    spots: [{ id: 1, name: 'Theatre', skills: [7] }],
    employees: [{ id: 1 }, { id: 2, skills: [{ id: 7 }] }],
    shifts,
    pairings: NURSE_AND_TRAINEE,
  })
  expect(unskilled.workers).toEqual([2, null])
})

test('a trainee is planned alone for no empty seat, and is joined where somebody can', () => {
  const alone = solved({
    employees: [{ id: 1, ...away('2026-06-01', '2026-06-01') }, { id: 2 }],
    shifts: [early(1, '2026-06-01')],
    pairings: NURSE_AND_TRAINEE,
  })
  expect(alone.workers).toEqual([null])
  expect(alone.score.slice(0, 2)).toEqual([0, 20])
  const joined = solved({
    employees: [{ id: 1 }, { id: 2 }, { id: 3 }],
    shifts: [fixedEarly(1, '2026-06-01', 2), early(2, '2026-06-01')],
    pairings: NURSE_AND_TRAINEE,
  })
  expect(joined.workers).toEqual([2, 1])
})

test('company that the schedule weighs itself is bought with leave, as it says', () => {
  const { workers } = solved({
    employees: [{ id: 1, ...away('2026-06-01', '2026-06-01') }, { id: 2 }],
    shifts: [fixedEarly(1, '2026-06-01', 2), early(2, '2026-06-01')],
    pairings: [{ ...NURSE_AND_TRAINEE[0], weight: 2 }],
    settings: { pairings: { firstPriorityWeight: 20 } },
  })
  expect(workers).toEqual([2, 1])
})

// A day off after an early shift, and another early shift: three days that the rule forbids.
const SINGLE_DAY_OFF = { kind: 'pattern', pattern: 'w o w', where: { w: { tags: ['early'] }, o: { off: true } } }
const tagged = (id: number, date: string, more: object = {}) => early(id, date, { tags: ['early'], ...more })

test('nobody is brought back from leave to break up days off between fixed shifts, and what is fixed costs on the third priority', () => {
  const shifts = [
    fixedEarly(1, '2026-06-01', 1, { tags: ['early'] }),
    tagged(2, '2026-06-02'),
    fixedEarly(3, '2026-06-03', 1, { tags: ['early'] }),
    tagged(4, '2026-06-05'),
  ]
  const contract = { rules: [{ ...SINGLE_DAY_OFF, weight: 3 }] }
  const { workers, score } = solved({ employees: [{ id: 1, contract, ...away('2026-06-02', '2026-06-02') }], shifts })
  // The last seat would be a second single day off, which is planned: it stays empty.
  expect(workers).toEqual([1, null, 1, null])
  // Three times 20, and one shift more than the even share of three.
  expect(score).toEqual([0, 40, 61, 0])
  const there = solved({ employees: [{ id: 1, contract }], shifts })
  expect(there.workers).toEqual([1, 1, 1, null])
  expect(there.score.slice(0, 2)).toEqual([0, 20])
})

test('a pattern that days off alone match asks for work, and weighs as a least', () => {
  const rule = { kind: 'pattern', pattern: 'o o', where: { o: { off: true } } }
  const { workers, score } = solved({
    employees: [{ id: 1, contract: { rules: [rule] }, ...away('2026-06-01', '2026-06-05') }],
    shifts: WEEK.map((date, day) => early(day + 1, date)),
  })
  expect(workers).toEqual([null, null, null, null, null])
  expect(score).toEqual([0, 100, 80, 0])
})

test('nobody is brought back from leave to end what a rule holds for', () => {
  const at = (id: number, start: string, end: string, more: object = {}) => ({
    id,
    spot: 1,
    start: `2026-06-01T${start}:00Z`,
    end: `2026-06-01T${end}:00Z`,
    ...more,
  })
  const fixedAt = (id: number, start: string, end: string, tag: string) => at(id, start, end, { fixed: true, employee: 1, tags: [tag] })
  const shifts = [fixedAt(1, '06:00', '08:00', 'a'), at(2, '11:00', '12:00', { tags: ['c'] }), fixedAt(3, '15:00', '17:00', 'b')]
  const leave = { type: 'UNAVAILABLE', start: '2026-06-01T11:00:00Z', end: '2026-06-01T12:00:00Z' }
  for (const rule of [
    { kind: 'span', maxGapMinutes: 240, when: { of: 'shifts', tags: ['c'], per: 'day', max: 0 } },
    { kind: 'count', of: 'shifts', tags: ['a'], per: 'day', max: 0, weight: 9, when: { of: 'shifts', tags: ['c'], per: 'day', max: 0 } },
  ]) {
    const { workers, score } = solved({
      employees: [{ id: 1, contract: { rules: [rule] }, wishes: [leave] }],
      shifts,
      settings: { oneShiftPerDay: { thirdPriorityWeight: 0, firstPriorityWeight: 0 } },
    })
    expect(workers, JSON.stringify(rule)).toEqual([1, null, 1])
    expect([score[0], score[1]], JSON.stringify(rule)).toEqual([0, 20])
    expect(score[2], JSON.stringify(rule)).toBeGreaterThan(0)
  }
})
