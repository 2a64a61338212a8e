import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { SETTING_NAMES } from '../../src/model/settings.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'

const OFF = { firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: 0, fourthPriorityWeight: 0 }

// Whoever is missing costs half a unit of the heaviest rule at first: a bound that believed it would stay below these.
const solver = await loadHighs()

for (const wishes of [1, 3, 20]) {
  test(`a mandatory shift that breaks ${wishes} wishes of whoever works it is filled in the proof: the bound is ${wishes}`, () => {
    const { submission, errors } = readSubmission(
      {
        settings: {
          ...Object.fromEntries(SETTING_NAMES.map((name) => [name, OFF])),
          assignShift: { ...OFF, firstPriorityWeight: 20 },
          oneShiftPerDay: { ...OFF, firstPriorityWeight: 20 },
          undesired: { ...OFF, secondPriorityWeight: 1 },
        },
        spots: [{ id: 1 }],
        employees: [1, 2].map((id) => ({ id, contract: {}, wishes: Array.from({ length: wishes }, (_, i) => wishOfMinute(i)) })),
        shifts: [
          {
            id: 1,
            spot: 1,
            start: '2027-02-02T08:00:00Z',
            end: '2027-02-02T16:00:00Z',
            importance: 'MANDATORY',
            employee: null,
            fixed: false,
            historic: false,
          },
        ],
      },
      { callback: 'optional' },
    )
    if (submission === null) throw new Error(JSON.stringify(errors))
    const { score, bound } = solve(submission.schedule, solveOptions({ maxIterations: 30_000, solver, proves: true }))
    expect(score).toEqual([0, wishes, 0, 0])
    expect(bound).toEqual(score)
  })
}

/** A wish to be free in a minute of the shift; each counts by itself. */
function wishOfMinute(minute: number) {
  const at = (minutes: number): string => `2027-02-02T09:${String(minutes).padStart(2, '0')}:00Z`
  return { type: 'UNDESIRED', start: at(2 * minute), end: at(2 * minute + 1), weight: 1 }
}
