import { readSubmission } from '../../src/api/read-schedule.ts'
import { Random } from '../../src/engine/random.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { createRandom, randomDocument } from './any-schedule.ts'
import { type Chance, chanceOf, type Fields } from './draft.ts'

/**
 * A schedule with any rules, read as a client would have posted it, and the random stream that it was drawn from. `add` may add to what is posted, by chance of its own.
 */
export function randomSchedule(seed: number, add: (document: Fields, chance: Chance) => void = () => {}): { schedule: Schedule; random: Random } {
  const random = new Random(seed)
  const document = randomDocument(() => random.unit(), { rules: 'all' })
  add(document, chanceOf(createRandom(seed)))
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(`seed ${seed}: ${JSON.stringify(errors)}`)
  return { schedule: submission.schedule, random }
}
