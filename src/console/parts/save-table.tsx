import { csvOf } from '../../formats/csv-line.ts'
import { t } from '../texts/texts.ts'
import type { CellValue } from '../../formats/workbook.ts'
import { download } from './download.ts'
import { FailureNotice } from './notices.tsx'
import { useAction } from './use-action.ts'

/** Rows of a table; the first has the names of its columns. */
export type TableRows = readonly (readonly CellValue[])[]

interface SaveTableProps {
  /** What the table has, in a word: it names the file and the sheet. */
  readonly what: string
  /** Made when it is asked for. */
  readonly rows: () => TableRows
}

/** Buttons that save a table: as a workbook, and as CSV. */
export function SaveTable({ what, rows }: SaveTableProps) {
  const { failure, isBusy, run } = useAction(() => saveWorkbook(what, rows()))
  const named = (action: string): string => t('save.named', { action, what })
  return (
    <>
      <div class="row">
        <button type="button" class="plain" disabled={isBusy} aria-label={named(t('save.excel'))} onClick={() => run()}>
          {t('save.excel')}
        </button>
        <button
          type="button"
          class="plain"
          aria-label={named(t('download.saveCsv'))}
          onClick={() => download(`${what}.csv`, `\uFEFF${csvOf(rows().map((cells) => cells.map(plainCell)))}`, 'text/csv;charset=utf-8')}
        >
          {t('download.saveCsv')}
        </button>
      </div>
      <FailureNotice failure={failure} />
    </>
  )
}

/** Saves a workbook of one sheet; what writes it is fetched with the first one. */
export async function saveWorkbook(name: string, rows: TableRows): Promise<void> {
  const { writeWorkbook } = await import('../../formats/workbook.ts')
  download(`${name}.xlsx`, await writeWorkbook([{ name, rows }]))
}

function plainCell(cell: CellValue): string | number {
  if (cell === null) return ''
  return typeof cell === 'object' ? cell.date.replace('T', ' ') : cell
}
