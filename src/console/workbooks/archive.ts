import { t } from '../texts/texts.ts'
import { crcOf } from '../../formats/crc.ts'

/** What a workbook may unpack to, all that is read of it together, in bytes: 20,000 shifts with 20 columns come to about 16 MiB. */
const MOST_BYTES = 48 * 1024 * 1024
/** Rows of a sheet. */
export const MOST_ROWS = 20_000
/** Tags of all that is read: a tree of so many takes the browser about a second. */
const MOST_TAGS = 2_000_000
const MOST_ENTRIES = 10_000

const END = { mark: 0x06054b50, bytes: 22, longestRemark: 0xffff } as const
const ENTRY = { mark: 0x02014b50, bytes: 46 } as const
const LOCAL = { mark: 0x04034b50, bytes: 30 } as const
const ROW = /<(?:\w+:)?row[\s>/]/g
const TAG = 0x3c

interface Entry {
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly offset: number
}

/** A ZIP archive of texts. */
export interface Archive {
  readonly names: readonly string[]
  /** The text of an entry; null where there is none. Throws, in words for whoever chose the file, for one that is broken, locked or too large. */
  read(name: string): Promise<string | null>
}

/** Opens an archive; nothing is unpacked before it is read. Throws, in words, for what is none. */
export function openArchive(bytes: Uint8Array): Archive {
  const entries = inWords(() => entriesOf(bytes))
  let leftBytes = MOST_BYTES
  let leftTags = MOST_TAGS
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name)
      if (entry === undefined) return null
      if ((entry.flags & 1) === 1) throw new Error(t('workbook.locked'))
      const decoder = new TextDecoder()
      let text = ''
      let rows = 0
      let crc = 0
      for await (const piece of unpack(
        inWords(() => packedOf(bytes, entry)),
        entry.method,
      )) {
        leftBytes -= piece.length
        for (const byte of piece) if (byte === TAG) leftTags -= 1
        const part = decoder.decode(piece, { stream: true })
        rows += part.match(ROW)?.length ?? 0
        if (rows > MOST_ROWS) throw new Error(t('workbook.rows', { most: MOST_ROWS }))
        if (leftBytes < 0 || leftTags < 0) throw new Error(t('workbook.large', { most: MOST_BYTES / 1024 / 1024 }))
        crc = crcOf(piece, crc)
        text += part
      }
      if (crc !== entry.crc) throw brokenWorkbook()
      return text + decoder.decode()
    },
  }
}

/** That a workbook cannot be read, in words for whoever chose it. */
export function brokenWorkbook(): Error {
  return new Error(t('workbook.broken'))
}

/** An archive that ends before it should throws where it is looked into. */
function inWords<Value>(read: () => Value): Value {
  try {
    return read()
  } catch {
    throw brokenWorkbook()
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** By the directory at the end of the archive. */
function entriesOf(bytes: Uint8Array): ReadonlyMap<string, Entry> {
  const view = viewOf(bytes)
  let end = bytes.length - END.bytes
  const first = Math.max(0, end - END.longestRemark)
  while (view.getUint32(end, true) !== END.mark) {
    if (end === first) throw brokenWorkbook()
    end -= 1
  }
  const count = view.getUint16(end + 10, true)
  if (count > MOST_ENTRIES) throw brokenWorkbook()
  let at = view.getUint32(end + 16, true)
  const entries = new Map<string, Entry>()
  for (let n = 0; n < count; n += 1) {
    if (view.getUint32(at, true) !== ENTRY.mark) throw brokenWorkbook()
    const [name, extra, remark] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [number, number, number]
    entries.set(new TextDecoder().decode(bytes.subarray(at + ENTRY.bytes, at + ENTRY.bytes + name)), {
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    })
    at += ENTRY.bytes + name + extra + remark
  }
  return entries
}

function packedOf(bytes: Uint8Array, { offset, packed }: Entry): Uint8Array {
  const view = viewOf(bytes)
  if (view.getUint32(offset, true) !== LOCAL.mark) throw brokenWorkbook()
  const start = offset + LOCAL.bytes + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (start + packed > bytes.length) throw brokenWorkbook()
  return bytes.subarray(start, start + packed)
}

/** Pieces as the browser unpacks them, beside the page: whoever has seen enough stops. */
async function* unpack(packed: Uint8Array, method: number): AsyncGenerator<Uint8Array> {
  if (method === 0) {
    yield packed
    return
  }
  if (method !== 8) throw brokenWorkbook()
  const reader = new Blob([packed as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch {
    throw brokenWorkbook()
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
