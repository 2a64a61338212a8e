import { dateOfEpochDay } from '../model/calendar.ts'
import { firstWhere } from '../model/first-where.ts'
import type { Contract, ContractPeriod } from '../model/schedule.ts'
import type { DayIndex, Identifier, Minute } from '../model/units.ts'
import { objectsOf, shapeOf, shown } from './fields.ts'
import type { Place } from './fields.ts'
import { isId, requiredId } from './identifiers.ts'
import { localDayOf } from './read-calendar.ts'
import { MAX_SHIFT_DAYS } from './limits.ts'
import { sharedContract } from './read-contract.ts'
import { minuteOf } from './reading.ts'
import type { Reading } from './reading.ts'
import { ContractPeriod as PeriodSchema } from './schemas/employee.ts'

const PERIOD = shapeOf('a contract of some days', PeriodSchema)

/** A contract from one local day to another, both inclusive, in days since 1970; infinite where the side is open. */
interface Dated {
  readonly place: Place
  readonly contractId: Identifier
  readonly contract: Contract
  readonly first: number
  readonly last: number
}

interface Span {
  readonly start: Minute
  readonly end: Minute
}

/** The contracts of the schedule, and what was read of their days: those who change on the same days have one list. */
export interface SharedContracts {
  readonly byId: ReadonlyMap<Identifier, Contract>
  readonly lists: Map<string, readonly ContractPeriod[]>
}

/** Reads `contracts` of an employee: which contract is of which known days, and the times in none of them. Null where it is absent or empty. */
export function readContractPeriods(
  employee: Place,
  reading: Reading,
  { byId, lists }: SharedContracts,
): { readonly periods: readonly ContractPeriod[]; readonly outside: readonly Span[] } | null {
  const places = objectsOf(employee, 'contracts', PERIOD)
  if (places.length === 0) return null
  const dated = places.flatMap((place) => readPeriod(place, byId)).toSorted((a, b) => a.first - b.first)
  for (let at = 1; at < dated.length; at += 1) if (dated[at]!.first <= dated[at - 1]!.last) reportOverlap(dated[at]!, dated[at - 1]!)
  const periods = dated.flatMap((period) => knownDays(period, reading))
  if (periods.length === 0 && dated.length === places.length && reading.horizon !== null)
    employee.issues.warn(
      `${employee.pointer}/contracts`,
      'outside-schedule',
      'No known day lies in any of the contracts, so the employee is absent all the time.',
      'Correct the dates, or leave the employee out.',
    )
  return { periods: sharedList(periods, lists), outside: dated.length === places.length ? timesOutside(dated, reading) : [] }
}

function sharedList(periods: readonly ContractPeriod[], lists: SharedContracts['lists']): readonly ContractPeriod[] {
  const key = JSON.stringify(periods.map(({ contractId, first, last }) => [contractId, first, last]))
  const list = lists.get(key) ?? periods
  lists.set(key, list)
  return list
}

function readPeriod(place: Place, contracts: ReadonlyMap<Identifier, Contract>): Dated[] {
  const id = requiredId(place, 'contractId')
  const contract = isId(place.fields['contractId']) ? sharedContract(place, id, contracts) : null
  const first = edgeOf(place, 'start', -Infinity)
  const last = edgeOf(place, 'end', Infinity)
  if (first === null || last === null) return []
  if (last < first) {
    const detail = `end ${shown(place.fields['end'])} is before start ${shown(place.fields['start'])}.`
    place.issues.error(`${place.pointer}/end`, 'end-not-after-start', detail, 'Exchange the two, or correct one of them.')
    return []
  }
  return contract === null ? [] : [{ place, contractId: id, contract, first, last }]
}

function edgeOf(place: Place, key: 'start' | 'end', open: number): number | null {
  return (place.fields[key] ?? null) === null ? open : localDayOf(place, key)
}

function reportOverlap({ place, contractId, first }: Dated, before: Dated): void {
  const from = first === -Infinity ? 'has no start' : `starts on ${dateOfEpochDay(first)}`
  const until = before.last === Infinity ? 'has no end' : `ends on ${dateOfEpochDay(before.last)}`
  place.issues.error(
    place.pointer,
    'contracts-overlap',
    `The contract ${shown(contractId)} ${from}, and the contract ${shown(before.contractId)} before it ${until}: they share a day.`,
    'Let each start after the end of the one before.',
  )
}

/** The known days of a period; none where all of them lie outside the calendar. */
function knownDays({ contractId, contract, first, last }: Dated, { calendar: { days } }: Reading): ContractPeriod[] {
  const from = first === -Infinity ? 0 : countBefore(days, dateOfEpochDay(first))
  const to = last === Infinity ? days.length : countBefore(days, dateOfEpochDay(last + 1))
  return from < to ? [{ contractId, contract, first: from as DayIndex, last: (to - 1) as DayIndex }] : []
}

/** How many of the days, which are in order, lie before a date. */
function countBefore(days: Reading['calendar']['days'], date: string): number {
  return firstWhere(days.length, (at) => days[at]!.date >= date)
}

/** The times from the first known minute on, as long as a shift can last, that lie in no period. */
function timesOutside(dated: readonly Dated[], reading: Reading): Span[] {
  const { clock, calendar } = reading
  const at = (day: number): Minute => minuteOf(reading, clock.startOfDay(day))
  const end = calendar.days.at(-1)!.end
  const lastDay = clock.dayOf(reading.originEpochMin + end) + MAX_SHIFT_DAYS
  const outside: Span[] = []
  let from = clock.dayOf(reading.originEpochMin)
  for (const { first, last } of dated) {
    if (from > lastDay) break
    if (first > from) outside.push({ start: at(from), end: at(Math.min(first, lastDay)) })
    from = Math.max(from, last + 1)
  }
  if (from < lastDay) outside.push({ start: at(from), end: at(lastDay) })
  return outside.filter((span) => span.end > span.start)
}
