/** A file of another kind than is read here: what it is, and what to do with it. */
export interface ForeignFile {
  /** A name that never changes, for whoever has words of another language. */
  readonly code: ForeignCode
  /** With its article: `an Excel workbook`. */
  readonly kind: string
  /** What to do with it, in one word. */
  readonly mend: keyof typeof REMEDIES
  /** The same in a sentence. */
  readonly remedy: string
}

type ForeignCode =
  | 'archive'
  | 'bzip2'
  | 'encrypted'
  | 'excel'
  | 'gzip'
  | 'numbers'
  | 'office'
  | 'openDocument'
  | 'pdf'
  | 'picture'
  | 'sevenZip'
  | 'word'

const REMEDIES = {
  decrypt: 'Open it, take its password away, and save it again.',
  sheets: 'Save each of its sheets as CSV: spots, employees, shifts and, where there are any, wishes.',
  text: 'Save the schedule as JSON, or its tables as CSV.',
  unpack: 'Unpack it first.',
} as const

function foreign(code: ForeignCode, kind: string, mend: keyof typeof REMEDIES): ForeignFile {
  return { code, kind, mend, remedy: REMEDIES[mend] }
}

const CONTAINER = '\xd0\xcf\x11\xe0'

/** What files begin with, as bytes of Latin-1; the first that fits counts. */
const BEGINNINGS: readonly (readonly [start: string, file: ForeignFile])[] = [
  [CONTAINER, foreign('office', 'an old Excel workbook or another document of Office', 'sheets')],
  ['%PDF', foreign('pdf', 'a PDF', 'text')],
  ['\x1f\x8b', foreign('gzip', 'compressed with gzip', 'unpack')],
  ['BZh', foreign('bzip2', 'compressed with bzip2', 'unpack')],
  ['7z\xbc\xaf', foreign('sevenZip', 'a 7-Zip archive', 'unpack')],
  ['\x89PNG', foreign('picture', 'a picture', 'text')],
  ['\xff\xd8\xff', foreign('picture', 'a picture', 'text')],
]

/** By what the directory of a ZIP archive, which ends it, or its first entry names. */
const ARCHIVES: readonly (readonly [entry: string, file: ForeignFile])[] = [
  ['xl/workbook', foreign('excel', 'an Excel workbook', 'sheets')],
  ['opendocument.spreadsheet', foreign('openDocument', 'an OpenDocument spreadsheet', 'sheets')],
  ['Index/Document.iwa', foreign('numbers', 'a spreadsheet of Numbers', 'sheets')],
  ['word/document', foreign('word', 'a Word document', 'text')],
]
const ARCHIVE: ForeignFile = foreign('archive', 'a ZIP archive', 'unpack')
/** What an office document with a password is named within: in UTF-16, in a container that begins as old workbooks do. */
const ENCRYPTED: ForeignFile = foreign('encrypted', 'an Excel workbook or another document with a password', 'decrypt')
const PACKAGE_NAME = [...'EncryptedPackage'].join('\0')
/** Of an archive both ends are looked at, as far as this; bytes. */
const LOOKED_AT = 64 * 1024

/** What a file is that somebody took for a schedule or a table, by its bytes; null for what may be text, right or wrong. */
export function foreignFileOf(bytes: Uint8Array): ForeignFile | null {
  const start = latin1(bytes.subarray(0, 8))
  if (start.startsWith('PK\x03\x04')) {
    const named = `${latin1(bytes.subarray(0, LOOKED_AT))}${latin1(bytes.subarray(-LOOKED_AT))}`
    return ARCHIVES.find(([entry]) => named.includes(entry))?.[1] ?? ARCHIVE
  }
  if (start.startsWith(CONTAINER) && directoryOf(bytes).includes(PACKAGE_NAME)) return ENCRYPTED
  return BEGINNINGS.find(([beginning]) => start.startsWith(beginning))?.[1] ?? null
}

/** Names of what is in a container: from the sector at which its header says that they begin. */
function directoryOf(bytes: Uint8Array): string {
  if (bytes.length < 52) return ''
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = (view.getUint32(48, true) + 1) * 2 ** Math.min(view.getUint16(30, true), 16)
  return latin1(bytes.subarray(start, start + LOOKED_AT))
}

function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}
