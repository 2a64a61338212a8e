import type { AskedRoster } from '../api/read-question.ts'
import { createWords, type Words } from '../checker/words.ts'
import { applies } from '../engine/rules/fit/fit-units.ts'
import { type Chain, findChains } from '../engine/explain/chains.ts'
import { type Handover, Probe } from '../engine/explain/probe.ts'
import { isDecided, NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { seatsAround, seatsOf } from '../model/seats.ts'
import { addScores, compareScores, PERFECT, type Score, subtractScores } from '../model/score.ts'
import type { SettingName } from '../model/settings.ts'
import type { EmployeeId, ShiftId } from '../model/units.ts'
import { changeInWords, listed, obstaclesInWords } from './sentences.ts'

export interface RecommendQuestion extends AskedRoster {
  /** Position of the shift that somebody is wanted for; of one with seats, of any of them. */
  readonly shift: number
  /** Of a shift with seats: position of the employee who is to be taken off it; absent or null = an empty seat, or where there is none the last. */
  readonly replaces?: number | null
  /** Employees, and chains, that are listed at most. */
  readonly limit: number
  /** Whether changes are told against the roster as it stands, with whoever works the shift now; otherwise against the shift empty. */
  readonly asItStands: boolean
}

/** What somebody on the shift would mean. */
interface Candidate {
  readonly employeeId: EmployeeId
  readonly name: string | null
  readonly scoreChange: Score
  readonly settings: readonly SettingName[]
  readonly text: string
}

/** A shift that changes hands; null = nobody. */
interface Step {
  readonly shiftId: ShiftId
  readonly from: EmployeeId | null
  readonly to: EmployeeId | null
}

/** A swap of two or three employees. */
interface Swap {
  readonly employeeIds: readonly EmployeeId[]
  readonly steps: readonly Step[]
  readonly scoreChange: Score
  readonly settings: readonly SettingName[]
  readonly text: string
}

export interface RecommendAnswer {
  readonly shiftId: ShiftId
  /** Who works it now. */
  readonly employeeId: EmployeeId | null
  /** Of the roster as it stands, or with the shift empty: what the changes are against. */
  readonly score: Score
  /** Who has an `UNAVAILABLE` wish for the shift, and is not ranked. */
  readonly absentEmployeeIds: readonly EmployeeId[]
  readonly employees: readonly Candidate[]
  readonly chains: readonly Swap[]
}

/**
 * Ranks who could work a shift: every employee who is there, and swaps that are better than any of them. Who works it now is taken off it first, and is one
 * of those who are ranked, unless changes are told as things stand. Of a shift that is decided nothing changes by asking.
 */
export function recommend({ schedule, roster, shift: asked, replaces = null, limit, asItStands }: RecommendQuestion): RecommendAnswer {
  const words = createWords(schedule)
  const shift = seatFor(schedule, roster, asked, replaces)
  const now = roster[shift]!
  const emptied = roster.slice()
  emptied[shift] = NOBODY
  const probe = new Probe(schedule, emptied)
  const toFill = (to: number): Handover[] => [{ shift, from: NOBODY, to }]
  const standing = asItStands && now !== NOBODY ? probe.changeOf(toFill(now)) : PERFECT
  const everybody = [...schedule.employees.keys()]
  const isThere = (employee: number): boolean => !isAbsent(schedule, employee, shift)
  const mayTake = (employee: number, taken: number): boolean => !isAbsent(schedule, employee, taken) && !isOnIt(schedule, emptied, employee, taken)
  const ranked = everybody
    .filter((to) => mayTake(to, shift) && !(asItStands && to === now))
    .map((to) => ({ handovers: toFill(to), change: probe.changeOf(toFill(to)) }))
    .sort((a, b) => compareScores(a.change, b.change))
  const best = [...ranked.slice(0, 1).map(({ change }) => change), ...(asItStands ? [standing] : [])].sort(compareScores)[0]
  const chains = findChains(probe, shift, { limit, below: best ?? null, mayTake })
  const asTold = ({ handovers, change }: Chain): Chain => ({ handovers, change: subtractScores(change, standing) })
  return {
    shiftId: schedule.shifts[shift]!.id,
    employeeId: now === NOBODY ? null : schedule.employees[now]!.id,
    score: addScores(probe.score, standing),
    absentEmployeeIds: everybody.filter((employee) => !isThere(employee)).map((employee) => schedule.employees[employee]!.id),
    employees: ranked.slice(0, limit).map((candidate) => describeCandidate(probe, words, asTold(candidate))),
    chains: chains.map((chain) => describeChain(probe, words, asTold(chain))),
  }
}

/** The seat that is asked about: that of whoever is to be replaced, else an empty one, else the last that is not decided. */
function seatFor({ shifts }: Schedule, roster: Roster, shift: number, replaces: number | null): number {
  const seats = seatsOf(seatsAround(shifts, shift))
  if (replaces !== null) return seats.find((seat) => roster[seat] === replaces) ?? shift
  return seats.find((seat) => roster[seat] === NOBODY) ?? seats.findLast((seat) => !isDecided(shifts[seat]!)) ?? shift
}

/** Whether an employee has another seat of the shift. */
function isOnIt({ shifts }: Schedule, roster: Roster, employee: number, shift: number): boolean {
  if (shifts[shift]!.seats === undefined) return false
  const { from, to } = seatsAround(shifts, shift)
  return roster.subarray(from, to).includes(employee)
}

/** Whether an employee has said that they are not there, where that counts for anything. */
function isAbsent({ employees, shifts, settings }: Schedule, employee: number, shift: number): boolean {
  if (settings.weights.unavailable.every((weight) => weight === 0)) return false
  return employees[employee]!.wishes.some((wish) => wish.type === 'UNAVAILABLE' && applies(wish, shifts[shift]!))
}

function describeCandidate(probe: Probe, words: Words, candidate: Chain): Candidate {
  const employee = probe.schedule.employees[candidate.handovers[0]!.to]!
  const settings = probe.explain(candidate.handovers).settings
  return {
    employeeId: employee.id,
    name: employee.name,
    scoreChange: candidate.change,
    settings,
    text: `With ${words.employee(employee)} the roster is ${changeInWords(candidate.change)}${obstaclesInWords(settings)}.`,
  }
}

function describeChain(probe: Probe, words: Words, chain: Chain): Swap {
  const { employees, shifts } = probe.schedule
  const settings = probe.explain(chain.handovers).settings
  const idOf = (employee: number): EmployeeId | null => (employee === NOBODY ? null : employees[employee]!.id)
  const tell = ({ shift, from, to }: Handover): string =>
    `${words.employee(employees[to]!)} takes ${words.shift(shifts[shift]!)}${from === NOBODY ? '' : ` from ${words.employee(employees[from]!)}`}`
  return {
    employeeIds: [...new Set(chain.handovers.map(({ to }) => employees[to]!.id))],
    steps: chain.handovers.map(({ shift, from, to }) => ({ shiftId: shifts[shift]!.id, from: idOf(from), to: idOf(to) })),
    scoreChange: chain.change,
    settings,
    text: `${listed(chain.handovers.map(tell))}: the roster is ${changeInWords(chain.change)}${obstaclesInWords(settings)}.`,
  }
}
