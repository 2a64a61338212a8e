import type { Row, RosterView } from '../checker/roster-view.ts'

import { fairLoadInWords, fairLoadsOf } from '../checker/rules/fairness.ts'
import { loadInWords, loadsOf, type Load, SHARED } from '../checker/rules/fair-share.ts'
import { createWindowReader } from '../checker/windows.ts'
import { Probe } from '../engine/explain/probe.ts'
import type { SettingName } from '../model/settings.ts'
import type { FairLoad } from '../model/solution.ts'
import type { Teller } from '../model/teller.ts'
import type { EmployeeId, ShiftId } from '../model/units.ts'
import type { Judgement, Match, Violation } from '../model/violation.ts'
import { isWeekendShift } from '../model/weekend.ts'
import { type HourAccount, hourAccountsOf } from './hour-accounts.ts'
import { type WishAccount, WishExplainer } from './wish-accounts.ts'

type SharedName = keyof typeof SHARED

/** A load beside the fair share, in shifts. */
interface Share extends Pick<Load, 'load' | 'least' | 'most'> {
  readonly of: SharedName
  readonly text: string
}

/** What the employee has of what a fairness rule shares. */
interface FairAccount extends Omit<FairLoad, 'employeeId'> {
  readonly text: string
}

/** One place where a rule costs that concerns the employee. */
interface Remark {
  readonly setting: SettingName
  /** 1 = first. */
  readonly priority: number
  readonly penalty: number
  readonly date?: string
  /** Of the employee's own. */
  readonly shiftIds: readonly ShiftId[]
  readonly text: string
}

/** A shift that the employee works. */
interface WorkedShift {
  readonly shiftId: ShiftId
  /** Local date on which it starts. */
  readonly date: string
  readonly text: string
}

/** What one employee works, and why; nobody else is named in it. */
export interface EmployeeAccount {
  readonly employeeId: EmployeeId
  readonly name: string | null
  readonly shifts: number
  readonly workMinutes: number
  readonly nights: number
  readonly lates: number
  readonly weekends: number
  /** In order of time. */
  readonly worked: readonly WorkedShift[]
  readonly hours: readonly HourAccount[]
  readonly wishes: readonly WishAccount[]
  readonly shares: readonly Share[]
  /** By fairness rule that they share in. */
  readonly fairness: readonly FairAccount[]
  readonly remarks: readonly Remark[]
  readonly summary: readonly string[]
}

const SHARED_NAMES = Object.keys(SHARED) as readonly SharedName[]

/** The accounts of some employees, by position. */
export function describeAccounts(view: RosterView, { violations }: Judgement, employees: readonly number[]): EmployeeAccount[] {
  const explainer = new WishExplainer(new Probe(view.schedule, view.roster), view.words)
  const loads = SHARED_NAMES.map((of) => ({ of, loads: loadsOf(view, SHARED[of]) }))
  const fairLoads = Map.groupBy(view.schedule.fairness.length === 0 ? [] : fairLoadsOf(view), ({ employeeId }) => employeeId)
  const windowsOf = createWindowReader(view.schedule.calendar)
  const concerning = violationsByEmployee(violations)
  return employees.map((position) => {
    const row = view.rows[position]!
    const worked = countWork(view, row)
    const wishes = explainer.accountsOf(row, position)
    const shares = loads.map(({ of, loads: all }) => describeShare(of, all[position]!, view.words.teller))
    const own = new Set(row.shifts.map(({ id }) => id))
    const remarks = (concerning.get(row.employee.id) ?? []).map(({ violation, match }) =>
      describeRemark(violation, match, { employee: row.employee, own, teller: view.words.teller }),
    )
    return {
      employeeId: row.employee.id,
      name: row.employee.name,
      ...worked,
      worked: describeShifts(view, row),
      hours: hourAccountsOf(view, row, windowsOf),
      wishes,
      shares,
      fairness: (fairLoads.get(row.employee.id) ?? []).map((load) => describeFair(view, load)),
      remarks,
      summary: summarize(view, worked, { wishes, shares, remarks }),
    }
  })
}

type Worked = Pick<EmployeeAccount, 'shifts' | 'workMinutes' | 'nights' | 'lates' | 'weekends'>

function countWork({ schedule: { calendar } }: RosterView, { shifts }: Row): Worked {
  const planned = shifts.filter(({ historic }) => !historic)
  const { days } = calendar
  return {
    shifts: planned.length,
    workMinutes: planned.reduce((sum, { workMin }) => sum + workMin, 0),
    nights: planned.filter(({ isNight }) => isNight).length,
    lates: planned.filter(({ isLate }) => isLate).length,
    weekends: new Set(planned.filter(isWeekendShift).map(({ day }) => days[day]!.weekend)).size,
  }
}

function describeShifts({ schedule: { calendar }, words }: RosterView, { shifts }: Row): WorkedShift[] {
  const planned = shifts.filter(({ historic }) => !historic)
  return planned.map((shift) => ({ shiftId: shift.id, date: calendar.days[shift.day]!.date, text: words.shift(shift) }))
}

function describeShare(of: SharedName, load: Load, teller: Teller): Share {
  return {
    of,
    load: load.load,
    least: load.least,
    most: load.most,
    text: teller.say('account.share', { load: loadInWords(load, SHARED[of], teller) }),
  }
}

function describeFair(view: RosterView, fair: FairLoad): FairAccount {
  const { id, load, share, carry } = fair
  return { id, load, share, carry, text: fairLoadInWords(view, fair) }
}

type Concerning = { readonly violation: Violation; readonly match: Match }

/** What concerns each employee, the first priority first, and within one what costs most. */
function violationsByEmployee(violations: readonly Violation[]): Map<EmployeeId, Concerning[]> {
  const found = new Map<EmployeeId, Concerning[]>()
  for (const violation of violations) {
    for (const match of violation.matches) {
      for (const id of match.employeeIds) {
        const list = found.get(id)
        if (list === undefined) found.set(id, [{ violation, match }])
        else list.push({ violation, match })
      }
    }
  }
  for (const list of found.values()) list.sort((a, b) => a.violation.priority - b.violation.priority || b.match.penalty - a.match.penalty)
  return found
}

/** A sentence for one of those whom it concerns: the rules that name people where they concern several name nobody else. */
function toOne({ say }: Teller, setting: SettingName, text: string, isFirst: boolean): string {
  if (setting === 'keepAssignment') return say(isFirst ? 'account.handedOver' : 'account.takenOver')
  return setting === 'pairings' || setting === 'shiftGroups' || setting === 'coverageRequirements' ? say(GENERAL[setting]) : text
}

const GENERAL = { coverageRequirements: 'account.coverage', pairings: 'account.pairing', shiftGroups: 'account.group' } as const

/** Whose remark it is, and the shifts that they work. */
interface Concerned {
  readonly employee: Row['employee']
  readonly own: ReadonlySet<ShiftId>
  readonly teller: Teller
}

function describeRemark(
  { setting, priority }: Violation,
  { penalty, date, shiftIds, employeeIds, text }: Match,
  { employee, own, teller }: Concerned,
): Remark {
  return {
    setting,
    priority: priority + 1,
    penalty,
    ...(date === undefined ? {} : { date }),
    shiftIds: shiftIds.filter((id) => own.has(id)),
    text: toOne(teller, setting, text, employeeIds[0] === employee.id),
  }
}

function summarize(
  { words }: RosterView,
  { shifts, workMinutes, nights, weekends }: Worked,
  { wishes, shares, remarks }: Pick<EmployeeAccount, 'wishes' | 'shares' | 'remarks'>,
): string[] {
  const granted = wishes.filter((wish) => wish.granted).length
  const { say } = words.teller
  return [
    say('account.works', {
      shifts: say('count.shifts', { count: shifts }),
      duration: words.duration(workMinutes),
      nights: say('count.nights', { count: nights }),
      weekends: say('count.weekends', { count: weekends }),
    }),
    ...(wishes.length === 0 ? [] : [say('account.granted', { granted, count: wishes.length })]),
    ...wishes.filter((wish) => !wish.granted).map(({ text }) => text),
    ...shares.filter(({ load, least, most }) => load < least || load > most).map(({ text }) => text),
    ...remarks.filter(({ setting }) => !TOLD_OTHERWISE.has(setting)).map(({ text }) => text),
  ]
}

/** Rules of which wishes and shares tell already. */
const TOLD_OTHERWISE: ReadonlySet<SettingName> = new Set([
  'unavailable',
  'undesired',
  'desired',
  'evenShiftDistribution',
  'evenWeekendDistribution',
  'evenNightDistribution',
])
