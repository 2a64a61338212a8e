import { useMemo } from 'preact/hooks'
import { HealthLines } from '../health/health-lines.tsx'
import type { Health } from '../health/health.ts'
import { Change } from './recommendations.tsx'
import { healthOfRoster } from './roster-health.ts'
import { scoreDifference } from './roster-words.ts'
import type { Desk } from './use-desk.ts'
import type { Judged } from './use-judged.ts'

/** Names the element beside the grid that lists where a line of the health is. */
export const HEALTH_PLACES = 'health-places'

/** How good the roster is, in words; null while nobody has judged it. */
export function useRosterHealth({ shown, copy }: Desk, { score, releases }: Judged): Health | null {
  const isJudged = score !== null || shown.solution !== null
  const { model } = shown
  return useMemo(() => (isJudged ? healthOfRoster(model, copy.roster, releases) : null), [isJudged, model, copy.roster, releases])
}

interface HealthRowProps {
  readonly desk: Desk
  readonly judged: Judged
  readonly health: Health | null
  readonly opened: string | null
  readonly onOpen: (text: string | null) => void
}

/** How good the roster is, and what the changes by hand did to it. While that is asked, what is known is shown, and marked as old. */
export function HealthRow({ desk, judged: { score, before }, health, opened, onOpen }: HealthRowProps) {
  return (
    <div class={desk.isChanged && score === null ? 'roster-health is-old' : 'roster-health'}>
      <span class="roster-score" role="status">
        {desk.isChanged && score !== null && before !== null && <Change change={scoreDifference(score, before)} />}
      </span>
      {health !== null && <HealthLines lines={health.lines} opened={opened} controls={HEALTH_PLACES} onOpen={onOpen} />}
    </div>
  )
}
