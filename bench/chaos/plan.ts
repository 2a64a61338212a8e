import { createHash } from 'node:crypto'
import { Random } from '../../src/engine/random.ts'

/** One submission of a run: what is posted, and what its client does besides. Made from the seed alone. */
export interface PlannedSubmission {
  /** 0 … one less than there are; every name and number in its document says it. */
  readonly number: number
  /** Which of the run's departments submits it. */
  readonly department: number
  readonly idempotencyKey: string
  /** Value of the header that its callback has to bring. */
  readonly callbackPassword: string
  readonly document: PlannedDocument
  /** `twice`: two requests at once with one key; `again`: one more when the first was answered. */
  readonly repeats: 'never' | 'twice' | 'again'
  /** The client does this so many milliseconds after the submission was answered. */
  readonly after: { readonly what: 'withdraw' | 'stop'; readonly afterMs: number } | null
}

export interface PlannedDocument {
  readonly employees: readonly { readonly id: number; readonly [field: string]: unknown }[]
  readonly shifts: readonly { readonly id: number; readonly [field: string]: unknown }[]
  readonly [field: string]: unknown
}

export const DEPARTMENTS = 3

/** Shares of the submissions, of 100. */
const WITHDRAWN = 5
const STOPPED = 3
const REPEATED_AT_ONCE = 6
const REPEATED_LATER = 8
/** Late enough that some have ended by then, early enough that some still wait. */
const LATEST_REQUEST_MS = 6000

const MAX_SECONDS = 1
/** A number of a submission starts here, so that no two share one: fewer shifts than that each. */
const NUMBERS_EACH = 1000

const SIZES = [
  // Solved within moments: everything can be filled, and a score of nothing is proved best.
  { share: 84, employees: 4, days: 3, shiftsPerDay: 2 },
  // Searched to the last of its seconds: there is more to do than there are people.
  { share: 13, employees: 8, days: 7, shiftsPerDay: 9 },
  { share: 3, employees: 30, days: 14, shiftsPerDay: 36 },
] as const

/** The submissions of a seed, in the order in which they are sent. */
export function planSubmissions({ seed, count }: { seed: number; count: number }): readonly PlannedSubmission[] {
  const random = new Random(seed)
  return Array.from({ length: count }, (_, number) => planOne(random, { seed, number }))
}

function planOne(random: Random, { seed, number }: { seed: number; number: number }): PlannedSubmission {
  const chance = random.below(100)
  const afterMs = random.below(LATEST_REQUEST_MS)
  const what = chance < WITHDRAWN ? 'withdraw' : chance < WITHDRAWN + STOPPED ? 'stop' : null
  const repetition = random.below(100)
  return {
    number,
    department: random.below(DEPARTMENTS),
    idempotencyKey: `chaos-${seed}-${number}`,
    callbackPassword: createHash('sha256').update(`${seed} ${number}`).digest('hex'),
    document: makeDocument(random, number),
    repeats: repetition < REPEATED_AT_ONCE ? 'twice' : repetition < REPEATED_AT_ONCE + REPEATED_LATER ? 'again' : 'never',
    after: what === null ? null : { what, afterMs },
  }
}

function makeDocument(random: Random, number: number): PlannedDocument {
  const { employees, days, shiftsPerDay } = pickSize(random)
  const first = number * NUMBERS_EACH
  const at = (day: number, hour: number): string => new Date(Date.UTC(2027, 1, 1 + day, hour)).toISOString().replace('.000Z', 'Z')
  const count = days * shiftsPerDay - random.below(shiftsPerDay)
  return {
    termination: { maxSeconds: MAX_SECONDS, seed: 1 + random.below(1000) },
    spots: [{ id: first + 1, name: `Ward ${number}`, teams: [], skills: [], foreignInt: number }],
    employees: Array.from({ length: employees }, (_, i) => ({
      id: first + i + 1,
      name: `Nurse ${i} of ${number}`,
      skills: [],
      teams: [],
      contract: shiftsPerDay > employees / 2 ? { hoursBetweenShift: 660, maxHoursWeek: 2400 } : {},
      wishes: [],
    })),
    shifts: Array.from({ length: count }, (_, i) => {
      const day = Math.floor(i / shiftsPerDay)
      const hour = [6, 14, 22][i % 3]!
      return {
        id: first + i + 1,
        name: `Shift ${i} of ${number}`,
        foreignInt: first + i,
        spot: first + 1,
        start: at(day, hour),
        end: at(day, hour + 8),
      }
    }),
  }
}

function pickSize(random: Random): (typeof SIZES)[number] {
  let chance = random.below(100)
  for (const size of SIZES) {
    if (chance < size.share) return size
    chance -= size.share
  }
  return SIZES[0]
}
