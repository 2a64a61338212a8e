import { describe, expect, test } from 'vitest'
import { NOBODY, type Roster } from '../../model/roster.ts'
import { type CellRange, copied, emptied, pasted, rangeOf } from './cell-range.ts'
import { NO_FILTERS } from './filters.ts'
import { FROZEN_COLUMNS } from './layout.ts'
import { readModel } from './roster-model.ts'
import { rosterRows } from './rows.ts'

const ANNA = 0
const BO = 1
const shift = (id: number, day: string, [start, end]: readonly [string, string], more: object = {}) => ({
  id,
  spot: 1,
  start: `2027-05-${day}T${start}`,
  end: `2027-05-${day}T${end}`,
  ...more,
})
const EARLY = ['07:00', '15:00'] as const
const LATE = ['15:00', '23:00'] as const
/** Anna works early on Monday and late on Tuesday, and has a fixed shift on Wednesday. In the week after, and on Tuesday, there are shifts like them, at another spot too. */
const model = readModel({
  timeZone: 'Europe/Copenhagen',
  employees: [{ id: 1 }, { id: 2 }],
  spots: [{ id: 1 }, { id: 2 }],
  shifts: [
    shift(1, '10', EARLY, { employee: 1 }),
    shift(2, '11', LATE, { employee: 1 }),
    shift(3, '12', EARLY, { employee: 1, fixed: true }),
    shift(4, '17', EARLY),
    shift(5, '17', EARLY, { spot: 2 }),
    shift(6, '18', LATE),
    shift(7, '18', ['16:00', '23:00']),
    shift(8, '10', EARLY),
    shift(9, '10', ['14:00', '18:00']),
  ],
})
const positions = model.schedule.shifts.map(({ employeeIndex }) => employeeIndex ?? NOBODY)
const roster: Roster = Int32Array.from(positions)
const of = (worked: Roster = roster) => ({ look: { model, roster: worked }, rows: rosterRows(model, worked, NO_FILTERS) })
const rowOf = (employee: number): number => of().rows.findIndex(({ kind, position }) => kind === 'employee' && position === employee)
const cell = (employee: number, day: number) => ({ row: rowOf(employee), column: FROZEN_COLUMNS + day })
const week = (employee: number): CellRange => rangeOf(cell(employee, 0), cell(employee, 2))
const idOf = (at: number) => model.schedule.shifts[at]!.id

function paste(at: ReturnType<typeof cell>, worked: Roster = roster) {
  const { look, rows } = of(worked)
  const source = copied(of().look, of().rows, week(ANNA))
  const { handovers, left } = pasted(look, rows, source, at)
  return { given: handovers.map(({ shift: given, to }) => [idOf(given), to]), left }
}

describe('cells that are chosen together', () => {
  test('lie between two corners, whichever is named first; a frozen column is the first day', () => {
    expect(rangeOf({ row: 5, column: 9 }, { row: 2, column: 0 })).toEqual({ firstRow: 2, lastRow: 5, firstDay: 0, lastDay: 9 - FROZEN_COLUMNS })
  })

  test('are emptied but for what is fixed, and for what is nobody’s already', () => {
    const { look, rows } = of()
    expect(emptied(look, rows, week(ANNA)).map(({ shift: at, to }) => [idOf(at), to])).toEqual([
      [1, NOBODY],
      [2, NOBODY],
    ])
    expect(emptied(look, rows, { ...week(ANNA), firstRow: 0, lastRow: rows.length - 1 })).toHaveLength(2)
  })

  test('are a table for other programs', () => {
    const { look, rows } = of()
    expect(copied(look, rows, { ...week(ANNA), lastDay: 1 }).text).toBe('07:00–15:00, 1\t15:00–23:00, 1')
  })
})

describe('cells that are pasted', () => {
  test('are empty shifts at the same spot and times, on the days on which they are pasted', () => {
    expect(paste(cell(BO, 7))).toEqual({
      given: [
        [4, BO],
        [6, BO],
      ],
      left: 1,
    })
  })

  test('go to others on the same days too, each shift once', () => {
    expect(paste(cell(BO, 0)).given).toEqual([[8, BO]])
  })

  test('leave out whom they would have work twice at once', () => {
    const busy = roster.slice()
    busy[8] = BO
    expect(paste(cell(BO, 0), busy)).toEqual({ given: [], left: 3 })
  })

  test('beyond the last day and the last row are left out', () => {
    expect(paste(cell(BO, 8)).given).toEqual([])
    expect(paste({ row: 99, column: FROZEN_COLUMNS + 7 })).toEqual({ given: [], left: 3 })
  })
})
