import { describe, expect, test } from 'vitest'
import { bestByForce } from '../../../test/golden/rule-examples.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { judge } from '../../checker/check.ts'
import type { Schedule } from '../../model/schedule.ts'
import { solve } from '../index.ts'
import { solveOptions } from '../solve-options.fixture.ts'

interface Needs {
  readonly overlapScope: string
  readonly withinHours?: number
  /** How many seats a lead needs. */
  readonly seats?: number
}

/** On each of two days a lead and two seats that need one another; of three people two can lead, and one is away on the second day. */
function teams({ overlapScope, withinHours, seats = 1 }: Needs, importance: string): Schedule {
  const scope = { overlapScope, ...(withinHours === undefined ? {} : { withinHours }) }
  const document = {
    spots: [{ id: 1 }, { id: 2, skills: [1] }],
    employees: [1, 2, 3].map((id) => ({
      id,
      skills: id <= 2 ? [{ id: 1 }] : [],
      wishes: id === 3 ? [{ type: 'UNAVAILABLE', start: '2026-06-02', end: '2026-06-02' }] : [],
    })),
    shifts: [1, 2].flatMap((day) =>
      ['lead', 'seat', 'seat'].map((tag, place) => ({
        id: 3 * day + place,
        spot: tag === 'lead' ? 2 : 1,
        start: `2026-06-0${day}T10:00:00Z`,
        end: `2026-06-0${day}T12:00:00Z`,
        importance,
        tags: [tag],
      })),
    ),
    shiftDependencyRules: [
      { id: 1, anchorShiftTag: 'seat', requiredShiftTag: 'lead', ...scope },
      { id: 2, anchorShiftTag: 'lead', requiredShiftTag: 'seat', minRequiredCount: seats, ...scope },
    ],
  }
  return readSubmission(document, { callback: 'optional' }).submission!.schedule
}

describe('shifts that need one another', () => {
  const kinds: Needs[] = [
    { overlapScope: 'SAME_SHIFT' },
    { overlapScope: 'SAME_SHIFT', seats: 2 },
    { overlapScope: 'SAME_DAY' },
    { overlapScope: 'TIME_OVERLAP', seats: 2 },
    { overlapScope: 'WITHIN_HOURS', withinHours: 1 },
  ]
  for (const importance of ['OPTIONAL', 'MANDATORY']) {
    test.each(kinds)(`are filled together, ${importance.toLowerCase()}: %o`, (needs) => {
      const schedule = teams(needs, importance)
      const best = bestByForce(schedule).score
      for (const seed of [1, 2, 3]) {
        const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 20_000 }))
        expect(score, `seed ${seed}`).toEqual(best)
        expect(judge(schedule, roster).score).toEqual(score)
      }
      expect(best[0]).toBe(0)
      expect(best[1] + best[3]).toBeLessThan(importance === 'OPTIONAL' ? 6 : 120)
    })
  }
})
