import { FormatError } from './format-error.ts'
import { type ImportedSchedule, instant, MOST_SHIFTS, MOST_WISHES, mostSurplus, wholeDay } from './horizon-days.ts'
import type { NrpEmployee, NrpInstance, NrpShiftType } from './nrp-instance.ts'
import { onlySettings, weights } from './plain-settings.ts'
import { shortened } from './text-lines.ts'

const HARD = weights(20, 0)
const ONE_POINT = weights(0, 1)

/** What the benchmark forbids is the first priority; its objective is the second. */
const SETTINGS = onlySettings({
  unavailable: HARD,
  spotSkills: HARD,
  shiftCollision: HARD,
  oneShiftPerDay: HARD,
  contractRules: HARD,
  totalWork: weights(1, 0),
  maxConsecutiveDays: HARD,
  minConsecutiveDays: HARD,
  consecutiveDaysOff: HARD,
  maxWeekends: HARD,
  assignShift: ONE_POINT,
  shiftCost: ONE_POINT,
  desired: ONE_POINT,
  undesired: ONE_POINT,
})

/**
 * The instance as a schedule of the public interface, without a callback address. Every shift starts at midnight of its day, since the format
 * knows no times. A spot for each type, and a skill to work there, say who is qualified. What is required are mandatory shifts; whatever may be
 * worked beyond it are optional ones that cost what a surplus costs, as many as there are people for them, or fewer where more than
 * 100,000 shifts would come of it. Throws `FormatError` for what a schedule cannot hold.
 */
export function nrpToSchedule(instance: NrpInstance): ImportedSchedule {
  return {
    timeZone: 'UTC',
    employees: instance.staff.map((person, i) => employeeOf(instance, person, i + 1)),
    shifts: shiftsOf(instance),
    spots: instance.shiftTypes.map(({ id }, i) => ({ id: i + 1, name: id, teams: [], skills: [i + 1] })),
    settings: SETTINGS,
  }
}

function employeeOf(instance: NrpInstance, person: NrpEmployee, id: number): Readonly<Record<string, unknown>> {
  const wishes = [
    ...person.daysOff.map((day) => ({ type: 'UNAVAILABLE', ...wholeDay(day) })),
    ...person.requests
      .filter(({ weight }) => weight > 0)
      .map(({ wants, day, type, weight }) => ({ type: wants === 'on' ? 'DESIRED' : 'UNDESIRED', ...wholeDay(day), tag: type, weight })),
  ]
  if (wishes.length > MOST_WISHES)
    throw new FormatError(null, `Employee "${shortened(person.id)}" has more than ${MOST_WISHES} days off and requests.`)
  return {
    id,
    name: person.id,
    teams: [],
    skills: instance.shiftTypes.flatMap((type, t) => (isQualified(person, type) ? [{ id: t + 1 }] : [])),
    contract: {
      maxMinutesTotal: person.maxMinutes,
      minMinutesTotal: person.minMinutes,
      maxConsecutiveDays: person.maxConsecutive,
      minConsecutiveDays: person.minConsecutive,
      minConsecutiveDaysOff: person.minConsecutiveOff,
      maxWeekends: person.maxWeekends,
      rules: [...countRules(instance, person), ...successionRules(instance)],
    },
    wishes,
  }
}

function isQualified(person: NrpEmployee, { id }: NrpShiftType): boolean {
  return person.maxShifts.get(id) !== 0
}

function countRules({ shiftTypes, days }: NrpInstance, { maxShifts }: NrpEmployee): readonly unknown[] {
  return shiftTypes.flatMap(({ id }) => {
    const max = maxShifts.get(id)
    return max === undefined || max === 0 || max >= days ? [] : [{ kind: 'count', of: 'shifts', tags: [id], per: 'horizon', max }]
  })
}

function successionRules({ shiftTypes }: NrpInstance): readonly unknown[] {
  return shiftTypes.flatMap(({ id, notNext }) =>
    notNext.length === 0 ? [] : [{ kind: 'succession', after: [id], forbidden: notNext, nextDay: true }],
  )
}

function shiftsOf(instance: NrpInstance): readonly Readonly<Record<string, unknown>>[] {
  const cover = new Map(instance.cover.map((line) => [`${line.day},${line.type}`, line]))
  const qualified = instance.shiftTypes.map((type) => instance.staff.filter((person) => isQualified(person, type)).length)
  const groups = Array.from({ length: instance.days }, (_, day) =>
    instance.shiftTypes.map((type, t) => {
      // Where no cover is given anybody may work, and it costs nothing.
      const { requirement, under, over } = cover.get(`${day},${type.id}`) ?? { requirement: 0, under: 0, over: 0 }
      return { day, type, spot: t + 1, under, over, seats: requirement, extra: Math.max(0, qualified[t]! - requirement) }
    }),
  ).flat()
  // With a seat on the first and the last day the horizon is as long as the format says.
  const most = mostSurplus(groups)
  if (groups.some(({ extra }) => extra > 0) && most === 0)
    throw new FormatError(null, `There is no room for a surplus within the ${MOST_SHIFTS} shifts of a schedule.`)
  if (!isOpen(groups, 0) || !isOpen(groups, instance.days - 1)) throw new FormatError(null, 'Nobody is qualified for any shift.')
  let id = 0
  return groups.flatMap(({ day, type, spot, under, over, seats, extra }) => {
    const seat = { spot, start: instant(day, 0), end: instant(day, type.minutes), tags: [type.id] }
    return [
      ...Array.from({ length: seats }, () => ({ id: (id += 1), ...seat, importance: 'MANDATORY', weight: under })),
      ...Array.from({ length: Math.min(extra, most) }, () => ({ id: (id += 1), ...seat, importance: 'OPTIONAL', cost: over })),
    ]
  })
}

/** True when there is a seat on this day. */
function isOpen(groups: readonly { readonly day: number; readonly seats: number; readonly extra: number }[], day: number): boolean {
  return groups.some((group) => group.day === day && group.seats + group.extra > 0)
}
