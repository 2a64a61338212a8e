import { askKey } from '../model/asked-skills.ts'
import { dayAt } from '../model/calendar.ts'
import { contractsHeld } from '../model/contract-periods.ts'
import { lengthOf, type Pattern } from '../model/pattern.ts'
import { isDecided } from '../model/roster.ts'
import type { CountCondition, CoverageCompetencyRequirement, Schedule, Shift, StartDays } from '../model/schedule.ts'
import { ruleKey } from '../model/rule-key.ts'
import { TagLists } from '../model/tags.ts'
import { loadOfBreaks, loadOfCoverageRequirements } from './load-coverage.ts'
import { loadsOfRounds } from './load-cyclic.ts'
import { loadOfDependencies } from './load-dependencies.ts'
import { loadOfFairness } from './load-fairness.ts'
import { loadOfFreePeriods } from './load-free-periods.ts'
import { loadOfKinds } from './load-kinds.ts'
import { loadOfPairings } from './load-pairings.ts'
import { loadOfPay } from './load-pay.ts'
import { loadOfRotations } from './load-rotations.ts'
import { loadOfShiftGroups } from './load-shift-groups.ts'
import { loadOfStretches } from './load-stretches.ts'
import type { IssueList } from './issues.ts'
import type { ScheduleLimits } from './limits.ts'

/** What preparing one part of a schedule takes, by the tables that a search keeps: a product of two lists of it. */
export interface Load {
  /** What there is so much of, for people. */
  readonly words: string
  readonly pointer: string
  readonly bytes: number
  /** Looks at an entry of a table. */
  readonly steps: number
}

const MIB = 1024 * 1024
/** Of the memory of a job, what tables may take; the rest is for the document, the rosters and the answer. */
const TABLE_SHARE = 0.5
/** About ten seconds of a core, measured with schedules that grow one list each (test/heavy). */
const MOST_STEPS = 1_000_000_000
/** Columns are made with room for duties of several shifts. */
const SPARE_DUTIES = 256
/** Looking at one window of a rule: a roster is scored by the search, and judged once more when it is written. Measured: 0.3 µs each time, and as much again for words. */
const WINDOW_STEPS = 30
/** The judge reads each day of a pattern by so many of its steps in the time of a window. */
const DAYS_PER_WINDOW = 8
/** Of one entry in a list of objects, in bytes. */
const OBJECT_BYTES = 64

/** Reports a schedule whose parts are each within their limits and together take more memory or time than a job may have. About as long as reading it. */
export function checkLoad(issues: IssueList, schedule: Schedule, { memoryMib }: Pick<ScheduleLimits, 'memoryMib'>): void {
  if (memoryMib === Infinity) return
  const loads = listLoads(schedule)
  const bytes = loads.reduce((sum, load) => sum + load.bytes, 0)
  const steps = loads.reduce((sum, load) => sum + load.steps, 0)
  const mostBytes = TABLE_SHARE * MIB * memoryMib
  if (bytes <= mostBytes && steps <= MOST_STEPS) return
  const isMemory = bytes / mostBytes > steps / MOST_STEPS
  const heaviest = loads.reduce((most, load) => ((isMemory ? load.bytes > most.bytes : load.steps > most.steps) ? load : most))
  const amount = isMemory
    ? `about ${mib(bytes)} MiB of memory before a search begins, and may take ${mib(mostBytes)}`
    : `${times(steps / MOST_STEPS)} the time that it may take before a search begins`
  issues.error(
    heaviest.pointer,
    'schedule-too-heavy',
    `The schedule takes ${amount}. What takes most: ${heaviest.words}.`,
    'Ask for fewer of them, or send the schedule in parts.',
  )
}

function mib(bytes: number): string {
  return Math.ceil(bytes / MIB).toLocaleString('en-US')
}

function times(factor: number): string {
  return `${factor < 10 ? Math.ceil(10 * factor) / 10 : Math.ceil(factor).toLocaleString('en-US')} times`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}`
}

/** The tables of a schedule that are products. */
export function listLoads(schedule: Schedule): Load[] {
  const kinds = [...listKinds(schedule), ...(schedule.candidates ?? [])]
  const ofRows = [
    ...loadOfRules(schedule, kinds.length),
    loadOfStretches(schedule),
    loadOfKinds(schedule),
    loadOfPatterns(schedule),
    loadOfSkills(schedule, kinds),
    loadOfDays(schedule, kinds),
  ]
  return [
    ...ofRows,
    ...(schedule.isCyclic === true ? loadsOfRounds(schedule, ofRows) : []),
    ...loadOfWishes(schedule, kinds),
    loadOfCoverage(schedule),
    ...(schedule.coverageRequirements.length === 0
      ? []
      : [
          loadOfCoverageRequirements(
            schedule,
            listKinds(schedule, ({ importance, weight, cost }) => `${importance} ${weight} ${cost}`),
          ),
        ]),
    ...(schedule.breakRules === undefined ? [] : [loadOfBreaks(schedule, kinds)]),
    loadOfDependencies(schedule),
    loadOfFairness(schedule),
    ...(schedule.pay === undefined ? [] : [loadOfPay(schedule, kinds.length)]),
    loadOfShiftGroups(schedule),
    ...(schedule.pairings.length === 0 ? [] : [loadOfPairings(schedule)]),
    loadOfFreePeriods(schedule),
    loadOfRotations(schedule),
  ]
}

/** One shift of each kind: those that differ in nothing that a rule could look at are prepared together, decided ones each by itself. `besides`: what else tells them apart. */
function listKinds({ shifts }: Schedule, besides: (shift: Shift) => string = () => ''): Shift[] {
  const known = new Set<string>()
  const lists = new TagLists()
  return shifts.filter((shift) => {
    if (isDecided(shift) || shift.employeeIndex !== null || shift.suggestedEmployees.length + shift.dislikedEmployees.length > 0) return true
    const key = `${shift.spotIndex} ${shift.start} ${shift.end} ${shift.breakMin} ${(shift.breakRules ?? []).map(({ id }) => JSON.stringify(id)).join()} ${askKey(shift)} ${besides(shift)} ${lists.numberOf(shift.tags)}`
    return known.size < known.add(key).size
  })
}

/** The rules and quotas that differ, with how many windows and employees each has, and the sets of tags and days of which each wants columns of its own. */
function listRules({ employees, calendar }: Schedule) {
  const days = calendar.days.length
  const distinct = new Map<string, { windows: number; owners: number }>()
  const tagSets = new Set<string>()
  const note = (having: number, key: string, per: CountCondition['per'], period: CountCondition['period'] = null): void => {
    const windows =
      per === 'period'
        ? (calendar.periods[period ?? -1]?.windows.length ?? 0)
        : per === 'horizon'
          ? 1
          : per === 'week'
            ? days / 7
            : per === 'month'
              ? days / 28
              : days
    const known = distinct.get(key)
    if (known === undefined) distinct.set(key, { windows, owners: having })
    else known.owners += having
  }
  const noteTags = (tags: readonly string[], on?: StartDays): void => {
    if (tags.length > 0 || on !== undefined) tagSets.add(`${on === undefined ? '' : JSON.stringify(on)}${tags.join('\n')}`)
  }
  // One that a thousand share is looked through once.
  for (const [contract, { length: having }] of Map.groupBy(
    employees.flatMap((employee) => contractsHeld(employee)),
    (own) => own,
  )) {
    for (const rule of contract.rules) {
      const key = ruleKey(rule)
      if (rule.kind === 'count') note(having, key, rule.per, rule.period)
      else if (rule.kind !== 'pattern') note(having, key, 'rolling')
      if (rule.kind === 'pattern') for (const { tags } of rule.pattern.days) noteTags(tags)
      else noteTags('after' in rule ? rule.after : 'tags' in rule ? rule.tags : [], rule.on)
      if (rule.kind === 'rest') noteTags(rule.before)
      if (rule.kind === 'succession') noteTags(rule.required ?? rule.forbidden)
      if (rule.when !== null) noteTags(rule.when.tags)
    }
    contract.quotas.forEach((quota, position) => {
      note(having, `${position} ${JSON.stringify(quota)}`, quota.per, quota.period)
      if (quota.on !== undefined) noteTags([quota.tag ?? `${quota.category}`], quota.on)
    })
  }
  return { distinct, tagSets }
}

function loadOfRules(schedule: Schedule, kinds: number): Load[] {
  const { employees, calendar } = schedule
  const days = calendar.days.length
  const { distinct, tagSets } = listRules(schedule)
  let cells = 0
  let judged = 0
  for (const { windows, owners } of distinct.values()) {
    cells += windows
    judged += owners * (windows + days)
  }
  const rules = distinct.size
  const rulesInWords = counted(rules, 'different rules and quotas of contracts')
  return [
    {
      words: `${rulesInWords}, for ${counted(employees.length, 'employees')} over ${counted(days, 'days')}`,
      pointer: '/employees',
      bytes: employees.length * (8 * cells + 13 * rules) + rules * (4 * OBJECT_BYTES + 12 * days),
      steps: WINDOW_STEPS * judged + employees.length * rules,
    },
    {
      words: `rules for ${counted(tagSets.size, 'different sets of tags')} and ${counted(kinds, 'different shifts')}`,
      pointer: '/employees',
      bytes: 2 * 9 * tagSets.size * (kinds + SPARE_DUTIES),
      steps: 6 * tagSets.size * (kinds + SPARE_DUTIES),
    },
  ]
}

/** Days that patterns are read over: the search keeps where each stands before each day, and what it counted in each window. */
function loadOfPatterns({ employees, calendar }: Schedule): Load {
  const days = calendar.days.length
  const lengths = new Map<Pattern, number>()
  let [patterns, read] = [0, 0]
  for (const { contract } of employees) {
    for (const rule of contract.rules) {
      if (rule.kind !== 'pattern') continue
      const length = lengths.get(rule.pattern) ?? lengthOf(rule.pattern.root)
      lengths.set(rule.pattern, length)
      patterns += 1
      read += days * (1 + length / DAYS_PER_WINDOW)
    }
  }
  return {
    words: `${counted(patterns, 'patterns')} of contracts over ${counted(days, 'days')}`,
    pointer: '/employees',
    bytes: patterns * (3 * days + 4 * OBJECT_BYTES),
    steps: WINDOW_STEPS * read,
  }
}

/** Groups of employees that skills, teams and lengths tell apart, beside the shifts that these tell apart. */
function loadOfSkills({ employees, spots }: Schedule, kinds: readonly Shift[]): Load {
  const groups = new Map<string, boolean>()
  for (const { skills, teams, contract, contracts = [] } of employees) {
    const lengths = contracts.map(({ first, last, contract: of }) => [first, last, of.minMinutesPerShift, of.maxMinutesPerShift])
    const isDated = [...skills, ...teams].some(({ start, end }) => start !== null || end !== null) || lengths.length > 0
    groups.set(JSON.stringify([skills, teams, contract.minMinutesPerShift, contract.maxMinutesPerShift, lengths]), isDated)
  }
  const dated = [...groups.values()].filter(Boolean).length
  const plain = groups.size - dated
  const lengths = new Map<string, number>()
  const columns = new Map<string, number>()
  for (const shift of kinds) {
    const { spotIndex, start, end, workMin } = shift
    const ofShift = shift.skills.length + shift.anySkills.length + shift.preferredSkills.length
    const asked = spots[spotIndex]!.skills.length + spots[spotIndex]!.teams.length + ofShift
    const ask = askKey(shift)
    lengths.set(`${spotIndex} ${workMin} ${ask}`, asked)
    columns.set(`${spotIndex} ${start} ${end} ${workMin} ${ask}`, asked)
  }
  const sum = (by: ReadonlyMap<string, number>): number => [...by.values()].reduce((total, asked) => total + 1 + asked, 0)
  const entries = plain * lengths.size + dated * columns.size
  const crews = Math.min(kinds.length, dated === 0 ? lengths.size : columns.size)
  return {
    words: `${counted(groups.size, 'employees')} whose skills differ and ${counted(dated === 0 ? lengths.size : columns.size, 'shifts')} that differ in spot, skills and time`,
    pointer: '/employees',
    bytes: 8 * entries + crews * (employees.length + OBJECT_BYTES),
    steps: 2 * (plain * sum(lengths) + dated * sum(columns)) + crews * groups.size,
  }
}

/** Tags by list of tags, kinds by day, shifts of one week at a spot. */
function loadOfDays({ calendar, spots, employees }: Schedule, kinds: readonly Shift[]): Load {
  const lists = new TagLists()
  const repeating = new Set(
    kinds.map(
      ({ spotIndex, start, end, day, tags: own }) => `${spotIndex} ${start - calendar.days[day]!.start} ${end - start} ${lists.numberOf(own)}`,
    ),
  )
  const tags = new Set(lists.all.flat())
  const weeks = new Set(
    kinds
      .filter(({ spotIndex }) => spots[spotIndex]!.singleEmployeePerWeekPreferred)
      .map(({ spotIndex, day }) => `${spotIndex} ${calendar.days[day]!.week}`),
  )
  const words = (lists.all.length / 32) * tags.size
  const onDays = repeating.size * calendar.days.length
  const inWeeks = weeks.size * employees.length
  return {
    words: `${counted(tags.size, 'tags')}, ${counted(kinds.length, 'different shifts')} and ${counted(calendar.days.length, 'days')}`,
    pointer: '/shifts',
    bytes: 4 * (words + onDays + inWeeks),
    steps: words + onDays + inWeeks,
  }
}

/** The days of wishes beside the shifts on these days. */
function loadOfWishes({ employees, calendar }: Schedule, kinds: readonly Shift[]): Load[] {
  const { days } = calendar
  const longestMin = kinds.reduce((longest, { start, end }) => Math.max(longest, end - start), 0)
  const before = (count: readonly number[]): Float64Array => {
    const sums = new Float64Array(days.length + 1)
    count.forEach((value, day) => (sums[day + 1] = sums[day]! + value))
    return sums
  }
  const lists = new TagLists()
  const times = days.map(() => new Set<string>())
  const shiftsOn = days.map(() => 0)
  for (const { day, start, end, tags } of kinds) {
    times[day]!.add(`${start} ${end} ${lists.numberOf(tags)}`)
    shiftsOn[day]! += 1
  }
  const timesBefore = before(times.map(({ size }) => size))
  const shiftsBefore = before(shiftsOn)
  let kept = 0
  let absences = 0
  let looks = 0
  let desired = 0
  for (const { wishes } of employees) {
    const isMarked = new Int32Array(days.length + 1)
    const isAway = new Int32Array(days.length + 1)
    for (const { type, start, end } of wishes) {
      const first = Math.max(0, dayAt(calendar, start - longestMin))
      const after = Math.min(days.length, dayAt(calendar, end - 1) + 1)
      if (after <= first) continue
      if (type === 'DESIRED') {
        desired += shiftsBefore[after]! - shiftsBefore[first]!
        continue
      }
      looks += timesBefore[after]! - timesBefore[first]!
      for (const marks of type === 'UNAVAILABLE' ? [isMarked, isAway] : [isMarked]) {
        marks[first]! += 1
        marks[after]! -= 1
      }
    }
    let marked = 0
    let away = 0
    for (let day = 0; day < days.length; day += 1) {
      marked += isMarked[day]!
      away += isAway[day]!
      if (marked > 0) kept += times[day]!.size
      if (away > 0) absences += shiftsOn[day]!
    }
  }
  return [
    {
      words: `${counted(kept, 'pairs')} of an employee with a wish for a day and a time at which shifts start or end on it`,
      pointer: '/employees',
      bytes: OBJECT_BYTES * kept + 24 * absences,
      steps: 10 * kept + looks + 10 * absences,
    },
    { words: `${counted(desired, 'pairs')} of a wish to work and a shift on its days`, pointer: '/employees', bytes: 0, steps: desired },
  ]
}

/** The stretches between starts and ends of the shifts of a requirement, with the shifts that run in each. */
function loadOfCoverage({ coverageCompetencyRequirements, shifts, employees }: Schedule): Load {
  let stretches = 0
  let running = 0
  for (const requirement of coverageCompetencyRequirements) {
    const { cuts, runs } = cutsOf(requirement, shifts)
    stretches += cuts
    running += runs
  }
  return {
    words: `${counted(stretches, 'stretches')} between starts and ends of covered shifts, with ${counted(running, 'shifts')} that run in them`,
    pointer: '/coverageCompetencyRequirements',
    bytes: 4 * stretches * employees.length + 100 * running,
    steps: stretches * employees.length + 50 * running,
  }
}

function cutsOf({ shiftIndexes, within }: CoverageCompetencyRequirement, shifts: readonly Shift[]): { cuts: number; runs: number } {
  const inside = (minute: number): number => (within === null ? minute : Math.max(within.start, Math.min(within.end, minute)))
  const cuts = Float64Array.from(new Set(shiftIndexes.flatMap((index) => [inside(shifts[index]!.start), inside(shifts[index]!.end)]))).sort()
  const position = new Map<number, number>()
  cuts.forEach((cut, at) => position.set(cut, at))
  const runs = shiftIndexes.reduce((sum, index) => sum + position.get(inside(shifts[index]!.end))! - position.get(inside(shifts[index]!.start))!, 0)
  return { cuts: cuts.length, runs }
}
