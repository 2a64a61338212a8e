import { expect, test } from 'vitest'
import { explainEmptyShifts } from '../../src/answers/empty-shifts.ts'
import { readSolution } from '../../src/api/read-solution.ts'
import { roundDocument, roundSchedule } from '../../src/api/seats.fixture.ts'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { NOBODY } from '../../src/model/roster.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'

for (const { name, round, ids } of [
  { name: 'a shift', round: { fixed: true, employee: null }, ids: [7] },
  { name: 'a shift with seats', round: { fixed: true, seats: { min: 2 }, employees: [] }, ids: [7, 7] },
]) {
  test(`${name} that is fixed empty is not filled though everybody could work it, costs what an empty one does, and is proved so`, async () => {
    const schedule = roundSchedule(round)
    const { roster, score, bound, stopReason } = solve(schedule, solveOptions({ maxIterations: 20_000, solver: await loadHighs(), proves: true }))
    expect([...roster].map((employee) => employee === NOBODY)).toEqual([...ids.map(() => true), false])
    expect(score).toEqual([0, 20 * ids.length, 0, 0])
    expect(judge(schedule, roster).score).toEqual(score)
    expect({ bound, stopReason }).toEqual({ bound: score, stopReason: 'OPTIMAL' })
    const seats = ids.length === 1 ? {} : { emptySeats: 2 }
    expect(explainEmptyShifts(schedule, roster)).toEqual([
      { shiftId: 7, ...seats, complete: true, employees: [], cause: 'It is fixed empty: it stays as it came.' },
    ])
  })
}

test('a solution that fills a shift which is fixed empty does not belong to the schedule', () => {
  const round = { fixed: true, employee: null }
  const posted = roundDocument(round)
  const shifts = posted.shifts.map((shift: { id: number }) => ({ ...shift, employee: shift.id === 7 ? 1 : null }))
  const { errors } = readSolution({ shifts }, roundSchedule(round))
  expect(errors.map(({ code, detail }) => `${code}: ${detail}`)).toEqual(['decided-shift-changed: The shift 7 is fixed with nobody.'])
})
