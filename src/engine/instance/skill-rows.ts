import type { Schedule } from '../../model/schedule.ts'
import type { Identifier } from '../../model/units.ts'
import { holdsDuring, holdsWhen } from './held.ts'

/** Who holds which skill during which time, a row of employees for each: times that nobody's entries tell apart have one row. */
export class SkillRows {
  readonly #schedule: Schedule
  readonly #rows: Uint8Array[] = []
  readonly #known = new Map<string, number>()
  readonly #isAlways = new Map<Identifier, boolean>()

  constructor(schedule: Schedule) {
    this.#schedule = schedule
  }

  /** The number of the row of those who hold `skill` by one entry from `start` to `end`. */
  of(skill: Identifier, start: number, end: number): number {
    // Of JSON: a skill may be called "7 0 60".
    const key = JSON.stringify(this.#isHeldAlways(skill) ? [skill] : [skill, start, end])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    this.#known.set(key, this.#rows.length)
    this.#rows.push(Uint8Array.from(this.#schedule.employees, ({ skills }) => (holdsDuring(skills, skill, { start, end }) ? 1 : 0)))
    return this.#rows.length - 1
  }

  /** By row × employees + employee: 1 when the employee holds the skill. */
  table(): Uint8Array {
    const table = new Uint8Array(this.#rows.length * this.#schedule.employees.length)
    this.#rows.forEach((row, number) => table.set(row, number * row.length))
    return table
  }

  /** True where nobody gets the skill or loses it. */
  #isHeldAlways(skill: Identifier): boolean {
    const known = this.#isAlways.get(skill) ?? this.#schedule.employees.every(({ skills }) => holdsWhen(skills, skill) !== 'at times')
    this.#isAlways.set(skill, known)
    return known
  }
}
