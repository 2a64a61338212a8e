import { Type } from 'typebox'
import { ConstraintRelease, ReleaseMatch, ScoreSchema } from '../answers.ts'
import { DEFAULT_ANSWERS, RANGES } from '../../limits.ts'
import { ScheduleSubmission } from '../submission.ts'
import { choice, id, list, wholeNumber } from '../values.ts'
import { SETTING_NAMES } from '../../../model/settings.ts'

/** A schedule that is asked about: as it is submitted, but nobody has to be called back. */
export const AskedSchedule = Type.Object(
  { ...ScheduleSubmission.properties, callbackUrl: Type.Optional(ScheduleSubmission.properties.callbackUrl) },
  { $id: 'AskedSchedule', title: 'AskedSchedule', description: 'A schedule as `POST /api/v1/gateway` takes it; `callbackUrl` may be absent.' },
)

/** The parameter `schedule` of every question. */
export const schedule = Type.Ref('AskedSchedule', { description: 'What is asked about.' })

/** Who works which shift: a callback’s payload, of which the shifts alone are read. */
export const solutionOf = (description: string) =>
  Type.Object(
    {
      shifts: list(
        Type.Object(
          { id: id('Of the shift.'), employee: Type.Union([id('Who works it.'), Type.Null()], { description: 'Who works it; null = nobody.' }) },
          { additionalProperties: true, description: 'A shift of the schedule.' },
        ),
        'Every shift of the schedule once.',
      ),
    },
    { additionalProperties: true, description },
  )

/** The parameter `solution`, where the roster is not the one that the schedule came with. */
export const solution = solutionOf('A solution of the schedule, such as a callback’s payload; absent = every shift as `schedule.shifts` says.')

/** How many matches of each rule are listed at most. */
export const matchLimit = wholeNumber(RANGES.matchLimit, 'How many matches of each rule and priority are listed at most.', {
  default: DEFAULT_ANSWERS.matchLimit,
})

export const employeeId = id('Of the employee.')
export const shiftId = id('Of the shift.')
export const employeeName = Type.Union([Type.String(), Type.Null()], { description: 'As the schedule names the employee; null = not at all.' })
export const sentence = (description: string) => Type.String({ description })
export const settingName = (description: string) => choice(SETTING_NAMES, description)
export const scoreChange = Type.Array(Type.Number({ description: 'Change of one penalty.' }), {
  minItems: 4,
  maxItems: 4,
  description: 'Score after the change minus score before, first priority first; a negative number is an improvement.',
})

/** A rule that costs, with as many of its places as were asked for. */
export const CountedRelease = Type.Object(
  {
    ...ConstraintRelease.properties,
    matchCount: Type.Integer({ minimum: 1, description: 'In how many places it is broken, listed or not.' }),
    matches: list(ReleaseMatch, 'The first of these places, as many as were asked for.'),
  },
  { description: 'A rule that is broken, at one priority. The penalties of all of them add up to the score.' },
)

export { ScoreSchema }
