import { shown } from '../api/fields.ts'
import { didYouMean, suggest } from '../api/suggest.ts'
import { GatewayError } from '../model/errors.ts'

/** What becomes of the search. */
export const OUTCOMES = ['solved', 'infeasible', 'failed', 'slow', 'hanging'] as const
/** What becomes of the callback. */
export const CALLBACKS = ['late', 'duplicate', 'lost', 'unsigned', 'forged', 'stale'] as const
/** What becomes of the submission itself, the first time that it arrives. */
export const SUBMISSIONS = ['unavailable', 'throttled', 'unanswered'] as const

type Word = (typeof OUTCOMES)[number] | (typeof CALLBACKS)[number] | (typeof SUBMISSIONS)[number]

/** How one submission is played. */
export interface Scenario {
  readonly outcome: (typeof OUTCOMES)[number]
  /** How long the search takes, in milliseconds; infinite when it ends only by being stopped or withdrawn. */
  readonly solveMs: number
  /** Wait between the end and the callback, in milliseconds. */
  readonly lateMs: number
  readonly callbacks: ReadonlySet<(typeof CALLBACKS)[number]>
  /** Null: taken at once. */
  readonly submission: (typeof SUBMISSIONS)[number] | null
}

const WORDS: readonly Word[] = [...OUTCOMES, ...CALLBACKS, ...SUBMISSIONS]
/** Words that take a number of seconds, `slow=3`. */
const TIMED: readonly Word[] = ['slow', 'late']
const DEFAULT_SECONDS = 5
const MOST_SECONDS = 3600
const SECOND_MS = 1000
/** The name in the query of a `callbackUrl`. */
const PARAMETER = 'fake'

/** Reads words such as `failed,duplicate,late=2`; none at all is a schedule that is solved at once. Throws `usage-wrong` for one that is none. */
export function readScenario(text: string): Scenario {
  const entries = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readWord)
  const given = new Map(entries)
  const secondsOf = (word: Word): number => (given.has(word) ? (given.get(word) ?? DEFAULT_SECONDS) : 0)
  const outcome = oneOf(OUTCOMES, given) ?? 'solved'
  return {
    outcome,
    solveMs: outcome === 'hanging' ? Number.POSITIVE_INFINITY : secondsOf('slow') * SECOND_MS,
    lateMs: secondsOf('late') * SECOND_MS,
    callbacks: new Set(CALLBACKS.filter((word) => given.has(word))),
    submission: oneOf(SUBMISSIONS, given),
  }
}

/** The words in the query of a `callbackUrl`; null when it has none. Throws `usage-wrong` for words under a name that is nearly the right one. */
export function scenarioOf(callbackUrl: string): string | null {
  const query = URL.parse(callbackUrl)?.searchParams ?? new URLSearchParams()
  for (const [name, value] of query)
    if (isMistyped(name, value)) throw wrong(`${shown(name)} in the query is nearly "${PARAMETER}".`, `Did you mean "${PARAMETER}="? `)
  const words = query.getAll(PARAMETER)
  return words.length === 0 ? null : words.join(',')
}

/** Other names may be near, such as `take`: what counts is what they say. */
function isMistyped(name: string, value: string): boolean {
  if (name === PARAMETER) return false
  if (name.toLowerCase() === PARAMETER) return true
  return suggest(name, [PARAMETER]) !== null && value.split(',').some((part) => isWord(part.trim().split('=', 1)[0]!))
}

function isWord(name: string): boolean {
  return WORDS.some((known) => known === name)
}

function readWord(part: string): readonly [Word, number | null] {
  const [name, value] = part.split('=', 2)
  const word = WORDS.find((known) => known === name)
  if (word === undefined) throw wrong(`${shown(part)} is no word of the fake gateway.`, `${didYouMean(name!, WORDS, '')} `.trimStart())
  if (value === undefined) return [word, null]
  const seconds = TIMED.includes(word) && /^\d{1,4}(\.\d{1,3})?$/.test(value) ? Number(value) : Number.NaN
  if (seconds <= MOST_SECONDS) return [word, seconds]
  throw wrong(`${shown(part)} is not understood: ${TIMED.join(' and ')} take seconds up to ${MOST_SECONDS}, and no other word takes anything.`)
}

function oneOf<const Kind extends Word>(words: readonly Kind[], given: ReadonlyMap<Word, unknown>): Kind | null {
  const found = words.filter((word) => given.has(word))
  if (found.length > 1) throw wrong(`${found.join(' and ')} cannot be at the same time.`)
  return found[0] ?? null
}

function wrong(detail: string, meant = ''): GatewayError {
  return new GatewayError('usage-wrong', detail, `${meant}Use any of ${WORDS.join(', ')}, with commas between; docs/fake.md says what they do.`)
}
