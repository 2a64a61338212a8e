import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readShifts, readWishes } from '../../../test/sample-notation.ts'

for (const { setting, type } of [
  { setting: 'unavailable', type: 'UNAVAILABLE' },
  { setting: 'undesired', type: 'UNDESIRED' },
  { setting: 'desired', type: 'DESIRED' },
] as const) {
  const wishesIn = (text: string) => readWishes(text).map((wish) => ({ ...wish, type }))

  describePage(setting, (line) => ({ shifts: readShifts(line.Row!), employees: [{ wishes: wishesIn(line.Wishes!) }] }))

  test(`${setting} looks at wishes of its own type alone`, () => {
    const others = (['UNAVAILABLE', 'UNDESIRED', 'DESIRED'] as const).filter((other) => other !== type)
    const wishes = others.flatMap((other) => readWishes('Mon 00:00–24:00; Fri 00:00–24:00').map((wish) => ({ ...wish, type: other })))
    expect(judgeBy(setting, { shifts: readShifts('Mon 07:00–15:00'), employees: [{ wishes }] }).units).toBe(0)
  })

  test(`${setting} looks at the employee's own wishes alone`, () => {
    const shifts = readShifts('Mon 07:00–15:00').map((shift) => ({ ...shift, employee: type === 'DESIRED' ? 0 : 1 }))
    const employees = type === 'DESIRED' ? [{}, { wishes: wishesIn('Mon 00:00–24:00') }] : [{ wishes: wishesIn('Mon 00:00–24:00') }, {}]
    expect(judgeBy(setting, { shifts, employees }).units).toBe(type === 'DESIRED' ? 1 : 0)
  })
}

test('a wish that is broken is told with its times', () => {
  const wishes = readWishes('Tue 00:00–24:00').map((wish) => ({ ...wish, type: 'UNAVAILABLE' as const }))
  const { matches } = judgeBy('unavailable', { shifts: readShifts('Mon 23:00–07:00'), employees: [{ name: 'Anna', wishes }] })
  expect(matches[0]).toMatchObject({
    date: '2026-03-02',
    text: 'Anna works shift 101 (2026-03-02 23:00–07:00) but is unavailable from 2026-03-03 00:00 to 2026-03-04 00:00.',
  })
})

test('a wish that is not met is told with its tag and without a shift', () => {
  const wishes = readWishes('Mon 00:00–24:00 tagged early').map((wish) => ({ ...wish, type: 'DESIRED' as const }))
  const { matches } = judgeBy('desired', { shifts: readShifts('Mon 14:00–22:00'), employees: [{ wishes }] })
  expect(matches[0]).toMatchObject({ shiftIds: [], employeeIds: [1], date: '2026-03-02' })
  expect(matches[0]!.text).toBe('employee 1 asked for a shift tagged early between 2026-03-02 00:00 and 2026-03-03 00:00 and has none.')
})
