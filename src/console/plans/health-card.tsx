import { call } from '../gateway/ask.ts'
import { type Answered, useAnswer } from '../gateway/use-answer.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { type Evaluation, type Health, healthOf } from './plan-document.ts'
import type { LivePlan } from './use-plan.ts'

/** How good the saved roster of a plan is; nothing is asked while the plan cannot be judged. */
export function useHealth({ kept }: LivePlan): Answered<Health | null> {
  const isJudged = kept !== null && kept.answer.errors.length === 0
  return useAnswer<Health | null>(isJudged ? kept.tag : '', async (signal) =>
    isJudged ? healthOf(await call<Evaluation>('schedule.evaluate', { schedule: kept.saved, matchLimit: 100 }, { signal })) : null,
  )
}

/** How good the roster is, in a planner's words; each line opens its places. */
export function HealthCard({ health: { value, failure } }: { readonly health: Answered<Health | null> }) {
  if (value === null) return failure === null ? <p class="quiet">Looking at the roster …</p> : <FailureNotice failure={failure} />
  return (
    <ul class="plan-health" aria-label="Health of the roster">
      {value.lines.map(({ tone, text, places }) => (
        <li key={text} class={`notice notice-${tone}`}>
          {places.length === 0 ? (
            text
          ) : (
            <details>
              <summary>{text}</summary>
              <ul>
                {places.map((place, at) => (
                  <li key={`${at} ${place}`}>{place}</li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
