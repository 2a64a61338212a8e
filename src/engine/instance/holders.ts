import type { Schedule, Shift } from '../../model/schedule.ts'
import type { Demands } from './demands.ts'
import { firstShiftOf, type Staff } from './staff.ts'

/** Demands of one spot that ask for the same skills, given by their positions in a list of examples. */
export interface SpotColumns {
  readonly positions: readonly number[]
  /** The groups that hold something of what spot and shift ask for or prefer, at some time; null = they do for nothing. All others hold nothing of it. */
  readonly holders: Iterable<number> | null
  /** True where nothing must be held: nothing is asked for, or only preferred. */
  readonly isOpen: boolean
  /** What each group comes to at a demand of these, found once for all that are alike there: with the same skills and limits, in a team of the spot or in none. */
  readonly oncePerKind: <T extends number | boolean>(of: (group: number) => T) => (group: number) => T
}

/** Groups of employees by what their members hold: where each spot asks for something else, few of all pairs of a spot and a group need a look. */
export class Holders {
  readonly #schedule: Schedule
  readonly #staff: Staff
  readonly #inTeam = new Map<unknown, number[]>()
  readonly #bySkill = new Map<unknown, number[]>()
  readonly #byTeam = new Map<unknown, number[]>()
  readonly #bySpot = new Map<number, readonly number[]>()

  constructor(schedule: Schedule, staff: Staff) {
    this.#schedule = schedule
    this.#staff = staff
    staff.example.forEach((e, group) => {
      for (const id of staff.teamsOf[group]!) note(this.#inTeam, id, group)
      const { skills, teams } = schedule.employees[e]!
      for (const { id } of skills) note(this.#bySkill, id, group)
      for (const { id } of teams) note(this.#byTeam, id, group)
    })
  }

  /** The demands of each spot that ask for the same together: who holds what they ask for is looked up once for all of them. */
  *bySpot(demands: Demands, examples: readonly number[]): Generator<SpotColumns> {
    const { spot, ask } = demands
    const positionsOf = Map.groupBy(examples.keys(), (position) => `${spot[examples[position]!]!} ${ask[examples[position]!]!}`)
    for (const positions of positionsOf.values()) {
      const d = examples[positions[0]!]!
      const shift = firstShiftOf(demands, d)
      const { skills, teams } = this.#schedule.spots[shift.spotIndex]!
      const required = skills.length + teams.length + shift.skills.length + shift.anySkills.length
      const holders = required + shift.preferredSkills.length === 0 ? null : this.#holdersOf(shift)
      const inTeam = new Uint8Array(this.#staff.example.length)
      for (const id of teams) for (const group of this.#inTeam.get(id) ?? []) inTeam[group] = 1
      yield { positions, holders, isOpen: required === 0, oncePerKind: (of) => this.#oncePerKind(inTeam, of) }
    }
  }

  #oncePerKind<T extends number | boolean>(inTeam: Uint8Array, of: (group: number) => T): (group: number) => T {
    const { isDated, kindOf } = this.#staff
    const known: (T | undefined)[] = []
    return (group) => (isDated[group] === 1 ? of(group) : (known[2 * kindOf[group]! + inTeam[group]!] ??= of(group)))
  }

  #holdersOf({ spotIndex, skills, anySkills, preferredSkills }: Shift): ReadonlySet<number> {
    const ofShift = [skills, anySkills, preferredSkills].flatMap((list) => list.flatMap(({ id }) => this.#bySkill.get(id) ?? []))
    return new Set([...this.#holdersAt(spotIndex), ...ofShift])
  }

  /** Remembered, since many shifts of one spot may each ask for something else. */
  #holdersAt(spot: number): readonly number[] {
    const { skills, teams } = this.#schedule.spots[spot]!
    const known = this.#bySpot.get(spot) ?? [
      ...new Set([...skills.flatMap(({ id }) => this.#bySkill.get(id) ?? []), ...teams.flatMap((id) => this.#byTeam.get(id) ?? [])]),
    ]
    this.#bySpot.set(spot, known)
    return known
  }
}

function note(byId: Map<unknown, number[]>, id: unknown, group: number): void {
  const groups = byId.get(id)
  if (groups === undefined) byId.set(id, [group])
  else if (groups.at(-1) !== group) groups.push(group)
}
