import { expect, test } from 'vitest'
import { explainAlternatives } from '../../src/answers/alternatives.ts'
import { explainLeastChanges } from '../../src/answers/least-changes.ts'
import { readSolution } from '../../src/api/read-solution.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { writeAlternatives } from '../../src/api/write-solution.ts'
import { scoreOf } from '../../src/checker/check.ts'
import { NOBODY, type Roster } from '../../src/model/roster.ts'
import { peopleOf, postedShifts } from '../../src/model/seats.ts'

const at = (id: number, day: number, more: object): object => ({
  id,
  name: `S${id}`,
  spot: 1,
  start: `2026-03-0${day}T07:00:00Z`,
  end: `2026-03-0${day}T15:00:00Z`,
  ...more,
})
/** Saturday is empty since Bo fell ill; of the others each may work three days in a row. */
const week = (more: object = {}) => ({
  timeZone: 'UTC',
  employees: ['Ada', 'Bo', 'Camilla', 'Dan'].map((name, e) => ({ id: e + 1, name, contract: { maxConsecutiveDays: 3 } })),
  spots: [{ id: 1 }],
  shifts: [
    at(1, 6, { employee: 1 }),
    at(2, 7, { employee: null, takenFrom: [2] }),
    at(3, 7, { seats: { min: 2, max: 3 }, employees: [1, 4] }),
    at(4, 8, { employee: 3 }),
  ],
  settings: {
    others: 'off',
    oneShiftPerDay: { firstPriorityWeight: 1 },
    assignShift: { secondPriorityWeight: 20 },
    keepAssignment: { thirdPriorityWeight: 1 },
  },
  noticeFrom: '2026-03-05T17:00:00Z',
  alternatives: 5,
  ...more,
})

function ask(document: object, roster: Roster) {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  const { schedule } = submission
  const least = explainLeastChanges(schedule, roster, () => false)
  const { alternatives } = explainAlternatives(schedule, roster, least, () => false)
  return { schedule, alternatives, written: writeAlternatives(document, { schedule, roster }, alternatives ?? []) }
}

/** Camilla takes Saturday. */
const BEST = Int32Array.of(0, 2, 0, 3, NOBODY, 2)

test('each roster to choose from has the score of the checker, its changes, and a sentence in the terms of people', () => {
  const { schedule, alternatives } = ask(week(), BEST)
  expect(alternatives!.length).toBeGreaterThan(1)
  for (const { roster, score } of alternatives!) expect(score).toEqual(scoreOf(schedule, roster))
  const own = alternatives!.find(({ roster }) => roster.every((employee, seat) => employee === BEST[seat]))!
  expect(own).toMatchObject({
    changes: [{ shiftId: 2, before: 2, after: 3, noticeMinutes: 38 * 60 }],
    text: 'Camilla takes S2 (2026-03-07 07:00–15:00); 1 change; 2 people affected; notice 38 h.',
  })
  // Somebody has two seats on Saturday: who takes S2 gives one of them up.
  for (const { text, affectedEmployees } of alternatives!) expect(text).toContain(`; ${affectedEmployees.length} people affected; notice 38 h.`)
})

test('the solution with the shifts of an alternative in the place of its own is that alternative', () => {
  const { schedule, alternatives, written } = ask(week(), BEST)
  const shiftsOf = (roster: Roster) =>
    postedShifts(schedule.shifts).map((range) => ({ id: schedule.shifts[range.from]!.id, people: peopleOf(schedule, roster, range) }))
  const posted = week()
  const solution = { shifts: posted.shifts.map((shift, n) => ({ ...shift, ...staffed(n, BEST) })) }
  expect(written.filter(({ shifts }) => shifts.length === 0)).toHaveLength(1)
  for (const [n, { shifts }] of written.entries()) {
    const byId = new Map(shifts.map((shift) => [shift['id'], shift]))
    const put = { shifts: solution.shifts.map((shift) => byId.get((shift as { id: number }).id) ?? shift) }
    const { roster, errors } = readSolution(put, schedule)
    expect(errors).toEqual([])
    expect(shiftsOf(roster!)).toEqual(shiftsOf(alternatives![n]!.roster))
  }

  function staffed(n: number, roster: Roster): object {
    const range = postedShifts(schedule.shifts)[n]!
    const ids = peopleOf(schedule, roster, range).map((employee) => schedule.employees[employee]!.id)
    return range.to - range.from > 1 ? { employees: ids } : { employee: ids[0] ?? null }
  }
})

test('a schedule that does not ask has none, and where nothing came with anybody the solution is the only one', () => {
  const { alternatives: _, ...silent } = week()
  expect(ask(silent, BEST).alternatives).toBeUndefined()
  const shifts = [at(1, 6, {}), at(2, 7, {})]
  const { alternatives } = ask(week({ shifts }), Int32Array.of(0, 1))
  expect(alternatives).toMatchObject([{ changes: [], text: 'Nothing changes.' }])
})

test('more or fewer than 1 to 5 are an error', () => {
  for (const alternatives of [0, 6, 1.5, 'two'])
    expect(readSubmission(week({ alternatives }), { callback: 'optional' }).errors).toMatchObject([{ pointer: '/alternatives' }])
})
