import { HOURS_COUNTED, type HoursTerms, type RestTerms, type RestWindowTerms, type SpanTerms } from '../model/rest-rules.ts'
import { doubtCountedMinutes, doubtHours, doubtMinutes } from './doubts.ts'
import { choiceOf, integerOf, objectOf, type Place, requiredChoice, requiredInteger, shapeOf } from './fields.ts'
import { RANGES } from './limits.ts'
import { readTags } from './read-rule-terms.ts'
import type { Reading } from './reading.ts'
import { AfterRun } from './schemas/rest-rules.ts'

const AFTER_RUN = shapeOf('afterRun', AfterRun, {
  synonyms: new Map([
    ['days', 'min'],
    ['minDays', 'min'],
  ]),
})

/** Up to these, minutes look as if hours had been given: rests, windows of a week, the spread of a day, a gap. */
const LIKELY_HOURS = { rest: 48, window: 168, span: 24, gap: 12 }
/** Above this, hours look as if minutes had been given: a leap year. */
const MOST_HOURS = 8784

function isThere({ fields }: Place, key: string): boolean {
  return (fields[key] ?? null) !== null
}

/** A rule about rest, in one of its three forms. */
export function readRest(place: Place, reading: Reading): RestTerms | RestWindowTerms {
  const minMinutes = requiredInteger(place, 'minMinutes', RANGES.minutes)
  doubtMinutes(place, 'minMinutes', LIKELY_HOURS.rest)
  checkForm(place)
  if (isThere(place, 'inMinutes')) {
    const inMinutes = integerOf(place, 'inMinutes', RANGES.minutes)
    doubtMinutes(place, 'inMinutes', LIKELY_HOURS.window)
    if (inMinutes !== null && inMinutes < Math.max(1, minMinutes))
      place.issues.error(
        `${place.pointer}/inMinutes`,
        'rest-longer-than-window',
        `No window of ${inMinutes} minutes holds a rest of ${minMinutes} minutes.`,
        'Make inMinutes the longer of the two; 7 days are 10080.',
      )
    return { kind: 'restWindow', inMinutes: inMinutes ?? minMinutes, minMinutes }
  }
  const series = objectOf(place, 'afterRun', AFTER_RUN)
  const before = readTags(place, 'before', reading)
  if (series === null) return { kind: 'rest', after: readTags(place, 'after', reading), before, run: null, minMinutes }
  return { kind: 'rest', after: readTags(series, 'tags', reading), before, run: integerOf(series, 'min', RANGES.atLeastOne) ?? 1, minMinutes }
}

function checkForm(place: Place): void {
  const others = (isThere(place, 'inMinutes') ? ['after', 'before', 'afterRun'] : isThere(place, 'afterRun') ? ['after'] : []).filter((key) =>
    isThere(place, key),
  )
  if (others.length === 0) return
  const named = isThere(place, 'inMinutes') ? 'inMinutes' : 'afterRun'
  place.issues.error(
    place.pointer,
    'rest-form-unclear',
    `${others.join(' and ')} ${others.length === 1 ? 'is' : 'are'} given beside ${named}.`,
    'Ask for one form of rest in one rule: after and before, or afterRun, or inMinutes.',
  )
}

/** A rule about how far the shifts of a day are spread. */
export function readSpan(place: Place): SpanTerms {
  if (!isThere(place, 'maxMinutes') && !isThere(place, 'maxGapMinutes'))
    place.issues.error(
      place.pointer,
      'rule-without-limit',
      'There is neither maxMinutes nor maxGapMinutes, so nothing is limited.',
      'Add maxMinutes, maxGapMinutes or both.',
    )
  doubtMinutes(place, 'maxMinutes', LIKELY_HOURS.span)
  doubtMinutes(place, 'maxGapMinutes', LIKELY_HOURS.gap)
  return {
    kind: 'span',
    maxMinutes: integerOf(place, 'maxMinutes', RANGES.minutes),
    maxGapMinutes: integerOf(place, 'maxGapMinutes', RANGES.minutes),
  }
}

/** A count over windows of hours; null where a count is of another period. */
export function readHours(place: Place, reading: Reading): HoursTerms | null {
  if (!isThere(place, 'hours')) return null
  if (place.fields['per'] !== 'rolling') {
    const per = choiceOf(place, 'per', ['day', 'week', 'month', 'horizon', 'rolling', 'period'])
    const detail = `hours has no effect on a count per ${per ?? 'anything else'}.`
    place.issues.warn(`${place.pointer}/hours`, 'field-ignored', detail, 'Leave it out, or let per be rolling.')
    return null
  }
  const { issues, pointer } = place
  const error = (field: string, code: 'rolling-window-unclear' | 'hours-count-limited', detail: string, hint: string): void =>
    issues.error(`${pointer}/${field}`, code, detail, hint)
  if (isThere(place, 'days')) error('hours', 'rolling-window-unclear', 'Both days and hours are given.', 'Give exactly one: how long the window is.')
  if (isThere(place, 'min'))
    error('min', 'hours-count-limited', 'A count over windows of hours has no min.', 'Leave it out, or ask for the least over days.')
  const of = requiredChoice(place, 'of', ['shifts', 'minutes', 'points', 'days', 'weekends', 'kinds', 'spots'])
  const counted = HOURS_COUNTED.find((each) => each === of)
  if (counted === undefined)
    error('of', 'hours-count-limited', `Windows of hours do not count ${of}.`, `Count ${HOURS_COUNTED.join(', ')}, or over days.`)
  const hours = integerOf(place, 'hours', RANGES.windowHours)
  doubtHours(place, 'hours', MOST_HOURS)
  doubtCountedMinutes(place, { of, per: 'rolling', days: Math.ceil((hours ?? 1) / 24) }, reading.horizon?.days ?? 1)
  if (!isThere(place, 'max') && !isThere(place, 'min'))
    issues.error(pointer, 'rule-without-limit', 'There is no max, so nothing is limited.', 'Add max.')
  const max = integerOf(place, 'max', of === 'minutes' ? RANGES.minutes : RANGES.counted)
  return { kind: 'hours', of: counted ?? 'shifts', tags: readTags(place, 'tags', reading), hours: hours ?? 1, min: null, max: max ?? 0 }
}
