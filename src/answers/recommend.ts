import type { AskedRoster } from '../api/read-question.ts'
import { explainShift } from '../engine/explain/unassigned.ts'
import { judge } from '../checker/check.ts'
import { createWords } from '../checker/words.ts'
import { NOBODY } from '../model/roster.ts'
import { compareScores, formatScore, type Score } from '../model/score.ts'
import type { SettingName } from '../model/settings.ts'
import type { EmployeeId, ShiftId } from '../model/units.ts'

export interface RecommendQuestion extends AskedRoster {
  /** Position of the shift that somebody is wanted for. */
  readonly shift: number
  /** Employees, and chains, that are listed at most. */
  readonly limit: number
}

interface Candidate {
  readonly employeeId: EmployeeId
  readonly name: string | null
  readonly scoreChange: Score
  readonly settings: readonly SettingName[]
  readonly text: string
}

interface Step {
  readonly shiftId: ShiftId
  readonly from: EmployeeId | null
  readonly to: EmployeeId | null
}

interface Chain {
  readonly employeeIds: readonly EmployeeId[]
  readonly steps: readonly Step[]
  readonly scoreChange: Score
  readonly settings: readonly SettingName[]
  readonly text: string
}

export interface RecommendAnswer {
  readonly shiftId: ShiftId
  readonly employeeId: EmployeeId | null
  readonly score: Score
  readonly employees: readonly Candidate[]
  readonly chains: readonly Chain[]
}

/** Ranks who could work a shift. */
export function recommend({ schedule, roster, shift, limit }: RecommendQuestion): RecommendAnswer {
  const words = createWords(schedule)
  const now = roster[shift]!
  const emptied = roster.slice()
  emptied[shift] = NOBODY
  const ranked = explainShift(schedule, emptied, shift)
    .map((candidate, e) => ({ ...candidate, employee: schedule.employees[e]! }))
    .sort((a, b) => compareScores(a.scoreChange, b.scoreChange))
  return {
    shiftId: schedule.shifts[shift]!.id,
    employeeId: now === NOBODY ? null : schedule.employees[now]!.id,
    score: judge(schedule, emptied).score,
    employees: ranked.slice(0, limit).map(({ employee, scoreChange, settings }) => ({
      employeeId: employee.id,
      name: employee.name,
      scoreChange,
      settings,
      text: `${words.employee(employee)} would change the score by ${formatScore(scoreChange)}.`,
    })),
    chains: [],
  }
}
