import type { Employee, Schedule, Shift } from '../../model/schedule.ts'
import { isInTeam, lacksAnySkill, missingPreferences, missingSkills, type MissingSkills } from '../eligibility.ts'
import type { Finding, Rule } from '../rule.ts'
import { NAMED_SKILLS, type Words } from '../words.ts'

/** Whoever works a shift has every skill that its spot or the shift asks for, and one of those of which the shift asks for one. */
export const spotSkills: Rule = {
  setting: 'spotSkills',
  unit: 'missing skill of one assigned shift',
  findMatches({ schedule, rows, words }) {
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      for (const shift of shifts) {
        if (shift.historic) continue
        const { amount, lacks } = lackOf(schedule, words, { employee, shift })
        if (amount === 0) continue
        findings.push({
          shiftIds: [shift.id],
          employeeIds: [employee.id],
          date: schedule.calendar.days[shift.day]!.date,
          amount,
          text: words.teller.say('broken.skills', { who: words.employee(employee), shift: words.shift(shift), lacks }),
        })
      }
    }
    return findings
  },
}

function lackOf(schedule: Schedule, words: Words, { employee, shift }: { employee: Employee; shift: Shift }): { amount: number; lacks: string } {
  const missing = missingSkills(employee, schedule.spots[shift.spotIndex]!, shift)
  const lacksAny = lacksAnySkill(employee, shift)
  const { anySkills } = shift
  const { say } = words.teller
  const [first = '', second] = [
    ...(missing.count === 0 ? [] : [say('broken.skillsMissing', { count: missing.count, skills: skillsInWords(words, missing) })]),
    ...(lacksAny ? [say('broken.skillsAny', { count: anySkills.length, skills: words.skills(anySkills) })] : []),
  ]
  return { amount: missing.count + (lacksAny ? 1 : 0), lacks: second === undefined ? first : say('broken.skillsBoth', { first, second }) }
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
          text: words.teller.say('broken.skillsPreferred', {
            who: words.employee(employee),
            shift: words.shift(shift),
            count: missing.length,
            skills: words.skills(missing),
          }),
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
          text: words.teller.say('broken.teams', {
            who: words.employee(employee),
            shift: words.shift(shift),
            count: spot.teams.length,
            teams: words.teams(spot.teams),
          }),
        })
      }
    }
    return findings
  },
}
