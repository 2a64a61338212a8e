import { Type, type TString } from 'typebox'
import { RANGES } from '../limits.ts'
import { text, weekdays, wholeNumber } from './values.ts'

function timeOfDay(description: string, absent?: string): TString {
  return text(description, { ...(absent === undefined ? {} : { default: absent }), pattern: '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$' })
}

const days = {
  weekdays: weekdays('On which weekdays; absent = on all.'),
  everyWeeks: Type.Optional(wholeNumber(RANGES.weeks, 'Every so many calendar weeks, from that of `start` on.', { default: 1 })),
}

export const Repeats = Type.Object(
  {
    weekdays: days.weekdays,
    from: Type.Optional(timeOfDay('From this time of day on, `HH:MM` on the local clock.', '00:00')),
    to: Type.Optional(timeOfDay('Until this time of day, up to `24:00`; not after `from`: on the day after.', '24:00')),
    everyWeeks: days.everyWeeks,
  },
  { description: 'Only these times between `start` and `end`.' },
)

export const ShiftRepeats = Type.Object(
  {
    weekdays: days.weekdays,
    from: timeOfDay('When each starts, `HH:MM` on the local clock.'),
    to: timeOfDay('When each ends, up to `24:00`; not after `from`: on the day after.'),
    everyWeeks: days.everyWeeks,
  },
  {
    description:
      'A shift of its own on each of these days between `start` and `end`, with the id `<id>/<local date on which it starts>`, by which others name it and it is answered. What else the shift says is true of each.',
  },
)
