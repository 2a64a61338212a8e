import { creditOf, holdable } from '../absence.ts'
import type { Row, RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { excess, shortfall, sumBetween, tally } from '../tally.ts'
import { leastIn, mostIn } from '../terms.ts'
import { windowsOf } from '../windows.ts'

/** Over the whole horizon everybody works as much as agreed, and no more. */
export const totalWork: Rule = {
  setting: 'totalWork',
  unit: 'minute, or one shift, over or under',
  findMatches(view) {
    const { duration, teller } = view.words
    const findings: Finding[] = []
    for (const row of view.rows) {
      const { history } = row.employee
      const shifts = row.shifts.filter((shift) => !shift.historic)
      const minutes = shifts.reduce((sum, shift) => sum + shift.workMin, 0)
      const { calendar } = view.schedule
      const horizon = { first: calendar.horizonFirst, last: calendar.days.length - 1 }
      const given = (history?.minutesWorked ?? 0) + creditOf(row.employee, horizon)
      const asked = leastIn(row.employee, (contract) => contract.minMinutesTotal)(horizon)
      findings.push(
        ...againstTotal(view, row, {
          worked: minutes,
          before: given,
          least: asked === null ? null : holdable(row.employee, horizon, { least: asked, given }),
          most: mostIn(row.employee, (contract) => contract.maxMinutesTotal)(horizon),
          inWords: duration,
        }),
        ...againstTotal(view, row, {
          worked: shifts.length,
          before: history?.shiftsWorked ?? 0,
          least: leastIn(row.employee, (contract) => contract.minShiftsTotal)(horizon),
          most: mostIn(row.employee, (contract) => contract.maxShiftsTotal)(horizon),
          inWords: (count) => teller.say('count.shifts', { count }),
        }),
      )
    }
    return findings
  },
}

interface Total {
  /** In the horizon, and before it. */
  readonly worked: number
  readonly before: number
  readonly least: number | null
  readonly most: number | null
  inWords(amount: number): string
}

function againstTotal({ words }: RosterView, { employee, shifts }: Row, { worked, before, least, most, inWords }: Total): Finding[] {
  const sum = worked + before
  const over = excess(sum, before, most)
  const under = shortfall(sum, least)
  const { say } = words.teller
  const total = (): string => (before > 0 ? say('count.before', { what: inWords(sum), before: inWords(before) }) : inWords(sum))
  const tell = (amount: number, verdict: 'broken.totalMore' | 'broken.totalLess', limit: number): Finding => ({
    shiftIds: shifts.filter((shift) => !shift.historic).map(({ id }) => id),
    employeeIds: [employee.id],
    amount,
    text: say(verdict, {
      who: words.employee(employee),
      total: total(),
      limit: inWords(limit),
      contract: words.contract(employee.contract),
    }),
  })
  return [...(over > 0 ? [tell(over, 'broken.totalMore', most!)] : []), ...(under > 0 ? [tell(under, 'broken.totalLess', least!)] : [])]
}

/** Nobody works on more days of a month than the contract allows. */
export const maxWorkDaysPerMonth: Rule = {
  setting: 'maxWorkDaysPerMonth',
  unit: 'working day too many in a month',
  findMatches({ schedule, rows, words }) {
    const months = windowsOf(schedule.calendar, { per: 'month' })
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      const limitIn = mostIn(employee, (contract) => contract.maxWorkDaysPerMonth)
      const days = tally(schedule.calendar, shifts, 'days')
      for (const month of months) {
        const limit = limitIn(month)
        if (limit === null) continue
        const worked = sumBetween(days.all, month)
        const amount = excess(worked, sumBetween(days.historic, month), limit)
        if (amount === 0) continue
        findings.push({
          shiftIds: shifts.filter(({ day }) => day >= month.first && day <= month.last).map(({ id }) => id),
          employeeIds: [employee.id],
          date: month.date,
          amount,
          text: words.teller.say('broken.workDays', {
            who: words.employee(employee),
            count: worked,
            when: month.phrase(words.teller),
            limit,
            contract: words.contract(employee.contract),
          }),
        })
      }
    }
    return findings
  },
}
