import type { SettingName } from '../src/model/settings.ts'
import { readText } from './source-files.ts'

/** One line of a table, by the heads of its columns; code marks taken off; a bar in a cell is written `\|`. */
export type TableLine = Readonly<Record<string, string>>

/** The page of a rule, taken apart. */
export interface ConstraintPage {
  /** The words after `**Unit.**`. */
  readonly unit: string
  /** The words after `**Default weights.**`. */
  readonly defaultWeights: string
  /** What the worked example ends in. */
  readonly example: { readonly units: number; readonly penalty: number }
  /** The lines of the tables under `## Cases`; the first one is the worked example. */
  readonly cases: readonly TableLine[]
}

/** Reads docs/constraints/<setting>.md, so that a test takes its numbers from where people read them. */
export function readConstraintPage(setting: SettingName): ConstraintPage {
  const text = readText(`docs/constraints/${setting}.md`)
  const example = /Units: (?:[^;]* = )?(\d+); penalty(?: on the \w+ priority)?: (\d+)\./.exec(text)
  if (example === null) throw new Error(`The worked example of ${setting} does not end in "Units: …; penalty: …."`)
  return {
    unit: paragraph(text, 'Unit'),
    defaultWeights: paragraph(text, 'Default weights'),
    example: { units: Number(example[1]), penalty: Number(example[2]) },
    cases: linesOfTables(text.split('\n## Cases\n')[1] ?? ''),
  }
}

function paragraph(text: string, title: string): string {
  return new RegExp(`^\\*\\*${title}\\.\\*\\* (.+)$`, 'm').exec(text)?.[1] ?? ''
}

/** The lines of all tables of a text, each by the heads of its own: an empty line ends a table. */
function linesOfTables(text: string): TableLine[] {
  return text
    .split(/\n{2,}/)
    .filter((part) => part.trimStart().startsWith('|'))
    .flatMap(tableLines)
}

/** The lines of a text that is one table, beside other words. */
export function tableLines(text: string): TableLine[] {
  const cells = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('`', '').replaceAll('\\|', '|')),
    )
  const [heads, , ...lines] = cells
  return lines.map((line) => Object.fromEntries(heads!.map((head, column) => [head, line[column]!])))
}
