import type { Random } from '../../src/engine/random.ts'
import { dateOfEpochDay, epochDayOf } from '../../src/model/calendar.ts'
import { randomDocument } from './any-schedule.ts'
import type { Fields, Rules } from './draft.ts'
import { addToRules } from './rule-additions.ts'

/** A document as it was drawn. */
export type Posted = Fields & { employees: Fields[]; shifts: (Fields & { start: string; end: string })[] }
/** An entry of `employees[].contracts`. */
export type Dated = { contractId: string; start?: string; end?: string }

/** The first day of a document, in days since 1970. */
export const dayOf = (document: Posted): number =>
  Math.min(...document.shifts.map(({ start }) => epochDayOf(new Date(start).toISOString().slice(0, 10))))

/** The same contract with other numbers, where it has some: what somebody has who works less. */
function shortened(contract: Fields, random: Random): Fields {
  const factor = random.unit()
  const less = (value: unknown): unknown => (typeof value === 'number' ? Math.floor(value * factor) : value)
  const halved = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, /^(min|max)/.test(key) && !key.includes('PerShift') ? less(value) : value]))
  return {
    ...halved(contract),
    rules: ((contract['rules'] as Fields[] | undefined) ?? []).filter(() => random.unit() < 0.8).map(halved),
    quotas: ((contract['quotas'] as Fields[] | undefined) ?? []).filter(() => random.unit() < 0.8).map(halved),
  }
}

/** Periods from some day on, with and without gaps, of one day and of many, open and closed. */
export function randomPeriods(first: number, ids: readonly string[], random: Random): Dated[] {
  const periods: Dated[] = []
  let day = first - 10 + random.below(16)
  const count = 1 + random.below(4)
  for (let i = 0; i < count; i += 1) {
    const length = random.unit() < 0.3 ? 1 : 1 + random.below(14)
    const start = i === 0 && random.unit() < 0.5 ? {} : { start: dateOfEpochDay(day) }
    const end = i === count - 1 && random.unit() < 0.5 ? {} : { end: dateOfEpochDay(day + length - 1) }
    periods.push({ contractId: ids[random.below(ids.length)]!, ...start, ...end })
    day += length + (random.unit() < 0.7 ? 0 : 1 + random.below(4))
  }
  return random.unit() < 0.5 ? periods : periods.toReversed()
}

/** Some employees change between contracts of their own and of others. */
export function withDatedContracts(document: Posted, random: Random): Posted {
  const contracts = document.employees.flatMap(({ contract }, e) => {
    const own = contract as Fields
    return [
      { ...own, id: `${e} full` },
      { ...shortened(own, random), id: `${e} part` },
    ]
  })
  const first = dayOf(document)
  const employees = document.employees.map((employee, e): Fields => {
    if (random.unit() < 0.3) return employee
    const ids = random.unit() < 0.7 ? [`${e} full`, `${e} part`] : contracts.map(({ id }) => id)
    const { contract: _contract, ...rest } = employee
    const absences =
      random.unit() < 0.7
        ? {}
        : { absences: [{ start: dateOfEpochDay(first + random.below(9)), end: dateOfEpochDay(first + 9), creditMinutesPerDay: 300 }] }
    return { ...rest, ...absences, contracts: randomPeriods(first, ids, random) }
  })
  return { ...document, contracts, employees }
}

function withCalendar(document: Posted, random: Random): Posted {
  if (random.unit() < 0.6) return document
  const weekend = [['FRIDAY', 'SATURDAY'], ['SUNDAY'], undefined][random.below(3)]
  return { ...document, calendar: { ...(weekend === undefined ? {} : { weekend }), workBelongsTo: random.unit() < 0.5 ? 'SPLIT' : 'START_DAY' } }
}

/** A random document in which some employees change the contract; where `hasAdditions`, contracts have rules in plenty, with all that these may say. */
export function datedDocument(random: Random, rules: Rules = 'all', hasAdditions = false): Posted {
  const document = randomDocument(() => random.unit(), { rules }) as Posted
  if (hasAdditions) addToRules(document, () => random.unit())
  return withCalendar(withDatedContracts(document, random), random)
}
