import type { SuccessionRule } from '../model/schedule.ts'
import { doubtMinutes } from './doubts.ts'
import { flagOf, integerOf, isGiven, listOf } from './fields.ts'
import type { Place } from './fields.ts'
import { RANGES } from './limits.ts'
import { readTags } from './read-rule-terms.ts'
import type { Reading } from './reading.ts'

/** Up to here `withinMinutes` looks as if hours had been given: 11 hours after a late shift, 24 after a night. */
const LIKELY_HOURS_WITHIN = 48

/** What a rule of kind succession says beside what all rules say. */
type SuccessionTerms = Pick<SuccessionRule, 'after' | 'forbidden' | 'required' | 'withinMinutes' | 'nextDay'>

/** Reads what may not follow on what, or what must, and how soon; what is missing or said twice is an error. */
export function readSuccession(place: Place, reading: Reading): SuccessionTerms {
  const given = ['forbidden', 'required'].filter((key) => (place.fields[key] ?? null) !== null)
  if (given.length !== 1) {
    const detail = `${given.length === 0 ? 'Neither forbidden nor required is' : 'Both forbidden and required are'} given.`
    place.issues.error(place.pointer, 'succession-target-unclear', detail, 'Give exactly one: what may not follow, or what must.')
  }
  for (const key of ['after', ...given]) {
    if (isGiven(place, key) && Array.isArray(place.fields[key]) && listOf(place, key).length === 0) {
      place.issues.error(`${place.pointer}/${key}`, 'field-missing', `${key} names no tag.`, 'Name at least one.')
    }
  }
  const withinMinutes = integerOf(place, 'withinMinutes', RANGES.minutes)
  doubtMinutes(place, 'withinMinutes', LIKELY_HOURS_WITHIN)
  const nextDay = flagOf(place, 'nextDay', false)
  const isWithinGiven = (place.fields['withinMinutes'] ?? null) !== null
  if (isWithinGiven === nextDay) {
    const detail = nextDay ? 'Both withinMinutes and nextDay are given.' : 'Neither withinMinutes nor nextDay is given.'
    place.issues.error(place.pointer, 'succession-window-unclear', detail, 'Give exactly one: withinMinutes, or nextDay true.')
  }
  const [after, forbidden] = [readTags(place, 'after', reading), readTags(place, 'forbidden', reading)]
  const required = given.includes('required') ? { required: readTags(place, 'required', reading) } : {}
  return { after, forbidden, ...required, withinMinutes, nextDay }
}
