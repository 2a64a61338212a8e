import type { Compiling } from '../../instance/compiling.ts'
import { OFF } from '../../instance/duties.ts'
import { limitsByHolder, NO_LIMIT } from '../../instance/limits.ts'
import { holderOn, termsOf } from '../../instance/terms.ts'
import { dayTravelOf, travelOfDay } from '../../instance/travel.ts'
import type { Resource } from '../../rows/resource.ts'
import { plainKind, type PlainRule } from '../plain-kind.ts'

interface TravelRule extends PlainRule {
  /** What an employee costs on a day of the horizon with a duty. */
  readonly unitsOn: UnitsOn
  /** The place of a duty of one shift, whose ways are all that tells it from others. */
  readonly placeOf: (duty: number) => number
}

type UnitsOn = (employee: number, day: number, duty: number) => number

/** travel: what an employee travels on each day, and what of it is more than their contract allows. */
export const TRAVEL = plainKind<TravelRule>({
  name: 'travel',
  compile: (compiling) => {
    const { schedule, demands, units } = compiling
    const timeUnit = units.of('travelTime')
    const mostUnit = units.of('maxTravelMinutes', { isMinutes: true })
    const most = limitsByHolder(schedule, (contract) => contract.maxTravelMinutes, NO_LIMIT)
    const terms = termsOf(schedule)
    return (duties) => {
      const ways = timeUnit < 0 && mostUnit < 0 ? null : dayTravelOf(schedule, demands)
      if (ways === null) return []
      const minutesOn: UnitsOn = (employee, _day, duty) => (duty === OFF ? 0 : travelOfDay(ways, duties, employee, duty))
      const beyondOn: UnitsOn = (employee, day, duty) => Math.max(0, minutesOn(employee, day, duty) - most[holderOn(terms, employee, day)]!)
      const placeOf = (duty: number): number => ways.place[duty - 1]!
      return [
        ...(timeUnit < 0 ? [] : [travelRule(compiling, { unit: timeUnit, unitsOn: minutesOn, placeOf })]),
        ...(mostUnit < 0 || most.every((minutes) => minutes === NO_LIMIT)
          ? []
          : [travelRule(compiling, { unit: mostUnit, unitsOn: beyondOn, placeOf })]),
      ]
    }
  },
  resources: {
    place: 9,
    of: ({ unit, unitsOn }, { employee, perUnit, instance }) => [
      new TravelResource((day, duty) => perUnit[unit]! * unitsOn(employee, day, duty), instance.horizonFirst),
    ],
    reads: ({ plain }) => {
      const rules = plain.filter(({ kind }) => kind === 'travel').map(({ rule }) => rule as TravelRule)
      return (duty) => rules.map(({ placeOf }) => placeOf(duty))
    },
  },
})

function travelRule({ schedule }: Compiling, own: Pick<TravelRule, 'unit' | 'unitsOn' | 'placeOf'>): TravelRule {
  const { days, horizonFirst } = schedule.calendar
  return {
    ...own,
    readsTimes: false,
    isConcerned: (_employee, _from, to) => to >= horizonFirst,
    unitsOf: (_duties, cells, row, employee) => {
      let units = 0
      for (let day: number = horizonFirst; day < days.length; day += 1) units += own.unitsOn(employee, day, cells[row + day]!)
      return units
    },
  }
}

/** What a day's travel costs, whatever is worked on others: there is nothing to remember. */
class TravelResource implements Resource {
  readonly start = 0
  cost = 0
  readonly #costOf: (day: number, duty: number) => number
  readonly #horizonFirst: number

  constructor(costOf: (day: number, duty: number) => number, horizonFirst: number) {
    this.#costOf = costOf
    this.#horizonFirst = horizonFirst
  }

  step(_state: number, day: number, duty: number): number {
    this.cost = day < this.#horizonFirst ? 0 : this.#costOf(day, duty)
    return 0
  }
}
