// Slow: a browser unpacks workbooks, hostile ones too, and writes some.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { CSV_TEMPLATES } from '../../src/formats/csv-templates.ts'
import { readTable } from '../../src/formats/csv-table.ts'
import { type CellValue, WORKBOOK_TYPE, writeWorkbook } from '../../src/formats/workbook.ts'
import { openWorkbook, type SheetRows } from '../../src/console/workbooks/read-workbook.ts'
import { archiveOf, parse, partsOf } from '../../src/console/workbooks/workbook.fixture.ts'
import { NO_BROWSER, openHouse } from './house.ts'

const MIB = 1024 * 1024

describe.skipIf(NO_BROWSER)('a workbook', () => {
  const house = openHouse()

  test('is a schedule by its sheets, and a hostile one is told in a sentence while the page goes on', async () => {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    const { page } = stay
    await stay.signIn(house.hospital.planner)
    await stay.open('#/submit')
    // What a browser makes of broken XML has a style of its own, which the policy refuses.
    stay.forgive(/Applying inline style/)
    const files = page.locator('input[type=file]')
    const book = partsOf({ rows: '<row><c><v>1</v></c></row>' })
    for (const { name, bytes, why } of [
      { name: 'bomb.xlsx', bytes: archiveOf({ ...book, 'xl/sharedStrings.xml': ' '.repeat(400 * MIB) }), why: 'larger than 48 MiB' },
      { name: 'long.xlsx', bytes: archiveOf(partsOf({ rows: '<row/>'.repeat(1_000_000) })), why: 'more than 20,000 rows' },
      {
        name: 'odd.xlsx',
        bytes: archiveOf({ ...book, 'xl/worksheets/sheet1.xml': '<worksheet><a></worksheet>' }),
        why: 'no workbook that can be read',
      },
      { name: 'entities.xlsx', bytes: archiveOf({ ...book, 'xl/styles.xml': LAUGHS }), why: 'no workbook that can be read' },
      { name: 'locked.xlsx', bytes: encrypted(), why: 'with a password' },
      { name: 'old.xls', bytes: Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), why: 'Save it as an Excel workbook (.xlsx)' },
      { name: 'free.ods', bytes: archiveOf({ 'mimetypeapplication/vnd.oasis.opendocument.spreadsheet': '' }), why: 'an OpenDocument spreadsheet' },
    ]) {
      await files.setInputFiles({ name, mimeType: WORKBOOK_TYPE, buffer: Buffer.from(bytes) })
      await page.getByText(`${name} is left out.`).filter({ hasText: why }).waitFor()
    }
    expect(await stay.findBarriers()).toEqual([])

    const sheets = Object.entries(CSV_TEMPLATES).map(([name, text]) => ({ name: name.replace('.csv', ''), rows: rowsOf(text) }))
    const buffer = await bytesOf(await writeWorkbook(sheets))
    await files.setInputFiles({ name: 'ward.xlsx', mimeType: WORKBOOK_TYPE, buffer })
    await page.getByText('the shifts of ward.xlsx · shifts').waitFor()
    await page.getByText(/^It can be submitted/).waitFor()
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('submit-workbook')).toEqual([])
    await stay.close()
  })

  test('fills a plan, and a plan and its roster are saved as one', async () => {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    const { page } = stay
    await stay.signIn(house.hospital.planner)
    await stay.open('#/plans')
    await page.getByRole('button', { name: 'New plan' }).click()
    await page.getByLabel('Name', { exact: true }).fill('From a workbook')
    await page.getByRole('button', { name: 'Make the plan' }).click()
    const people = [
      ['Name', 'Contract', 'Skills'],
      ['=Anna', 'Full time', 'nurse, ICU'],
      ['Ben', 'Part time'],
    ]
    await page.getByText('Paste people from a spreadsheet').click()
    const folded = page.locator('details', { hasText: 'Paste people' })
    await choose(folded, [
      { name: 'Notes', rows: [['nothing']] },
      { name: 'People', rows: people },
    ])
    await expect.poll(() => folded.getByLabel('Lines', { exact: true }).inputValue()).toContain('=Anna\tFull time\tnurse, ICU')
    expect(await stay.findBarriers()).toEqual([])
    await folded.getByRole('button', { name: 'Add these people' }).click()
    await page.getByText('2 people').waitFor()

    await page.getByText('Paste shifts from a spreadsheet').click()
    const [start, end] = [{ date: '2027-02-01T22:00' }, { date: '2027-02-02T06:00' }]
    await choose(page.locator('details', { hasText: 'Paste shifts' }), [
      {
        name: 'Shifts',
        rows: [
          ['Where', 'From', 'Until'],
          ['Ward', start, end],
        ],
      },
    ])
    await page.getByRole('button', { name: 'Add these lines' }).click()
    await page.getByText('Ward, 22:00–06:00: 1 shift').waitFor()

    expect(await saved(page, 'Save as Excel: People')).toEqual(people)
    expect(await saved(page, 'Save as Excel: Shifts')).toEqual([
      ['Where', 'From', 'Until', 'Who'],
      ['Ward', '2027-02-01 22:00', '2027-02-02 06:00'],
    ])
    expect(await saved(page, 'Save as Excel: Roster')).toEqual([['Name', '2027-02-01'], ['=Anna'], ['Ben'], ['Nobody', '22:00 Ward']])
    const csv = await downloaded(page, 'Save CSV: People')
    expect(csv.toString()).toContain(`'=Anna,Full time,"nurse, ICU"`)
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('plan-workbook')).toEqual([])
    await stay.close()
  })
})

/** Twelve lines that would come to gigabytes. */
const LAUGHS = `<!DOCTYPE a [<!ENTITY a0 "ha">${Array.from({ length: 12 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]><styleSheet>&a12;</styleSheet>`

interface NewSheet {
  readonly name: string
  readonly rows: readonly (readonly CellValue[])[]
}

async function choose(folded: Locator, sheets: readonly NewSheet[]): Promise<void> {
  const buffer = await bytesOf(await writeWorkbook(sheets))
  await folded.locator('input[type=file]').setInputFiles({ name: 'plan.xlsx', mimeType: WORKBOOK_TYPE, buffer })
  await expect.poll(() => folded.getByLabel('Lines', { exact: true }).inputValue()).not.toBe('')
}

async function saved(page: Page, button: string): Promise<SheetRows> {
  const workbook = await openWorkbook(await downloaded(page, button), parse)
  return workbook.read(workbook.sheets[0]!)
}

async function downloaded(page: Page, button: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return readFile(await download.path())
}

async function bytesOf(workbook: Blob): Promise<Buffer> {
  return Buffer.from(await workbook.arrayBuffer())
}

/** A table of text as a spreadsheet keeps it once it was filled in: numbers and times as such. */
function rowsOf(text: string): readonly (readonly CellValue[])[] {
  const { names, rows } = readTable(text)
  return [names, ...rows.map(({ cells }) => names.map((name) => cellOf(cells[name] ?? '')))]
}

function cellOf(text: string): CellValue {
  if (/^\d{4}-\d\d-\d\d(?: \d\d:\d\d)?$/.test(text)) return { date: text.replace(' ', 'T') }
  return /^\d+$/.test(text) ? Number(text) : text
}

/** A container as office programs write what has a password: its directory names what is within. */
function encrypted(): Buffer {
  const bytes = Buffer.alloc(2048)
  bytes.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(1, 48)
  bytes.write('EncryptedPackage', 1024 + 128, 'utf16le')
  return bytes
}
