import type { Entry } from '../gateway/documents.ts'
import { STOP_REASON_SENTENCES } from '../parts/words.ts'
import { beyondSearchMs, searchedShare, searchedText } from './progress.ts'

/** Where the job stands, in a sentence. `now` in milliseconds since 1970. */
export function StandingNotice({ entry, now }: { readonly entry: Entry; readonly now: number }) {
  const { status, stopReason, failureReason, progress } = entry
  if (status === 'FAILED') return <p class="notice notice-bad">It failed: {failureReason}</p>
  if (status === 'CANCELLED') return <p class="notice">It was withdrawn; its contents are erased.</p>
  if (status === 'QUEUED') return <p class="notice">It waits for a solver to take it up.</p>
  if (status === 'SOLVED') return stopReason === null ? null : <p class="notice notice-good">{STOP_REASON_SENTENCES[stopReason]}</p>
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
