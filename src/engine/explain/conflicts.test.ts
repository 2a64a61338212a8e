// Slow: 40 schedules are searched, and each conflict and all that it would be without are held against all rosters.
import { describe, expect, test } from 'vitest'
import { canBeWorked, faultsOfConflict } from '../../../test/filled-by-force.ts'
import { overConstrained } from '../../../test/over-constrained.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { judge } from '../../checker/check.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { SettingName } from '../../model/settings.ts'
import { loadHighs } from '../../threads/load-highs.ts'
import { solve } from '../index.ts'
import { solveOptions } from '../solve-options.fixture.ts'
import { askFillable } from './fillable.ts'
import { hardRulesOf } from './strict.ts'
import { type Conflict, findConflicts, findUncovered } from './conflicts.ts'

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1)
const OPTIONS = { solver: null, clock: () => 0, until: 1, limit: 10 }

function scheduleOf(seed: number): Schedule {
  return readSubmission(overConstrained(seed).document, { callback: 'optional' }).submission!.schedule
}

const known = new Map<number, { readonly schedule: Schedule; readonly conflicts: readonly Conflict[] }>()

/** A schedule of the corpus with its conflicts. */
function caseOf(seed: number): { readonly schedule: Schedule; readonly conflicts: readonly Conflict[] } {
  const found = known.get(seed)
  if (found !== undefined) return found
  const schedule = scheduleOf(seed)
  const made = { schedule, conflicts: conflictsOf(schedule) }
  known.set(seed, made)
  return made
}

/** The conflicts of the best roster that a short search finds. */
function conflictsOf(schedule: Schedule): readonly Conflict[] {
  const { roster } = solve(schedule, solveOptions({ maxIterations: 5_000 }))
  const broken = judge(schedule, roster).violations.filter(({ priority }) => priority === 0)
  const ids = new Set(broken.flatMap(({ matches }) => matches.flatMap(({ shiftIds }) => shiftIds)))
  const concerned = new Set(schedule.shifts.flatMap(({ id }, index) => (ids.has(id) ? [index] : [])))
  return findConflicts(schedule, findUncovered(schedule, roster, concerned), OPTIONS).conflicts
}

describe('a conflict', () => {
  test('cannot be met, and can without any one of its shifts or rules, by trying every roster', () => {
    let tried = 0
    for (const seed of SEEDS) {
      const { schedule, conflicts } = caseOf(seed)
      for (const conflict of conflicts) {
        expect(conflict.isMinimal, `seed ${seed}`).toBe(true)
        const faults = faultsOfConflict(schedule, conflict)
        expect(faults ?? [], `seed ${seed}`).toEqual([])
        tried += faults === null ? 0 : 1
      }
    }
    expect(tried).toBeGreaterThan(30)
  })

  test('is over when one of its employees is bound by nothing, and names all who could work any of its shifts', () => {
    for (const seed of SEEDS) {
      const { schedule, conflicts } = caseOf(seed)
      for (const { shifts, rules, employees } of conflicts) {
        const free = {
          skills: [
            { id: 1, start: null, end: null },
            { id: 7, start: null, end: null },
          ],
          wishes: [],
          teams: [],
        }
        for (const employee of employees) {
          const unbound = {
            ...schedule.employees[employee]!,
            ...free,
            contract: { ...schedule.employees[employee]!.contract, ...NO_LIMITS },
          } as never
          const copies = shifts.map(() => unbound)
          const wider = { ...schedule, employees: [...schedule.employees, ...copies] }
          expect(askFillable(wider, shifts, rules, OPTIONS).answer, `seed ${seed}`).toBe('yes')
        }
        for (const [employee] of schedule.employees.entries()) {
          const isAble = shifts.some((shift) => canBeWorkedBy(schedule, shift, employee, rules))
          expect(employees.includes(employee), `seed ${seed}, employee ${employee}`).toBe(isAble)
        }
      }
    }
  })

  test('is found for every schedule, and no two are the same', () => {
    for (const seed of SEEDS) {
      const { conflicts } = caseOf(seed)
      expect(conflicts.length, `seed ${seed}`).toBeGreaterThan(0)
      expect(new Set(conflicts.map(({ shifts }) => [...shifts].sort().join())).size, `seed ${seed}`).toBe(conflicts.length)
    }
  })
})

const NO_LIMITS = {
  minRestBetweenShifts: null,
  maxMinutesPerWeek: null,
  maxConsecutiveDays: null,
  maxConsecutiveNightShifts: null,
  maxWeekends: null,
  maxWorkDaysPerMonth: null,
  rules: [],
}

function canBeWorkedBy(schedule: Schedule, shift: number, employee: number, rules: readonly SettingName[]): boolean {
  const alone = { ...schedule, employees: [schedule.employees[employee]!] }
  return canBeWorked(alone, [shift], rules)!
}

describe('the question whether shifts can be worked', () => {
  test('is answered as trying every roster does, by counting, by trying, and by search and bound', async () => {
    const solver = await loadHighs()
    const answers = { yes: 0, no: 0, unknown: 0 }
    for (const seed of SEEDS) {
      const schedule = scheduleOf(seed)
      const rules = [
        'spotSkills',
        'unavailable',
        'shiftCollision',
        'oneShiftPerDay',
        'minRestBetweenShifts',
        'maxConsecutiveDays',
        'contractRules',
      ] as const
      for (let count = 1; count <= Math.min(5, schedule.shifts.length); count += 1) {
        const shifts = Array.from({ length: count }, (_, i) => (seed % 3 === 0 ? i : seed + 3 * i) % schedule.shifts.length)
        if (new Set(shifts).size < count) continue
        const truth = canBeWorked(schedule, shifts, rules)
        if (truth === null) continue
        const asked = askFillable(schedule, shifts, rules, { ...OPTIONS, solver })
        expect(asked.answer, `seed ${seed}, ${shifts.join()}`).toBe(truth ? 'yes' : 'no')
        answers[asked.answer] += 1
      }
    }
    expect(answers.yes).toBeGreaterThan(30)
    expect(answers.no).toBeGreaterThan(15)
  })

  test('is answered yes where an employee who was tried for one demand in vain is needed for it beside another choice', () => {
    const nurse = (id: number, skills: readonly number[], maxShiftsTotal: number, maxConsecutiveDays: number) => ({
      id,
      skills: skills.map((skill) => ({ id: skill })),
      contract: { maxShiftsTotal, maxConsecutiveDays },
    })
    const employees = [nurse(1, [1, 2, 3], 3, 1), nurse(2, [1, 2, 3], 2, 2), nurse(3, [1, 2, 3], 3, 2), nurse(4, [1, 2], 1, 3)]
    const seats = ([spot, day, count]: readonly [number, number, number]) => Array.from({ length: count }, () => ({ spot, day }))
    const shifts = (
      [
        [3, 5, 2],
        [2, 4, 2],
        [1, 6, 3],
      ] as const
    )
      .flatMap(seats)
      .map(({ spot, day }, id) => ({
        id,
        spot,
        start: `2026-03-0${day}T07:00:00Z`,
        end: `2026-03-0${day}T15:00:00Z`,
        importance: 'MANDATORY',
      }))
    const settings = { totalWork: { firstPriorityWeight: 20 } }
    const spots = [1, 2, 3].map((id) => ({ id, skills: [id] }))
    const { schedule } = readSubmission({ employees, shifts, spots, settings }, { callback: 'optional' }).submission!
    const all = shifts.map(({ id }) => id)
    expect(canBeWorked(schedule, all, hardRulesOf(schedule))).toBe(true)
    expect(askFillable(schedule, all, hardRulesOf(schedule), OPTIONS).answer).toBe('yes')
  })

  test('is answered by the bound where there is too much to try, and stays open without a solver', async () => {
    const seats = 7
    const shifts = [2, 3, 4, 5, 6, 7].flatMap((day) =>
      Array.from({ length: seats }, (_, i) => ({
        id: 10 * day + i,
        spot: 1,
        start: `2026-03-0${day}T07:00:00Z`,
        end: `2026-03-0${day}T15:00:00Z`,
        importance: 'MANDATORY',
      })),
    )
    // Of six days each can work five: forty shifts for the forty-two. Of three days all.
    const employees = Array.from({ length: seats + 1 }, (_, i) => ({ id: i + 1, contract: { maxConsecutiveDays: 3, maxHoursDay: 600 } }))
    const { schedule } = readSubmission({ spots: [{ id: 1 }], employees, shifts }, { callback: 'optional' }).submission!
    const rules = hardRulesOf(schedule)
    const all = shifts.map((_, index) => index)
    const means = { solver: await loadHighs(), clock: () => 0, until: 1 }
    expect(askFillable(schedule, all, rules, means)).toMatchObject({ answer: 'no', proof: 'bound' })
    expect(askFillable(schedule, all, rules, { ...means, solver: null }).answer).toBe('unknown')
    expect(askFillable(schedule, all.slice(3 * seats), rules, means).answer).toBe('yes')
  })
})
