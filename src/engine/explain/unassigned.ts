import { NOBODY, type Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import { addScores, compareScores, PERFECT, type Score } from '../../model/score.ts'
import type { SettingName } from '../../model/settings.ts'
import type { UnassignedShift } from '../../model/solution.ts'

/** An empty shift without the cause, which takes words for people. */
type EmptyShift = Omit<UnassignedShift, 'cause'>
import { instanceOf } from '../compile/compile.ts'
import { fitUnits } from '../compile/fit.ts'
import type { Instance } from '../compile/instance.ts'
import { createMove, evaluate, penaltyOf, type Move } from '../scoring/evaluate.ts'
import { createState, type State } from '../scoring/state.ts'

/** Pairs of an empty shift and an employee that are explained at most; mandatory shifts come first (docs/limits.md). */
export const MOST_EXPLAINED_PAIRS = 200_000

/**
 * For every empty shift of the horizon and every employee: the score change of assigning, and the rules that would cost more than now.
 * In order of the schedule. Once `MOST_EXPLAINED_PAIRS` are reached, the remaining shifts are listed with no employees.
 */
export function explainUnassigned(schedule: Schedule, roster: Roster): EmptyShift[] {
  const empty = schedule.shifts.flatMap((shift, index) => (roster[index] === NOBODY && !shift.historic ? [index] : []))
  if (empty.length === 0) return []
  const instance = instanceOf(schedule)
  const state = createState(instance, roster)
  const move = createMove(instance)
  const byUrgency = [...empty].sort((a, b) => rank(schedule, a) - rank(schedule, b) || a - b)
  const explained = new Map<number, EmptyShift>()
  let pairs = 0
  for (const index of byUrgency) {
    const isExplained = pairs + schedule.employees.length <= MOST_EXPLAINED_PAIRS
    if (isExplained) pairs += schedule.employees.length
    const employees = isExplained ? schedule.employees.map((_, e) => explainPair(instance, state, move, index, e)) : []
    explained.set(index, { shiftId: schedule.shifts[index]!.id, complete: isExplained, employees })
  }
  return empty.map((index) => explained.get(index)!)
}

/** For every employee, in order: the score change of giving them a shift that is empty in the roster, and the rules that would cost more than now. */
export function explainShift(schedule: Schedule, roster: Roster, index: number): UnassignedShift['employees'] {
  const instance = instanceOf(schedule)
  const state = createState(instance, roster)
  const move = createMove(instance)
  return schedule.employees.map((_, e) => explainPair(instance, state, move, index, e))
}

function rank(schedule: Schedule, index: number): number {
  return schedule.shifts[index]!.importance === 'MANDATORY' ? 0 : 1
}

function explainPair(instance: Instance, state: State, move: Move, index: number, employee: number): UnassignedShift['employees'][number] {
  const { schedule, demands, duties, dayCount } = instance
  const d = demands.demandOfShift[index]!
  const day = demands.day[d]!
  move.rows = 1
  move.employee[0] = employee
  move.from[0] = day
  move.to[0] = day
  move.next[0]![day] = duties.with(state.cells[employee * dayCount + day]!, d)
  evaluate(state, move)
  const fit = fitUnits(schedule, schedule.employees[employee]!, schedule.shifts[index]!)
  const settings = (Object.keys(fit) as SettingName[]).filter((setting) => isWeighed(schedule, setting))
  for (const [setting, change] of changesBySetting(instance, move)) if (compareScores(change, PERFECT) > 0) settings.push(setting)
  const seat = seatCorrection(instance, state, index)
  const change = [0, 1, 2, 3].map((p) => penaltyOf(instance, move, p) + seat[p]!) as unknown as Score
  return { employeeId: schedule.employees[employee]!.id, scoreChange: change, settings }
}

/** What an evaluated move adds to the penalties of each rule that is counted: one rule can count minutes and shifts, one up and one down. */
function changesBySetting({ units }: Instance, move: Move): Map<SettingName, Score> {
  const changes = new Map<SettingName, Score>()
  units.forEach(({ setting, weights }, k) => {
    const amount = move.units[k]!
    if (amount === 0) return
    const change: Score = [amount * weights[0], amount * weights[1], amount * weights[2], amount * weights[3]]
    changes.set(setting, addScores(changes.get(setting) ?? PERFECT, change))
  })
  return changes
}

/** A move fills the dearest empty seat of a demand; what filling this very one changes more or less, by priority. */
function seatCorrection({ demands }: Instance, state: State, index: number): number[] {
  const d = demands.demandOfShift[index]!
  const filled = state.filled[d]!
  const position = demands.shiftIndexes.subarray(demands.shiftOffset[d]!, demands.shiftOffset[d + 1]!).indexOf(index)
  const gain = (level: number, p: number): number => {
    const at = 4 * (demands.coverOffset[d]! + level) + p
    return demands.coverCost[at + 4]! - demands.coverCost[at]!
  }
  return [0, 1, 2, 3].map((p) => gain(position, p) - gain(filled, p))
}

function isWeighed(schedule: Schedule, setting: SettingName): boolean {
  return schedule.settings.weights[setting].some((weight) => weight > 0)
}
