import { useState } from 'preact/hooks'
import type { Entry } from '../gateway/documents.ts'
import { t } from '../texts/texts.ts'
import { CurveCard } from './curve-card.tsx'
import type { CurvePoint } from './curve.ts'
import { hasEnded } from './progress.ts'
import { ScoreTiles } from './score-tiles.tsx'

interface JobNumbersProps {
  readonly entry: Entry
  readonly curve: readonly CurvePoint[]
  readonly untilMs: number
}

/** Scores, bound and curve. Folded, but for whoever follows the search: it stays open for them when that ends. */
export function JobNumbers({ entry, curve, untilMs }: JobNumbersProps) {
  const [isFollowed] = useState(() => !hasEnded(entry))
  return (
    <details open={isFollowed}>
      <summary>{t('health.numbersAndCurve')}</summary>
      <ScoreTiles score={entry.score} bound={entry.bound} gap={entry.gap} />
      <CurveCard curve={curve} untilMs={untilMs} />
    </details>
  )
}
