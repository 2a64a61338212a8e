import { isDecided } from '../../model/roster.ts'
import type { Employee, Schedule } from '../../model/schedule.ts'
import { holdsDuring, holdsWhen } from '../instance/held.ts'
import { clampTo } from '../rules/fit/fit-units.ts'
import { type AskedCompetence, countedCompetences, namedCompetences } from './competences-as-skills.ts'
import type { Candidates } from './shortages.ts'
import { hardRulesOf } from './strict.ts'

/** A time in which fewer employees can be at work with a skill than a requirement asks for. */
export interface CompetenceShortage {
  readonly requirement: AskedCompetence
  /** Minutes of the calendar; the end is exclusive. */
  readonly start: number
  readonly end: number
  /** Positions of the posted shifts that the requirement looks at and that run in it. */
  readonly shifts: readonly number[]
  /** Positions of those who hold the skill and could work one of these shifts without breaking a hard rule; where shifts may be made, of those who hold it and are there. */
  readonly employees: readonly number[]
  /** So many of them can be at work at most: there are no more shifts for them, at some moment. */
  readonly most: number
}

/**
 * Every stretch in which a competence, or a coverage requirement that counts those with a skill, cannot be met, in order of requirement and time; stretches that follow one another and lack the
 * same are one. Of requirements that have no weight on the priorities that stand for what must be there are none. Who else is asked for beside the skill, such as a team, is left aside.
 */
export function findCompetenceShortages(schedule: Schedule, candidates: Candidates): CompetenceShortage[] {
  const holdersOn = indexHolders(schedule, candidates)
  const onShifts = (requirement: AskedCompetence): CompetenceShortage[] => shortagesOnShifts(schedule, requirement, holdersOn)
  const mayBeMade = (schedule.candidates ?? []).length > 0
  return [
    ...namedCompetences(schedule).flatMap(onShifts),
    ...countedCompetences(schedule).flatMap((counted) => (mayBeMade ? shortagesOfHolders(schedule, counted) : onShifts(counted))),
  ]
}

function shortagesOnShifts(schedule: Schedule, requirement: AskedCompetence, holdersOn: HoldersOn): CompetenceShortage[] {
  const found: CompetenceShortage[] = []
  for (const stretch of stretchesOf(schedule, requirement)) {
    const employees = holdersFor(requirement, stretch.shifts, holdersOn)
    const most = Math.min(employees.length, stretch.shifts.length)
    if (most >= requirement.minimumCount) continue
    const last = found.at(-1)
    if (last?.end === stretch.start && last.most === most && last.employees.join() === employees.join()) {
      found[found.length - 1] = { ...last, end: stretch.end, shifts: [...new Set([...last.shifts, ...stretch.shifts])].sort((a, b) => a - b) }
    } else found.push({ requirement, ...stretch, employees, most })
  }
  return found
}

/** Where any shift may be made: a time is short of a skill when fewer hold it in some part of that time than must be there. */
function shortagesOfHolders(schedule: Schedule, requirement: ReturnType<typeof countedCompetences>[number]): CompetenceShortage[] {
  const { within, minimumCount, shiftIndexes: shifts } = requirement
  const isAbsenceHard = hardRulesOf(schedule).includes('unavailable')
  const couldBeThere = (employee: Employee): boolean => mayHold(employee, requirement) && !(isAbsenceHard && isAway(employee, within))
  const employees = schedule.employees.flatMap((employee, position) => (couldBeThere(employee) ? [position] : []))
  return employees.length >= minimumCount ? [] : [{ requirement, ...within, shifts, employees, most: employees.length }]
}

function mayHold({ skills }: Employee, { skill, minLevel, within }: AskedCompetence): boolean {
  return skills.some(
    ({ id, level, start, end }) =>
      id === skill && level >= minLevel && (within === null || ((start ?? -Infinity) < within.end && (end ?? Infinity) > within.start)),
  )
}

/** Whether somebody is absent for all of a time. */
function isAway({ wishes }: Employee, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return wishes.some((wish) => wish.type === 'UNAVAILABLE' && wish.tag === null && wish.start <= start && wish.end >= end)
}

type Stretch = Pick<CompetenceShortage, 'start' | 'end' | 'shifts'>

/** The time between neighbouring starts and ends of the shifts that a requirement looks at, as far as one that can still be planned, or was not over, runs in it. */
function stretchesOf({ shifts }: Schedule, { shiftIndexes, within }: AskedCompetence): Stretch[] {
  const starts = Map.groupBy(shiftIndexes, (index) => clampTo(within, shifts[index]!.start))
  const ends = Map.groupBy(shiftIndexes, (index) => clampTo(within, shifts[index]!.end))
  const cuts = [...new Set([...starts.keys(), ...ends.keys()])].sort((a, b) => a - b)
  const running = new Set<number>()
  return cuts.slice(0, -1).flatMap((start, i) => {
    for (const index of ends.get(start) ?? []) running.delete(index)
    for (const index of starts.get(start) ?? []) if (shifts[index]!.end > start) running.add(index)
    const now = [...running].sort((a, b) => a - b)
    return now.some((index) => !shifts[index]!.historic) ? [{ start, end: cuts[i + 1]!, shifts: now }] : []
  })
}

/** Those who hold what a requirement asks for on a shift (position) and could work it. */
type HoldersOn = (requirement: AskedCompetence, index: number) => readonly number[]

/** Looks through the people of a demand once for each skill, and there at those alone who hold it at some time. */
function indexHolders({ shifts, employees }: Schedule, { state, employees: able }: Candidates): HoldersOn {
  const bySkill = new Map<string, { readonly mayHold: readonly boolean[]; readonly byDemand: Map<number, readonly number[]> }>()
  return ({ skill, minLevel }, index) => {
    const shift = shifts[index]!
    const holding = (employee: number): boolean => holdsDuring(employees[employee]!.skills, skill, shift, minLevel)
    if (isDecided(shift)) return shift.employeeIndex !== null && holding(shift.employeeIndex) ? [shift.employeeIndex] : []
    const key = `${typeof skill} ${skill} ${minLevel}`
    const known = bySkill.get(key) ?? {
      mayHold: employees.map(({ skills }) => holdsWhen(skills, skill, minLevel) !== 'never'),
      byDemand: new Map<number, readonly number[]>(),
    }
    bySkill.set(key, known)
    const demand = state.instance.demands.demandOfShift[index]!
    const holders = known.byDemand.get(demand) ?? able[demand]!.filter((employee) => known.mayHold[employee] === true && holding(employee))
    known.byDemand.set(demand, holders)
    return holders
  }
}

/** Those who hold it on one of some shifts; no more than are needed where there are shifts enough for them. */
function holdersFor(requirement: AskedCompetence, running: readonly number[], holdersOn: HoldersOn): number[] {
  const enough = running.length < requirement.minimumCount ? Infinity : requirement.minimumCount
  const found = new Set<number>()
  for (const index of running) {
    for (const employee of holdersOn(requirement, index)) found.add(employee)
    if (found.size >= enough) break
  }
  return [...found].sort((a, b) => a - b)
}
