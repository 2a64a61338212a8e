import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readShifts } from '../../../test/sample-notation.ts'
import type { Sample, SampleShift } from '../../../test/sample-schedule.ts'
import type { CoverageCompetencyRequirement } from '../../model/schedule.ts'
import type { Minute, SkillId } from '../../model/units.ts'

const SKILL = 7 as SkillId
const TUESDAY_NOON = 1440 + 720
const EMPLOYEES = [{ skills: [{ id: SKILL }] }, { skills: [{ id: SKILL, until: TUESDAY_NOON }] }, { skills: [{ id: 8 }] }]

type Within = CoverageCompetencyRequirement['within']

function covered(shifts: readonly SampleShift[], minimumCount: number, within: Within = null): Sample {
  const shiftIndexes = [...shifts.keys()].filter((index) => shifts[index]!.spot === 1)
  return { shifts, employees: EMPLOYEES, coverage: [{ id: 1, skill: SKILL, minimumCount, shiftIndexes, within }] }
}

/** `1`, or `1, 14:00–24:00` on Monday. */
function readAsked(text: string): [minimumCount: number, within: Within] {
  const [count, period] = text.split(', ')
  const [start, end] = (period ?? '').split('–').map((time) => {
    const [hours, minutes] = time.split(':').map(Number)
    return (60 * hours! + minutes!) as Minute
  })
  return [Number(count), period === undefined ? null : { start: start!, end: end! }]
}

describePage('coverageCompetency', (line) => covered(readShifts(line.Shifts!), ...readAsked(line['At least']!)))

test('a group without shifts asks for nobody, and groups are judged one by one', () => {
  const sample = covered(readShifts('Mon 07:00–15:00 empty'), 2)
  const [group] = sample.coverage!
  expect(judgeBy('coverageCompetency', { ...sample, coverage: [group!, group!, { ...group!, shiftIndexes: [] }] }).units).toBe(4)
})

test('a stretch is told with its times, who is there and which shifts run', () => {
  const { matches } = judgeBy('coverageCompetency', covered(readShifts('Mon 07:00–15:00 by 3; Mon 14:00–22:00; Mon 22:00–06:00 empty'), 2))
  expect(matches.map(({ shiftIds, employeeIds, amount, text }) => ({ shiftIds, employeeIds, amount, text }))).toEqual([
    { shiftIds: [101], employeeIds: [], amount: 2, text: 'From 2026-03-02 07:00 to 2026-03-02 14:00 nobody at work holds skill 7; 2 must.' },
    {
      shiftIds: [101, 102],
      employeeIds: [1],
      amount: 1,
      text: 'From 2026-03-02 14:00 to 2026-03-02 15:00 only 1 employee at work holds skill 7; 2 must.',
    },
    {
      shiftIds: [102],
      employeeIds: [1],
      amount: 1,
      text: 'From 2026-03-02 15:00 to 2026-03-02 22:00 only 1 employee at work holds skill 7; 2 must.',
    },
    { shiftIds: [103], employeeIds: [], amount: 2, text: 'From 2026-03-02 22:00 to 2026-03-03 06:00 nobody at work holds skill 7; 2 must.' },
  ])
  expect(matches[3]!.date).toBe('2026-03-02')
})
