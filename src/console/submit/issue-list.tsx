import { useMemo } from 'preact/hooks'
import type { PlacedIssue, SourceFile } from './draft.ts'
import { excerptOf } from './excerpt.ts'
import { t } from '../texts/texts.ts'

interface IssueListProps {
  readonly title: string
  readonly tone: 'bad' | 'warn'
  readonly issues: readonly PlacedIssue[]
}

/** What is wrong or doubtful, each with the lines of the file where it stands; nothing when nothing is. */
export function IssueList({ title, tone, issues }: IssueListProps) {
  const lines = useLines(issues)
  if (issues.length === 0) return null
  return (
    <section class={`issues issues-${tone}`}>
      <h3>{title}</h3>
      <ol>
        {inOrder(issues).map(({ issue, file, place, tableColumn }) => (
          <li key={`${file.name} ${issue.pointer} ${issue.code} ${place.line}`}>
            <p class="issue-head">
              <strong>
                {tableColumn === undefined
                  ? t('submit.place', { file: file.name, line: place.line })
                  : t('submit.placeColumn', { file: file.name, line: place.line, column: tableColumn })}
              </strong>{' '}
              {issue.pointer !== '' && <code>{issue.pointer}</code>}
            </p>
            <p>
              {issue.detail} <span class="quiet">{issue.hint}</span>
            </p>
            <Excerpt lines={lines.get(file)!} line={place.line} column={place.column} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Excerpt({ lines, line, column }: { readonly lines: readonly string[]; readonly line: number; readonly column: number }) {
  return (
    <pre class="excerpt">
      {excerptOf(lines, line, column).map(({ number, text, isMeant }) => (
        <code key={number} class={isMeant ? 'excerpt-meant' : undefined}>
          <span class="excerpt-number">{number}</span>
          {isMeant ? <mark>{text}</mark> : <span>{text}</span>}
        </code>
      ))}
    </pre>
  )
}

/** As they stand in the files. */
function inOrder(issues: readonly PlacedIssue[]): readonly PlacedIssue[] {
  return issues.toSorted(
    (one, other) => one.file.name.localeCompare(other.file.name, 'en') || one.place.line - other.place.line || one.place.column - other.place.column,
  )
}

/** Each file is cut into lines once, however many issues it has. */
function useLines(issues: readonly PlacedIssue[]): ReadonlyMap<SourceFile, readonly string[]> {
  return useMemo(() => new Map([...new Set(issues.map(({ file }) => file))].map((file) => [file, file.text.split('\n')])), [issues])
}
