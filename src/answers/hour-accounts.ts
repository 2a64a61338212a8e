import { creditOf, holdable } from '../checker/absence.ts'
import type { RosterView, Row } from '../checker/roster-view.ts'
import { sumBetween, tally } from '../checker/tally.ts'
import { leastIn, mostIn } from '../checker/terms.ts'
import { proRata, type WindowReader } from '../checker/windows.ts'
import { contractsHeld } from '../model/contract-periods.ts'
import type { Contract } from '../model/schedule.ts'

/** Work in a week or a month beside what the contract says of it; minutes, null = it says nothing. */
export interface HourAccount {
  readonly per: 'week' | 'month'
  /** Its first day; local date. */
  readonly date: string
  readonly worked: number
  /** Of absences; counts towards both limits. */
  readonly credited: number
  /** Cut to the days that are known, where these are not all. */
  readonly least: number | null
  readonly most: number | null
  readonly text: string
}

const LIMITS: readonly { readonly per: HourAccount['per']; least(contract: Contract): number | null; most(contract: Contract): number | null }[] = [
  { per: 'week', least: ({ minMinutesPerWeek }) => minMinutesPerWeek, most: ({ maxMinutesPerWeek }) => maxMinutesPerWeek },
  { per: 'month', least: ({ minMinutesPerMonth }) => minMinutesPerMonth, most: ({ maxMinutesPerMonth }) => maxMinutesPerMonth },
]

/** Every week and month of the horizon of whose hours the contract says something, history included. */
export function hourAccountsOf({ schedule: { calendar }, words }: RosterView, { employee, shifts }: Row, windowsOf: WindowReader): HourAccount[] {
  const contracts = contractsHeld(employee)
  const limits = LIMITS.filter(({ least, most }) => contracts.some((contract) => least(contract) !== null || most(contract) !== null))
  if (limits.length === 0) return []
  const minutes = tally(calendar, shifts, 'minutes').all
  return limits.flatMap(({ per, least, most }) => {
    const [leastOf, mostOf] = [leastIn(employee, least), mostIn(employee, most)]
    return windowsOf({ per }).flatMap((window) => {
      const worked = sumBetween(minutes, window)
      const asked = leastOf(window)
      const credited = creditOf(employee, window)
      const owed = asked === null ? null : holdable(employee, window, { least: proRata(asked, window), given: credited })
      const limits = { least: owed, most: mostOf(window) }
      if (limits.least === null && limits.most === null) return []
      const { say } = words.teller
      const says = [
        ...(limits.least === null ? [] : [say('account.atLeast', { least: words.duration(limits.least) })]),
        ...(limits.most === null ? [] : [say('account.atMost', { most: words.duration(limits.most) })]),
      ]
      return {
        per,
        date: window.date,
        worked,
        credited,
        ...limits,
        text: say('account.hours', {
          worked:
            credited === 0 ? words.duration(worked) : say('account.credited', { worked: words.duration(worked), credited: words.duration(credited) }),
          when: window.phrase(words.teller),
          contract: words.contract(employee.contract),
          limits: words.teller.listed(says),
        }),
      }
    })
  })
}
