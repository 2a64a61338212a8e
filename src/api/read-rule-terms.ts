import type { Quota, StartDays, Titled } from '../model/schedule.ts'
import { integerOf, textOf, textsOf, type Place } from './fields.ts'
import { localDatesOf } from './moments.ts'
import { RANGES } from './limits.ts'
import { readWeekdays } from './read-weekdays.ts'
import { checkTag, type Reading } from './reading.ts'

/** What every rule and quota may say. Only a pattern says nothing of the days on which shifts start. */
export function readCommon(place: Place, hasStartDays = true): Pick<Quota, 'name' | 'reference' | 'on' | 'cap'> {
  const on = hasStartDays ? readStartDays(place) : null
  const cap = integerOf(place, 'cap', RANGES.atLeastOne)
  return { ...readTitle(place), ...(on === null ? {} : { on }), ...(cap === null ? {} : { cap }) }
}

/** When shifts have to start to count; null when it does not matter. */
function readStartDays(place: Place): StartDays | null {
  const isGivenAs = (key: string): boolean => (place.fields[key] ?? null) !== null
  if (!isGivenAs('weekdays') && !isGivenAs('dates')) return null
  const dates = localDatesOf(place, 'dates')
  if (Array.isArray(place.fields['dates']) && place.fields['dates'].length === 0)
    place.issues.error(`${place.pointer}/dates`, 'field-missing', 'dates names no day.', 'Name at least one, such as "2026-12-24".')
  return { weekdays: isGivenAs('weekdays') ? readWeekdays(place) : [], dates }
}

/** What people call a rule, and where it is written. */
export function readTitle(place: Place): Titled {
  const name = textOf(place, 'name')
  const reference = textOf(place, 'reference')
  return { ...(isBlank(name) ? {} : { name }), ...(isBlank(reference) ? {} : { reference }) }
}

function isBlank(text: string | null): text is null {
  return text === null || text.trim() === ''
}

/** Tags in a field of a rule. */
export function readTags(place: Place, key: string, reading: Reading): readonly string[] {
  const tags = textsOf(place, key)
  for (const [index, tag] of tags.entries()) checkTag(reading, `${place.pointer}/${key}/${index}`, tag)
  return tags
}
