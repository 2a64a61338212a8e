import type { ComponentChildren } from 'preact'
import type { Entry } from '../gateway/documents.ts'
import { isWithGaps, statusText } from '../jobs/outcome.ts'

/** What a badge says beside its words, by colour. */
export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'plain'

const STATUS_TONES: Readonly<Record<Entry['status'], Tone>> = { QUEUED: 'plain', SOLVING: 'busy', SOLVED: 'good', FAILED: 'bad', CANCELLED: 'plain' }

/** A word or two that stand out. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge badge-${tone}`}>{children}</span>
}

/** Where a job stands; `missing` as in `statusText`. */
export function StatusBadge({ job, missing = null }: { readonly job: Pick<Entry, 'status' | 'score'>; readonly missing?: number | null }) {
  return <Badge tone={isWithGaps(job, missing) ? 'warn' : STATUS_TONES[job.status]}>{statusText(job, missing)}</Badge>
}
