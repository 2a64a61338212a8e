import { isInTeam, missingSkills } from '../eligibility.ts'
import type { Finding, Rule } from '../rule.ts'
import { countOf } from '../words.ts'

/** Whoever works a shift has every skill that its spot asks for. */
export const spotSkills: Rule = {
  setting: 'spotSkills',
  unit: 'missing skill of one assigned shift',
  findMatches({ schedule, rows, words }) {
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      for (const shift of shifts) {
        if (shift.historic) continue
        const missing = missingSkills(employee, schedule.spots[shift.spotIndex]!, shift)
        if (missing.length === 0) continue
        findings.push({
          shiftIds: [shift.id],
          employeeIds: [employee.id],
          date: schedule.calendar.days[shift.day]!.date,
          amount: missing.length,
          text: `${words.employee(employee)} works ${words.shift(shift)} without ${missing.length === 1 ? 'skill' : countOf(missing.length, 'skill') + ':'} ${words.skills(missing)}.`,
        })
      }
    }
    return findings
  },
}

/** Whoever works a shift belongs to one of the teams of its spot. */
export const spotTeams: Rule = {
  setting: 'spotTeams',
  unit: "assigned shift outside the employee's teams",
  findMatches({ schedule, rows, words }) {
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      for (const shift of shifts) {
        const spot = schedule.spots[shift.spotIndex]!
        if (shift.historic || isInTeam(employee, spot, shift)) continue
        findings.push({
          shiftIds: [shift.id],
          employeeIds: [employee.id],
          date: schedule.calendar.days[shift.day]!.date,
          amount: 1,
          text: `${words.employee(employee)} works ${words.shift(shift)} and is not in ${spot.teams.length === 1 ? 'team' : 'any of the teams'} ${words.teams(spot.teams)} throughout.`,
        })
      }
    }
    return findings
  },
}
