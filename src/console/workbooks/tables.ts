import { tableOf } from '../../formats/csv-columns.ts'
import type { SourceFile } from '../submit/draft.ts'
import { openWorkbook, type ParseXml, type SheetRows } from './read-workbook.ts'

/** The tables of a schedule in a workbook: each sheet that is named like one, or else the first sheet, whose columns tell what it is. Throws, in words, for a workbook that cannot be read. */
export async function tablesOf(name: string, bytes: Uint8Array, parse: ParseXml = parseXml): Promise<readonly SourceFile[]> {
  const workbook = await openWorkbook(bytes, parse)
  const named = workbook.sheets.filter((sheet) => tableOf(sheet, []) !== null)
  const files: SourceFile[] = []
  for (const sheet of named.length > 0 ? named : workbook.sheets.slice(0, 1)) {
    files.push({ name: named.length > 0 ? `${name} · ${sheet}` : name, sheet, text: textOfRows(await workbook.read(sheet)) })
  }
  return files
}

/** The lines of one sheet, as if they had been copied out of it: the first one of these names, whatever its capitals, or else the first sheet. Throws, in words, for a workbook that cannot be read. */
export async function linesOf(bytes: Uint8Array, names: readonly string[], parse: ParseXml = parseXml): Promise<string> {
  const workbook = await openWorkbook(bytes, parse)
  const { sheets } = workbook
  const chosen = names.map((name) => sheets.find((sheet) => sheet.toLowerCase() === name.toLowerCase())).find((sheet) => sheet !== undefined)
  return textOfRows(await workbook.read(chosen ?? sheets[0] ?? ''))
}

/** Rows as the lines of a table, with tabs between. A comma in the names of columns would be taken for what parts them. */
export function textOfRows(rows: SheetRows): string {
  const head = rows.findIndex((cells) => cells.length > 0)
  const lines = rows.map((cells, at) => cells.map((cell) => quoted(at === head ? cell.replace(/[,;]/g, ' ') : cell)).join('\t'))
  return lines.map((line) => `${line}\n`).join('')
}

function quoted(cell: string): string {
  return cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell
}

function parseXml(text: string): ReturnType<ParseXml> {
  const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml')
  return root.getElementsByTagName('parsererror').length > 0 ? null : root
}
