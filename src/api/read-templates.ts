import type { ShiftTemplate } from '../model/schedule.ts'
import type { Identifier, SpotId } from '../model/units.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'
import { checkMinMax, integerOf, isGiven, listOf, objectsOf, requiredInteger, shapeOf, shown, textOf, textsOf } from './fields.ts'
import type { Place } from './fields.ts'
import { hintForClock } from './foreign-times.ts'
import { checkTwins, claimId, idsOf, requiredId } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import { MAX_TEMPLATE_ID_TEXT, MAX_TEMPLATES, RANGES } from './limits.ts'
import { namedBreakRules } from './read-break-rules.ts'
import { readWeekdays } from './read-weekdays.ts'
import { checkSpot } from './reading.ts'
import type { Reading } from './reading.ts'
import { ShiftTemplate as TemplateSchema } from './schemas/demand.ts'
import { parseTimeOfDay } from './times.ts'
import { doubtMinutes } from './doubts.ts'

const TEMPLATE = shapeOf('a shift template', TemplateSchema)

/** The most hours of a shift that somebody sends by mistake as the least and the most minutes. */
const LIKELY_HOURS = { minMinutes: 12, maxMinutes: 24 } as const

/** Reads `shiftTemplates`. */
export function readTemplates(document: Place, reading: Pick<Reading, 'issues' | 'spots' | 'breaks'>): ShiftTemplate[] {
  const seen = new Map<Identifier, number>()
  const templates = objectsOf(document, 'shiftTemplates', TEMPLATE, MAX_TEMPLATES).map((place, index): ShiftTemplate => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    checkIdLength(place, id)
    const startsFrom = startOf(place, 'startsFrom')
    const startsTo = startOf(place, 'startsTo')
    const stepMinutes = requiredInteger(place, 'stepMinutes', RANGES.templateStep)
    const template: ShiftTemplate = {
      id,
      name: textOf(place, 'name'),
      spots: readSpots(place, reading),
      weekdays: (place.fields['weekdays'] ?? null) === null ? null : [...new Set(readWeekdays(place))],
      startsFrom: startsFrom ?? 0,
      startsTo: (startsTo ?? 0) + (startsTo !== null && startsFrom !== null && startsTo < startsFrom ? MINUTES_PER_DAY : 0),
      stepMinutes,
      minMinutes: requiredInteger(place, 'minMinutes', RANGES.templateMinutes),
      maxMinutes: requiredInteger(place, 'maxMinutes', RANGES.templateMinutes),
      lengthStepMinutes: integerOf(place, 'lengthStepMinutes', RANGES.templateStep) ?? stepMinutes,
      tags: [...new Set(textsOf(place, 'tags'))],
      cost: integerOf(place, 'cost', RANGES.cost) ?? 0,
      breakRules: namedBreakRules(place, reading.breaks),
    }
    checkMinMax(place, 'minMinutes', 'maxMinutes')
    for (const [key, mostHours] of Object.entries(LIKELY_HOURS)) doubtMinutes(place, key, mostHours)
    if (startsFrom !== null && startsTo !== null) checkSteps(place, template)
    return template
  })
  checkTwins(reading.issues, 'template', seen, (id) => `/shiftTemplates/${seen.get(id)}/id`)
  return templates
}

function readSpots(place: Place, reading: Pick<Reading, 'issues' | 'spots'>): readonly SpotId[] {
  if (isGiven(place, 'spots') && Array.isArray(place.fields['spots']) && listOf(place, 'spots').length === 0)
    place.issues.error(`${place.pointer}/spots`, 'field-missing', 'spots names no spot.', 'Name at least one.')
  return [...new Set(idsOf(place, 'spots', (spot, pointer) => checkSpot(reading, pointer, spot)))] as SpotId[]
}

/** Shifts are named after their template, and names have to stay ids. */
function checkIdLength({ issues, pointer }: Place, id: Identifier): void {
  if (typeof id === 'number' || id.length <= MAX_TEMPLATE_ID_TEXT) return
  const detail = `The id of a template has ${id.length} characters; at most ${MAX_TEMPLATE_ID_TEXT} are allowed, since shifts are named after it.`
  issues.error(`${pointer}/id`, 'text-too-long', detail, 'Send a shorter id.')
}

/** Refuses posted shifts whose ids look like those of shifts that are made of a template: a solution could not tell them apart. */
export function checkShiftIds(issues: IssueList, templates: readonly ShiftTemplate[], posted: ReadonlyMap<Identifier, number>): void {
  const names = new Set(templates.map(({ id }) => String(id)))
  if (names.size === 0) return
  for (const [id, position] of posted) {
    const [, name] = typeof id === 'string' ? (/^(.+)\/\d{4}-\d\d-\d\dT\d\d:\d\d\/\d+$/.exec(id) ?? []) : []
    if (name === undefined || !names.has(name)) continue
    const detail = `The id ${shown(id)} is of the form that shifts have which are made of the template ${shown(name)}.`
    issues.error(`/shifts/${position}/id`, 'shift-id-reserved', detail, 'Give the shift, or the template, another id.')
  }
}

/** Minutes after midnight of a start; null when it is absent or, with an error, no time of day. */
function startOf(place: Place, key: string): number | null {
  if (!isGiven(place, key)) return null
  const text = textOf(place, key)
  if (text === null) return null
  const minutes = parseTimeOfDay(text)
  if (minutes < MINUTES_PER_DAY) return minutes
  const detail = `${key} is ${shown(text)}, which is no time of day at which a shift could start.`
  place.issues.error(`${place.pointer}/${key}`, 'time-of-day-invalid', detail, hintForClock(text) ?? 'Write it like "07:00", up to "23:59".')
  return null
}

/** Both ends of starts and of lengths are meant, so that steps have to lead from the one to the other. */
function checkSteps({ issues, pointer }: Place, template: ShiftTemplate): void {
  const { startsFrom, startsTo, stepMinutes, minMinutes, maxMinutes, lengthStepMinutes } = template
  for (const [key, from, to, step] of [
    ['startsTo', startsFrom, startsTo, stepMinutes],
    ['maxMinutes', minMinutes, maxMinutes, lengthStepMinutes],
  ] as const) {
    if (step === 0 || to <= from || (to - from) % step === 0) continue
    const detail = `No steps of ${step} minutes lead to ${key}: it lies ${to - from} minutes after the least.`
    issues.error(`${pointer}/${key}`, 'template-steps-unfit', detail, `Let the distance be a multiple of ${step} minutes, or choose another step.`)
  }
}
