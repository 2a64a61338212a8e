import { describe, expect, test } from 'vitest'
import { readSubmission } from './read-schedule.ts'

const DEMAND = { id: 1, spot: 1, start: '2026-03-02T08:00', end: '2026-03-02T16:00', min: 1 }
const TEMPLATE = { id: 'day', spots: [1], startsFrom: '08:00', startsTo: '12:00', stepMinutes: 60, minMinutes: 240, maxMinutes: 480 }

/** What is said of a field that nobody knows, at one of three places. */
function hintsFor(place: 'schedule' | 'demand' | 'template', name: string): string[] {
  const more = (at: typeof place): object => (at === place ? { [name]: 1 } : {})
  const document = {
    timeZone: 'UTC',
    employees: [{ id: 1 }],
    spots: [{ id: 1 }],
    shifts: [],
    demands: [{ ...DEMAND, ...more('demand') }],
    shiftTemplates: [{ ...TEMPLATE, ...more('template') }],
    ...more('schedule'),
  }
  const { warnings, errors } = readSubmission(document, { callback: 'optional' })
  return [...errors, ...warnings].filter(({ code }) => code === 'field-unknown').map(({ hint }) => hint)
}

const meant = (field: string, remark = ''): string => `Did you mean "${field}"?${remark === '' ? '' : ` ${remark}`}`
const WANTED = meant('demands', 'It says how many are wanted from "start" to "end", and "shiftTemplates" what shifts may be made for them.')
const MADE = meant('shiftTemplates', 'It says when shifts may start, and how long they are.')
const LEAST = meant('min', 'What is better is "ideal", and what is too many is above "max".')

describe('what others call a demand is answered with ours', () => {
  for (const [place, names, hint] of [
    ['schedule', ['demand', 'demandCurve', 'hourly_demand', 'workload', 'staffingCurve', 'callVolumes'], WANTED],
    ['schedule', ['templates', 'shift_template', 'dutyTypes'], MADE],
    ['demand', ['headcount', 'requiredStaff', 'agents', 'minimum'], LEAST],
    ['demand', ['target', 'optimal'], meant('ideal')],
    ['demand', ['maxHeadcount', 'capacity'], meant('max')],
    ['demand', ['startTime', 'from'], meant('start')],
    ['demand', ['endTime', 'until'], meant('end')],
    ['demand', ['location', 'queue'], meant('spot')],
    ['template', ['earliestStart', 'from'], meant('startsFrom')],
    ['template', ['latestStart', 'to'], meant('startsTo')],
    ['template', ['granularity', 'step'], meant('stepMinutes', 'It is in minutes.')],
    ['template', ['minDuration', 'min_length'], meant('minMinutes', 'It is in minutes.')],
    ['template', ['maxDuration', 'longest'], meant('maxMinutes', 'It is in minutes.')],
    ['template', ['spot', 'locations'], meant('spots')],
  ] as const) {
    for (const name of names) test(`${name} of a ${place}`, () => expect(hintsFor(place, name)).toEqual([hint]))
  }
})
