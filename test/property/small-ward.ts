import { readSubmission } from '../../src/api/read-schedule.ts'
import { Random } from '../../src/engine/random.ts'
import type { Schedule } from '../../src/model/schedule.ts'

/** Five employees, two weeks with one to four equal seats a day, stretches of work and of days off, one weekend each, wishes, and fair shares, which may be of a third priority. */
export function smallWard(seed: number, isFairThird = false): Schedule {
  const random = new Random(seed)
  const days = Array.from({ length: 14 }, (_, day) => `2026-06-${String(day + 1).padStart(2, '0')}`)
  const document = {
    employees: [1, 2, 3, 4, 5].map((id) => ({
      id,
      skills: [],
      teams: [],
      contract: { minConsecutiveDays: 2, maxConsecutiveDays: 5, minConsecutiveDaysOff: 2, maxWeekends: 1, maxShiftsTotal: 8, minShiftsTotal: 4 },
      wishes: [0, 1, 2, 3].map(() => {
        const day = days[random.below(days.length)]!
        return { type: 'UNDESIRED', start: `${day}T00:00:00Z`, end: `${day}T23:59:00Z`, weight: 1 + random.below(3) }
      }),
    })),
    shifts: days.flatMap((day, d) =>
      Array.from({ length: 1 + random.below(4) }, (_, seat) => ({
        id: 4 * d + seat + 1,
        spot: 1,
        start: `${day}T08:00:00Z`,
        end: `${day}T16:00:00Z`,
        importance: 'MANDATORY',
        fixed: false,
        historic: false,
        employee: null,
      })),
    ),
    spots: [{ id: 1, teams: [], skills: [] }],
    settings: Object.fromEntries(
      [
        ['assignShift', 0, 20],
        ['undesired', 0, 3],
        ['evenShiftDistribution', 0, 1],
        ...['minConsecutiveDays', 'maxConsecutiveDays', 'consecutiveDaysOff', 'maxWeekends', 'totalWork'].map((name) => [name, 20, 0] as const),
      ].map(([name, first, second]) => {
        const isThird = isFairThird && name === 'evenShiftDistribution'
        const [secondPriorityWeight, thirdPriorityWeight] = isThird ? [0, second] : [second, 0]
        return [name, { firstPriorityWeight: first, secondPriorityWeight, thirdPriorityWeight, fourthPriorityWeight: 0 }]
      }),
    ),
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  return submission.schedule
}
