import type { Schedule } from '../model/schedule.ts'
import type { Load } from './load.ts'

/** Rounds that a search prepares beside the horizon: one, and two that follow on one another. */
const PREPARED_ROUNDS = 3
/** Rounds that rows are counted in beside the horizon, by the search and by the judge, who looks at three and at two, on average. */
const COUNTED_ROUNDS = 4
/** A shift of a round, with its places in what is prepared of it. Measured with 100,000 shifts: 230 MiB and 1.2 s for their three rounds. */
const SHIFT_BYTES = 800
const SHIFT_STEPS = 400
const NUMBER_BYTES = 4

/** What the rounds of a cyclic schedule take beside its horizon, whose own rows take `ofRows`. */
export function loadsOfRounds({ shifts, employees, calendar }: Schedule, ofRows: readonly Load[]): Load[] {
  const count = PREPARED_ROUNDS * shifts.length
  return [
    ...ofRows.map(
      ({ words, pointer, bytes, steps }): Load => ({
        words: `${words}, in rounds that follow on one another`,
        pointer,
        bytes: PREPARED_ROUNDS * bytes,
        steps: COUNTED_ROUNDS * steps,
      }),
    ),
    {
      words: `${count.toLocaleString('en-US')} shifts in rounds of a horizon that repeats itself`,
      pointer: '/horizon',
      bytes: SHIFT_BYTES * count + NUMBER_BYTES * PREPARED_ROUNDS * employees.length * calendar.days.length,
      steps: SHIFT_STEPS * count,
    },
  ]
}
