import { describe, expect, test } from 'vitest'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import { canSwap, type Carry, carryTo, handoversOfCarry } from './carry.ts'
import { NO_FILTERS } from './filters.ts'
import { rosterRows } from './rows.ts'
import { WARD, wardModel } from './ward.fixture.ts'

const model = wardModel()
const roster = rosterAsPosted(model.schedule)
const rows = rosterRows(model, roster, NO_FILTERS)
const ANNA = 0
const BO = 1
const [FIXED, NIGHT, LATE, EMPTY] = [1, 2, 3, 4]
const rowOf = (employee: number): number => rows.findIndex(({ kind, position }) => kind === 'employee' && position === employee)
const carry: Carry = { shift: LATE, from: BO, to: BO, row: -1, onto: null, by: 'pointer' }

describe('a shift that is carried', () => {
  test('goes to the employee of the row that it is above, and to nobody above the rows', () => {
    expect(carryTo(carry, rows, { row: rowOf(ANNA), shift: null })).toMatchObject({ to: ANNA, onto: null })
    expect(carryTo(carry, rows, { row: null, shift: null })).toMatchObject({ to: NOBODY, row: null })
    const above = carryTo(carry, rows, { row: rowOf(ANNA), shift: NIGHT })
    expect(carryTo(above, rows, { row: rowOf(ANNA), shift: NIGHT })).toBe(above)
    expect(carryTo(above, rows, { row: rowOf(ANNA), shift: null })).toMatchObject({ to: ANNA, onto: null })
  })

  test('changes hands alone, or for the shift that it is dropped on, and stays above its own row and beside the grid', () => {
    expect(handoversOfCarry({ ...carry, to: ANNA, row: rowOf(ANNA) })).toEqual([{ shift: LATE, from: BO, to: ANNA }])
    expect(handoversOfCarry({ ...carry, to: ANNA, row: rowOf(ANNA), onto: FIXED })).toEqual([
      { shift: LATE, from: BO, to: ANNA },
      { shift: FIXED, from: ANNA, to: BO },
    ])
    expect(handoversOfCarry({ ...carry, row: rowOf(BO) })).toEqual([])
    expect(handoversOfCarry({ ...carry, to: NOBODY })).toEqual([])
  })

  test('is swapped for a shift of somebody else that can be moved', () => {
    const free = wardModel({ shifts: WARD.shifts.map((shift) => ({ ...shift, fixed: false })) })
    const swaps = (of: typeof model, from: Pick<Carry, 'shift' | 'from'>): readonly number[] =>
      [...roster.keys()].filter((other) => canSwap(of, rosterAsPosted(of.schedule), from, other))
    // Anna has a historic shift and a fixed one, Bo's are his own, and the empty one is nobody's.
    expect(swaps(model, carry)).toEqual([])
    expect(swaps(free, carry)).toEqual([FIXED])
    expect(swaps(model, { shift: EMPTY, from: NOBODY })).toEqual([NIGHT, LATE, 5])
  })
})
