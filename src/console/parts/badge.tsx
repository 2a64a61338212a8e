import type { ComponentChildren } from 'preact'
import type { Entry } from '../gateway/documents.ts'
import { STATUS_WORDS } from './words.ts'

/** What a badge says beside its words, by colour. */
export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'plain'

const STATUS_TONES: Readonly<Record<Entry['status'], Tone>> = { QUEUED: 'plain', SOLVING: 'busy', SOLVED: 'good', FAILED: 'bad', CANCELLED: 'plain' }

/** A word or two that stand out. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge badge-${tone}`}>{children}</span>
}

/** Where a job stands. */
export function StatusBadge({ status }: { readonly status: Entry['status'] }) {
  return <Badge tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</Badge>
}
