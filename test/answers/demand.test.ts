import { expect, test } from 'vitest'
import { diff } from '../../src/answers/diff.ts'
import { QUESTIONS } from '../../src/answers/questions.ts'
import { explainShortages } from '../../src/answers/shortages.ts'
import { writeRoster } from '../../src/answers/write-roster.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { readSolution } from '../../src/api/read-solution.ts'
import { judge } from '../../src/checker/check.ts'
import { generatedOf, materialised, materialisedPair, withGenerated } from '../../src/model/generated-shifts.ts'
import { type Roster, withDecided } from '../../src/model/roster.ts'

/** A shop of a day: one posted shift, which is fixed, and a template for the rest. */
const SHOP = {
  timeZone: 'Europe/Copenhagen',
  settings: { others: 'off', demandUnder: {}, unavailable: {}, shiftCollision: {}, generatedMinutes: {} },
  spots: [{ id: 1, name: 'Floor' }],
  employees: [
    { id: 1, name: 'Anna' },
    { id: 2, name: 'Bo' },
    { id: 3, name: 'Cleo', wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-02' }] },
  ],
  shifts: [{ id: 101, spot: 1, start: '2026-03-02T08:00:00+01:00', end: '2026-03-02T12:00:00+01:00', employee: 1, fixed: true }],
  demands: [{ id: 'day', spot: 1, start: '2026-03-02T08:00', end: '2026-03-02T16:00', min: 2, max: 3 }],
  shiftTemplates: [
    { id: 'T', name: 'Day', spots: [1], startsFrom: '08:00', startsTo: '12:00', stepMinutes: 120, minMinutes: 240, maxMinutes: 240, tags: ['day'] },
  ],
}
const FOUND = { bound: null, noBoundReason: 'NOT_PROVED', boundLeavesOut: [], stopReason: 'STOPPED', unassigned: [] } as const
const STATISTICS = { solveMs: 1, firstRosterMs: 1, moves: 0, threads: 1, seed: 1 }
const MEANS = { limits: {}, solver: null, clock: () => 0, mostSeconds: 1 }

const { submission, errors, warnings } = readSubmission(SHOP, { callback: 'optional' })
const schedule = submission!.schedule

/** Anna works the posted shift, and these employees generated ones. */
function rosterWith(...generated: readonly (readonly [candidate: number, employee: number])[]): Roster {
  return withGenerated(
    Int32Array.from([0]),
    generated.map(([candidate, employeeIndex]) => ({ candidate, employeeIndex })),
  )
}

function solutionOf(roster: Roster) {
  const found = materialised(schedule, roster)
  return writeRoster(SHOP, found.schedule, found.roster, {
    ...FOUND,
    ...judge(found.schedule, found.roster),
    ...explainShortages(schedule, found),
    statistics: STATISTICS,
  })
}

test('the shop is read without a doubt, and has a shift for each start', () => {
  expect([errors, warnings]).toEqual([[], []])
  expect(schedule.candidates!.map(({ id, start, end, name, tags, template }) => [id, start, end, name, tags, template])).toEqual([
    ['T/2026-03-02T08:00', 480, 720, 'Day', ['day'], 'T'],
    ['T/2026-03-02T10:00', 600, 840, 'Day', ['day'], 'T'],
    ['T/2026-03-02T12:00', 720, 960, 'Day', ['day'], 'T'],
  ])
})

test('a solution has the shifts that were found behind the posted ones, each with a name of its own', () => {
  const { shifts, costs } = solutionOf(rosterWith([2, 1], [2, 0], [0, 1]))
  const made = { template: 'T', name: 'Day', spot: 1, tags: ['day'] }
  const noon = { start: '2026-03-02T12:00:00+01:00', end: '2026-03-02T16:00:00+01:00' }
  expect(shifts).toEqual([
    { ...SHOP.shifts[0], employee: 1 },
    { ...made, id: 'T/2026-03-02T08:00/1', start: '2026-03-02T08:00:00+01:00', end: '2026-03-02T12:00:00+01:00', employee: 2 },
    { ...made, ...noon, id: 'T/2026-03-02T12:00/1', employee: 1 },
    { ...made, ...noon, id: 'T/2026-03-02T12:00/2', employee: 2 },
  ])
  expect(costs).toEqual({ paidMinutes: 4 * 240 })
})

test('a solution is read back into the roster that it was written of', () => {
  const roster = rosterWith([0, 1], [2, 0], [2, 1])
  const { roster: read, errors: none } = readSolution(JSON.parse(JSON.stringify(solutionOf(roster))), schedule)
  expect(none).toEqual([])
  expect(read).toEqual(roster)
  expect(generatedOf(schedule, read!)).toEqual([
    { candidate: 0, employeeIndex: 1 },
    { candidate: 2, employeeIndex: 0 },
    { candidate: 2, employeeIndex: 1 },
  ])
  expect(withDecided(schedule, read!)).toEqual(roster)
})

test('a shift that the template does not allow, or that nobody works, is no part of a solution', () => {
  const [posted, made] = solutionOf(rosterWith([0, 1])).shifts
  const codes = (more: object): string[] =>
    readSolution({ shifts: [posted, { ...made, ...more }] }, schedule).errors.map(({ code, pointer }) => `${code} ${pointer}`)
  expect(codes({ start: '2026-03-02T09:00:00+01:00', end: '2026-03-02T13:00:00+01:00' })).toEqual(['template-shift-unknown /shifts/1'])
  expect(codes({ template: 't' })).toEqual(['template-shift-unknown /shifts/1'])
  expect(codes({ employee: null })).toEqual(['field-missing /shifts/1/employee'])
  expect(codes({ employee: 9 })).toEqual(['employee-unknown /shifts/1/employee'])
  expect(codes({ start: '2026-03-02T08:00' })).toEqual([])
  const twice = readSolution({ shifts: [posted, made, { ...made, id: 'T/2026-03-02T08:00/2' }] }, schedule).errors
  expect(twice.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['employee-repeated /shifts/2/employee'])
})

test('the coverage of a demand says how many are there, and who else could not be', () => {
  const { coverage } = solutionOf(rosterWith([0, 1], [2, 1]))
  const own = { demandId: 'day', min: 2, max: 3 }
  expect(coverage).toEqual([
    { ...own, start: '2026-03-02T08:00:00+01:00', end: '2026-03-02T12:00:00+01:00', assigned: 2 },
    { ...own, start: '2026-03-02T12:00:00+01:00', end: '2026-03-02T16:00:00+01:00', assigned: 1, cause: expect.any(String) },
  ])
  expect(coverage[1]!.cause).toMatch(/^One more could work Day \(2026-03-02 12:00–16:00\), for example\. /)
})

test('the questions know the shifts that were found as shifts', () => {
  const solution = solutionOf(rosterWith([0, 1], [2, 1]))
  const ask = (name: keyof typeof QUESTIONS, more: object = {}): Record<string, unknown> =>
    QUESTIONS[name].answer({ schedule: SHOP, solution, ...more }, MEANS) as Record<string, unknown>
  expect(ask('schedule.evaluate')).toMatchObject({ assignedShifts: 3, score: solution.score })
  expect(ask('schedule.explain')).toMatchObject({ score: solution.score })
  expect(ask('schedule.recommend', { shiftId: 'T/2026-03-02T12:00/1' })).toMatchObject({ employeeId: 2, absentEmployeeIds: [3] })
})

test('two rosters are told apart by who works a shift, not by how many were found before it', () => {
  const before = rosterWith([0, 1], [2, 0], [2, 1])
  const after = rosterWith([2, 1], [2, 2])
  const { changes, employees } = diff(materialisedPair(schedule, before, after))
  expect(changes.map(({ shiftId, before: from, after: to }) => [shiftId, from, to])).toEqual([
    ['T/2026-03-02T08:00/1', 2, null],
    ['T/2026-03-02T12:00/2', 1, 3],
  ])
  expect(employees.map(({ employeeId }) => employeeId)).toEqual([1, 2, 3])
})

test('a schedule without templates is what it comes to', () => {
  const { shiftTemplates: _, ...plain } = SHOP
  const read = readSubmission(plain, { callback: 'optional' }).submission!.schedule
  const roster = Int32Array.from([0])
  expect(materialised(read, roster)).toEqual({ schedule: read, roster })
  expect(materialised(read, roster).schedule).toBe(read)
})
