// Slow: a document with every field is searched until a bound is proved.
import { readFileSync } from 'node:fs'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { readSolution } from '../../src/api/read-solution.ts'
import { SolutionDocumentSchema } from '../../src/api/schemas/answers.ts'
import { withShiftsWrittenOut } from '../../src/api/write-out-shifts.ts'
import type { SolutionDocument } from '../../src/api/write-solution.ts'
import { findMisplacedBreaks } from '../../src/checker/breaks.ts'
import { findChangedDecidedShifts, judge } from '../../src/checker/check.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import type { Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores } from '../../src/model/score.ts'
import { startSolve } from '../../src/threads/pool.ts'
import { explainedScore } from '../explained-score.ts'

const SEED = 1
/** So many that breaks are placed and a bound is proved within them. */
const MOVES = 500_000

const document = readFileSync(new URL('../../examples/every-field.json', import.meta.url))
interface Posted {
  readonly shifts: readonly { readonly id: number | string; readonly employee?: number | null; readonly takenFrom?: readonly number[] }[]
  readonly employees: readonly unknown[]
  readonly termination: object
}
const posted = JSON.parse(document.toString()) as Posted
/** The shifts as solutions name them: one for each day on which one repeats. */
const { shifts } = withShiftsWrittenOut(posted)
/** Ends by moves alone: seconds, and those without anything better, may be over before on a busy machine. */
const patient = Buffer.from(JSON.stringify({ ...posted, termination: { ...posted.termination, maxSeconds: 3600, stallSeconds: 3600 } }))
const { submission, errors, warnings } = readSubmission(posted, { callback: 'required', strict: true })
const { schedule: asked } = submission!

describe('a schedule with every field of the contract', () => {
  let solution: SolutionDocument
  /** With the breaks that were placed. */
  let schedule: Schedule
  let roster: Roster

  beforeAll(async () => {
    const solved = startSolve(
      { document: patient, maxSeconds: null, seed: SEED, threads: 1, maxIterations: MOVES, start: null, memoryMib: null },
      { onProgress: () => {} },
    )
    solution = JSON.parse(new TextDecoder().decode((await solved.result).solution)) as SolutionDocument
    ;({ schedule, roster } = materialised(asked, readSolution(solution, asked).roster!))
  })

  test('is accepted as it stands, strictly read', () => {
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
  })

  test('is solved within law and contract, with the score that the checker finds', () => {
    expect(solution.score).toEqual(judge(schedule, roster).score)
    expect(solution.score[0]).toBe(0)
    expect(findChangedDecidedShifts(schedule, roster)).toEqual([])
    expect(findMisplacedBreaks(schedule, roster)).toEqual([])
  })

  test('comes back as the schema says, with its shifts as they were posted', () => {
    expect([...Value.Errors(SolutionDocumentSchema, solution)]).toEqual([])
    expect(solution.shifts).toEqual(shifts.map((shift, index) => ({ ...shift, ...foundOf(solution.shifts[index]!) })))
    // Some of what is made out of one posted shift, and some that have a break.
    expect(solution.shifts.filter(({ id }) => String(id).startsWith('286/')).map(({ id }) => id)).toEqual(['286/2027-03-23', '286/2027-03-30'])
    expect(solution.shifts.filter(({ breaks }) => breaks !== undefined).length).toBeGreaterThan(5)
    expect(compareScores(solution.bound!, solution.score)).toBeLessThanOrEqual(0)
    expect(solution.gap).toBeLessThan(1)
  })

  test('names every rule that it breaks, and their penalties are the score', () => {
    const { violations } = judge(schedule, roster)
    const told = violations.map(({ setting, priority, penalty, matches }) => ({ setting, priority: priority + 1, penalty, matches }))
    expect(solution.constraintRelease).toEqual(told)
    const sums = [1, 2, 3, 4].map((priority) =>
      solution.constraintRelease.filter((release) => release.priority === priority).reduce((sum, { penalty }) => sum + penalty, 0),
    )
    expect(sums).toEqual(solution.score)
    expect(new Set(solution.constraintRelease.map(({ setting }) => setting)).size).toBeGreaterThan(3)
  })

  test('grants free periods, over the clock change too, in which nobody works', () => {
    const { freePeriodSelections } = solution
    // One of them may be met by several intervals, which hold the two units that each asks for together.
    const unitsOf = (id: number): number =>
      freePeriodSelections.reduce((sum, { requirementId, units }) => sum + (requirementId === id ? units : 0), 0)
    expect([...new Set(freePeriodSelections.map(({ requirementId }) => requirementId))]).toEqual([1, 2, 3])
    for (const id of [1, 2, 3]) expect(unitsOf(id)).toBeGreaterThanOrEqual(2)
    const [easter] = freePeriodSelections
    expect(easter).toMatchObject({ employeeId: 1, endsAt: '2027-03-29T00:00:00+02:00', localDates: ['2027-03-27', '2027-03-28'] })
    expect(easter!.startsAt).toMatch(/\+01:00$/)
    for (const { employeeId, startsAt, endsAt, minutes, units } of freePeriodSelections) {
      expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(minutes * 60_000)
      expect(units).toBeGreaterThan(0)
      const within = (solution.shifts as unknown as { employee: number | null; start: string; end: string }[]).filter(
        ({ employee, start, end }) => employee === employeeId && Date.parse(start) < Date.parse(endsAt) && Date.parse(end) > Date.parse(startsAt),
      )
      expect(within).toEqual([])
    }
  })

  test('tells free days beyond what was granted', () => {
    const { residualFreeDays, freePeriodSelections } = solution
    expect(residualFreeDays.length).toBeGreaterThan(0)
    for (const { requirementId, date } of residualFreeDays) {
      expect(freePeriodSelections.filter((selection) => selection.requirementId === requirementId && selection.localDates.includes(date))).toEqual([])
    }
  })

  test('tells which promise could not be kept: a free Saturday on which the employee is fixed', () => {
    expect(solution.unresolvedFreePeriodRequirements).toEqual([
      { requirementId: 2, employeeId: 2, missingUnits: 0, missingLocalDates: ['2027-04-03'] },
    ])
  })

  test('tells penalties that add up to the score, and of each empty shift the cause', () => {
    expect(explainedScore(solution.constraintRelease)).toEqual(solution.score)
    for (const { cause } of solution.unassigned) expect(cause).toMatch(/^[A-Z].{20,}\.$/)
  })

  test('tells what it changes of what was published', () => {
    // Whoever was taken off a shift was told of it.
    const published = new Map<unknown, unknown>(shifts.map(({ takenFrom = [], ...shift }) => [shift.id, firstOn(shift) ?? takenFrom[0] ?? null]))
    const changed = solution.shifts.filter((shift) => published.get(shift['id']) !== firstOn(shift))
    expect(solution.changes.map(({ shiftId, after }) => [shiftId, after])).toEqual(changed.map((shift) => [shift['id'], firstOn(shift)]))
  })

  test('says for every employee why a shift stays empty', () => {
    const empty = solution.shifts.filter((shift) => firstOn(shift) === null).map((shift) => shift['id'])
    expect(solution.unassigned.map(({ shiftId }) => shiftId)).toEqual(empty)
    const round = solution.unassigned.find(({ shiftId }) => shiftId === 306)!
    expect(round).toMatchObject({ emptySeats: 1 })
    expect(round.employees).toHaveLength(posted.employees.length)
    for (const { scoreChange, settings } of round.employees) {
      expect(scoreChange[0]).toBeGreaterThan(0)
      expect(settings.length).toBeGreaterThan(0)
    }
  })

  test('says how the search went', () => {
    expect(solution.stopReason).toBe('STOPPED')
    expect(solution.statistics).toMatchObject({ threads: 1, seed: SEED })
    expect(solution.statistics.moves).toBeGreaterThan(0)
    expect(solution.statistics.solveMs).toBeGreaterThanOrEqual(solution.statistics.firstRosterMs)
  })
})

/** What an answer adds to a shift: who works it, `employee` or of one with seats `employees`, and their breaks. */
function foundOf({ employee, employees, breaks }: Readonly<Record<string, unknown>>): object {
  return { ...(employees === undefined ? { employee } : { employees }), ...(breaks === undefined ? {} : { breaks }) }
}

/** Who works a shift; of one with seats the first of them. */
function firstOn(shift: Readonly<Record<string, unknown>>): unknown {
  const { employee, employees } = shift as { readonly employee?: unknown; readonly employees?: readonly unknown[] }
  return employees === undefined ? employee : (employees[0] ?? null)
}
