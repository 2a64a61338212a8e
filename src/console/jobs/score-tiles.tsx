import { describeGap, formatGap, type Score } from '../../model/score.ts'
import { PRIORITY_NAMES } from '../parts/words.ts'

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
      {PRIORITY_NAMES.map((name, priority) => (
        <div key={name} class="tile">
          <dt>{name}</dt>
          <dd class="tile-figure">{score?.[priority]?.toLocaleString('en') ?? '–'}</dd>
          <dd class="quiet">{bound === null ? 'no bound' : `bound ${bound[priority]!.toLocaleString('en')}`}</dd>
        </div>
      ))}
      <div class="tile">
        <dt>Gap</dt>
        <dd class="tile-figure">{gap === null ? '–' : formatGap(gap)}</dd>
        <dd class="quiet">{score === null || bound === null ? 'not known' : describeGap(score, bound)}</dd>
      </div>
    </dl>
  )
}
