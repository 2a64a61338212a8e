import { foreignFileOf, type ForeignFile } from '../../formats/foreign-file.ts'
import { decodeTable } from '../../formats/csv-table.ts'
import { t } from '../texts/texts.ts'

/** As large as the gateway takes by default, in bytes. */
const LARGEST_FILE = 64 * 1024 * 1024

/** What reads workbooks is fetched with the first one. */
export const loadWorkbooks = () => import('../workbooks/tables.ts')

/** The lines of a table that was chosen; of a workbook those of the sheet that has one of these names, or else of the first one. Throws, in words, for a file that is none. */
export async function readLines(file: File, sheets: readonly string[]): Promise<string> {
  const bytes = await bytesOf(file)
  const foreign = foreignFileOf(bytes)
  if (foreign?.code === 'excel') return loadWorkbooks().then(({ linesOf }) => linesOf(bytes, sheets))
  if (foreign !== null) throw new Error(t('submit.leftOut', { file: file.name, why: foreignText(foreign) }))
  return decodeTable(bytes)
}

/** The bytes of a file that was chosen. Throws, in words, for one that is too large. */
export async function bytesOf(file: File): Promise<Uint8Array> {
  if (file.size > LARGEST_FILE) throw new Error(t('submit.tooLarge', { file: file.name }))
  return new Uint8Array(await file.arrayBuffer())
}

/** What a file is that cannot be read, and what to do with it. */
export function foreignText({ code, mend }: ForeignFile): string {
  return t('foreign.is', { kind: t(`foreign.${code}`), remedy: t(`foreign.remedy.${mend}`) })
}
