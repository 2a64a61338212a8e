import { readFileSync } from 'node:fs'
import { SETTING_NAMES } from '../src/model/settings.ts'

type Fields = Record<string, unknown>

interface Document extends Fields {
  employees: (Fields & { id: number; contract: Fields })[]
  shifts: (Fields & { id: number; start: string; historic?: boolean; fixed?: boolean; tags?: string[] })[]
  spots: (Fields & { id: number; skills?: number[] })[]
  settings?: Fields
}

/** The hospital month of the examples, as posted. */
export function hospitalMonth(): Document {
  return JSON.parse(readFileSync(new URL('../examples/hospital-month.json', import.meta.url), 'utf8')) as Document
}

/** The same month with a pattern, a pairing and two fairness rules, all of them for everybody. */
export function hospitalMonthWithAdditions(): Document {
  const document = hospitalMonth()
  const where = { N: { tags: ['night'] }, w: { tags: ['early', 'day', 'late'] }, o: { off: true } }
  for (const { contract } of document.employees) contract.rules = [{ kind: 'pattern', pattern: 'N (w|(o w))', where, priority: 3 }]
  const ids = document.employees.map(({ id }) => id)
  document.pairings = ids.flatMap((id, at) =>
    at % 2 === 0 ? [{ id, employees: [id, ids[at + 1]], mode: 'APART', scope: 'TIME_OVERLAP', tags: ['night'], constraintLevel: 'soft' }] : [],
  )
  document.fairness = ['night', 'weekend'].map((tag) => ({ id: tag, of: 'shifts', tags: [tag], share: 'EQUAL' }))
  return document
}

/** The same month with every rule of the contract in use by everybody, none of them switched off. */
export function hospitalMonthWithAllRules(): Document {
  const document = hospitalMonth()
  for (const employee of document.employees) Object.assign(employee.contract, allLimits())
  document.employees.forEach((employee, i) => {
    employee.history = { shiftsWorked: 40 + (i % 5), minutesWorked: 18_000, weekendsWorked: 4 + (i % 3), byTag: { night: { shiftsWorked: i % 7 } } }
  })
  document.shifts.forEach((shift, i) => {
    if (shift.historic === true || shift.fixed === true) return
    shift.cost = i % 3
    if (i % 10 === 0) shift.suggestedEmployees = [document.employees[i % document.employees.length]!.id]
    if (i % 10 === 5) shift.dislikedEmployees = [document.employees[i % document.employees.length]!.id]
    if (i % 20 === 7) shift.employee = document.employees[i % document.employees.length]!.id
  })
  document.spots.forEach((spot, i) => {
    spot.requiresRestAfterShiftHere = i === 0
    spot.requiresRestOfMinutes = i === 1 ? 720 : undefined
    spot.singleEmployeePerWeekPreferred = i === 2
  })
  const skill = document.spots.find(({ skills }) => (skills ?? []).length > 0)!.skills![0]!
  const planned = document.shifts.filter(({ historic }) => historic !== true)
  document.coverageCompetencyRequirements = [{ id: 1, skill, minimumCount: 2, shiftIds: planned.slice(0, 120).map(({ id }) => id) }]
  document.shiftDependencyRules = [
    { id: 1, anchorShiftTag: 'night', requiredShiftTag: 'late', minRequiredCount: 2, overlapScope: 'SAME_DAY', constraintLevel: 'soft', weight: 1 },
  ]
  const firstDay = planned[0]!.start.slice(0, 10)
  document.freePeriodRequirements = document.employees.slice(0, 16).map(({ id }, i) => ({
    id: i + 1,
    employeeId: id,
    windowStart: firstDay,
    windowEnd: planned.at(-1)!.start.slice(0, 10),
    demand: { requiredUnitCount: 6, requiredLocalDates: [] },
    counting: { shortUnitMinimumMinutes: 2100, connectedTwoUnitMinimumMinutes: 3300, extraUnitMinutes: 1440 },
  }))
  const settings = (document.settings ??= {})
  for (const name of SETTING_NAMES) {
    const given = settings[name] as Fields | undefined
    const isOn = given !== undefined && Object.values(given).some((weight) => Number(weight) > 0)
    if (!isOn) settings[name] = { firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: 1, fourthPriorityWeight: 0 }
  }
  settings.weekendUnassignedMultiplier = 2
  settings.weekendMandatoryCoverageFloorPercent = 95
  return document
}

function allLimits(): Fields {
  return {
    minHoursWeek: 600,
    minHoursMonth: 1800,
    maxNhours: 9600,
    minNhours: 1800,
    inKWeeks: 4,
    maxMinutesTotal: 60_000,
    minMinutesTotal: 1200,
    maxShiftsTotal: 100,
    minShiftsTotal: 4,
    maxWorkDaysMonth: 20,
    maxWeekends: 8,
    completeWeekends: true,
    maxConsecutiveLateShifts: 4,
    minHoursPerShiftExcludingBreak: 4,
    maxHoursPerShiftExcludingBreak: 12,
    minWeeklyRestHours: 35,
    rules: [
      { kind: 'count', of: 'shifts', tags: ['night'], per: 'rolling', days: 14, max: 5, weight: 1 },
      { kind: 'run', of: 'days', tags: ['night'], min: 2, weight: 1 },
      { kind: 'succession', after: ['late'], forbidden: ['early'], nextDay: true, weight: 1, priority: 3 },
      { kind: 'count', of: 'shifts', tags: ['late'], per: 'week', max: 3, when: { of: 'shifts', tags: ['night'], per: 'week', min: 1 } },
    ],
    quotas: [{ tag: 'late', max: 10, per: 'month' }],
  }
}
