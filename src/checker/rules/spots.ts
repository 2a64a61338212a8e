import type { Employee, Schedule, Shift } from '../../model/schedule.ts'
import { isInTeam, lacksAnySkill, missingPreferences, missingSkills, type MissingSkills } from '../eligibility.ts'
import type { Finding, Rule } from '../rule.ts'
import { countOf, NAMED_SKILLS, type Words } from '../words.ts'

/** Whoever works a shift has every skill that its spot or the shift asks for, and one of those of which the shift asks for one. */
export const spotSkills: Rule = {
  setting: 'spotSkills',
  unit: 'missing skill of one assigned shift',
  findMatches({ schedule, rows, words }) {
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      for (const shift of shifts) {
        if (shift.historic) continue
        const { amount, text } = lackOf(schedule, words, { employee, shift })
        if (amount === 0) continue
        findings.push({
          shiftIds: [shift.id],
          employeeIds: [employee.id],
          date: schedule.calendar.days[shift.day]!.date,
          amount,
          text: `${words.employee(employee)} works ${words.shift(shift)} ${text}.`,
        })
      }
    }
    return findings
  },
}

function lackOf(schedule: Schedule, words: Words, { employee, shift }: { employee: Employee; shift: Shift }): { amount: number; text: string } {
  const missing = missingSkills(employee, schedule.spots[shift.spotIndex]!, shift)
  const lacksAny = lacksAnySkill(employee, shift)
  const { anySkills } = shift
  const parts = [
    ...(missing.count === 0
      ? []
      : [`without ${missing.count === 1 ? 'skill' : countOf(missing.count, 'skill') + ':'} ${skillsInWords(words, missing)}`]),
    ...(lacksAny ? [`without ${anySkills.length === 1 ? 'skill' : 'any of the skills'} ${words.skills(anySkills)}`] : []),
  ]
  return { amount: missing.count + (lacksAny ? 1 : 0), text: parts.join(', and ') }
}

function skillsInWords(words: Words, { ofSpot, beyond, count }: MissingSkills): string {
  return words.skills([...ofSpot.slice(0, NAMED_SKILLS), ...beyond.slice(0, NAMED_SKILLS)], count)
}

/** Whoever works a shift has the skills that it prefers. */
export const preferredSkills: Rule = {
  setting: 'preferredSkills',
  unit: 'missing preferred skill of one assigned shift',
  findMatches({ schedule, rows, words }) {
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      for (const shift of shifts) {
        const missing = shift.historic ? [] : missingPreferences(employee, shift)
        if (missing.length === 0) continue
        findings.push({
          shiftIds: [shift.id],
          employeeIds: [employee.id],
          date: schedule.calendar.days[shift.day]!.date,
          amount: missing.length,
          text: `${words.employee(employee)} works ${words.shift(shift)} without ${missing.length === 1 ? 'the preferred skill' : countOf(missing.length, 'preferred skill') + ':'} ${words.skills(missing)}.`,
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
