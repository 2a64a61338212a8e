import { dayAfter } from '../../model/calendar.ts'
import { RULE_ROWS } from '../../model/rules.ts'
import type { SettingName } from '../../model/settings.ts'
import type { Identifier } from '../../model/units.ts'
import { ruleText } from '../parts/rule-text.ts'
import { amountText, dateText } from '../parts/words.ts'
import { t } from '../texts/texts.ts'
import { nameById, type PlanDocument, type PlanShift } from '../plans/plan-document.ts'

/** Where something is in a roster: a sentence, and what it is about. */
export interface Place {
  readonly text: string
  readonly shiftIds: readonly Identifier[]
  readonly employeeIds: readonly Identifier[]
  /** Local date; absent when no day is meant. */
  readonly date?: string
}

/** One thing that is said of a roster. */
export interface HealthLine {
  /** `bad`: with it a roster is no success. */
  readonly tone: 'good' | 'bad' | 'warn' | 'plain'
  readonly text: string
  /** What is counted, or the first of it. */
  readonly places: readonly Place[]
  /** How many places are not listed. */
  readonly more: number
}

/** What is said of a roster in the place of numbers: what must be first. */
export interface Health {
  readonly isGood: boolean
  readonly lines: readonly HealthLine[]
}

/** The rules that a roster breaks, as `schedule.evaluate` tells them. */
export interface Evaluation {
  readonly score: readonly number[]
  readonly emptyMandatoryShifts: number
  readonly emptyOptionalShifts: number
  readonly constraintRelease: readonly Release[]
  /** In minor units; absent where the schedule says nothing of money. */
  readonly costs?: {
    readonly currency?: string
    readonly overtime?: number
    readonly byEmployee?: readonly { readonly employeeId: Identifier; readonly overtime: number }[]
  }
}

interface Release {
  readonly setting: SettingName
  readonly priority: number
  readonly penalty: number
  readonly matches: readonly Place[]
  readonly matchCount?: number
}

const WISHES: ReadonlySet<SettingName> = new Set(['undesired', 'desired'])
const FILLED: ReadonlySet<SettingName> = new Set(['assignShift', 'assignOptionalShift'])
/** What a roster costs, which no roster is without. */
const COSTS: ReadonlySet<SettingName> = new Set(['payCost', 'shiftCost', 'travelTime', 'generatedMinutes'])

/** The health of a roster in a planner's words. One with empty shifts, without those who have to be there, or against law or contract is never good. */
export function healthOf(evaluation: Evaluation, document: PlanDocument): Health {
  const { emptyMandatoryShifts: empty, constraintRelease } = evaluation
  const bySetting = Map.groupBy(constraintRelease, ({ setting }) => setting)
  const told = [...bySetting].filter(([setting]) => !FILLED.has(setting) && !COSTS.has(setting))
  const against = told.filter(([setting, releases]) => isLaw(setting, releases))
  const wishes = told.filter(([setting, releases]) => WISHES.has(setting) && !isLaw(setting, releases))
  const rest = told.filter((entry) => !against.includes(entry) && !wishes.includes(entry))
  const ofRule = ([setting, releases]: Broken): HealthLine => {
    const counted = countOf([[setting, releases]])
    return {
      tone: releases.some(({ priority }) => priority === 2) ? 'bad' : 'warn',
      text: t('health.ofRule', { rule: ruleText(setting), count: counted.count }),
      ...counted,
    }
  }
  const [broken, refused] = [countOf(against), countOf(wishes)]
  const single = singleDaysOff(document)
  const lines: HealthLine[] = [
    empty === 0
      ? line('good', t('health.filled'))
      : { tone: 'bad', text: t('health.empty', { count: empty }), ...emptyPlaces(bySetting.get('assignShift'), document) },
    ...rest.map(ofRule).filter(({ tone }) => tone === 'bad'),
    broken.count === 0 ? line('good', t('health.lawful')) : { tone: 'bad', text: t('health.unlawful', { count: broken.count }), ...broken },
    ...(refused.count === 0 ? [] : [{ tone: 'warn' as const, text: t('health.wishes', { count: refused.count }), ...refused }]),
    ...(single.length === 0 ? [] : [{ ...line('plain', t('health.singleDays', { count: single.length })), places: single }]),
    ...rest.map(ofRule).filter(({ tone }) => tone !== 'bad'),
    ...openOptional(evaluation, bySetting.get('assignOptionalShift')),
    ...overtimeOf(evaluation, document),
  ]
  return { isGood: lines.every(({ tone }) => tone !== 'bad'), lines }
}

type Broken = readonly [SettingName, readonly Release[]]

function line(tone: HealthLine['tone'], text: string): HealthLine {
  return { tone, text, places: [], more: 0 }
}

/** What stands on the first priority, in this schedule or where nothing else is said: also where people had decided it already, which costs less. */
function isLaw(setting: SettingName, releases: readonly Release[]): boolean {
  return releases.some(({ priority }) => priority === 1) || (HAS_ONE_WEIGHT.has(setting) && RULE_ROWS[setting].weights[0] > 0)
}

/** Rules whose every entry has weights of its own: that the setting is law by itself says nothing of them. */
const HAS_ONE_WEIGHT: ReadonlySet<SettingName> = new Set(
  (Object.keys(RULE_ROWS) as SettingName[]).filter((setting) => !['contractRules', 'pairings', 'coverageRequirements', 'fairness'].includes(setting)),
)

/** Places of rules; one that costs on several priorities counts once. */
function countOf(broken: readonly Broken[]): Pick<HealthLine, 'places' | 'more'> & { readonly count: number } {
  let [count, places]: [number, readonly Place[]] = [0, []]
  for (const [, releases] of broken) {
    const most = releases.reduce((last, release) => (placesIn(release) > placesIn(last) ? release : last))
    count += placesIn(most)
    places = [...places, ...most.matches]
  }
  return { count, places, more: count - places.length }
}

function placesIn({ matches, matchCount }: Release): number {
  return matchCount ?? matches.length
}

/** The empty shifts: as the rule tells them or, where it has no weight, as they stand in the plan. */
function emptyPlaces(releases: readonly Release[] | undefined, { shifts = [], spots = [] }: PlanDocument): Pick<HealthLine, 'places' | 'more'> {
  if (releases !== undefined) return countOf([['assignShift', releases]])
  const places = shifts
    .filter((shift) => shift.importance !== 'OPTIONAL' && shift.historic !== true && workersOf(shift).length === 0)
    .map(({ id, spot, start }): Place => {
      const date = start.slice(0, 10)
      return { text: `${nameById(spots, spot)}, ${dateText(date)} ${start.slice(11, 16)}`, shiftIds: [id], employeeIds: [], date }
    })
  return { places, more: 0 }
}

function openOptional({ emptyOptionalShifts }: Evaluation, releases: readonly Release[] | undefined): readonly HealthLine[] {
  if (emptyOptionalShifts === 0) return []
  const { places, more } = releases === undefined ? { places: [], more: 0 } : countOf([['assignOptionalShift', releases]])
  return [{ tone: 'plain', text: t('health.optional', { count: emptyOptionalShifts }), places, more }]
}

/** What overtime costs, with whom it is paid; each opens the days that they work. */
function overtimeOf({ costs }: Evaluation, { employees = [], shifts = [] }: PlanDocument): readonly HealthLine[] {
  const { overtime = 0, byEmployee = [], currency } = costs ?? {}
  if (overtime === 0) return []
  const places = byEmployee
    .filter((each) => each.overtime > 0)
    .map(({ employeeId, overtime: amount }): Place => {
      const worked = shifts.filter((shift) => workersOf(shift).includes(employeeId)).map(({ id }) => id)
      const text = t('health.overtimeOf', { name: nameById(employees, employeeId), amount: amountText(amount, currency) })
      return { text, shiftIds: worked, employeeIds: [employeeId] }
    })
  return [{ tone: 'plain', text: t('health.overtime', { amount: amountText(overtime, currency) }), places, more: 0 }]
}

/** Days without work between two days with work, for each person; a day of an absence is none. */
export function singleDaysOff({ employees = [], shifts = [] }: PlanDocument): readonly Place[] {
  const worked = new Set(shifts.flatMap((shift) => workersOf(shift).map((id) => `${String(id)} ${shift.start.slice(0, 10)}`)))
  // Days that came before are over: nobody can be given one of them any more.
  const days = shifts
    .filter(({ historic }) => historic !== true)
    .map(({ start }) => start.slice(0, 10))
    .toSorted()
  if (days.length === 0) return []
  return employees.flatMap(({ id, name, absences = [] }) => {
    const works = (date: string): boolean => worked.has(`${String(id)} ${date}`)
    const isAway = (date: string): boolean => absences.some(({ start, end }) => start.slice(0, 10) <= date && date <= end.slice(0, 10))
    const places: Place[] = []
    for (let date = days[0]!; date <= days.at(-1)!; date = dayAfter(date, 1)) {
      if (works(date) || isAway(date) || !works(dayAfter(date, -1)) || !works(dayAfter(date, 1))) continue
      places.push({ text: t('health.singleDay', { name: name ?? String(id), date: dateText(date) }), shiftIds: [], employeeIds: [id], date })
    }
    return places
  })
}

/** Who works a shift of a plan. */
export function workersOf({ employee, employees = [] }: PlanShift): readonly Identifier[] {
  return employee === undefined || employee === null ? employees : [employee]
}

/** The cells of the roster by person and day that places are about: `7 2027-02-01`, with `null` for nobody. */
export function cellsOf(places: readonly Place[], shifts: readonly PlanShift[]): ReadonlySet<string> {
  const byId = new Map(shifts.map((shift) => [shift.id, shift]))
  return new Set(
    places.flatMap(({ shiftIds, employeeIds, date }) => {
      if (shiftIds.length === 0) return date === undefined ? [] : employeeIds.map((id) => cellKey(id, date))
      return shiftIds.flatMap((id) => {
        const shift = byId.get(id)
        if (shift === undefined) return []
        const workers = workersOf(shift)
        const meant = employeeIds.length === 0 ? workers : workers.filter((worker) => employeeIds.includes(worker))
        return (meant.length === 0 ? [null] : meant).map((worker) => cellKey(worker, shift.start.slice(0, 10)))
      })
    }),
  )
}

/** Names a cell of the roster; null = the row of nobody. */
export function cellKey(employee: Identifier | null, date: string): string {
  return `${String(employee)} ${date}`
}
