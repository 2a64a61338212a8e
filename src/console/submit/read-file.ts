import { decodeTable } from '../../formats/csv-table.ts'
import { foreignFileOf } from '../../formats/foreign-file.ts'
import { isTable, type SourceFile } from './draft.ts'
import { bytesOf, foreignText, loadWorkbooks } from './read-lines.ts'

/** Reads a file that was chosen: a workbook as the tables that its sheets are. What is no schedule and no table says why. Throws, in words, for one that is too large. */
export async function readFile(file: File): Promise<readonly SourceFile[]> {
  const { name } = file
  const bytes = await bytesOf(file)
  const unread = (why: string): readonly SourceFile[] => [{ name, text: '', unread: why }]
  const foreign = foreignFileOf(bytes)
  if (foreign?.code === 'excel') {
    const { tablesOf } = await loadWorkbooks()
    return tablesOf(name, bytes).catch((failure: unknown) => unread(failure instanceof Error ? failure.message : String(failure)))
  }
  if (foreign !== null) return unread(foreignText(foreign))
  return [{ name, text: isTable(file) ? decodeTable(bytes) : new TextDecoder().decode(bytes) }]
}
