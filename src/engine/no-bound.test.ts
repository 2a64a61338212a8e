import { expect, test } from 'vitest'
import { readText } from '../../test/source-files.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { SETTING_NAMES } from '../model/settings.ts'
import { solve, type SolveResult } from './index.ts'
import { solveOptions } from './solve-options.fixture.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a document is changed freely here
type AnyJson = any

const OFF = { firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: 0, fourthPriorityWeight: 0 }

function searchOf(change: (document: AnyJson) => void, maxIterations = 10_000): SolveResult {
  const document: AnyJson = JSON.parse(readText('examples/clinic-week.json'))
  change(document)
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  return solve(submission.schedule, solveOptions({ maxIterations, stallMs: 0 }))
}

for (const { reason, when, change } of [
  { reason: 'NOT_PROVED', when: 'nothing stands in the way but time', change: () => {} },
  {
    reason: 'FIRST_PRIORITY_BROKEN',
    when: 'nobody has the skill of a mandatory shift',
    change: (document: AnyJson) => {
      document.settings = { assignShift: { firstPriorityWeight: 20 } }
      document.spots.push({ id: 99, skills: [99], teams: [] })
      document.shifts.find(({ fixed, historic }: AnyJson) => !fixed && !historic).spot = 99
    },
  },
  {
    reason: 'ONE_PRIORITY',
    when: 'one rule is in use',
    change: (document: AnyJson) => {
      document.settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, name === 'assignShift' ? { ...OFF, firstPriorityWeight: 20 } : OFF]))
    },
  },
  {
    reason: 'SEVERAL_SHIFTS_A_DAY',
    when: 'several shifts on one day are not forbidden',
    change: (document: AnyJson) => Object.assign(document, { settings: { oneShiftPerDay: OFF, maxMinutesPerDay: OFF } }),
  },
  {
    reason: 'MANY_SHIFTS_A_DAY',
    when: 'a day has 151 different shifts',
    change: (document: AnyJson) => {
      const { spot } = document.shifts.find(({ fixed, historic }: AnyJson) => !fixed && !historic)
      const minute = (i: number): string => String(i).padStart(2, '0')
      for (let i = 0; i < 151; i += 1) {
        const start = `2027-10-27T${minute(8 + Math.floor(i / 60))}:${minute(i % 60)}:00+02:00`
        document.shifts.push({
          id: 1000 + i,
          spot,
          start,
          end: '2027-10-27T20:00:00+02:00',
          importance: 'OPTIONAL',
          fixed: false,
          historic: false,
          employee: null,
        })
      }
    },
  },
]) {
  test(`no bound is proved for ${reason} when ${when}`, () => {
    expect(searchOf(change).noBoundReason).toBe(reason)
  })
}

test('a search of so many iterations ends as stopped, not because the clock says that nothing got better or that its time is over', () => {
  expect(searchOf(() => {}, 50_000).stopReason).toBe('STOPPED')
})
