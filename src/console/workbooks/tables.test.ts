import { describe, expect, test } from 'vitest'
import { readTable } from '../../formats/csv-table.ts'
import { linesOf, tablesOf, textOfRows } from './tables.ts'
import { archiveOf, parse, partsOf } from './workbook.fixture.ts'

const workbook = (...sheets: readonly string[]): Uint8Array => archiveOf(partsOf({ sheets, rows: '<row><c t="str"><v>id</v></c></row>' }))

describe('the tables of a workbook', () => {
  test('are the sheets that are named like one', async () => {
    const tables = await tablesOf('ward.xlsx', workbook('Notes', 'Employees', 'Shifts March'), parse)
    expect(tables).toEqual([
      { name: 'ward.xlsx · Employees', sheet: 'Employees', text: 'id\n' },
      { name: 'ward.xlsx · Shifts March', sheet: 'Shifts March', text: 'id\n' },
    ])
  })

  test('or else the first sheet', async () => {
    expect(await tablesOf('ward.xlsx', workbook('Ark1', 'Ark2'), parse)).toEqual([{ name: 'ward.xlsx', sheet: 'Ark1', text: 'id\n' }])
  })

  test('lines are those of a sheet by its name, or else of the first', async () => {
    const parts = partsOf({ sheets: ['Ark1', 'Personale'], rows: '<row><c><v>1</v></c></row>' })
    const second = { ...parts, 'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row><c><v>2</v></c></row></sheetData></worksheet>' }
    expect(await linesOf(archiveOf(second), ['people', 'personale'], parse)).toBe('2\n')
    expect(await linesOf(archiveOf(second), ['people'], parse)).toBe('1\n')
  })
})

test('rows are lines of a table, each with the number of its row', () => {
  const text = textOfRows([[], ['id', 'name, short; and "long"'], ['7', 'Anna, "the" nurse'], [], ['8', '', 'x']])
  const { names, line, rows } = readTable(text.replace('\tx', ''))
  expect([names, line]).toEqual([['id', 'name  short  and "long"'], 2])
  expect(rows).toEqual([
    { line: 3, cells: { id: '7', [names[1]!]: 'Anna, "the" nurse' } },
    { line: 5, cells: { id: '8' } },
  ])
})
