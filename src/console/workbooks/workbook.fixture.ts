import { crc32, deflateRawSync } from 'node:zlib'
import sax from 'sax'
import type { ParseXml, XmlElement } from './read-workbook.ts'

/** An element while it is read. */
interface Open extends XmlElement {
  readonly children: Open[]
  textContent: string
}

/** Reads XML as a browser does, as far as workbooks are asked about it. */
export const parse: ParseXml = (text) => {
  const parser = sax.parser(true)
  const root = open('', {})
  const path = [root]
  parser.onopentag = ({ name, attributes }) => {
    const element = open(name.replace(/^.*:/, ''), attributes as Record<string, string>)
    path.at(-1)!.children.push(element)
    path.push(element)
  }
  parser.onclosetag = () => void path.pop()
  parser.ontext = (part) => {
    for (const element of path) element.textContent += part
  }
  let isBroken = false
  parser.onerror = () => {
    isBroken = true
    parser.resume()
  }
  parser.write(text).close()
  return isBroken ? null : (root.children[0] ?? null)
}

function open(localName: string, attributes: Readonly<Record<string, string>>): Open {
  return { localName, getAttribute: (name) => attributes[name] ?? null, children: [], textContent: '' }
}

/** A ZIP archive of these texts, by their names. */
export function archiveOf(parts: Readonly<Record<string, string>>, flags = 0): Uint8Array {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(text)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(text), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(Buffer.byteLength(text), 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed])
    bodies.push(body)
    entries.push(Buffer.from('PK\x01\x02\x14\0'), shared, rest, Buffer.from(name))
    offset += body.length
  }
  const end = Buffer.alloc(18)
  const names = Object.keys(parts).length
  end.writeUInt16LE(names, 4)
  end.writeUInt16LE(names, 6)
  end.writeUInt32LE(
    entries.reduce((sum, { length }) => sum + length, 0),
    8,
  )
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, ...entries, Buffer.from('PK\x05\x06'), end])
}

/** What a workbook has beside its one sheet. */
interface Parts {
  /** Rows as XML. */
  readonly rows?: string
  /** What stands behind the rows. */
  readonly behind?: string
  readonly texts?: string
  readonly formats?: Readonly<Record<number, string>>
  readonly book?: string
  /** Names of the sheets; each has the same rows. */
  readonly sheets?: readonly string[]
}

const OFFICE = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** The files of a workbook as programs write them. Style `n` of a cell has the format `n`. */
export function partsOf({ rows = '', behind = '', texts = '', formats = {}, book = '', sheets = ['Sheet1'] }: Parts): Record<string, string> {
  const codes = Object.entries(formats).map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
  const styles = Array.from({ length: 200 }, (_, id) => `<xf numFmtId="${id}"/>`)
  const named = sheets.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  const relations = sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="http://any/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`)
  return {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook ${OFFICE}>${book}<sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
    ...Object.fromEntries(
      sheets.map((_, at) => [`xl/worksheets/sheet${at + 1}.xml`, `<worksheet><sheetData>${rows}</sheetData>${behind}</worksheet>`]),
    ),
  }
}
