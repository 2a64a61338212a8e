import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { rosterAsPosted } from '../model/roster.ts'
import { compareScores } from '../model/score.ts'
import { repair, type RepairAnswer } from './repair.ts'

const EARLY = { spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', importance: 'MANDATORY', name: 'Early' }
const NEXT = { ...EARLY, start: '2026-03-03T07:00:00Z', end: '2026-03-03T15:00:00Z' }
const nurse = (id: number, more: object = {}) => ({ id, name: `Nurse ${id}.`, skills: [{ id: 7 }], ...more })

function answerTo(fields: object, clock = (): number => performance.now()): RepairAnswer {
  const { submission, errors } = readSubmission({ spots: [{ id: 1, skills: [7] }, { id: 2 }], ...fields }, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = submission!
  const means = { limits: {}, solver: null, clock }
  return repair({ schedule, roster: rosterAsPosted(schedule), limit: 10, maxSeconds: 10 }, means)
}

describe('a conflict says', () => {
  test('why nobody can work a shift', () => {
    const away = { wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-02' }] }
    const of = (...employees: object[]) => answerTo({ employees, shifts: [{ ...EARLY, id: 1 }] }).conflicts.map(({ text }) => text)
    const shift = 'Early (2026-03-02 07:00–15:00) cannot be filled: nobody can work it'
    expect(of()).toEqual([`${shift}.`])
    expect(of({ id: 1 })).toEqual([`${shift} (none hold the skills).`])
    expect(of({ id: 1 }, nurse(2, away))).toEqual([`${shift} (none hold the skills and are there).`])
  })

  test('what contracts allow that keep everybody off a shift', () => {
    const of = (...most: number[]) => {
      const employees = most.map((maxHoursDay, i) => nurse(i + 1, { contract: { maxHoursDay } }))
      return answerTo({ employees, shifts: [{ ...EARLY, id: 1 }], settings: { maxMinutesPerDay: { firstPriorityWeight: 20 } } }).conflicts
    }
    const shift = 'Early (2026-03-02 07:00–15:00) cannot be filled: nobody can work it'
    expect(of(420).map(({ text }) => text)).toEqual([`${shift}; at most 7 h a day.`])
    expect(of(420, 360).map(({ text }) => text)).toEqual([`${shift}; at most 6 h to 7 h, by contract, a day.`])
  })

  test('of nobody that they alone hold the skills where others do who are kept off by what is decided', () => {
    const decided = { ...EARLY, id: 3, spot: 2, employee: 2, fixed: true }
    const shifts = [{ ...EARLY, id: 1 }, { ...EARLY, id: 2 }, decided]
    const [conflict] = answerTo({ employees: [nurse(1), nurse(2), { id: 3 }], shifts }).conflicts
    expect(conflict!.text).toContain(
      'only Nurse 1. can work any of them (they alone hold the skills and are not kept off by the rules that follow); nobody',
    )
  })
})

test('a most of shifts in all gives way by a shift, and is told so', () => {
  const employees = [nurse(1, { contract: { maxShiftsTotal: 1 } })]
  const { repairs } = answerTo({
    employees,
    shifts: [
      { ...EARLY, id: 1 },
      { ...NEXT, id: 2 },
    ],
    settings: { totalWork: { firstPriorityWeight: 20 } },
  })
  const repaired = repairs.find(({ kind }) => kind === 'relax-limit')!
  expect([repaired.amount, repaired.cost]).toEqual([1, 20])
  expect(repaired.text).toMatch(/^Nurse 1\. works one more shift in all: /)
})

test('what the search for a change finds without it is not told as its gain', () => {
  const clinic = JSON.parse(readFileSync(new URL('../../examples/clinic-week.json', import.meta.url), 'utf8')) as { shifts: { id: number }[] }
  const early = clinic.shifts.find(({ id }) => id === 104)!
  const document = { ...clinic, shifts: [...clinic.shifts, ...[1, 2, 3, 4].map((i) => ({ ...early, id: 9000 + i, employee: null }))] }
  // The search for a roster to begin with is over as soon as it begins; then there is all the time for changes, or none.
  const scoreWhenLater = (ms: number) => {
    let calls = 0
    return answerTo(document, () => ((calls += 1) <= 2 ? 0 : ms)).score
  }
  expect(compareScores(scoreWhenLater(2_600), scoreWhenLater(20_000))).toBeLessThan(0)
})
