import { describe, expect, test } from 'vitest'
import { openWorkbook } from './read-workbook.ts'
import { parse } from './workbook.fixture.ts'
import { type NewSheet, writeWorkbook } from '../../formats/workbook.ts'

const ROWS: NewSheet['rows'] = [
  ['Name', 'From', 'Day', 'Hours'],
  ['=1+1', { date: '2027-03-01T07:00' }, { date: '2027-03-01' }, 7.5],
  ['<a & "b">', { date: '2027-03-28T03:30' }, null, -3],
  ['_x0041_ \u0007Æ', '', '', 0],
]

async function readBack(sheets: readonly NewSheet[]) {
  const bytes = new Uint8Array(await (await writeWorkbook(sheets)).arrayBuffer())
  const workbook = await openWorkbook(bytes, parse)
  return { text: Buffer.from(bytes).toString('latin1'), workbook }
}

describe('a workbook that is written', () => {
  test('is read again as it was: texts as texts, times and days as such', async () => {
    const { workbook } = await readBack([{ name: 'Roster', rows: ROWS }])
    expect(await workbook.read('Roster')).toEqual([
      ['Name', 'From', 'Day', 'Hours'],
      ['=1+1', '2027-03-01 07:00', '2027-03-01', '7.5'],
      ['<a & "b">', '2027-03-28 03:30', '', '-3'],
      ['_x0041_ Æ', '', '', '0'],
    ])
  })

  test('has sheets with names that spreadsheets take, each once', async () => {
    const rows = [['a']]
    const { workbook } = await readBack(['People', 'people', 'Ward 3/4: [all] '.repeat(5), ''].map((name) => ({ name, rows })))
    expect(workbook.sheets).toEqual(['People', '2', 'Ward 3 4   all  Ward 3 4   all ', '4'])
  })

  test('is the same bytes each time, and may be of twenty thousand rows', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => [`Person ${at}`, { date: '2027-03-01T07:00' }])
    const [one, other] = await Promise.all([writeWorkbook([{ name: 'a', rows: many }]), writeWorkbook([{ name: 'a', rows: many }])])
    expect(Buffer.from(await one.arrayBuffer()).equals(Buffer.from(await other.arrayBuffer()))).toBe(true)
    const workbook = await openWorkbook(new Uint8Array(await one.arrayBuffer()), parse)
    expect((await workbook.read('a')).at(-1)).toEqual(['Person 19999', '2027-03-01 07:00'])
  })
})
