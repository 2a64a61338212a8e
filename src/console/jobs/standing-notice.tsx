import type { Entry } from '../gateway/documents.ts'
import { t } from '../texts/texts.ts'
import { gapsOf } from './outcome.ts'
import { beyondSearchMs, searchedShare, searchedText } from './progress.ts'

/** Where the job stands, in a sentence. `now` in milliseconds since 1970; `missing`: mandatory shifts that nobody works, null while that is not known. */
export function StandingNotice({ entry, now, missing }: { readonly entry: Entry; readonly now: number; readonly missing: number | null }) {
  const { status, stopReason, failureReason, progress } = entry
  if (status === 'FAILED') return <p class="notice notice-bad">{t('search.failed', { reason: failureReason ?? '' })}</p>
  if (status === 'CANCELLED') return <p class="notice">{t('search.withdrawn')}</p>
  if (status === 'QUEUED') return <p class="notice">{t('search.waits')}</p>
  if (status === 'SOLVED') {
    const gaps = gapsOf({ missing, score: entry.score })
    const ended = stopReason === null ? [] : [t(`stopSentence.${stopReason}`)]
    return <p class={`notice ${gaps.length === 0 ? 'notice-good' : 'notice-warn'}`}>{[...gaps, ...ended].join(' ')}</p>
  }
  return (
    <div class="notice">
      <p class="searching">
        <span>
          {goingOnText(entry, now)}
          {progress.attempt > 1 && `, ${t('search.attempt', { number: progress.attempt })}`}.
        </span>
        <progress value={searchedShare(entry, now) ?? 0} max={1} aria-label={t('search.timeSearched')} />
      </p>
    </div>
  )
}

function goingOnText(entry: Entry, now: number): string {
  const time = searchedText(entry, now)
  if (beyondSearchMs(entry, now) >= 1000) return t('search.over', { time })
  return entry.progress.stopRequested ? t('search.stopping', { time }) : t('search.goesOn', { time })
}
