import type { Schedule } from '../model/schedule.ts'
import { DEFAULT_LEAST_WEIGHTS, DEFAULT_SHIFT_KINDS, DEFAULT_WEIGHTS, SETTING_NAMES } from '../model/settings.ts'
import type { SettingName, Settings, ShiftKinds, Weights } from '../model/settings.ts'
import { choiceOf, integerOf, isJsonObject, objectOf, pointerStep, shapeOf, shown, textOf } from './fields.ts'
import { doubtMinutes } from './doubts.ts'
import type { Place } from './fields.ts'
import { hintForObject } from './hints.ts'
import { hintForClock } from './foreign-times.ts'
import { RANGES } from './limits.ts'
import {
  LateShifts,
  NightShifts,
  OTHERS,
  PRIORITY_WEIGHTS,
  Settings as SettingsSchema,
  ShiftKinds as ShiftKindsSchema,
  Weights as WeightsSchema,
} from './schemas/settings.ts'
import { didYouMean, plainName } from './suggest.ts'
import { parseTimeOfDay } from './times.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'

/** What others call work while somebody is away; plain names. */
const AWAY: ReadonlySet<string> = new Set(['absence', 'absences', 'leave', 'vacation', 'timeoff', 'unavailability'])
const WEIGHTS = shapeOf('a setting', WeightsSchema)
const KINDS = shapeOf('shiftKinds', ShiftKindsSchema)
const LATE = shapeOf('shiftKinds.late', LateShifts)
const NIGHT = shapeOf('shiftKinds.night', NightShifts)
const KNOWN = new Set(Object.keys(SettingsSchema.properties))

const OFF: Weights = [0, 0, 0, 0]
/** Up to here `minMinutes` of a night looks as if hours had been given. */
const LIKELY_NIGHT_HOURS = 8

/** Of what work beside shifts that are decided may mend: it is company, makes a way shorter, or runs beside two shifts between which rest is missing. */
const DECIDED_WEIGHTS = {
  pairings: DEFAULT_LEAST_WEIGHTS.others,
  maxTravelMinutes: DEFAULT_LEAST_WEIGHTS.minutes,
  minRestBetweenShifts: DEFAULT_LEAST_WEIGHTS.minutes,
} as const

/** Reads `settings`; what is absent has its documented default. */
export function readSettings(document: Place): Settings {
  const place = openSettings(document)
  if (place === null)
    return {
      weights: DEFAULT_WEIGHTS,
      decidedWeights: DECIDED_WEIGHTS,
      weekendUnassignedMultiplier: 1,
      weekendMandatoryCoverageFloorPercent: 0,
      shiftKinds: DEFAULT_SHIFT_KINDS,
    }
  const isOff = choiceOf(place, 'others', OTHERS) === 'off'
  const weights = Object.fromEntries(SETTING_NAMES.map((name) => [name, readWeights(place, name, isOff ? OFF : null)])) as Record<
    SettingName,
    Weights
  >
  const decidedWeights = Object.fromEntries(Object.entries(DECIDED_WEIGHTS).filter(([name]) => isDefault({ weights }, name as SettingName)))
  return {
    weights,
    decidedWeights,
    weekendUnassignedMultiplier: integerOf(place, 'weekendUnassignedMultiplier', RANGES.multiplier) ?? 1,
    weekendMandatoryCoverageFloorPercent: integerOf(place, 'weekendMandatoryCoverageFloorPercent', RANGES.percent) ?? 0,
    shiftKinds: readShiftKinds(place),
  }
}

/** The schedule with what decided shifts lack of rest apart only where another shift can mend it: some may run beside one another, or ways take time. */
export function withDecidedRests(schedule: Schedule): Schedule {
  const { shifts, settings, travel, isCyclic = false } = schedule
  const runsBeside = schedule.allowedShiftCollisions > 0 || shifts.some(({ allowedCollisionSpots }) => allowedCollisionSpots.length > 0)
  if (!isCyclic && (runsBeside || travel !== null)) return schedule
  const { minRestBetweenShifts: _, ...decidedWeights } = settings.decidedWeights ?? {}
  return { ...schedule, settings: { ...settings, decidedWeights } }
}

/** Whether a schedule does not say what a rule weighs. */
export function isDefault({ weights }: Pick<Settings, 'weights'>, name: SettingName): boolean {
  return weights[name] === DEFAULT_WEIGHTS[name]
}

function openSettings(document: Place): Place | null {
  const value = document.fields['settings']
  const { issues } = document
  if (value === undefined || value === null) return null
  if (!isJsonObject(value)) {
    issues.error('/settings', 'wrong-type', `settings must be an object, not ${shown(value)}.`, hintForObject(value, '/settings', KNOWN))
    return null
  }
  for (const key in value) {
    if (KNOWN.has(key)) continue
    issues.unknown(`setting ${key.slice(0, 60)}`, () => ({
      pointer: `/settings/${pointerStep(key)}`,
      code: 'setting-unknown',
      detail: `There is no setting ${shown(key)}; it is ignored.`,
      hint: AWAY.has(plainName(key)) ? 'Did you mean "unavailable"?' : didYouMean(key, KNOWN, 'See docs/constraints for the settings there are.'),
    }))
  }
  return { issues, pointer: '/settings', fields: value }
}

/** `absent`: the weights of a rule that is not named; null = its default. */
function readWeights(settings: Place, name: SettingName, absent: Weights | null): Weights {
  const place = objectOf(settings, name, WEIGHTS)
  if (place === null) return absent ?? DEFAULT_WEIGHTS[name]
  const given = PRIORITY_WEIGHTS.map((key) => integerOf(place, key, RANGES.settingWeight))
  if (PRIORITY_WEIGHTS.every((key) => (place.fields[key] ?? null) === null)) {
    // Where others are off, naming a rule is how it keeps its default.
    if (absent !== null) return DEFAULT_WEIGHTS[name]
    const hint = `Name at least one of ${PRIORITY_WEIGHTS.join(', ')}; 0 for all switches the rule off.`
    place.issues.warn(
      place.pointer,
      'setting-empty',
      `The setting ${name} names no weight, so its default ${DEFAULT_WEIGHTS[name].join(', ')} applies.`,
      hint,
    )
    return DEFAULT_WEIGHTS[name]
  }
  return [given[0] ?? 0, given[1] ?? 0, given[2] ?? 0, given[3] ?? 0]
}

function readShiftKinds(settings: Place): ShiftKinds {
  const place = objectOf(settings, 'shiftKinds', KINDS)
  if (place === null) return DEFAULT_SHIFT_KINDS
  const late = objectOf(place, 'late', LATE)
  const night = objectOf(place, 'night', NIGHT)
  if (night !== null) doubtMinutes(night, 'minMinutes', LIKELY_NIGHT_HOURS)
  const startsAtOrAfter = timeOfDayOf(late, 'startsAtOrAfter') ?? DEFAULT_SHIFT_KINDS.late.startsAtOrAfter
  const endsBy = timeOfDayOf(late, 'endsBy') ?? DEFAULT_SHIFT_KINDS.late.endsBy % MINUTES_PER_DAY
  return {
    late: { startsAtOrAfter, endsBy: endsBy > startsAtOrAfter ? endsBy : endsBy + MINUTES_PER_DAY },
    night: {
      from: timeOfDayOf(night, 'from') ?? DEFAULT_SHIFT_KINDS.night.from,
      to: timeOfDayOf(night, 'to') ?? DEFAULT_SHIFT_KINDS.night.to,
      minMinutes: (night && integerOf(night, 'minMinutes', RANGES.nightMinutes)) ?? DEFAULT_SHIFT_KINDS.night.minMinutes,
    },
  }
}

function timeOfDayOf(place: Place | null, key: string): number | null {
  const text = place === null ? null : textOf(place, key)
  if (place === null || text === null) return null
  const minutes = parseTimeOfDay(text)
  if (!Number.isNaN(minutes)) return minutes
  place.issues.error(
    `${place.pointer}/${key}`,
    'time-of-day-invalid',
    `${key} is ${shown(text)}, which is not a time of day.`,
    hintForClock(text) ?? 'Write it like 23:00.',
  )
  return null
}
