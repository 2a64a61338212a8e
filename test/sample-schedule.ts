import type { BreakRule } from '../src/model/breaks.ts'
import { createCalendar, createOffsetReader, epochDayOf, PLAIN_RULES, type Calendar, type PeriodPlan } from '../src/model/calendar.ts'
import { NOBODY, type Roster } from '../src/model/roster.ts'
import type { Contract, Employee, History, Schedule, Shift, Spot, Wish } from '../src/model/schedule.ts'
import { DEFAULT_SHIFT_KINDS, DEFAULT_WEIGHTS, SETTING_NAMES, type SettingName, type Weights } from '../src/model/settings.ts'
import type { EmployeeId, Identifier, Minute, ShiftId, SkillId, SpotId, TeamId } from '../src/model/units.ts'
import { SATURDAY, SUNDAY } from '../src/model/weekend.ts'

/** A Monday; month and clocks stay the same for four weeks in UTC. */
export const FIRST_DAY = '2026-03-02'

/** A stretch of time on the wall clock: minutes after midnight of day 0, every day counted as 1,440. */
export interface SampleTime {
  readonly from: number
  readonly to: number
}

export interface SampleShift
  extends SampleTime,
    Partial<
      Pick<
        Shift,
        'name' | 'historic' | 'fixed' | 'importance' | 'weight' | 'breakMin' | 'cost' | 'points' | 'tags' | 'template' | 'isNight' | 'isLate'
      >
    > {
  /** Position of who works it; null = nobody; absent = the first. */
  readonly employee?: number | null
  /** Position of whom it came with; absent = nobody, or who works it when it is decided. */
  readonly posted?: number
  /** Ids of employees, which are 1, 2, 3 … */
  readonly suggested?: readonly number[]
  readonly disliked?: readonly number[]
  /** 1 or more; a spot of that id always exists. */
  readonly spot?: number
  readonly beside?: readonly number[]
  readonly skills?: readonly SampleAsked[]
  readonly anySkills?: readonly SampleAsked[]
  readonly preferredSkills?: readonly SampleAsked[]
  /** Its breaks, and when each begins, in minutes after its start. */
  readonly pauses?: readonly { readonly after: number; readonly minutes: number; readonly covered: boolean }[]
}

/** An id, or an id and the least level. */
export type SampleAsked = Identifier | readonly [id: Identifier, minLevel: number]

export interface SampleEmployee {
  readonly name?: string
  readonly contract?: Partial<Contract>
  readonly home?: Identifier
  readonly wishes?: readonly (SampleTime & Pick<Wish, 'type'> & Partial<Wish>)[]
  readonly skills?: readonly SampleHeld[]
  readonly teams?: readonly SampleHeld[]
  readonly shiftsWorkedBefore?: number | null
  readonly history?: Partial<History> | null
  readonly rotation?: Employee['rotation']
  readonly pay?: Employee['pay']
}

export interface SampleHeld {
  readonly id: Identifier
  readonly level?: number
  readonly from?: number
  readonly until?: number
}

export interface Sample {
  readonly firstDay?: string
  readonly timeZone?: string
  /** Number of known days; absent = up to the last day on which a shift starts. */
  readonly days?: number
  /** Absent = the first day on which a shift starts that is not historic. */
  readonly horizonFirst?: number
  readonly employees?: readonly SampleEmployee[]
  readonly shifts: readonly SampleShift[]
  readonly spotSkills?: readonly SampleAsked[]
  readonly spotTeams?: readonly number[]
  readonly allowedShiftCollisions?: number
  readonly weekendUnassignedMultiplier?: number
  readonly weekendFloorPercent?: number
  /** What the spots of these ids are besides. */
  readonly spots?: Readonly<Record<number, Partial<Spot>>>
  readonly shiftTags?: Schedule['shiftTags']
  readonly shiftDependencyRules?: Schedule['shiftDependencyRules']
  readonly shiftGroups?: Schedule['shiftGroups']
  readonly pairings?: Schedule['pairings']
  readonly fairness?: Schedule['fairness']
  readonly travel?: Schedule['travel']
  readonly pay?: Omit<NonNullable<Schedule['pay']>, 'calendar'>
  /** Days of it; they have no name. */
  readonly holidays?: readonly number[]
  readonly periods?: readonly PeriodPlan[]
  readonly rotations?: Schedule['rotations']
  readonly coverage?: Schedule['coverageCompetencyRequirements']
  readonly coverageRequirements?: Schedule['coverageRequirements']
  readonly demands?: Schedule['demands']
  /** Of the minutes of the calendar, which a time zone can make others than those of the wall clock. */
  readonly freePeriods?: (wall: (minutes: number) => Minute) => Schedule['freePeriodRequirements']
  /** All others are off. */
  readonly weights?: Partial<Record<SettingName, Weights>>
}

const DAY_MIN = 1440
const HIGHEST_SPOT = 3

/** A small schedule with its roster, written as briefly as a test can. */
export function sampleSchedule(sample: Sample): { schedule: Schedule; roster: Roster } {
  const calendar = calendarOf(sample)
  const schedule: Schedule = {
    calendar,
    employees: (sample.employees ?? [{}]).map((employee, index) => employeeOf(employee, index, calendar)),
    shifts: sample.shifts.map((shift, index) => shiftOf(shift, index, calendar)),
    spots: Array.from({ length: HIGHEST_SPOT }, (_, index) => spotOf(sample, index)),
    settings: {
      weights: Object.fromEntries(SETTING_NAMES.map((name) => [name, sample.weights?.[name] ?? [0, 0, 0, 0]])) as unknown as Record<
        SettingName,
        Weights
      >,
      weekendUnassignedMultiplier: sample.weekendUnassignedMultiplier ?? 1,
      weekendMandatoryCoverageFloorPercent: sample.weekendFloorPercent ?? 0,
      shiftKinds: DEFAULT_SHIFT_KINDS,
    },
    allowedShiftCollisions: sample.allowedShiftCollisions ?? 0,
    freePeriodRequirements: sample.freePeriods?.((wallMin) => minuteOf(calendar, wallMin)) ?? [],
    coverageCompetencyRequirements: sample.coverage ?? [],
    skillNames: new Map(),
    teamNames: new Map(),
    shiftTags: sample.shiftTags ?? [],
    shiftDependencyRules: sample.shiftDependencyRules ?? [],
    shiftGroups: sample.shiftGroups ?? [],
    pairings: sample.pairings ?? [],
    coverageRequirements: sample.coverageRequirements ?? [],
    ...(sample.demands === undefined ? {} : { demands: sample.demands }),
    ...(sample.shifts.some(({ pauses = [] }) => pauses.length > 0) ? { breakRules: [SAMPLE_BREAK] } : {}),
    fairness: sample.fairness ?? [],
    travel: sample.travel ?? null,
    ...(sample.pay === undefined ? {} : { pay: { ...sample.pay, calendar: calendarOf(sample, 4) } }),
    rotations: sample.rotations ?? [],
    termination: { maxSeconds: 1, stallSeconds: null, targetGap: 0, seed: 1 },
  }
  const roster = Int32Array.from(sample.shifts, (shift) => (shift.employee === undefined ? 0 : (shift.employee ?? NOBODY)))
  return { schedule, roster }
}

/** Only one rule, with its default weights. */
export function onlySetting(setting: SettingName): Partial<Record<SettingName, Weights>> {
  return { [setting]: DEFAULT_WEIGHTS[setting] }
}

/** `later`: how many days behind the last one. */
function calendarOf(
  { firstDay = FIRST_DAY, timeZone = 'UTC', days, horizonFirst, shifts, holidays = [], periods = [] }: Sample,
  later = 0,
): Calendar {
  const startDays = shifts.map((shift) => Math.floor(shift.from / DAY_MIN))
  const plannedDays = startDays.filter((_, index) => shifts[index]!.historic !== true)
  const count = days ?? Math.max(...startDays) + 1
  const first = horizonFirst ?? (plannedDays.length > 0 ? Math.min(...plannedDays) : count)
  const origin = epochDayOf(firstDay)
  const holidayNames = new Map(holidays.map((day) => [origin + day, '']))
  return createCalendar(timeZone, origin, origin + count - 1 + later, origin + first, undefined, { ...PLAIN_RULES, holidayNames, periods })
}

function employeeOf(employee: SampleEmployee, index: number, calendar: Calendar): Employee {
  const held = ({ id, from, until }: SampleHeld) => ({
    id,
    start: from === undefined ? null : minuteOf(calendar, from),
    end: until === undefined ? null : minuteOf(calendar, until),
  })
  const shiftsWorked = employee.shiftsWorkedBefore ?? null
  return {
    id: (index + 1) as EmployeeId,
    name: employee.name ?? null,
    ...(employee.home === undefined ? {} : { home: employee.home }),
    skills: (employee.skills ?? []).map((skill) => ({ ...held(skill), level: skill.level ?? 1 }) as Employee['skills'][number]),
    teams: (employee.teams ?? []).map((team) => held(team) as Employee['teams'][number]),
    contract: { ...NO_LIMITS, ...employee.contract },
    absence: null,
    ...(employee.rotation === undefined ? {} : { rotation: employee.rotation }),
    ...(employee.pay === undefined ? {} : { pay: employee.pay }),
    wishes: (employee.wishes ?? []).map(({ from, to, type, tag = null, weight = 1 }) => ({
      type,
      start: minuteOf(calendar, from),
      end: minuteOf(calendar, to),
      tag,
      weight,
    })),
    history:
      shiftsWorked === null && (employee.history ?? null) === null
        ? null
        : { shiftsWorked: shiftsWorked ?? 0, minutesWorked: 0, weekendsWorked: 0, byTag: new Map(), ...employee.history },
  }
}

function shiftOf(shift: SampleShift, index: number, calendar: Calendar): Shift {
  const start = minuteOf(calendar, shift.from)
  const end = minuteOf(calendar, shift.to)
  const breakMin = shift.breakMin ?? 0
  const decided = shift.historic === true || shift.fixed === true
  const day = Math.floor(shift.from / DAY_MIN)
  const worksOn = (weekday: number): boolean => {
    const ahead = weekday - calendar.days[day]!.weekday
    return ahead === 0 || (ahead > 0 && shift.to >= DAY_MIN * (day + ahead + 1))
  }
  return {
    id: (101 + index) as ShiftId,
    name: shift.name ?? null,
    spotIndex: (shift.spot ?? 1) - 1,
    skills: askedOf(shift.skills),
    anySkills: askedOf(shift.anySkills),
    preferredSkills: askedOf(shift.preferredSkills),
    start,
    end,
    day: day as Shift['day'],
    breakMin,
    workMin: end - start - breakMin,
    importance: shift.importance ?? 'MANDATORY',
    weight: shift.weight ?? 1,
    cost: shift.cost ?? 0,
    ...(shift.points === undefined ? {} : { points: shift.points }),
    ...(shift.template === undefined ? {} : { template: shift.template }),
    ...breaksOf(shift),
    suggestedEmployees: (shift.suggested ?? []) as readonly EmployeeId[],
    dislikedEmployees: (shift.disliked ?? []) as readonly EmployeeId[],
    allowedCollisionSpots: (shift.beside ?? []) as readonly SpotId[],
    fixed: shift.fixed ?? false,
    historic: shift.historic ?? false,
    employeeIndex: shift.posted ?? (decided ? (shift.employee === undefined ? 0 : shift.employee) : null),
    foreignInt: null,
    tags: shift.tags ?? [],
    isLate: shift.isLate ?? false,
    isNight: shift.isNight ?? false,
    worksSaturday: worksOn(SATURDAY),
    worksSunday: worksOn(SUNDAY),
  }
}

const SAMPLE_BREAK: BreakRule = {
  id: 0,
  overMinutes: 0,
  minutes: 30,
  paid: true,
  earliestAfter: 0,
  latestBefore: 0,
  stepMinutes: 5,
  covered: true,
}

function breaksOf({ pauses = [] }: SampleShift): Pick<Shift, 'breakRules' | 'breaks'> {
  if (pauses.length === 0) return {}
  const breakRules = pauses.map(({ minutes, covered }, id): BreakRule => ({ ...SAMPLE_BREAK, id, minutes, covered }))
  return { breakRules, breaks: pauses.map(({ after }) => after) }
}

function askedOf(skills: readonly SampleAsked[] = []): Shift['skills'] {
  return skills.map((skill) => {
    const [id, minLevel] = typeof skill === 'object' ? skill : [skill, 1]
    return { id: id as SkillId, minLevel }
  })
}

function spotOf({ spotSkills = [], spotTeams = [], spots = {} }: Sample, index: number): Spot {
  return {
    id: (index + 1) as SpotId,
    name: null,
    teams: spotTeams as readonly TeamId[],
    skills: askedOf(spotSkills),
    requiresRestAfterShiftHere: false,
    requiresRestOfMinutes: null,
    singleEmployeePerWeekPreferred: false,
    foreignInt: null,
    ...spots[index + 1],
  }
}

const offsetReaders = new Map<string, (epochMin: number) => number>()

/** By the time zone's own data, so that a test on the days of a clock change does not lean on the table of days. */
function minuteOf({ timeZone, originEpochMin, days }: Calendar, wallMin: number): Minute {
  const offsetAt = offsetReaders.get(timeZone) ?? createOffsetReader(timeZone)
  offsetReaders.set(timeZone, offsetAt)
  const wallEpochMin = epochDayOf(days[0]!.date) * DAY_MIN + wallMin
  // The offset of a moment that is off by the offset itself, then that of the moment so found: right but for times that the clock skips.
  const nearby = wallEpochMin - offsetAt(wallEpochMin)
  return (wallEpochMin - offsetAt(nearby) - originEpochMin) as Minute
}

const NO_LIMITS: Contract = {
  minRestBetweenShifts: null,
  maxMinutesPerDay: null,
  maxMinutesPerWeek: null,
  maxMinutesPerMonth: null,
  minMinutesPerWeek: null,
  minMinutesPerMonth: null,
  maxMinutesInKWeeks: null,
  minMinutesInKWeeks: null,
  inKWeeks: null,
  maxMinutesTotal: null,
  minMinutesTotal: null,
  maxShiftsTotal: null,
  minShiftsTotal: null,
  maxWorkDaysPerMonth: null,
  maxConsecutiveDays: null,
  minConsecutiveDays: null,
  minConsecutiveDaysOff: null,
  maxConsecutiveDaysOff: null,
  weekendWorkFrequency: null,
  maxWeekends: null,
  completeWeekends: false,
  maxConsecutiveLateShifts: null,
  maxConsecutiveNightShifts: null,
  minMinutesPerShift: null,
  maxMinutesPerShift: null,
  maxTravelMinutes: null,
  minWeeklyRestMinutes: null,
  rules: [],
  quotas: [],
  name: null,
}
