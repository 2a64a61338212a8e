import type { Employee, Held, Schedule, Shift } from '../../model/schedule.ts'
import { compareIds } from '../../model/units.ts'
import type { Identifier } from '../../model/units.ts'
import type { Demands } from './demands.ts'
import { addSpotUnits } from '../rules/fit/fit-units.ts'

/** Employees and demands as far as skills, teams and the length of a shift tell them apart: what is alike is looked up once. */
export interface Staff {
  /** By employee: the number of their group. Its members have the same skills, teams and limits of a shift's length. */
  readonly groupOf: Int32Array
  /** By group: one of its members. */
  readonly example: readonly number[]
  /** By group: 1 where a skill or team begins or ends among the demands. */
  readonly isDated: Uint8Array
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
  const asked = {
    skills: new Set<Identifier>(schedule.spots.flatMap(({ skills }) => [...skills])),
    teams: new Set<Identifier>(schedule.spots.flatMap(({ teams }) => [...teams])),
  }
  const groups = new Numbering()
  const isDated: number[] = []
  const groupOf = Int32Array.from(schedule.employees, ({ skills, teams, contract }, e) => {
    const held = [heldAmong(skills, asked.skills, known), heldAmong(teams, asked.teams, known)]
    const group = groups.of(JSON.stringify([held, contract.minMinutesPerShift, contract.maxMinutesPerShift]), e)
    isDated[group] = held.flat().some((entry) => typeof entry === 'object') ? 1 : 0
    return group
  })
  const columns = new Numbering()
  const datedColumns = new Numbering()
  const hasDated = isDated.includes(1)
  return {
    groupOf,
    example: groups.examples,
    isDated: Uint8Array.from(isDated),
    columnOf: Int32Array.from({ length: demands.count }, (_, d) => columns.of(columnKey(schedule, demands, d), d)),
    datedColumnOf: Int32Array.from({ length: demands.count }, (_, d) =>
      hasDated ? datedColumns.of(`${columnKey(schedule, demands, d)} ${demands.start[d]!} ${demands.end[d]!}`, d) : -1,
    ),
    columnExample: columns.examples,
    datedColumnExample: datedColumns.examples,
  }
}

/** True where the group's skills and teams are enough for the shift. */
export function isQualified(schedule: Schedule, employee: Employee, shift: Shift): boolean {
  const units = {}
  addSpotUnits(schedule, employee, shift, units)
  return Object.keys(units).length === 0
}

/** The first shift of a demand: the others differ from it in cost alone. */
export function firstShiftOf(schedule: Schedule, demands: Demands, d: number): Shift {
  return schedule.shifts[demands.shiftIndexes[demands.shiftOffset[d]!]!]!
}

type Dated = readonly [id: Identifier, start: number | null, end: number | null]

/** What of these is held among the demands: the bare id where it is held all the time; in order, each once. */
function heldAmong(held: readonly Held<Identifier>[], asked: ReadonlySet<Identifier>, known: { start: number; end: number }): (Identifier | Dated)[] {
  const wanted = held.filter(({ id, start, end }) => asked.has(id) && (start ?? -Infinity) < known.end && (end ?? Infinity) > known.start)
  const always = new Set<Identifier>()
  for (const { id, start, end } of wanted) if ((start ?? -Infinity) <= known.start && (end ?? Infinity) >= known.end) always.add(id)
  const dated = wanted.filter(({ id }) => !always.has(id)).map(({ id, start, end }): Dated => [id, start, end])
  return [...[...always].sort(compareIds), ...dated]
}

function columnKey(schedule: Schedule, demands: Demands, d: number): string {
  if (demands.isHistoric[d] === 1) return 'historic'
  return `${demands.spot[d]!} ${demands.workMin[d]!} ${firstShiftOf(schedule, demands, d).suggestedEmployees.length > 0}`
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
