import { readSubmission } from '../../src/api/read-schedule.ts'
import { Random } from '../../src/engine/random.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { createRandom, randomDocument } from './any-schedule.ts'
import { type Chance, chanceOf, type Fields, type Rules } from './draft.ts'

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

/** Of the first seeds, which most laws begin with: each is drawn, read and compiled once for all tests of a worker. */
const KEPT_SEEDS = 400
const kept = new Map<string, { readonly schedule: Schedule; readonly drawn: number }>()

/** What `randomDocument` draws by a seed, read, and what the stream of chance says after it. The schedule belongs to all who ask. */
export function drawnSchedule(seed: number, rules: Rules): { readonly schedule: Schedule; readonly random: () => number } {
  const key = `${rules} ${seed}`
  const found = kept.get(key) ?? drawSchedule(seed, rules)
  if (seed <= KEPT_SEEDS) kept.set(key, found)
  return { schedule: found.schedule, random: createRandom(seed, found.drawn) }
}

function drawSchedule(seed: number, rules: Rules): { readonly schedule: Schedule; readonly drawn: number } {
  let drawn = 0
  const random = createRandom(seed)
  const counted = (): number => {
    drawn += 1
    return random()
  }
  const { submission, errors } = readSubmission(randomDocument(counted, { rules }), { callback: 'optional' })
  if (submission === null) throw new Error(`seed ${seed}: ${JSON.stringify(errors)}`)
  return { schedule: submission.schedule, drawn }
}
