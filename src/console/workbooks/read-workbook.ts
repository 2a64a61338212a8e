import { t } from '../texts/texts.ts'
import { type Archive, brokenWorkbook, MOST_ROWS, openArchive } from './archive.ts'
import { formatOf, knownFormat, showNumber, type Shown } from './cell-formats.ts'

/** An element, as a browser has it. */
export interface XmlElement {
  readonly localName: string
  getAttribute(name: string): string | null
  readonly children: ArrayLike<XmlElement>
  readonly textContent: string | null
}

/** Reads a text as XML; null for what is none. */
export type ParseXml = (text: string) => XmlElement | null

/** The rows of a sheet from its first one on, as the sheet shows them; '' for a cell without anything. */
export type SheetRows = readonly (readonly string[])[]

/** A workbook whose sheets are read one by one. */
export interface Workbook {
  /** Names of the sheets that can be seen, in their order. */
  readonly sheets: readonly string[]
  /** Throws, in words, for a sheet that is broken or too large, or has a formula whose result is not in the file. */
  read(sheet: string): Promise<SheetRows>
}

/** What cells refer to. */
interface Surroundings {
  readonly texts: readonly string[]
  readonly formats: readonly Shown[]
  readonly is1904: boolean
}

const MOST_COLUMNS = 200
/** Cells that merged ones are written into. */
const MOST_MERGED = 1_000_000

/** Opens an .xlsx workbook. Throws, in words for whoever chose it, for one that cannot be read. */
export async function openWorkbook(bytes: Uint8Array, parse: ParseXml): Promise<Workbook> {
  const archive = openArchive(bytes)
  const book = archive.names.find((name) => /^xl\/workbook\d*\.xml$/i.test(name))
  if (book === undefined) throw new Error(t(archive.names.some((name) => name.endsWith('.bin')) ? 'workbook.binary' : 'workbook.broken'))
  const read = async (name: string): Promise<XmlElement | null> => parsed(await archive.read(name), parse)
  const root = await read(book)
  const targets = await targetsOf(archive, book, read)
  const parts = new Map(
    childrenOf(childOf(root, 'sheets'))
      .filter((sheet) => (sheet.getAttribute('state') ?? 'visible') === 'visible')
      .map((sheet) => [sheet.getAttribute('name') ?? '', targets.get(sheet.getAttribute('r:id') ?? '')] as const)
      .filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
  )
  let surroundings: Promise<Surroundings> | null = null
  const is1904 = /^(?:1|true)$/.test(childOf(root, 'workbookPr')?.getAttribute('date1904') ?? '')
  const look = async (): Promise<Surroundings> => {
    const [texts, styles] = [await read('xl/sharedStrings.xml'), await read('xl/styles.xml')]
    return { texts: childrenOf(texts).map(textOf), formats: formatsOf(styles), is1904 }
  }
  return {
    sheets: [...parts.keys()],
    async read(sheet) {
      surroundings ??= look()
      const around = await surroundings
      const element = await read(parts.get(sheet) ?? '')
      if (element === null) throw brokenWorkbook()
      return rowsOf(element, around)
    },
  }
}

function parsed(text: string | null, parse: ParseXml): XmlElement | null {
  if (text === null) return null
  // What a document type declares could be as large as it likes.
  const root = text.includes('<!DOCTYPE') ? null : parse(text)
  if (root === null) throw brokenWorkbook()
  return root
}

/** The files of sheets by the ids that the workbook calls them by. */
async function targetsOf({ names }: Archive, book: string, read: (name: string) => Promise<XmlElement | null>): Promise<ReadonlyMap<string, string>> {
  const relations = childrenOf(await read(book.replace(/[^/]+$/, '_rels/$&.rels')))
  const sheets = relations.filter((relation) => (relation.getAttribute('Type') ?? '').endsWith('/worksheet'))
  const known = new Set(names)
  return new Map(
    sheets.flatMap((relation) => {
      const target = relation.getAttribute('Target') ?? ''
      const name = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
      return known.has(name) ? [[relation.getAttribute('Id') ?? '', name] as const] : []
    }),
  )
}

/** By the styles that cells name. */
function formatsOf(styles: XmlElement | null): readonly Shown[] {
  const codes = new Map(
    childrenOf(childOf(styles, 'numFmts')).map((format) => [Number(format.getAttribute('numFmtId')), format.getAttribute('formatCode') ?? '']),
  )
  return childrenOf(childOf(styles, 'cellXfs')).map((style) => {
    const id = Number(style.getAttribute('numFmtId') ?? 0)
    const code = codes.get(id)
    return code === undefined ? knownFormat(id) : formatOf(code)
  })
}

function rowsOf(sheet: XmlElement, around: Surroundings): SheetRows {
  const rows: string[][] = []
  let next = 0
  for (const element of childrenOf(childOf(sheet, 'sheetData'))) {
    const at = element.getAttribute('r') === null ? next : Number(element.getAttribute('r')) - 1
    next = at + 1
    const row = cellsOf(element, around)
    if (row.length === 0) continue
    if (!(at >= 0 && at < MOST_ROWS)) throw new Error(t('workbook.rows', { most: MOST_ROWS }))
    while (rows.length <= at) rows.push([])
    rows[at] = row
  }
  merge(
    rows,
    childrenOf(childOf(sheet, 'mergeCells')).map((cell) => cell.getAttribute('ref') ?? ''),
  )
  return rows
}

/** Without the empty ones behind the last one that is filled. */
function cellsOf(row: XmlElement, around: Surroundings): string[] {
  const cells: string[] = []
  let next = 0
  for (const cell of childrenOf(row)) {
    const place = cell.getAttribute('r')
    const at = place === null ? next : columnOf(place)
    next = at + 1
    const text = cellText(cell, place ?? '', around)
    if (text === '') continue
    if (!(at >= 0 && at < MOST_COLUMNS)) throw new Error(t('workbook.columns', { most: MOST_COLUMNS }))
    while (cells.length < at) cells.push('')
    cells[at] = text
  }
  return cells
}

function cellText(cell: XmlElement, place: string, { texts, formats, is1904 }: Surroundings): string {
  const kind = cell.getAttribute('t') ?? 'n'
  if (kind === 'inlineStr') return oneLine(textOf(childOf(cell, 'is')))
  const value = childOf(cell, 'v')?.textContent ?? null
  if (value === null) {
    if (childOf(cell, 'f') !== null) throw new Error(t('workbook.formula', { cell: place }))
    return ''
  }
  if (kind === 's') {
    const text = texts[Number(value)]
    if (text === undefined) throw brokenWorkbook()
    return oneLine(text)
  }
  if (kind === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE'
  if (kind === 'd') return value.replace('T', ' ').replace(/(:\d\d):00(?:\.0+)?Z?$/, '$1')
  if (kind !== 'n') return oneLine(unescaped(value))
  const number = Number(value)
  if (value.trim() === '' || Number.isNaN(number)) return value.trim()
  return showNumber(number, formats[Number(cell.getAttribute('s') ?? 0)] ?? 'number', is1904)
}

/** The text of a cell or of a shared text, whose parts may look differently; without what tells how to read it aloud. */
function textOf(element: XmlElement | null): string {
  return childrenOf(element)
    .flatMap((part) => (part.localName === 'r' ? childrenOf(part) : [part]))
    .filter(({ localName }) => localName === 't')
    .map(({ textContent }) => unescaped(textContent ?? ''))
    .join('')
}

/** Characters that XML cannot have are written by their number: `_x000D_`. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** A row of a table is a line of text, so that both have the same number. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** What is merged downwards is said of each row, as it looks; a heading that is merged over columns and stands alone above the table is no part of it. */
function merge(rows: string[][], areas: readonly string[]): void {
  let left = MOST_MERGED
  const first = rows.findIndex((row) => row.length > 0)
  for (const area of areas) {
    const [, from = '', top = '', to = '', bottom = ''] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(area) ?? []
    const [row, column] = [Number(top) - 1, columnOf(from)]
    const text = rows[row]?.[column] ?? ''
    if (text === '') continue
    const isAlone = rows[row]!.filter((cell) => cell !== '').length === 1
    if (row === first && isAlone && columnOf(to) > column) rows[row] = []
    for (let below = row + 1; below < Math.min(Number(bottom), rows.length) && columnOf(to) === column; below += 1) {
      left -= 1
      if (left < 0) throw brokenWorkbook()
      const cells = rows[below]!
      if (cells.length === 0) continue
      while (cells.length < column) cells.push('')
      if ((cells[column] ?? '') === '') cells[column] = text
    }
  }
}

/** The column of a place such as `AB12`, counted from 0. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(place)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function childrenOf(element: XmlElement | null): readonly XmlElement[] {
  return element === null ? [] : Array.from(element.children)
}

function childOf(element: XmlElement | null, name: string): XmlElement | null {
  return childrenOf(element).find(({ localName }) => localName === name) ?? null
}
