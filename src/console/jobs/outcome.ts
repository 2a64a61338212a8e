import type { Entry } from '../gateway/documents.ts'
import { t } from '../texts/texts.ts'
import type { Identifier } from '../../model/units.ts'

/** What is left of a job that is solved: mandatory shifts that nobody works (null = not known here), and what the roster costs. */
export interface Left {
  readonly missing: number | null
  readonly score: Entry['score']
}

/**
 * Why a roster is no success, in sentences; none when it is one. What must be kept stands on the first priority, who has to be there on the second: a roster that
 * costs something there is one to look at, however good its search was.
 */
export function gapsOf({ missing, score }: Left): readonly string[] {
  const [first = 0, second = 0] = score ?? []
  return [
    ...(missing === null || missing === 0 ? [] : [t('gaps.empty', { count: missing })]),
    ...(first > 0 ? [t('gaps.first')] : []),
    // Empty shifts say it better.
    ...(second > 0 && (missing ?? 0) === 0 ? [t('gaps.second')] : []),
  ]
}

/** The status in a word or two: a roster with gaps is told from one without, wherever the status stands. */
export function statusText({ status, score }: Pick<Entry, 'status' | 'score'>, missing: number | null = null): string {
  return isWithGaps({ status, score }, missing) ? t('status.withGaps') : t(`status.${status}`)
}

/** Whether a job is solved, and its roster no success. */
export function isWithGaps({ status, score }: Pick<Entry, 'status' | 'score'>, missing: number | null = null): boolean {
  return status === 'SOLVED' && gapsOf({ missing, score }).length > 0
}

/** A shift of a solution, as far as it says how many have to be there. */
interface Needing {
  readonly id: Identifier
  readonly importance?: string
  readonly seats?: { readonly min: number }
  readonly employees?: readonly Identifier[]
}

/** Mandatory shifts of a solution that nobody works; of one with seats each seat that must be filled and is not. */
export function missingOf({
  shifts,
  unassigned,
}: {
  readonly shifts: readonly Needing[]
  readonly unassigned: readonly { readonly shiftId: Identifier }[]
}): number {
  const needs = new Map(
    shifts.map(({ id, importance, seats, employees = [] }) => [
      id,
      seats ? Math.max(0, seats.min - employees.length) : importance === 'OPTIONAL' ? 0 : 1,
    ]),
  )
  return unassigned.reduce((sum, { shiftId }) => sum + (needs.get(shiftId) ?? 1), 0)
}
