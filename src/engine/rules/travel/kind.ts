import type { Compiling } from '../../instance/compiling.ts'
import { OFF } from '../../instance/duties.ts'
import { travelOfDay, dayTravelOf } from '../../instance/travel.ts'
import type { Resource } from '../../rows/resource.ts'
import { plainKind, type PlainRule } from '../plain-kind.ts'

interface TravelRule extends PlainRule {
  /** Minutes that an employee travels on a day with a duty. */
  readonly minutesOf: (employee: number, duty: number) => number
  /** The place of a duty of one shift, whose ways are all that tells it from others. */
  readonly placeOf: (duty: number) => number
}

/** travel: what an employee travels on each day. */
export const TRAVEL = plainKind<TravelRule>({
  name: 'travel',
  compile: (compiling) => {
    const unit = compiling.units.of('travelTime')
    return (duties) => {
      const ways = unit < 0 ? null : dayTravelOf(compiling.schedule, compiling.demands)
      if (ways === null) return []
      const minutesOf = (employee: number, duty: number): number => (duty === OFF ? 0 : travelOfDay(ways, duties, employee, duty))
      return [travelRule(compiling, { unit, minutesOf, placeOf: (duty) => ways.place[duty - 1]! })]
    }
  },
  resources: {
    place: 9,
    of: ({ unit, minutesOf }, { employee, perUnit, instance }) => [
      new TravelResource((duty) => perUnit[unit]! * minutesOf(employee, duty), instance.horizonFirst),
    ],
    reads: ({ plain }) => {
      const rules = plain.filter(({ kind }) => kind === 'travel').map(({ rule }) => rule as TravelRule)
      return (duty) => rules.map(({ placeOf }) => placeOf(duty))
    },
  },
})

function travelRule({ schedule }: Compiling, own: Pick<TravelRule, 'unit' | 'minutesOf' | 'placeOf'>): TravelRule {
  const { days, horizonFirst } = schedule.calendar
  return {
    ...own,
    readsTimes: false,
    isConcerned: (_employee, _from, to) => to >= horizonFirst,
    unitsOf: (_duties, cells, row, employee) => {
      let units = 0
      for (let day: number = horizonFirst; day < days.length; day += 1) units += own.minutesOf(employee, cells[row + day]!)
      return units
    },
  }
}

/** What a day's travel costs, whatever is worked on others: there is nothing to remember. */
class TravelResource implements Resource {
  readonly start = 0
  cost = 0
  readonly #costOf: (duty: number) => number
  readonly #horizonFirst: number

  constructor(costOf: (duty: number) => number, horizonFirst: number) {
    this.#costOf = costOf
    this.#horizonFirst = horizonFirst
  }

  step(_state: number, day: number, duty: number): number {
    this.cost = day < this.#horizonFirst ? 0 : this.#costOf(duty)
    return 0
  }
}
