import { listOf, shown } from './fields.ts'
import type { Place } from './fields.ts'
import { WEEKDAY_ADVICE } from './foreign-times.ts'
import { didYouMean } from './suggest.ts'
import { WEEKDAYS } from './weekdays.ts'

const OTHERWISE = `Use one of ${WEEKDAYS.join(', ')}.`

/** The weekdays that the list in a field names, 0 = Monday; null, with an error, for an entry that is none, and for the whole where it is no list. */
export function weekdaysOf(place: Place, key: string): readonly (number | null)[] | null {
  const list = listOf(place, key)
  if (!Array.isArray(place.fields[key])) return null
  return list.map((value, at) => {
    const found = WEEKDAYS.findIndex((day) => day === value)
    if (found >= 0) return found
    const [code, says, hint] =
      typeof value === 'string'
        ? ([
            'choice-unknown',
            `; it takes ${WEEKDAYS.join(', ')}`,
            WEEKDAY_ADVICE.get(value.toUpperCase()) ?? didYouMean(value, WEEKDAYS, OTHERWISE),
          ] as const)
        : (['wrong-type', ', which is no text', OTHERWISE] as const)
    place.issues.error(`${place.pointer}/${key}/${at}`, code, `${key} lists ${shown(value)}${says}.`, hint)
    return null
  })
}

/** The weekdays of the list in a field, 0 = Monday; all of them when it is absent. */
export function readWeekdays(place: Place, key = 'weekdays'): readonly number[] {
  if ((place.fields[key] ?? null) === null) return WEEKDAYS.map((_, at) => at)
  const days = weekdaysOf(place, key)
  if (days !== null && days.length === 0)
    place.issues.error(`${place.pointer}/${key}`, 'field-missing', `${key} names no day.`, 'Name at least one, such as "MONDAY".')
  return (days ?? []).filter((day) => day !== null)
}
