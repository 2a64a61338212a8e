import { describe, expect, test } from 'vitest'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import { choicesOf, isFiltered, NO_FILTERS, readFilters } from './filters.ts'
import { demandRows, emptyLines, isMissing, MOST_LINES, rosterRows, seatsInWords, seatsOf, seatsText } from './rows.ts'
import { WARD, wardModel } from './ward.fixture.ts'

const model = wardModel()
const roster = rosterAsPosted(model.schedule)
const rowsBy = (query: string): readonly string[] => rosterRows(model, roster, readFilters(new URLSearchParams(query))).map(({ key }) => key)

describe('rows', () => {
  test('empty shifts stand on top by their spot, employees below', () => {
    expect(rowsBy('')).toEqual(['empty-0', 'employee-0', 'employee-1', 'employee-2'])
  })

  test('each has its shifts by day, earlier ones first', () => {
    const [empty, anna, bo] = rosterRows(model, roster, NO_FILTERS)
    expect(empty!.cells).toEqual([[], [], [], [], [4]])
    expect(anna!.cells).toEqual([[0], [1], [], [], []])
    expect(bo!.cells).toEqual([[], [], [2], [], [5, 3]])
    expect([anna!.lines, bo!.lines]).toEqual([1, 2])
  })

  test('an employee without a name is shown by the id', () => {
    expect(rosterRows(model, roster, NO_FILTERS).at(-1)!.label).toBe('13')
  })

  test('a day with very many shifts makes no row higher than the most', () => {
    const many = wardModel({ shifts: [...WARD.shifts, ...[7, 8, 9, 10, 11].map((id) => ({ ...WARD.shifts[4]!, id }))] })
    expect(rosterRows(many, rosterAsPosted(many.schedule), NO_FILTERS)[0]!.lines).toBe(MOST_LINES)
  })

  test('empty shifts leave room for people: more than a few lines of them are one row, unless they are asked for by spot', () => {
    for (const { spots, folded } of [
      { spots: 6, folded: false },
      { spots: 7, folded: true },
    ]) {
      const short = wardModel({
        spots: Array.from({ length: spots }, (_, at) => ({ id: at + 1, name: `Ward ${at + 1}` })),
        shifts: Array.from({ length: spots }, (_, at) => ({ ...WARD.shifts[4]!, id: at + 1, spot: at + 1 })),
      })
      const empty = rosterAsPosted(short.schedule)
      const rows = rosterRows(short, empty, NO_FILTERS)
      expect(rows.filter(({ kind }) => kind !== 'employee').map(({ kind }) => kind)).toEqual(folded ? ['folded'] : Array(spots).fill('empty'))
      expect(rows.flatMap(({ cells }) => cells.flat())).toHaveLength(spots)
      expect(emptyLines(rosterRows(short, empty, NO_FILTERS, 'by-spot'))).toBe(spots)
    }
  })

  test('historic shifts that nobody works are no empty shifts', () => {
    const shifts = WARD.shifts.map((shift) => (shift.id === 1 ? { ...shift, employee: null } : shift))
    const historic = wardModel({ shifts })
    expect(rosterRows(historic, rosterAsPosted(historic.schedule), NO_FILTERS)[0]!.cells[0]).toEqual([])
  })
})

test('the row of a spot is shown for a skill that only a shift there asks for or prefers, which can be chosen', () => {
  for (const list of ['skills', 'anySkills', 'preferredSkills']) {
    const asking = wardModel({ shifts: WARD.shifts.map((shift) => (shift.id === 5 ? { ...shift, [list]: [{ id: 9, minLevel: 2 }] } : shift)) })
    const rows = demandRows(asking, { ...NO_FILTERS, skill: '9' })
    expect(rows.map(({ key }) => key)).toEqual(['demand-0'])
    expect(choicesOf(asking).skills).toEqual([7, 8, 9])
  }
})

describe('filters', () => {
  for (const { query, rows } of [
    { query: 'team=1', rows: ['empty-0', 'employee-0', 'employee-2'] },
    { query: 'team=2', rows: ['employee-1'] },
    { query: 'skill=8', rows: ['employee-1'] },
    { query: 'tag=night', rows: ['employee-1'] },
    { query: 'tag=day', rows: ['empty-0', 'employee-0'] },
    { query: 'name=ann', rows: ['employee-0'] },
    { query: 'name=13', rows: ['employee-2'] },
    { query: 'name=ward', rows: ['empty-0'] },
    { query: 'team=x', rows: [] },
  ]) {
    test(`${query} shows ${rows.join(', ')}`, () => expect(rowsBy(query)).toEqual(rows))
  }

  test('offer what the schedule has', () => {
    expect(choicesOf(model)).toEqual({ teams: [1, 2], skills: [7, 8], tags: ['night', 'day', 'late'] })
  })

  test('none is set where the address says nothing', () => {
    expect(isFiltered(readFilters(new URLSearchParams('view=demand')))).toBe(false)
    expect(isFiltered(readFilters(new URLSearchParams('team=0')))).toBe(true)
  })
})

describe('demand', () => {
  test('counts what is needed and filled by day and spot, without history', () => {
    const counted = demandRows(model, NO_FILTERS).map(({ label, cells }) => [
      label,
      cells.map((shifts) => seatsText(seatsOf(model, roster, shifts), '/')),
    ])
    expect(counted).toEqual([
      ['Ward', ['', '1/1', '1/1', '', '0/1']],
      ['Front desk', ['', '', '', '', '1/1 +1']],
    ])
  })

  test('of a team has the spots that are open to every team', () => {
    expect(demandRows(model, { ...NO_FILTERS, team: '2' }).map(({ label }) => label)).toEqual(['Front desk'])
  })

  test('follows the roster', () => {
    const after = roster.slice()
    after[3] = NOBODY
    expect(seatsOf(model, after, [3, 5])).toEqual({ needed: 1, filled: 0, optional: 1, optionalFilled: 1 })
  })

  test('is not short of a shift that is optional and empty', () => {
    const after = roster.slice()
    after[5] = NOBODY
    expect(seatsText(seatsOf(model, after, [3, 5]), '/')).toBe('1/1 +0')
    expect(seatsText(seatsOf(model, after, [5]), ' / ')).toBe('+0')
    expect(seatsInWords(seatsOf(model, after, [3, 5]))).toBe('1 of 1 filled, 0 of 1 optional')
    expect(seatsInWords(seatsOf(model, after, [5]))).toBe('0 of 1 optional')
    expect([isMissing(model, after, 5), isMissing(model, after, 4), isMissing(model, after, 3)]).toEqual([false, true, false])
  })
})
