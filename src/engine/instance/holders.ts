import type { Schedule, Spot } from '../../model/schedule.ts'
import type { Demands } from './demands.ts'
import type { Staff } from './staff.ts'

/** Demands of one spot, given by their positions in a list of examples. */
export interface SpotColumns {
  readonly positions: readonly number[]
  /** The groups that hold something of what the spot asks for, at some time; null = it asks for nothing. All others hold nothing of it. */
  readonly holders: Iterable<number> | null
}

/** Groups of employees by what their members hold: where each spot asks for something else, few of all pairs of a spot and a group need a look. */
export class Holders {
  readonly #schedule: Schedule
  readonly #bySkill = new Map<unknown, number[]>()
  readonly #byTeam = new Map<unknown, number[]>()

  constructor(schedule: Schedule, staff: Staff) {
    this.#schedule = schedule
    staff.example.forEach((e, group) => {
      const { skills, teams } = schedule.employees[e]!
      for (const { id } of skills) note(this.#bySkill, id, group)
      for (const { id } of teams) note(this.#byTeam, id, group)
    })
  }

  /** The demands of each spot together: who holds what it asks for is looked up once for all of them. */
  *bySpot({ spot }: Demands, examples: readonly number[]): Generator<SpotColumns> {
    const positionsOf = Map.groupBy(examples.keys(), (position) => spot[examples[position]!]!)
    for (const [index, positions] of positionsOf) yield { positions, holders: this.#of(this.#schedule.spots[index]!) }
  }

  #of({ skills, teams }: Spot): Iterable<number> | null {
    if (skills.length + teams.length === 0) return null
    const lists = [...skills.map((id) => this.#bySkill.get(id)), ...teams.map((id) => this.#byTeam.get(id))].filter((list) => list !== undefined)
    return new Set(lists.flat())
  }
}

function note(byId: Map<unknown, number[]>, id: unknown, group: number): void {
  const groups = byId.get(id)
  if (groups === undefined) byId.set(id, [group])
  else if (groups.at(-1) !== group) groups.push(group)
}
