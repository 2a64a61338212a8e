import { firstDifference, gapBetween, type Score } from '../../model/score.ts'
import { priorityNames } from '../parts/priority-names.ts'
import { percentText } from '../parts/words.ts'
import { numberText, t } from '../texts/texts.ts'

interface ScoreTilesProps {
  readonly score: Score | null
  readonly bound: Score | null
  /** Relative distance of score to bound, 0 to 1. */
  readonly gap: number | null
}

/** The score by priority with its bound, and the gap between them. */
export function ScoreTiles({ score, bound, gap }: ScoreTilesProps) {
  return (
    <dl class="tiles">
      {priorityNames().map((name, priority) => (
        <div key={name} class="tile">
          <dt>{name}</dt>
          <dd class="tile-figure">{score === null ? '–' : numberText(score[priority]!)}</dd>
          <dd class="quiet">{bound === null ? t('score.noBound') : t('score.bound', { bound: bound[priority]! })}</dd>
        </div>
      ))}
      <div class="tile">
        <dt>{t('jobs.gap')}</dt>
        <dd class="tile-figure">{gap === null ? '–' : percentText(gap)}</dd>
        <dd class="quiet">{score === null || bound === null ? t('score.notKnown') : provedText(score, bound)}</dd>
      </div>
    </dl>
  )
}

/** What a proved bound says of a score. A gap is of one priority: without its name a roster that is proved to be at its best on three looks bad. */
function provedText(score: Score, bound: Score): string {
  const priority = firstDifference(score, bound)
  if (priority === null) return t('score.best')
  const ordinal = t(`words.ordinal.${priority}`)
  const rest =
    bound[priority] === 0
      ? t('score.nothingProved', { priority: ordinal })
      : t('score.atMost', { gap: percentText(gapBetween(score, bound)!), priority: ordinal })
  return priority === 0 ? rest : t('score.atBestBefore', { count: priority, rest })
}
