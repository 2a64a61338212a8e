import { Type } from 'typebox'
import { DEFAULT_WEIGHTS, SETTING_NAMES, type SettingName } from '../../model/settings.ts'
import { RANGES } from '../limits.ts'
import { choice, text, wholeNumber } from './values.ts'

export const PRIORITY_WEIGHTS = ['firstPriorityWeight', 'secondPriorityWeight', 'thirdPriorityWeight', 'fourthPriorityWeight'] as const

const weight = (ordinal: string) => Type.Optional(wholeNumber(RANGES.settingWeight, `Factor on the ${ordinal} priority, 0 to 20.`))

export const Weights = Type.Object({
  firstPriorityWeight: weight('first'),
  secondPriorityWeight: weight('second'),
  thirdPriorityWeight: weight('third'),
  fourthPriorityWeight: weight('fourth'),
})

/** How a description reads that says a setting's default. */
function described(name: SettingName): string {
  return `Weights of the rule ${name}; default ${DEFAULT_WEIGHTS[name].join(', ')}; a weight left out beside others is 0; {} keeps the default; all 0 switches the rule off.`
}

const weightsOf = (name: SettingName) => Type.Optional(Type.Object(Weights.properties, { description: described(name) }))

/** By name, so that clients whose editors complete fields are offered each setting. */
const WEIGHTS_BY_SETTING = Object.fromEntries(SETTING_NAMES.map((name) => [name, weightsOf(name)])) as Readonly<
  Record<SettingName, ReturnType<typeof weightsOf>>
>

const timeOfDay = (description: string) => Type.Optional(text(`${description} HH:MM of the local clock.`, { pattern: '^\\d{2}:\\d{2}$' }))

export const LateShifts = Type.Object(
  {
    startsAtOrAfter: timeOfDay('Earliest start of a late shift (14:00).'),
    endsBy: timeOfDay('Latest end of a late shift (02:00); of the next day when not later than `startsAtOrAfter`.'),
  },
  { description: 'By where a shift starts and ends on the local clock.' },
)

export const NightShifts = Type.Object(
  {
    from: timeOfDay('Start of the night (23:00).'),
    to: timeOfDay('End of the night (06:00); of the next day when not later than `from`.'),
    minMinutes: Type.Optional(wholeNumber(RANGES.nightMinutes, 'Least minutes inside one night that make a night shift (180).')),
  },
  { description: 'By how much of a shift lies in one night.' },
)

export const ShiftKinds = Type.Object(
  { late: Type.Optional(LateShifts), night: Type.Optional(NightShifts) },
  { description: 'Which shifts count as late and as night work.' },
)

export const OTHERS = ['off'] as const

export const Settings = Type.Object(
  {
    others: Type.Optional(choice(OTHERS, '`off` switches off every rule that is not named here; {} names one and keeps its default.')),
    ...WEIGHTS_BY_SETTING,
    weekendUnassignedMultiplier: Type.Optional(
      wholeNumber(
        RANGES.multiplier,
        'Multiplies `assignShift` and `assignOptionalShift` for shifts that start on a weekend or run through a day of it.',
        { default: 1 },
      ),
    ),
    weekendMandatoryCoverageFloorPercent: Type.Optional(
      wholeNumber(RANGES.percent, 'Least share of the mandatory weekend shifts that must be filled, in percent.', { default: 0 }),
    ),
    shiftKinds: Type.Optional(ShiftKinds),
  },
  { description: 'What the rules weigh. Priorities are lexicographic: no saving on the second is worth anything on the first.' },
)
