import { FormatError } from './format-error.ts'
import { type ImportedSchedule, MOST_SHIFTS, MOST_WISHES } from './horizon-days.ts'
import type { Inrc1Contract, Inrc1Employee, Inrc1Instance, Inrc1Request } from './inrc1-instance.ts'
import { hasPlainWeekends, rulesOf } from './inrc1-rules.ts'
import { CUT_WEEKEND_PERIOD, weekendsOf } from './inrc1-weekends.ts'
import { weights } from './plain-settings.ts'
import { shortened } from './text-lines.ts'

const DAY_MS = 86_400_000
const MINUTES_PER_DAY = 1_440
const WARD = 'ward'
const ONE_POINT = weights(0, 1)
const MOST_SETTING = 20

/**
 * The instance as a schedule of the public interface, without a callback address. What the competition forbids is the first priority, its objective the
 * second. A shift type is a tag; what is preferred on a day is a shift with so many seats. Shifts end at midnight at the latest: a night belongs to
 * the day on which it starts. Throws `FormatError` for what a schedule cannot hold.
 */
export function inrc1ToSchedule(instance: Inrc1Instance): ImportedSchedule {
  const completing = completingCost(instance)
  const contracts = contractsOf(instance, completing)
  return {
    name: instance.id,
    timeZone: 'UTC',
    ...calendarOf(instance),
    contracts: contracts.map(({ document }) => document),
    employees: instance.employees.map((employee, e) => employeeOf(instance, employee, contracts.find(({ members }) => members.has(e))!.document.id)),
    shifts: shiftsOf(instance),
    spots: [{ id: WARD, name: instance.id }],
    shiftTags: instance.shiftTypes.map(({ id, name }) => ({ id, tag: id, category: 'type', description: name, active: true })),
    settings: {
      others: 'off',
      // Less than a second shift on a day: nobody takes one to fill a seat.
      assignShift: weights(10, 0),
      oneShiftPerDay: weights(20, 0),
      // Of work that is not in the cover.
      shiftCost: weights(20, 0),
      contractRules: ONE_POINT,
      desired: ONE_POINT,
      undesired: ONE_POINT,
      ...(completing === null ? {} : { completeWeekends: weights(0, completing) }),
    },
  }
}

/** Periods for weekends that the beginning of the horizon cuts, which rules about their number speak of; nothing where there are none. */
function calendarOf(instance: Inrc1Instance): Pick<ImportedSchedule, 'calendar'> {
  const asking = instance.contracts.filter(
    (contract) => !hasPlainWeekends(contract) && (contract.limits.MaxWorkingWeekendsInFourWeeks?.limit ?? 0) > 0,
  )
  const lengths = new Set(
    asking.flatMap((contract) => weekendsOf(contract, instance).flatMap(({ cut, length }) => (cut === 'before' ? [length] : []))),
  )
  if (lengths.size === 0) return {}
  const dateAt = (day: number): string => instant(instance.firstDay + day, 0).slice(0, 10)
  return {
    calendar: {
      periods: [...lengths].map((length) => ({ id: `${CUT_WEEKEND_PERIOD}${length}`, ranges: [{ start: dateAt(0), end: dateAt(length - 1) }] })),
    },
  }
}

/** A contract of the schedule, and the positions of the employees who have it. */
interface PostedContract {
  readonly document: Readonly<Record<string, unknown>> & { readonly id: string }
  readonly members: ReadonlySet<number>
}

/** What a weekend costs that is worked on one of its two days, as the setting says it for everybody; null where no contract can leave that to it. */
function completingCost({ contracts }: Inrc1Instance): number | null {
  const costs = contracts.filter(hasPlainWeekends).map(({ flags }) => flags.CompleteWeekends)
  return costs.find((cost) => cost > 0 && cost <= MOST_SETTING) ?? null
}

/** One for each contract, or more of it where people with different skills have it and it charges work that asks for another. */
function contractsOf(instance: Inrc1Instance, completing: number | null): readonly PostedContract[] {
  const taken = new Set(instance.contracts.map(({ id }) => id))
  return instance.contracts.flatMap((contract, c) => {
    const people = [...instance.employees.entries()].filter(([, employee]) => employee.contract === c)
    const groups = Map.groupBy(people, ([, employee]) => JSON.stringify(foreignTypes(instance, contract, employee)))
    return [...groups.values()].map((group, g): PostedContract => {
      const id = g === 0 ? contract.id : freeId(contract.id, taken)
      const completesBySetting = hasPlainWeekends(contract) && contract.flags.CompleteWeekends === completing
      const rules = rulesOf(contract, { instance, completesBySetting, foreignTypes: foreignTypes(instance, contract, group[0]![1]) })
      return {
        document: { id, name: contract.name, ...(completesBySetting ? { completeWeekends: true } : {}), rules },
        members: new Set(group.map(([e]) => e)),
      }
    })
  })
}

/** The types that ask for a skill that the employee has not, where the contract charges that. */
function foreignTypes({ shiftTypes }: Inrc1Instance, { flags }: Inrc1Contract, { skills }: Inrc1Employee): readonly string[] {
  if (flags.AlternativeSkillCategory === 0) return []
  return shiftTypes.filter((type) => type.skills.some((skill) => !skills.includes(skill))).map(({ id }) => id)
}

/** Another id for the same contract, with a number. */
function freeId(id: string, taken: Set<string>): string {
  for (let number = 2; ; number += 1) {
    const ending = ` (${number})`
    const free = `${id.slice(0, 64 - ending.length)}${ending}`
    if (taken.has(free)) continue
    taken.add(free)
    return free
  }
}

function employeeOf(instance: Inrc1Instance, { id, name, requests }: Inrc1Employee, contractId: string): Readonly<Record<string, unknown>> {
  if (requests.length > MOST_WISHES) throw new FormatError(null, `Employee "${shortened(id)}" has more than ${MOST_WISHES} requests. Give fewer.`)
  return { id, name, contractId, wishes: requests.map((request) => wishOf(instance, request)) }
}

function wishOf({ firstDay, shiftTypes }: Inrc1Instance, { wants, day, type, cost }: Inrc1Request): Readonly<Record<string, unknown>> {
  const date = instant(firstDay + day, 0).slice(0, 10)
  return {
    type: wants === 'on' ? 'DESIRED' : 'UNDESIRED',
    start: date,
    end: date,
    ...(type === null ? {} : { tag: shiftTypes[type]!.id }),
    weight: cost,
  }
}

function shiftsOf({ cover, shiftTypes, firstDay, days }: Inrc1Instance): readonly Readonly<Record<string, unknown>>[] {
  if (cover.flat().reduce((sum, seats) => sum + seats, 0) + 2 > MOST_SHIFTS)
    throw new FormatError(null, `There would be more than the ${MOST_SHIFTS} shifts of a schedule. Give a part of the days.`)
  const shifts = cover.flatMap((row, day) =>
    row.flatMap((seats, t) => (seats === 0 ? [] : [{ ...shiftAt(firstDay + day, shiftTypes[t]!), seats: { min: seats } }])),
  )
  // A horizon is as long as its shifts: one that nobody may work stands for a day at its edge that needs none.
  const edges = [0, days - 1].filter((day, at, all) => all.indexOf(day) === at && cover[day]!.every((seats) => seats === 0))
  return [...shifts, ...edges.map((day) => ({ ...shiftAt(firstDay + day, shiftTypes[0]!), importance: 'OPTIONAL', weight: 0, cost: 1 }))]
}

function shiftAt(day: number, { id, start, end }: Inrc1Instance['shiftTypes'][number]): Readonly<Record<string, unknown>> {
  return {
    id: `${instant(day, 0).slice(0, 10)} ${id}`,
    spot: WARD,
    start: instant(day, start),
    end: instant(day, end > start ? end : MINUTES_PER_DAY),
    tags: [id],
  }
}

/** An instant of a day since 1970-01-01, as ISO 8601. */
function instant(day: number, minute: number): string {
  return new Date(day * DAY_MS + minute * 60_000).toISOString()
}
