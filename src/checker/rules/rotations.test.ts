import { describe, expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { readDays, readJson, readShifts } from '../../../test/sample-notation.ts'
import type { Sample, SampleEmployee } from '../../../test/sample-schedule.ts'
import { epochDayOf } from '../../model/calendar.ts'
import { DAY_OFF, type Rotation, type Turn } from '../../model/schedule.ts'

const DAY_MIN = 1440
const WORDS: Readonly<Record<string, string>> = { D: 'day', L: 'late', N: 'night', X: 'none', '.': DAY_OFF }

const weeksOf = (text: string): string[][] => text.split(' ').map((week) => [...week].map((letter) => WORDS[letter]!))

interface Drawn extends SampleEmployee {
  readonly anchor?: string
  readonly called?: string | null
}

function rotating(weeks: string, turn: Partial<Turn> = {}, { anchor = '2026-03-02', called: name = null, ...employee }: Drawn = {}) {
  const rotations: Rotation[] = [{ id: 'turns', name, weeks: weeksOf(weeks), anchorDay: epochDayOf(anchor) }]
  const works: SampleEmployee = { rotation: { rotationIndex: 0, offset: 0, weight: 1, weights: null, ...turn }, ...employee }
  return { rotations, employees: [works] }
}

/** An absence written `0 to 2`: days from midnight to midnight, the last one excluded. */
function awayOn(text: string): SampleEmployee {
  if (text === '–') return {}
  const [from, to] = text.split(' to ').map((day) => Number(day) * DAY_MIN)
  return { wishes: [{ type: 'UNAVAILABLE', from: from!, to: to! }] }
}

describePage('rotations', (line) => ({
  ...readDays(line.Days!),
  ...rotating(line.Weeks!, readJson<Partial<Turn>>(line.Rotation!)!, { anchor: line.Anchor!, ...awayOn(line.Away!) }),
}))

const unitsOf = (sample: Sample): number => judgeBy('rotations', sample).units
const MONDAY = 'D......'

describe('a day of a rotation', () => {
  test('is met by any shift with the tag, whatever starts beside it', () => {
    const both = readShifts('Mon 07:00–11:00 tagged day; Mon 14:00–22:00 tagged late')
    expect(unitsOf({ shifts: both, days: 7, ...rotating(MONDAY) })).toBe(0)
    expect(unitsOf({ shifts: both, days: 7, ...rotating('L......') })).toBe(0)
    expect(unitsOf({ shifts: both, days: 7, ...rotating('N......') })).toBe(1)
    expect(unitsOf({ shifts: both, days: 7, ...rotating('.......') })).toBe(1)
  })

  test('is the one on which a shift starts', () => {
    const night = readShifts('Mon 23:00–07:00 tagged night')
    expect(unitsOf({ shifts: night, days: 7, ...rotating('N......') })).toBe(0)
    expect(unitsOf({ shifts: night, days: 7, ...rotating('.N.....') })).toBe(2)
  })

  test('wants nothing of who is away from midnight to midnight, and something a minute short of that', () => {
    const away = (to: number): SampleEmployee => ({ wishes: [{ type: 'UNAVAILABLE', from: 0, to }] })
    const late = readShifts('Sun 14:00–22:00 tagged late')
    const wanted = (employee: SampleEmployee): number => unitsOf({ shifts: late, days: 7, horizonFirst: 0, ...rotating('D.....L', {}, employee) })
    expect(wanted({})).toBe(1)
    expect(wanted(away(DAY_MIN))).toBe(0)
    expect(wanted(away(DAY_MIN - 1))).toBe(1)
    expect(wanted({ wishes: [{ type: 'UNAVAILABLE', from: 0, to: DAY_MIN, tag: 'day' }] })).toBe(1)
    expect(wanted({ wishes: [{ type: 'UNDESIRED', from: 0, to: DAY_MIN }] })).toBe(1)
  })

  test('costs on the priority that the rotation names', () => {
    const sample = { ...readDays('.......'), ...rotating(MONDAY, { weights: [0, 1, 0, 0], weight: 3 }) }
    const { units, penalty } = judgeBy('rotations', sample)
    expect({ units, penalty }).toEqual({ units: 3, penalty: 3 })
  })
})

test('who works no rotation is asked for nothing', () => {
  expect(unitsOf({ ...readDays('DDDDDDD'), rotations: rotating('.......').rotations })).toBe(0)
})

describe('a sentence', () => {
  const textOf = (days: string, weeks: string, name: string | null): string =>
    judgeBy('rotations', { ...readDays(days), ...rotating(weeks, {}, { called: name }) }).matches[0]!.text

  test('names the rotation, the day, what it wants and what there is', () => {
    expect(textOf('.......', MONDAY, 'Two\nweeks')).toBe('Rotation "Two weeks" wants a shift tagged day on 2026-03-02, and employee 1 has none.')
    expect(textOf('L......', MONDAY, null)).toBe(
      'Rotation turns wants a shift tagged day on 2026-03-02, and employee 1 works shift 101 (2026-03-02 14:00–22:00).',
    )
    expect(textOf('D......', '.......', null)).toBe(
      'Rotation turns wants no shift on 2026-03-02, and employee 1 works shift 101 (2026-03-02 07:00–15:00).',
    )
  })

  test('has the shifts of the day with it', () => {
    const { matches } = judgeBy('rotations', { ...readDays('LD.....'), ...rotating('D......') })
    expect(matches.map(({ shiftIds, date }) => ({ shiftIds, date }))).toEqual([
      { shiftIds: [101], date: '2026-03-02' },
      { shiftIds: [102], date: '2026-03-03' },
    ])
  })
})
