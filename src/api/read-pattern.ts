import { automatonOf } from '../model/pattern-automaton.ts'
import { MAX_PATTERN_DAYS, MAX_PATTERN_NAMES, MAX_PATTERN_STATES, type DayName, type Pattern } from '../model/pattern.ts'
import { flagOf, isGiven, isJsonObject, openObject, pointerStep, requiredText, shapeOf, shown, textsOf, type Place } from './fields.ts'
import { isFault, isPatternName, parsePattern, type ParsedPattern } from './parse-pattern.ts'
import { checkTag, type Reading } from './reading.ts'
import { DayNameSchema } from './schemas/contract.ts'
import { didYouMean } from './suggest.ts'

const DAY_NAME = shapeOf('a name of where', DayNameSchema)

/** Steps that making the automata of all different patterns of a document may take. About two seconds. */
const MAX_STEPS = 5_000_000

/** The different patterns of a document, each of which is made once. */
export interface PatternsRead {
  /** By text, names and weekdays; null = it was refused. */
  readonly known: Map<string, Pattern | 'too-large' | 'matches-nothing' | 'left-out'>
  stepsLeft: number
}

/** No patterns so far. */
export function noPatterns(): PatternsRead {
  return { known: new Map(), stepsLeft: MAX_STEPS }
}

/** The pattern of a rule, with the weekdays on which a match may begin; null, with an error, when it cannot be read. */
export function readPattern(place: Place, starts: readonly number[] | null, reading: Reading): Pattern | null {
  const text = requiredText(place, 'pattern')
  const names = readNames(place, reading)
  if (text === '' || names === null) return null
  const parsed = parsePattern(text)
  const { issues, pointer } = place
  if (isFault(parsed)) {
    issues.error(`${pointer}/pattern`, 'pattern-invalid', `In the pattern ${shown(text)}, at character ${parsed.at}, ${parsed.detail}.`, parsed.hint)
    return null
  }
  const days = daysOf(place, text, parsed, names)
  warnOfUnused(place, parsed, names)
  if (days === null) return null
  const pattern = { text, days, root: parsed.root, starts }
  return known(place, pattern, reading)
}

/** The names of `where`; null, with an error, when there is none. An entry that cannot be read is taken for any shift. */
function readNames(place: Place, reading: Reading): ReadonlyMap<string, DayName> | null {
  if (!isGiven(place, 'where')) return null
  const { where } = place.fields
  const pointer = `${place.pointer}/where`
  if (!isJsonObject(where)) {
    place.issues.error(pointer, 'wrong-type', `where must be an object, not ${shown(where)}.`, 'Send an object such as {"N": {"tags": ["night"]}}.')
    return null
  }
  const names = new Map<string, DayName>()
  for (const [name, value] of Object.entries(where)) {
    if (value === null) continue
    const entry = openObject(place.issues, `${pointer}/${pointerStep(name)}`, value, DAY_NAME)
    const tags = entry === null ? [] : textsOf(entry, 'tags')
    for (const [index, tag] of tags.entries()) checkTag(reading, `${entry!.pointer}/tags/${index}`, tag)
    names.set(name, { name, tags, off: entry === null ? false : flagOf(entry, 'off', false) })
  }
  return names
}

/** What the names of an expression stand for; null, with an error, when one is not in `where`. */
function daysOf(place: Place, text: string, { names, placeOf }: ParsedPattern, known: ReadonlyMap<string, DayName>): DayName[] | null {
  const unknown = names.findIndex((name) => !known.has(name))
  if (unknown < 0) return names.map((name) => known.get(name)!)
  const name = names[unknown]!
  place.issues.error(
    `${place.pointer}/pattern`,
    'pattern-name-unknown',
    `In the pattern ${shown(text)}, at character ${placeOf[unknown]}, stands ${shown(name)}, which is no name of where.`,
    () => didYouMean(name, known.keys(), 'Add it to where, or put spaces between the names that it is made of.'),
  )
  return null
}

function warnOfUnused({ issues, pointer }: Place, { names }: ParsedPattern, known: ReadonlyMap<string, DayName>): void {
  const used = new Set(names)
  for (const name of known.keys()) {
    if (used.has(name)) continue
    const hint = isPatternName(name) ? 'Leave it out, or use it in the pattern.' : 'Names are letters, digits and _, and begin with a letter.'
    issues.warn(`${pointer}/where/${pointerStep(name)}`, 'field-ignored', `The pattern does not speak of ${shown(name)}.`, hint)
  }
}

/** The pattern, or an equal one that was read before; null, with an error, when its automaton would be too large. */
function known({ issues, pointer }: Place, pattern: Pattern, { patterns }: Reading): Pattern | null {
  const key = JSON.stringify([pattern.text, pattern.days, pattern.starts])
  const found = patterns.known.get(key) ?? made(pattern, patterns)
  patterns.known.set(key, found)
  if (found === 'too-large') {
    issues.error(
      `${pointer}/pattern`,
      'pattern-too-large',
      `The pattern ${shown(pattern.text)} needs more than ${MAX_PATTERN_STATES} states, ${MAX_PATTERN_NAMES} names or ${MAX_PATTERN_DAYS} days written out.`,
      'Make it shorter, let its repetitions be smaller, or split it into several rules.',
    )
  } else if (found === 'matches-nothing') {
    issues.error(
      `${pointer}/pattern`,
      'pattern-invalid',
      `The pattern ${shown(pattern.text)} matches no days that end in the horizon.`,
      'Let ^ stand before its first day and $ behind its last, and let it name a day.',
    )
  } else if (found === 'left-out') {
    const detail = 'The different patterns of the contracts take too long to prepare together.'
    issues.error(`${pointer}/pattern`, 'schedule-too-heavy', detail, 'Let there be fewer different patterns, or shorter ones.')
  }
  return typeof found === 'string' ? null : found
}

function made(pattern: Pattern, patterns: PatternsRead): Pattern | 'too-large' | 'matches-nothing' | 'left-out' {
  if (patterns.stepsLeft < 0) return 'left-out'
  const { automaton, steps } = automatonOf(pattern)
  patterns.stepsLeft -= steps
  if (automaton === null) return 'too-large'
  return automaton.accepts.every((ends) => ends === 0) ? 'matches-nothing' : pattern
}
