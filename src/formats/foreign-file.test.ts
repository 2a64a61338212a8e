import { describe, expect, test } from 'vitest'
import { foreignFileOf } from './foreign-file.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')
/** As archives are: a local header with the first name, some contents, and all names at the end. */
const archive = (first: string, last: string): Uint8Array => bytes(`PK\x03\x04\x14\0${first}${'\x9c'.repeat(200_000)}PK\x01\x02${last}PK\x05\x06`)
/** As office programs keep several files in one: the header says in which sector of 512 bytes their names begin. */
function container(name: string): Uint8Array {
  const file = Buffer.alloc(200_000)
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')
  file.writeUInt16LE(9, 30)
  file.writeUInt32LE(199, 48)
  file.write(name, 102_400 + 128, 'utf16le')
  return file
}

describe('a file that is no text is told by its bytes', () => {
  for (const { what, file, kind } of [
    { what: 'xlsx', file: archive('[Content_Types].xml', '[Content_Types].xml xl/workbook.xml'), kind: 'an Excel workbook' },
    { what: 'xlsx that begins with its book', file: archive('xl/workbook.xml', 'docProps/app.xml'), kind: 'an Excel workbook' },
    { what: 'xlsb', file: archive('[Content_Types].xml', 'xl/workbook.bin'), kind: 'an Excel workbook' },
    { what: 'ods', file: archive('mimetypeapplication/vnd.oasis.opendocument.spreadsheet', 'content.xml'), kind: 'an OpenDocument spreadsheet' },
    { what: 'numbers', file: archive('Index/Document.iwa', 'Metadata/Properties.plist'), kind: 'a spreadsheet of Numbers' },
    { what: 'docx', file: archive('[Content_Types].xml', 'word/document.xml'), kind: 'a Word document' },
    { what: 'zip', file: archive('spots.csv', 'spots.csv shifts.csv'), kind: 'a ZIP archive' },
    { what: 'xls', file: bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), kind: 'an old Excel workbook or another document of Office' },
    {
      what: 'xlsx with a password',
      file: container('EncryptedPackage'),
      kind: 'an Excel workbook or another document with a password',
    },
    { what: 'xls whole', file: container('Workbook'), kind: 'an old Excel workbook or another document of Office' },
    { what: 'pdf', file: bytes('%PDF-1.7'), kind: 'a PDF' },
    { what: 'gz', file: bytes('\x1f\x8b\x08\0'), kind: 'compressed with gzip' },
  ]) {
    test(`${what}: ${kind}`, () => {
      expect(foreignFileOf(file)).toMatchObject({ kind, remedy: expect.stringMatching(/^[A-Z].*\.$/) })
    })
  }
  for (const text of ['', '{', 'id,name', 'PK,name', '\xef\xbb\xbfid;name', '\xff\xfei\0d\0', 'Stra\xdfe']) {
    test(`${JSON.stringify(text)} may be text`, () => expect(foreignFileOf(bytes(text))).toBeNull())
  }
})
