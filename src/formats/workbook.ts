import { crcOf } from './crc.ts'

/** What a cell has: a text, a number, a local day `2027-03-01`, or a local time `2027-03-01T07:00`; null for nothing. */
export type CellValue = string | number | { readonly date: string } | null

/** A sheet: its name, and its rows, of which the first has the names of the columns. */
export interface NewSheet {
  readonly name: string
  readonly rows: readonly (readonly CellValue[])[]
}

/** What programs take for a workbook. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OF_OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const OF_PARTS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** By their numbers in the list of styles below. */
const STYLE = { head: 1, date: 2, dateTime: 3 } as const
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** A workbook (.xlsx) of these sheets, the first row of each frozen. Texts are texts, whatever they begin with, and days and times are such. */
export async function writeWorkbook(sheets: readonly NewSheet[]): Promise<Blob> {
  const sheetParts = sheets.map(({ rows }, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)] as const)
  const types = sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${OF_PARTS}.worksheet+xml"/>`)
  const names = namesOf(sheets).map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="r${at + 1}"/>`)
  const parts = [
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${OF_PARTS}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${OF_PARTS}.styles+xml"/>${types.join('')}</Types>`,
    ],
    ['_rels/.rels', relationsXml([['r1', 'officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', `<workbook xmlns="${MAIN}" xmlns:r="${OF_OFFICE}"><sheets>${names.join('')}</sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      relationsXml([
        ...sheets.map((_, at) => [`r${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`] as const),
        ['r0', 'styles', 'styles.xml'] as const,
      ]),
    ],
    ['xl/styles.xml', STYLES],
    ...sheetParts,
  ] as const
  return pack(parts.map(([name, xml]) => [name, HEAD + xml] as const))
}

function relationsXml(relations: readonly (readonly [id: string, kind: string, target: string])[]): string {
  const each = relations.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${OF_OFFICE}/${kind}" Target="${target}"/>`)
  return `<Relationships xmlns="${RELATIONS}">${each.join('')}</Relationships>`
}

/** As spreadsheets take them: at most 31 characters, none of `[]:*?/\`, each name once. */
function namesOf(sheets: readonly NewSheet[]): readonly string[] {
  const taken = new Set<string>()
  return sheets.map(({ name }, at) => {
    const short = name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)
    const free = short.trim() === '' || taken.has(short.toLowerCase()) ? `${at + 1}` : short
    taken.add(free.toLowerCase())
    return free
  })
}

const WIDEST = 60

function sheetXml(rows: NewSheet['rows']): string {
  const columns = Math.max(1, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) => {
    const longest = rows.reduce((most, row) => Math.max(most, lengthOf(row[column] ?? null)), 0)
    return `<col min="${column + 1}" max="${column + 1}" width="${Math.min(WIDEST, longest + 2)}" customWidth="1"/>`
  })
  const lines = rows.map(
    (row, at) => `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, `${letters(column)}${at + 1}`, at === 0)).join('')}</row>`,
  )
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`
}

function lengthOf(cell: CellValue): number {
  return cell === null ? 0 : typeof cell === 'object' ? cell.date.length : String(cell).length
}

const DAY_MS = 86_400_000
const DAY_ZERO = Date.UTC(1899, 11, 30)

function cellXml(cell: CellValue, place: string, isHead: boolean): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'string') {
    const style = isHead ? ` s="${STYLE.head}"` : ''
    return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  }
  const hasTime = cell.date.includes('T')
  const serial = (Date.parse(hasTime ? `${cell.date}Z` : cell.date) - DAY_ZERO) / DAY_MS
  return `<c r="${place}" s="${hasTime ? STYLE.dateTime : STYLE.date}"><v>${serial}</v></c>`
}

/** `A` for 0, `AA` for 26. */
function letters(column: number): string {
  const before = column < 26 ? '' : letters(Math.floor(column / 26) - 1)
  return before + String.fromCharCode(65 + (column % 26))
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without characters that XML cannot have; what would be read as the number of one stays as it is. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!)
}

/** 1 January 1980, the first day that an archive knows: the same sheets are the same bytes. */
const FIRST_DAY = 0x21
const IS_UTF8 = 0x800
const DEFLATED = 8

async function pack(parts: readonly (readonly [name: string, text: string])[]): Promise<Blob> {
  const [bodies, entries]: [Uint8Array[], Uint8Array[]] = [[], []]
  let offset = 0
  for (const [name, text] of parts) {
    const bytes = new TextEncoder().encode(text)
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
    const packed = new Uint8Array(await new Response(stream).arrayBuffer())
    const nameBytes = new TextEncoder().encode(name)
    const shared = [20, 2, IS_UTF8, 2, DEFLATED, 2, 0, 2, FIRST_DAY, 2, crcOf(bytes), 4, packed.length, 4, bytes.length, 4, nameBytes.length, 2, 0, 2]
    const local = fields([0x04034b50, 4, ...shared])
    entries.push(fields([0x02014b50, 4, 20, 2, ...shared, 0, 2, 0, 2, 0, 2, 0, 4, offset, 4]), nameBytes)
    bodies.push(local, nameBytes, packed)
    offset += local.length + nameBytes.length + packed.length
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0)
  const end = fields([0x06054b50, 4, 0, 2, 0, 2, parts.length, 2, parts.length, 2, size, 4, offset, 4, 0, 2])
  return new Blob([...bodies, ...entries, end] as Uint8Array<ArrayBuffer>[], { type: WORKBOOK_TYPE })
}

/** Numbers one after the other, each followed by how many bytes it takes, the lowest byte first. */
function fields(pairs: readonly number[]): Uint8Array {
  const bytes: number[] = []
  for (let at = 0; at < pairs.length; at += 2) for (let byte = 0; byte < pairs[at + 1]!; byte += 1) bytes.push((pairs[at]! >>> (8 * byte)) & 0xff)
  return Uint8Array.from(bytes)
}
