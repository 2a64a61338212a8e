import { Type } from 'typebox'
import { DEFAULT_MAX_SECONDS, DEFAULT_SEED, MAX_LABEL_TEXT, MAX_KEEP, MAX_LABELS, MAX_NAME_TEXT, RANGES } from '../limits.ts'
import { BreakRule } from './breaks.ts'
import { Calendar as CalendarSchema } from './calendar.ts'
import { SharedContract } from './contract.ts'
import { Employee } from './employee.ts'
import { CoverageRequirement } from './coverage.ts'
import { Demand, ShiftTemplate } from './demand.ts'
import { alternatives, Keep } from './replanning.ts'
import { CoverageCompetencyRequirement, Fairness, FreePeriodRequirement, Pairing, Rotation, ShiftDependencyRule, ShiftGroup } from './requirements.ts'
import { money } from './pay.ts'
import { Settings } from './settings.ts'
import { Named, Shift, ShiftTag, Spot } from './shift.ts'
import { Travel } from './travel.ts'
import { choice, edge, fraction, list, text, wholeNumber } from './values.ts'

export const HORIZONS = ['OPEN', 'CYCLIC'] as const

const marks = {
  name: Type.Optional(text('For people; comes back in the entry, the events and the callback.', { maxLength: MAX_NAME_TEXT })),
  reference: Type.Optional(
    text('The client’s own number of the request; comes back, and the list can be asked for it.', { maxLength: MAX_NAME_TEXT }),
  ),
  labels: Type.Optional(
    Type.Record(Type.String({ pattern: '^[^:]{1,64}$' }), Type.String({ maxLength: MAX_LABEL_TEXT }), {
      maxProperties: MAX_LABELS,
      description: `Texts of the client’s own, at most ${MAX_LABELS}; they come back, and the list can be asked for them. A name has no colon.`,
      examples: [{ ward: '3' }],
    }),
  ),
}

export const Termination = Type.Object(
  {
    maxSeconds: Type.Optional(wholeNumber(RANGES.seconds, 'Longest search, in seconds.', { default: DEFAULT_MAX_SECONDS })),
    stallSeconds: Type.Optional(
      wholeNumber(
        RANGES.seconds,
        'The search has converged after this many seconds without a better roster, and a short last look at a priority that had no turn; absent = never.',
      ),
    ),
    targetGap: Type.Optional(fraction(RANGES.share, 'The search ends as converged when the proved gap is at most this, 0 to 1.', { default: 0 })),
    seed: Type.Optional(wholeNumber(RANGES.seed, 'Start of the random stream.', { default: DEFAULT_SEED })),
  },
  { description: 'When the search ends.' },
)

/** The document of `POST /api/v1/gateway`. Unknown fields are allowed everywhere, and answered with a warning; null is the same as absent. */
export const ScheduleSubmission = Type.Object(
  {
    ...marks,
    callbackUrl: Type.String({
      maxLength: 2048,
      description: 'Where the solved schedule is posted: an absolute http or https URL.',
      examples: ['https://consumer.example/hooks/solved'],
    }),
    callbackAuthenticationHeaderName: Type.Optional(text('A header to send with the callback; both this and its value, or neither.')),
    callbackAuthenticationHeaderValue: Type.Optional(
      Type.String({ maxLength: 8192, description: 'The header’s value; kept encrypted and never shown again.', writeOnly: true }),
    ),
    timeZone: Type.Optional(text('IANA name; decides days, weeks, nights and clock changes.', { default: 'UTC', examples: ['Europe/Copenhagen'] })),
    calendar: Type.Optional(CalendarSchema),
    horizon: Type.Optional(
      choice(
        HORIZONS,
        'OPEN: what follows the last day is not known. CYCLIC: the roster repeats itself, so that the last day is followed by the first, for all rules; the horizon is the calendar weeks of its shifts, and takes no history.',
        { default: 'OPEN' },
      ),
    ),
    employees: list(Employee, 'Who can work; at most 5,000.'),
    shifts: list(Shift, 'What is to be worked; at most 100,000, over at most 400 days. May be empty where there are demands.'),
    spots: list(Spot, 'Where it is worked.'),
    skills: Type.Optional(list(Named, 'What people call skills. Those that are not listed are called by their ids.')),
    teams: Type.Optional(list(Named, 'What people call teams. Those that are not listed are called by their ids.')),
    contracts: Type.Optional(list(SharedContract, 'Contracts that several employees have; they name them by `contractId`.')),
    settings: Type.Optional(Settings),
    numberOfAllowedShiftCollisions: Type.Optional(
      wholeNumber(RANGES.collisions, 'How many shifts of one employee may run beside one another without a collision.', { default: 0 }),
    ),
    freePeriodRequirements: Type.Optional(list(FreePeriodRequirement, 'Free time that is owed.')),
    coverageCompetencyRequirements: Type.Optional(list(CoverageCompetencyRequirement, 'Skills that must be present.')),
    coverageRequirements: Type.Optional(list(CoverageRequirement, 'How many must be, should be or may be at work at a time.')),
    demands: Type.Optional(
      list(Demand, 'How many are wanted when, beside what shifts ask for. Shifts count towards it, and so do those that are made of templates.'),
    ),
    shiftTemplates: Type.Optional(list(ShiftTemplate, 'What shifts may be made for the demands. At most 1,000.')),
    breakRules: Type.Optional(list(BreakRule, 'The breaks that shifts, templates and spots name by `breakRules`. At most 100.')),
    shiftTags: Type.Optional(list(ShiftTag, 'The tags that shifts carry.')),
    shiftDependencyRules: Type.Optional(list(ShiftDependencyRule, 'Shifts that need others.')),
    shiftGroups: Type.Optional(list(ShiftGroup, 'Shifts that belong together.')),
    pairings: Type.Optional(list(Pairing, 'Who works with whom.')),
    fairness: Type.Optional(list(Fairness, 'Work that is to be shared evenly.')),
    travel: Type.Optional(Travel),
    ...money,
    rotations: Type.Optional(list(Rotation, 'Rotas that are worked in turn; employees name them by `rotation`. At most 1,000.')),
    keep: Type.Optional(
      list(Keep, 'What it costs to change shifts that came with an employee, by how soon they start. At most 50. Setting: keepAssignment.', {
        maxItems: MAX_KEEP,
      }),
    ),
    alternatives,
    noticeFrom: Type.Optional(
      edge('When people are told of changes: the solution says for each how long before its start that is. Absent: it does not say.'),
    ),
    termination: Type.Optional(Termination),
    queuePriority: Type.Optional(
      wholeNumber(RANGES.queuePriority, 'Among the waiting requests of the department a higher one goes first.', { default: 0 }),
    ),
  },
  {
    $id: 'ScheduleSubmission',
    title: 'ScheduleSubmission',
    description: 'A schedule to be solved. Null is the same as absent; unknown fields are answered with a warning.',
  },
)
