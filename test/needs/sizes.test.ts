import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../source-files.ts'

/*
 * How much shorter needs are in the words that there are for them. Sizes are bytes of the JSON without white space. A list of shifts grows with the horizon and not
 * with the need, so that the need is taken to have as many seats as the schedule that it is held against.
 */

/** Schedules that say the same needs without these words: `TURNUS_CASES`, or beside the repository. They are not part of it. */
const FOLDER = process.env['TURNUS_CASES'] ?? join(ROOT, '../shared/cases')

interface Sized {
  readonly shifts: readonly { readonly seats?: { readonly min: number } }[]
}

/** Half of the whole document at most. */
const WHOLE = [
  ['05-no-pair-twice', 'nobody-twice'],
  ['10-after-P-comes-O', 'after-p-comes-o'],
  ['27-travel-between-sites', 'travel-between-sites'],
  ['28b-sleep-in-block', 'late-sleep-in-and-early-as-one-stay'],
  ['36-two-business-days', 'two-business-days-each'],
  ['41L-rotations-two-months', 'rotations-of-two-months'],
  ['41Lb-rotations-first-day', 'rotations-of-two-months'],
  ['41Lc-blocks-28-days', 'blocks-of-four-weeks'],
  ['44-ratio-full-part', 'two-full-timers-for-each-part-timer'],
] as const

/** Half at most of all that is said besides the list of shifts. */
const WORDS = [
  ['01-oncall-weekend-block', 'duty-weekend'],
  ['01b-oncall-weekend-linked', 'duty-weekend'],
  ['01c-month-edge-week-rule', 'weekend-over-the-edge-of-a-month'],
  ['01d-month-edge-rolling-rule', 'weekend-over-the-edge-of-a-month'],
  ['03b-holiday-quota', 'holidays-with-carry'],
  ['13b-fortnight-by-tags', 'pay-fortnight'],
  ['48-eve-of-free-weekend', 'no-night-before-a-free-weekend'],
] as const

const isThere = existsSync(FOLDER)
if (!isThere) process.stderr.write(`Skipped: no schedules to hold needs against are at ${FOLDER}. Set TURNUS_CASES to the folder that has them.\n`)

test.skipIf(!isThere).each(WHOLE)('%s takes at most half the JSON as %s', (before, need) => {
  const [old, anew] = [sizeOf(join(FOLDER, `${before}.json`)), sizeOf(join(import.meta.dirname, `${need}.json`))]
  const shifts = (anew.shifts / anew.seats) * old.seats
  expect((anew.words + shifts) / (old.words + old.shifts)).toBeLessThanOrEqual(0.5)
})

test.skipIf(!isThere).each(WORDS)('%s takes at most half the words beside its shifts as %s', (before, need) => {
  expect(sizeOf(join(import.meta.dirname, `${need}.json`)).words / sizeOf(join(FOLDER, `${before}.json`)).words).toBeLessThanOrEqual(0.5)
})

/** Bytes of the shifts and of all else, and how many seats there are. */
function sizeOf(file: string): { readonly words: number; readonly shifts: number; readonly seats: number } {
  const { shifts, ...others } = JSON.parse(readFileSync(file, 'utf8')) as Sized
  const seats = shifts.reduce((sum, shift) => sum + (shift.seats?.min ?? 1), 0)
  return { words: bytesOf(others), shifts: bytesOf(shifts), seats }
}

function bytesOf(part: unknown): number {
  return Buffer.byteLength(JSON.stringify(part))
}
