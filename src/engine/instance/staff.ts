import type { AskedSkill, Employee, Schedule, Shift } from '../../model/schedule.ts'
import { compareIds } from '../../model/units.ts'
import type { Identifier } from '../../model/units.ts'
import type { Demands } from './demands.ts'
import type { HeldList } from './held.ts'
import { addSpotUnits } from '../rules/fit/fit-units.ts'

/** Employees and demands as far as skills, teams and the length of a shift tell them apart: what is alike is looked up once. */
export interface Staff {
  /** By employee: the number of their group. Its members have the same skills, teams and limits of a shift's length. */
  readonly groupOf: Int32Array
  /** By group: one of its members. */
  readonly example: readonly number[]
  /** By group: 1 where a skill, a team or a limit of a shift's length begins or ends among the demands. */
  readonly isDated: Uint8Array
  /** By group that is not dated: a number for its skills and limits of a shift's length, whatever its teams are; and these. */
  readonly kindOf: Int32Array
  readonly teamsOf: readonly (readonly Identifier[])[]
  /** By demand: its column, and the one that it has for dated groups; −1 where there are none. */
  readonly columnOf: Int32Array
  readonly datedColumnOf: Int32Array
  /** By column: one of its demands. */
  readonly columnExample: readonly number[]
  readonly datedColumnExample: readonly number[]
}

/** Groups the employees and the demands of a schedule. */
export function groupStaff(schedule: Schedule, demands: Demands): Staff {
  const known = { start: Infinity, end: -Infinity }
  for (let d = 0; d < demands.count; d += 1) {
    if (demands.isHistoric[d] === 1) continue
    known.start = Math.min(known.start, demands.start[d]!)
    known.end = Math.max(known.end, demands.end[d]!)
  }
  const asked = { skills: skillsAsked(schedule), teams: new Map(schedule.spots.flatMap(({ teams }) => teams.map((id) => [id, 1] as const))) }
  const groups = new Numbering()
  const kinds = new Numbering()
  const isDated: number[] = []
  const kindOf: number[] = []
  const teamsOf: Identifier[][] = []
  const groupOf = Int32Array.from(schedule.employees, (employee, e) => {
    const { skills, teams } = employee
    const lengths = lengthsOf(employee)
    const held = [heldAmong(skills, asked.skills, known), heldAmong(teams, asked.teams, known)] as const
    const group = groups.of(JSON.stringify([held, ...lengths]), e)
    if (isDated[group] !== undefined) return group
    kindOf[group] = kinds.of(JSON.stringify([held[0], ...lengths]), group)
    teamsOf[group] = held[1].always.map(([id]) => id)
    isDated[group] = held.some(({ dated }) => dated.length > 0) || lengths.some((entry) => typeof entry === 'string') ? 1 : 0
    return group
  })
  const columns = new Numbering()
  const datedColumns = new Numbering()
  const hasDated = isDated.includes(1)
  return {
    groupOf,
    example: groups.examples,
    isDated: Uint8Array.from(isDated),
    kindOf: Int32Array.from(kindOf),
    teamsOf,
    columnOf: Int32Array.from({ length: demands.count }, (_, d) => columns.of(columnKey(demands, d), d)),
    datedColumnOf: Int32Array.from({ length: demands.count }, (_, d) =>
      hasDated ? datedColumns.of(`${columnKey(demands, d)} ${demands.start[d]!} ${demands.end[d]!}`, d) : -1,
    ),
    columnExample: columns.examples,
    datedColumnExample: datedColumns.examples,
  }
}

/** The least and most work of a shift by contract; of contracts of some days each of those that limit it, as a text. */
export function lengthsOf({ contract, contracts }: Pick<Employee, 'contract' | 'contracts'>): readonly (number | string | null)[] {
  if (contracts === undefined) return [contract.minMinutesPerShift, contract.maxMinutesPerShift]
  const limiting = contracts.flatMap(({ first, last, contract: { minMinutesPerShift: least, maxMinutesPerShift: most } }) =>
    least === null && most === null ? [] : [`${first} ${last} ${least} ${most}`],
  )
  return limiting.length === 0 ? [null, null] : limiting
}

/** True where the group's skills and teams are enough for the shift and its spot, whatever is preferred. */
export function isQualified(schedule: Schedule, employee: Employee, shift: Shift): boolean {
  const units = {}
  addSpotUnits(schedule, employee, shift, units)
  return Object.keys(units).length === 0
}

/** The first shift of a demand: the others differ from it in cost alone. */
export function firstShiftOf(demands: Demands, d: number): Shift {
  return demands.sample[d]!
}

/** The highest level at which each skill is asked for or preferred anywhere: a higher one makes no difference. */
function skillsAsked({ spots, shifts, candidates = [] }: Schedule): ReadonlyMap<Identifier, number> {
  const levels = new Map<Identifier, number>()
  const note = (asked: readonly AskedSkill[]): void => {
    for (const { id, minLevel } of asked) if (minLevel > (levels.get(id) ?? 0)) levels.set(id, minLevel)
  }
  for (const { skills } of spots) note(skills)
  for (const { skills, anySkills, preferredSkills } of [...shifts, ...candidates]) {
    note(skills)
    note(anySkills)
    note(preferredSkills)
  }
  return levels
}

/** What is held among the demands. */
interface HeldAmong {
  /** All the time, with the highest level: in the order of ids, each once. */
  readonly always: readonly (readonly [id: Identifier, level: number])[]
  /** For a part of the time, and at a higher level than all the time. */
  readonly dated: readonly (readonly [id: Identifier, level: number, start: number | null, end: number | null])[]
}

/** What of these is held among the demands, at levels up to those that are asked for. */
function heldAmong(held: HeldList, asked: ReadonlyMap<unknown, number>, known: { start: number; end: number }): HeldAmong {
  const wanted = held.flatMap(({ id, level = 1, start, end }) => {
    const highest = asked.get(id)
    const isThere = highest !== undefined && (start ?? -Infinity) < known.end && (end ?? Infinity) > known.start
    return isThere ? [{ id: id as Identifier, level: Math.min(level, highest), start, end }] : []
  })
  const always = new Map<Identifier, number>()
  for (const { id, level, start, end } of wanted) {
    if ((start ?? -Infinity) <= known.start && (end ?? Infinity) >= known.end) always.set(id, Math.max(level, always.get(id) ?? 0))
  }
  const dated = wanted.filter(({ id, level }) => level > (always.get(id) ?? 0))
  return {
    always: [...always].sort(([a], [b]) => compareIds(a, b)),
    dated: dated.map(({ id, level, start, end }) => [id, level, start, end] as const),
  }
}

function columnKey(demands: Demands, d: number): string {
  if (demands.isHistoric[d] === 1) return 'historic'
  const { suggestedEmployees, cost } = firstShiftOf(demands, d)
  // What a candidate costs is paid by whoever works it.
  const own = demands.candidateOf[d]! < 0 ? '' : ` ${cost}`
  return `${demands.spot[d]!} ${demands.ask[d]!} ${demands.workMin[d]!} ${suggestedEmployees.length > 0}${own}`
}

const FLAGS_OF_LETTER = 16

/** Numbers texts in the order in which they are met. */
export class Numbering {
  readonly #known = new Map<string, number>()
  /** By number: what was given with the text when it was met first. */
  readonly examples: number[] = []

  of(text: string, example: number): number {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    this.#known.set(text, this.examples.length)
    this.examples.push(example)
    return this.examples.length - 1
  }

  /** As `of` a text of these flags, sixteen to a letter. */
  ofFlags(flags: Uint8Array, example: number): number {
    const letters = new Uint16Array(Math.ceil(flags.length / FLAGS_OF_LETTER))
    flags.forEach((flag, at) => (letters[Math.floor(at / FLAGS_OF_LETTER)]! |= flag << (at % FLAGS_OF_LETTER)))
    let text = ''
    for (const letter of letters) text += String.fromCharCode(letter)
    return this.of(text, example)
  }
}
