import { SETTING_NAMES, type SettingName } from '../../src/model/settings.ts'

/** Evenly spread over [0, 1), like `Math.random`. */
export type Random = () => number

const STEP = 0x6d2b79f5

/** A stream of chance that a seed repeats, from what comes after so many draws: mulberry32. */
export function createRandom(seed: number, drawn = 0): Random {
  let state = (seed + Math.imul(drawn, STEP)) >>> 0
  return () => {
    state = (state + STEP) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Chance {
  /** True with this probability. */
  is(probability: number): boolean
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  one<T>(choices: readonly T[]): T
  some<T>(choices: readonly T[], probability: number): T[]
}

export function chanceOf(random: Random): Chance {
  const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1))
  return {
    whole,
    is: (probability) => random() < probability,
    one: (choices) => choices[whole(0, choices.length - 1)]!,
    some: (choices, probability) => choices.filter(() => random() < probability),
  }
}

/** Part of a document as posted. */
export type Fields = Record<string, unknown>

/** Settings of what any-demand.ts, any-breaks.ts and any-pay.ts draw. */
const DRAWN_APART: ReadonlySet<SettingName> = new Set([
  'demandUnder',
  'demandIdeal',
  'demandOver',
  'generatedMinutes',
  'breakCover',
  'payCost',
  'budgets',
])

/** Which rules a document speaks of: the nineteen of a plain ward, or every one of the contract but for those of demands and pay. */
export type Rules = 'plain' | 'all'

/** How large a document is: of a tiny one all rosters can be tried. */
export type Size = 'small' | 'tiny'

export const SETTINGS_OF: Readonly<Record<Rules, readonly SettingName[]>> = {
  plain: [
    'assignShift',
    'assignOptionalShift',
    'spotSkills',
    'spotTeams',
    'shiftCollision',
    'oneShiftPerDay',
    'unavailable',
    'undesired',
    'desired',
    'minRestBetweenShifts',
    'maxMinutesPerDay',
    'maxMinutesPerWeek',
    'maxMinutesPerMonth',
    'maxConsecutiveDays',
    'minConsecutiveDays',
    'consecutiveDaysOff',
    'weekendWorkFrequency',
    'maxConsecutiveNightShifts',
    'evenShiftDistribution',
  ],
  all: SETTING_NAMES.filter((name) => !DRAWN_APART.has(name)),
}

/** What the parts of one document share. */
export interface Draft {
  readonly chance: Chance
  readonly rules: Rules
  readonly size: Size
  readonly employeeIds: readonly number[]
  readonly spotIds: readonly number[]
  /** Days since 1970 of the first day on which a shift of the horizon may start. */
  readonly firstDay: number
  readonly horizonDays: number
  readonly historyDays: number
  /** An instant as posted: minutes of the wall clock after a day's midnight. */
  instant(epochDay: number, wallMin: number): string
}

export const TAGS = ['early', 'late', 'night']
export const CATEGORIES = ['social', 'unsocial']
export const KNOWN_IDS = [1, 2, 3]

export function distinctIds(chance: Chance, count: number): number[] {
  const ids = new Set<number>()
  while (ids.size < count) ids.add(chance.whole(1, 900))
  return [...ids]
}

/** On the day of a clock change the wall clock can skip the whole of a short period; then it lasts a minute. */
export function instantAfter(instant: Draft['instant'], epochDay: number, from: number, length: number): string {
  const start = Date.parse(instant(epochDay, from))
  const end = Date.parse(instant(epochDay, from + length))
  return new Date(Math.max(end, start + 60_000)).toISOString()
}
