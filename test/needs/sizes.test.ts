import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withShiftsWrittenOut } from '../../src/api/write-out-shifts.ts'
import { ROOT } from '../source-files.ts'

/*
 * How much shorter needs are in the words that there are for them. Sizes are bytes of the JSON without white space. A list of single shifts grows with the horizon and not
 * with the need, so that the need is taken to have as many of their seats as the schedule that it is held against; a shift that repeats is as long for a week as for a year.
 */

/** Schedules that say the same needs without these words: `TURNUS_CASES`, or beside the repository. They are not part of it. */
const FOLDER = process.env['TURNUS_CASES'] ?? join(ROOT, '../shared/cases')

interface Posted {
  readonly repeats?: object
  readonly seats?: { readonly min: number }
}

interface Sized {
  readonly shifts: readonly Posted[]
}

/** Half of the whole document at most. */
const WHOLE = [
  ['01-oncall-weekend-block', 'duty-weekend'],
  ['01b-oncall-weekend-linked', 'duty-weekend'],
  ['01c-month-edge-week-rule', 'weekend-over-the-edge-of-a-month'],
  ['01d-month-edge-rolling-rule', 'weekend-over-the-edge-of-a-month'],
  ['03-holiday-fairness', 'holidays-with-carry'],
  ['03b-holiday-quota', 'holidays-with-carry'],
  ['05-no-pair-twice', 'nobody-twice'],
  ['06-not-together-plain', 'never-together'],
  ['06b-not-together-complement', 'never-together'],
  ['07-demand-curve', 'demand-curve'],
  ['07b-demand-curve-fillers', 'demand-curve'],
  ['08-cost-per-employee', 'cost-per-employee'],
  ['10-after-P-comes-O', 'after-p-comes-o'],
  ['13-fortnight-rolling', 'pay-fortnight'],
  ['13b-fortnight-by-tags', 'pay-fortnight'],
  ['18-rota-in-turn', 'rota-in-turn'],
  ['27-travel-between-sites', 'travel-between-sites'],
  ['28b-sleep-in-block', 'late-sleep-in-and-early-as-one-stay'],
  ['32b-dst-five-nights', 'nights-over-the-clock-change'],
  ['36-two-business-days', 'two-business-days-each'],
  ['41L-rotations-two-months', 'rotations-of-two-months'],
  ['41Lb-rotations-first-day', 'rotations-of-two-months'],
  ['41Lc-blocks-28-days', 'blocks-of-four-weeks'],
  ['44-ratio-full-part', 'two-full-timers-for-each-part-timer'],
  ['48-eve-of-free-weekend', 'no-night-before-a-free-weekend'],
  ['53-long-illness-share', 'no-catching-up-after-illness'],
  ['56-kinds-evenly', 'every-kind-evenly'],
  ['58c-split-rules', 'split-duty-for-those-who-accept'],
] as const

const isThere = existsSync(FOLDER)
if (!isThere) process.stderr.write(`Skipped: no schedules to hold needs against are at ${FOLDER}. Set TURNUS_CASES to the folder that has them.\n`)

test.skipIf(!isThere).each(WHOLE)('%s takes at most half the JSON as %s', (before, need) => {
  const [old, anew] = [sizeOf(join(FOLDER, `${before}.json`)), sizeOf(join(import.meta.dirname, `${need}.json`))]
  // Of shifts that are found none is posted.
  const single = anew.seats === 0 ? 0 : (anew.single / anew.seats) * old.seats
  expect((anew.others + single) / (old.others + old.single)).toBeLessThanOrEqual(0.5)
})

/** Bytes of the shifts that do not repeat and of all else, and how many seats all of them have. */
function sizeOf(file: string): { readonly others: number; readonly single: number; readonly seats: number } {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Sized
  const single = bytesOf(document.shifts.filter(({ repeats }) => repeats === undefined))
  const seats = withShiftsWrittenOut(document).shifts.reduce((sum, shift) => sum + (shift.seats?.min ?? 1), 0)
  return { others: bytesOf(document) - single, single, seats }
}

function bytesOf(part: unknown): number {
  return Buffer.byteLength(JSON.stringify(part))
}
