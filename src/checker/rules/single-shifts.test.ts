import { describe, expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readNumbers, readShifts } from '../../../test/sample-notation.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { compile } from '../../engine/instance/compile.ts'
import { createState } from '../../engine/scoring/state.ts'
import { judge } from '../check.ts'

const THREE = [{ name: 'Anna' }, { name: 'Ben' }, {}]

for (const { setting, column } of [
  { setting: 'shiftCost', column: 'Row' },
  { setting: 'useSuggestedEmployee', column: 'Shifts' },
  { setting: 'useDislikedEmployee', column: 'Shifts' },
] as const) {
  describePage(setting, (line) => ({ shifts: readShifts(line[column]!), employees: THREE }))
}

for (const setting of ['minMinutesPerShift', 'maxMinutesPerShift'] as const) {
  describePage(setting, (line) => ({
    shifts: readShifts(line.Row!),
    employees: [{ contract: { [setting]: readNumbers(line.Limit!)[0] } }],
  }))
}

const KEEP = { keepAssignment: [0, 5, 0, 0] } as const

describePage('keepAssignment', (line) => ({ shifts: readShifts(line.Shifts!), employees: THREE, weights: KEEP }))

test('what one shift costs is told with the shift and why', () => {
  const textOf = (setting: Parameters<typeof judgeBy>[0], shift: string, contract = {}): string =>
    judgeBy(setting, { shifts: readShifts(`Mon 07:00–15:00 ${shift}`), employees: [{ name: 'Anna', contract }, { name: 'Ben' }] }).matches[0]!.text
  const shift = 'Anna works shift 101 (2026-03-02 07:00–15:00)'
  expect(textOf('shiftCost', 'cost 7')).toBe(`${shift}, which costs 7.`)
  expect(textOf('useSuggestedEmployee', 'suggests 2')).toBe(`${shift}, for which somebody else was suggested.`)
  expect(textOf('useDislikedEmployee', 'dislikes 1')).toBe(`${shift} and is disliked for it.`)
  expect(textOf('minMinutesPerShift', '', { minMinutesPerShift: 500 })).toBe(`${shift}: 8 h of work, less than the 8 h 20 min of the contract.`)
  expect(textOf('maxMinutesPerShift', '', { maxMinutesPerShift: 60 })).toBe(`${shift}: 8 h of work, more than the 1 h of the contract.`)
})

test('a shift that changed hands is told with both employees', () => {
  const { matches } = judgeBy('keepAssignment', {
    shifts: readShifts('Mon 07:00–15:00 posted 1 by 2; Mon 07:00–15:00 posted 2 empty'),
    employees: THREE,
    weights: KEEP,
  })
  expect(matches).toMatchObject([
    { shiftIds: [101], employeeIds: [1, 2], text: 'shift 101 (2026-03-02 07:00–15:00) came with Anna, and Ben works it now.' },
    { shiftIds: [102], employeeIds: [2], text: 'shift 102 (2026-03-02 07:00–15:00) came with Ben, and nobody works it now.' },
  ])
})

describe('keep of a schedule', () => {
  const document = (keep: object[], settings: object = {}) => ({
    timeZone: 'UTC',
    employees: [{ id: 1 }, { id: 2 }],
    spots: [{ id: 1 }],
    shifts: [2, 3, 4].map((day) => ({ id: day, spot: 1, start: `2026-03-0${day}T07:00Z`, end: `2026-03-0${day}T15:00Z`, employee: 1 })),
    settings,
    keep,
  })
  const KEPT = { others: 'off', keepAssignment: { fourthPriorityWeight: 1 }, assignShift: { secondPriorityWeight: 20 } }
  const scoreWith = (keep: object[], settings: object = KEPT, roster = [1, 1, 1]) => {
    const { submission, errors } = readSubmission(document(keep, settings), { callback: 'optional' })
    expect(errors).toEqual([])
    const { score, violations } = judge(submission!.schedule, Int32Array.from(roster))
    expect(createState(compile(submission!.schedule), Int32Array.from(roster)).score, 'the engine says the same').toEqual(Float64Array.from(score))
    return { score, units: violations.filter(({ setting }) => setting === 'keepAssignment').map(({ priority, units }) => [priority + 1, units]) }
  }
  const week = { until: '2026-03-04T07:00Z', weight: 7, priority: 3 }
  const tomorrow = { until: '2026-03-03', weight: 30, priority: 2 }

  test('charges a change by how soon the shift starts, whatever the order of the entries, and later shifts by the setting', () => {
    expect(scoreWith([week, tomorrow])).toEqual({
      score: [0, 30, 7, 1],
      units: [
        [2, 1],
        [3, 1],
        [4, 1],
      ],
    })
    expect(scoreWith([tomorrow, week]).score).toEqual([0, 30, 7, 1])
    expect(scoreWith([tomorrow, week], KEPT, [0, -1, 1]).score).toEqual([0, 20, 7, 1])
  })

  test('ends before a shift that starts with it', () => {
    expect(scoreWith([{ ...week, until: '2026-03-03T07:00Z' }]).score).toEqual([0, 0, 7, 2])
    expect(scoreWith([{ ...week, until: '2026-03-03T07:01Z' }]).score).toEqual([0, 0, 14, 1])
  })

  test('counts where the setting is switched off, and with weight 0 frees what the setting keeps', () => {
    expect(scoreWith([tomorrow], { others: 'off' }).score).toEqual([0, 30, 0, 0])
    expect(scoreWith([{ ...week, weight: 0 }], { others: 'off', keepAssignment: { thirdPriorityWeight: 9 } }).score).toEqual([0, 0, 9, 0])
  })

  test('of two entries with one until the first counts, and the other draws a warning', () => {
    const { warnings } = readSubmission(document([tomorrow, { ...tomorrow, weight: 1 }]), { callback: 'optional' })
    expect(warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['keep-unused /keep/1'])
    expect(scoreWith([tomorrow, { ...tomorrow, weight: 1 }]).score).toEqual([0, 30, 0, 2])
  })
})
