import type { Entry } from '../gateway/documents.ts'
import { STOP_REASON_SENTENCES } from '../parts/words.ts'
import { gapsOf } from './outcome.ts'
import { beyondSearchMs, searchedShare, searchedText } from './progress.ts'

/** Where the job stands, in a sentence. `now` in milliseconds since 1970; `missing`: mandatory shifts that nobody works, null while that is not known. */
export function StandingNotice({ entry, now, missing }: { readonly entry: Entry; readonly now: number; readonly missing: number | null }) {
  const { status, stopReason, failureReason, progress } = entry
  if (status === 'FAILED') return <p class="notice notice-bad">It failed: {failureReason}</p>
  if (status === 'CANCELLED') return <p class="notice">It was withdrawn; its contents are erased.</p>
  if (status === 'QUEUED') return <p class="notice">It waits for a solver to take it up.</p>
  if (status === 'SOLVED') {
    const gaps = gapsOf({ missing, score: entry.score })
    const ended = stopReason === null ? [] : [STOP_REASON_SENTENCES[stopReason]]
    return <p class={`notice ${gaps.length === 0 ? 'notice-good' : 'notice-warn'}`}>{[...gaps, ...ended].join(' ')}</p>
  }
  return (
    <div class="notice">
      <p class="searching">
        <span>
          {goingOnText(entry, now)}
          {searchedText(entry, now)}
          {progress.attempt > 1 && `, in attempt ${progress.attempt}, since a node went away`}.
        </span>
        <progress value={searchedShare(entry, now) ?? 0} max={1} aria-label="Time searched" />
      </p>
    </div>
  )
}

function goingOnText(entry: Entry, now: number): string {
  if (beyondSearchMs(entry, now) >= 1000) return 'The search is over, and the roster is judged and written: '
  return entry.progress.stopRequested ? 'It is asked to stop and ends in a moment: ' : 'The search goes on: '
}
