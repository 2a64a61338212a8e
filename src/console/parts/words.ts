import { firstDifference, formatGap, gapBetween } from '../../model/score.ts'
import { currentLocale, numberText } from '../texts/texts.ts'
import type { Entry, NoBoundReason, Score, StopReason } from '../gateway/documents.ts'

/** `0 · 12 · 240 · 3`: the four penalties, first priority first; a dash when there are none yet. */
export function scoreText(score: Score | null): string {
  return score === null ? '–' : score.map((penalty) => numberText(penalty)).join(' · ')
}

/** `1.2 % (third)`: the gap, and the priority that it is of; a dash when no bound is proved. */
export function gapText({ score, bound }: Pick<Entry, 'score' | 'bound'>): string {
  if (score === null || bound === null) return '–'
  const priority = firstDifference(score, bound)
  return priority === null ? formatGap(0) : `${formatGap(gapBetween(score, bound)!)} (${PRIORITY_WORDS[priority].toLowerCase()})`
}

/** A point in time in the reader's own zone, to the second. */
export function momentText(moment: string | null): string {
  return moment === null ? '–' : new Date(moment).toLocaleString(currentLocale(), { dateStyle: 'medium', timeStyle: 'medium' })
}

/** How long ago a moment was: `just now`, `4 min ago`, `3 h ago`, and from a day on the date. `now` in milliseconds since 1970. */
export function agoText(moment: string | null, now: number): string {
  if (moment === null) return '–'
  const minutes = Math.floor((now - Date.parse(moment)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  return dayText(moment)
}

/** The date of a moment in the reader's own zone: `2 Mar 2026`. */
export function dayText(moment: string | null): string {
  return moment === null ? '–' : new Date(moment).toLocaleDateString(currentLocale(), { day: 'numeric', month: 'short', year: 'numeric' })
}

/** `1:05` for 65 s, `1:01:05` for an hour more. */
export function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** `1 shift`, `1,840 shifts`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`
}

/** `a`, `a and b`, `a, b and c`. */
export function listText(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

export const STATUS_WORDS: Readonly<Record<Entry['status'], string>> = {
  QUEUED: 'waiting',
  SOLVING: 'solving',
  SOLVED: 'solved',
  FAILED: 'failed',
  CANCELLED: 'withdrawn',
}

/** Why a search ended, in a sentence. */
export const STOP_REASON_SENTENCES: Readonly<Record<StopReason, string>> = {
  OPTIMAL: 'Proved to be the best roster there is.',
  TIME_LIMIT: 'The time that the schedule allows was used up.',
  CONVERGED: 'Nothing better was found for a while, or the gap that was asked for was reached.',
  STOPPED: 'Somebody ended the search early, or asked for so many moves only.',
}

/** The same in a word or two, for tables. */
export const STOP_REASON_WORDS: Readonly<Record<StopReason, string>> = {
  OPTIMAL: 'best possible',
  TIME_LIMIT: 'time limit',
  CONVERGED: 'converged',
  STOPPED: 'stopped early',
}

/** Why no bound is proved, in a sentence. */
export const NO_BOUND_SENTENCES: Readonly<Record<NoBoundReason, string>> = {
  FIRST_PRIORITY_BROKEN: 'No bound is proved: the roster breaks a rule of the first priority.',
  ONE_PRIORITY: 'No bound is proved: all rules in use have one priority.',
  SEVERAL_SHIFTS_A_DAY: 'No bound is proved: two shifts of one employee on one day do not break the first priority.',
  MANY_SHIFTS_A_DAY: 'No bound is proved: a day has more than 150 different shifts.',
  NOT_PROVED: 'No bound is proved: the search was too short, or the rules of one employee are too many to prove one.',
}

/** Of the four priorities, first one first. */
const PRIORITY_WORDS = ['First', 'Second', 'Third', 'Fourth'] as const

/** What stands on each of the four priorities where a schedule does not say otherwise, with their order. */
export const PRIORITY_NAMES = ['1 · Law and contract', '2 · Who has to be there', '3 · Wishes and fairness', '4 · Costs and preferences'] as const
