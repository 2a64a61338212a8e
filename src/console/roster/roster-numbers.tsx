import type { Entry } from '../gateway/documents.ts'
import { priorityNames } from '../parts/priority-names.ts'
import { gapText } from '../parts/words.ts'
import { numberText, t } from '../texts/texts.ts'
import type { Judged } from './use-judged.ts'

interface NumbersProps {
  readonly judged: Judged
  readonly hasChanges: boolean
  /** What the gateway says of the roster. */
  readonly standing: Pick<Entry, 'score' | 'bound'>
}

/** The numbers behind the words, folded: the score by priority and, of a roster without changes, how far it may be from the best. */
export function RosterNumbers({ judged: { score }, hasChanges, standing }: NumbersProps) {
  return (
    <details class="roster-numbers">
      <summary>{t('health.numbers')}</summary>
      <dl class="roster-facts" title={t('head.scoreTitle')}>
        {priorityNames().map((name, priority) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{score === null ? '…' : numberText(score[priority] ?? 0)}</dd>
          </div>
        ))}
        {!hasChanges && (
          <div>
            <dt>{t('jobs.gap')}</dt>
            <dd>{gapText(standing)}</dd>
          </div>
        )}
      </dl>
    </details>
  )
}
