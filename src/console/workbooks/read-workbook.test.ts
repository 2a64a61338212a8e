// Slow: hundreds of workbooks with changed bytes are unpacked and read.
import { beforeAll, describe, expect, test } from 'vitest'
import english from '../texts/en.json' with { type: 'json' }
import { takeTexts } from '../texts/texts.ts'
import { openWorkbook, type SheetRows } from './read-workbook.ts'
import { archiveOf, parse, partsOf } from './workbook.fixture.ts'

beforeAll(() => takeTexts(english))

async function read(parts: Readonly<Record<string, string>>): Promise<SheetRows> {
  const workbook = await openWorkbook(archiveOf(parts), parse)
  return workbook.read(workbook.sheets[0]!)
}

const cell = (attributes: string, value: string): string => `<row r="1"><c r="A1" ${attributes}><v>${value}</v></c></row>`

describe('a cell is read as the sheet shows it', () => {
  const formats = {
    164: 'dd/mm/yyyy hh:mm;@',
    165: 'yyyy\\-mm\\-dd',
    166: '[h]:mm',
    167: '"Days: "0.0',
    168: '[$-409]h:mm\\ AM/PM;@',
    169: '[Red]0.00E+00',
    170: '000',
    171: 'mmm',
    172: '_-* #,##0.00_-',
  }
  for (const { what, attributes, value, shown } of [
    { what: 'a number', attributes: '', value: '7', shown: '7' },
    { what: 'a sum of fractions', attributes: '', value: '0.30000000000000004', shown: '0.3' },
    { what: 'a day', attributes: 's="14"', value: '46447', shown: '2027-03-01' },
    { what: 'a day with a time', attributes: 's="22"', value: '46447.291666666664', shown: '2027-03-01 07:00' },
    { what: 'a time of day', attributes: 's="20"', value: '0.29166666666666669', shown: '07:00' },
    { what: 'a time a hair before the hour', attributes: 's="20"', value: '0.2916666', shown: '07:00' },
    { what: 'a time with seconds', attributes: 's="21"', value: '0.5000115740740741', shown: '12:00:01' },
    { what: 'the end of a day', attributes: 's="22"', value: '46447.9999999999', shown: '2027-03-02 00:00' },
    { what: 'hours of a week', attributes: 's="46"', value: '1.5625', shown: '37:30' },
    { what: 'the first day', attributes: 's="14"', value: '1', shown: '1900-01-01' },
    { what: 'a day after the one that 1900 did not have', attributes: 's="14"', value: '61', shown: '1900-03-01' },
    { what: 'a day with a format of its own', attributes: 's="165"', value: '46447.5', shown: '2027-03-01' },
    { what: 'a time with a format of its own', attributes: 's="164"', value: '46447.5', shown: '2027-03-01 12:00' },
    { what: 'hours with a format of their own', attributes: 's="166"', value: '1.5625', shown: '37:30' },
    { what: 'a number with a word that has letters of days', attributes: 's="167"', value: '46447.5', shown: '46447.5' },
    { what: 'a time of twelve hours', attributes: 's="168"', value: '0.8125', shown: '19:30' },
    { what: 'a power of ten in red', attributes: 's="169"', value: '46447', shown: '46447' },
    { what: 'a number of three digits', attributes: 's="170"', value: '7', shown: '007' },
    { what: 'a month', attributes: 's="171"', value: '46447', shown: '2027-03-01' },
    { what: 'an amount', attributes: 's="172"', value: '1840.5', shown: '1840.5' },
    { what: 'a day below zero', attributes: 's="14"', value: '-1', shown: '-1' },
    { what: 'a day that no calendar has', attributes: 's="14"', value: '2958466', shown: '2958466' },
    { what: 'yes', attributes: 't="b"', value: '1', shown: 'TRUE' },
    { what: 'no', attributes: 't="b"', value: '0', shown: 'FALSE' },
    { what: 'what a formula came to', attributes: 't="str"', value: 'Ward &amp; office', shown: 'Ward & office' },
    { what: 'what is wrong', attributes: 't="e"', value: '#N/A', shown: '#N/A' },
    { what: 'a day as ISO 8601', attributes: 't="d"', value: '2027-03-01T07:00:00', shown: '2027-03-01 07:00' },
    { what: 'a shared text', attributes: 't="s"', value: '0', shown: 'plain' },
    { what: 'a shared text of several looks', attributes: 't="s"', value: '1', shown: 'Ward 3' },
    { what: 'a shared text with lines', attributes: 't="s"', value: '2', shown: 'one two three' },
  ]) {
    test(`${what}: ${shown}`, async () => {
      const texts =
        '<si><t>plain</t></si><si><r><t xml:space="preserve">Ward </t></r><r><t>3</t></r><rPh><t>uado</t></rPh></si><si><t> one\ntwo_x000D_three </t></si>'
      expect(await read(partsOf({ rows: cell(attributes, value), texts, formats }))).toEqual([[shown]])
    })
  }

  test('an inline text', async () => {
    const rows = '<row><c t="inlineStr"><is><t>=1+1</t></is></c></row>'
    expect(await read(partsOf({ rows }))).toEqual([['=1+1']])
  })

  test('days may count from 1904', async () => {
    expect(await read(partsOf({ rows: cell('s="14"', '44985'), book: '<workbookPr date1904="1"/>' }))).toEqual([['2027-03-01']])
  })
})

describe('rows are those of the sheet', () => {
  const text = (place: string, value: string): string => `<c r="${place}" t="str"><v>${value}</v></c>`

  test('with those that are empty, and without cells behind the last', async () => {
    const rows = `<row r="2">${text('B2', 'id')}<c r="D2" s="1"/></row><row r="4">${text('A4', '7')}${text('AB4', 'x')}</row><row r="9"/>`
    const [first, second, third, fourth, ...more] = await read(partsOf({ rows }))
    expect([first, second, third, more]).toEqual([[], ['', 'id'], [], []])
    expect([fourth!.length, fourth![0], fourth![27]]).toEqual([28, '7', 'x'])
  })

  test('whatever programs leave out: the places of rows and cells', async () => {
    expect(await read(partsOf({ rows: '<row><c><v>1</v></c><c/><c><v>3</v></c></row><row><c><v>4</v></c></row>' }))).toEqual([['1', '', '3'], ['4']])
  })

  test('what is merged downwards is said of each row, and a heading over the table is none of it', async () => {
    const rows = `<row r="1">${text('A1', 'March')}</row><row r="2">${text('A2', 'spot')}${text('B2', 'id')}</row><row r="3">${text('A3', 'Ward')}${text('B3', '1')}</row><row r="4">${text('B4', '2')}</row><row r="5">${text('A5', 'ICU')}${text('B5', '3')}</row>`
    const behind = '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A3:A4"/></mergeCells>'
    expect(await read(partsOf({ rows, behind }))).toEqual([[], ['spot', 'id'], ['Ward', '1'], ['Ward', '2'], ['ICU', '3']])
  })

  test('of the sheets that can be seen', async () => {
    const parts = partsOf({ rows: cell('', '1'), sheets: ['One', 'Two'] })
    const hidden = { ...parts, 'xl/workbook.xml': parts['xl/workbook.xml']!.replace('name="One"', 'name="One" state="hidden"') }
    expect((await openWorkbook(archiveOf(hidden), parse)).sheets).toEqual(['Two'])
  })
})

describe('what cannot be read says why', () => {
  const book = partsOf({ rows: cell('', '1') })
  const sheet = 'xl/worksheets/sheet1.xml'
  const whole = archiveOf(book)
  for (const { what, bytes, why } of [
    { what: 'no archive', bytes: Buffer.from('PK\x03\x04 and no more'), why: 'It is no workbook' },
    { what: 'nothing', bytes: new Uint8Array(), why: 'It is no workbook' },
    { what: 'an archive that breaks off', bytes: whole.subarray(0, whole.length - 30), why: 'It is no workbook' },
    { what: 'an archive whose beginning is gone', bytes: whole.subarray(300), why: 'It is no workbook' },
    { what: 'another archive', bytes: archiveOf({ 'a.txt': '' }), why: 'It is no workbook' },
    { what: 'a binary workbook', bytes: archiveOf({ 'xl/workbook.bin': '' }), why: 'It is a binary workbook' },
    { what: 'an archive with a password', bytes: archiveOf(book, 1), why: 'It has a password' },
    { what: 'a sheet that breaks off', bytes: archiveOf({ ...book, [sheet]: '<worksheet><sheetData><row>' }), why: 'It is no workbook' },
    { what: 'a document type', bytes: archiveOf({ ...book, [sheet]: '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' }), why: 'It is no workbook' },
    { what: 'a text that is not there', bytes: archiveOf(partsOf({ rows: cell('t="s"', '5') })), why: 'It is no workbook' },
    { what: 'a workbook without sheets', bytes: archiveOf(partsOf({ sheets: [] })), why: 'It is no workbook' },
    {
      what: 'a formula that nobody worked out',
      bytes: archiveOf(partsOf({ rows: '<row><c r="B7"><f>1+1</f></c></row>' })),
      why: 'Cell B7 has a formula',
    },
    { what: 'a million rows', bytes: archiveOf(partsOf({ rows: '<row/>'.repeat(1_000_000) })), why: 'more than 20,000 rows' },
    { what: 'a row far below', bytes: archiveOf(partsOf({ rows: '<row r="1048576"><c><v>1</v></c></row>' })), why: 'more than 20,000 rows' },
    { what: 'a column far out', bytes: archiveOf(partsOf({ rows: '<row><c r="XFD1"><v>1</v></c></row>' })), why: 'more than 200 columns' },
    { what: 'too many cells', bytes: archiveOf(partsOf({ rows: `<row>${'<c/>'.repeat(2_000_001)}</row>` })), why: 'larger than 48 MiB' },
    { what: 'a bomb', bytes: archiveOf({ ...book, 'xl/sharedStrings.xml': ' '.repeat(200 * 1024 * 1024) }), why: 'larger than 48 MiB' },
    {
      what: 'more merged cells than there are',
      bytes: archiveOf(
        partsOf({
          rows: '<row><c r="A1"><v>1</v></c></row>'.concat('<row><c><v>2</v></c></row>'.repeat(999)),
          behind: `<mergeCells>${'<mergeCell ref="A1:A1000"/>'.repeat(1002)}</mergeCells>`,
        }),
      ),
      why: 'It is no workbook',
    },
  ]) {
    test(`${what}`, async () => {
      const reading = openWorkbook(bytes, parse).then(({ sheets, read: readSheet }) => readSheet(sheets[0] ?? ''))
      await expect(reading).rejects.toThrow(why)
    })
  }

  test('bytes that were changed on the way are no sheet, wherever they stand', async () => {
    const end = whole.length - 22
    for (let at = 0; at < end; at += 7) {
      const changed = Uint8Array.from(whole)
      changed[at]! ^= 0x55
      const rows = await openWorkbook(changed, parse)
        .then(({ sheets, read: readSheet }) => readSheet(sheets[0] ?? ''))
        .catch((refused: Error) => refused.message)
      // Some bytes are of no use to anybody, such as the time of a file.
      if (typeof rows !== 'string') expect(rows).toEqual([['1']])
      else expect(rows).toMatch(/^It (?:is|has)/)
    }
  })
})
