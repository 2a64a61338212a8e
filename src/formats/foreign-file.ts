/** A file of another kind than is read here: what it is, and what to do with it. */
export interface ForeignFile {
  /** With its article: `an Excel workbook`. */
  readonly kind: string
  /** A sentence. */
  readonly remedy: string
}

const SAVE_SHEETS = 'Save each of its sheets as CSV: spots, employees, shifts and, where there are any, wishes.'
const SAVE_TEXT = 'Save the schedule as JSON, or its tables as CSV.'

/** What files begin with, as bytes of Latin-1; the first that fits counts. */
const BEGINNINGS: readonly (readonly [start: string, file: ForeignFile])[] = [
  ['\xd0\xcf\x11\xe0', { kind: 'an old Excel workbook or another document of Office', remedy: SAVE_SHEETS }],
  ['%PDF', { kind: 'a PDF', remedy: SAVE_TEXT }],
  ['\x1f\x8b', { kind: 'compressed with gzip', remedy: 'Unpack it first.' }],
  ['BZh', { kind: 'compressed with bzip2', remedy: 'Unpack it first.' }],
  ['7z\xbc\xaf', { kind: 'a 7-Zip archive', remedy: 'Unpack it first.' }],
  ['\x89PNG', { kind: 'a picture', remedy: SAVE_TEXT }],
  ['\xff\xd8\xff', { kind: 'a picture', remedy: SAVE_TEXT }],
]

/** By what the directory of a ZIP archive, which ends it, or its first entry names. */
const ARCHIVES: readonly (readonly [entry: string, file: ForeignFile])[] = [
  ['xl/workbook', { kind: 'an Excel workbook', remedy: SAVE_SHEETS }],
  ['opendocument.spreadsheet', { kind: 'an OpenDocument spreadsheet', remedy: SAVE_SHEETS }],
  ['Index/Document.iwa', { kind: 'a spreadsheet of Numbers', remedy: SAVE_SHEETS }],
  ['word/document', { kind: 'a Word document', remedy: SAVE_TEXT }],
]
const ARCHIVE: ForeignFile = { kind: 'a ZIP archive', remedy: 'Unpack it first.' }
/** Of an archive both ends are looked at, as far as this; bytes. */
const LOOKED_AT = 64 * 1024

/** What a file is that somebody took for a schedule or a table, by its bytes; null for what may be text, right or wrong. */
export function foreignFileOf(bytes: Uint8Array): ForeignFile | null {
  const start = latin1(bytes.subarray(0, 8))
  if (start.startsWith('PK\x03\x04')) {
    const named = `${latin1(bytes.subarray(0, LOOKED_AT))}${latin1(bytes.subarray(-LOOKED_AT))}`
    return ARCHIVES.find(([entry]) => named.includes(entry))?.[1] ?? ARCHIVE
  }
  return BEGINNINGS.find(([beginning]) => start.startsWith(beginning))?.[1] ?? null
}

function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}
