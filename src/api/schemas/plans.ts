import { type Static, Type } from 'typebox'
import { JOB_STATES } from '../../model/job.ts'
import { VERSION_SOURCES } from '../../model/plan.ts'
import { LONGEST_PRIORITY_NAME } from '../../model/priority-names.ts'
import { IssueSchema } from './answers.ts'
import { AffectedEmployee, ShiftChange } from './changes.ts'
import { amount, costChange, currency } from './money.ts'
import { choice, id, list, ScoreSchema } from './values.ts'

/** Characters of the name of a plan. */
export const MAX_PLAN_NAME = 200
/** Characters of a note or a comment. */
export const MAX_PLAN_TEXT = 1000
/** Changes that a comparison lists. */
export const MAX_PLAN_CHANGES = 1000

const moment = (description: string) => Type.String({ format: 'date-time', description })
const count = (description: string) => Type.Integer({ minimum: 0, description })
const number = (description: string) => Type.Integer({ minimum: 1, description })
const orNull = <const Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const planId = Type.String({ description: 'Names the plan. A string without meaning.', examples: ['7'] })
const name = Type.String({ minLength: 1, maxLength: MAX_PLAN_NAME, description: 'For people; printable.' })
const note = Type.String({ maxLength: MAX_PLAN_TEXT, description: 'What people should know of the plan; empty when absent.' })
const comment = Type.String({
  maxLength: MAX_PLAN_TEXT,
  description: 'What is new in the version; empty when absent. A version with a comment is kept as long as the plan.',
})
const anySchedule = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'The schedule as `POST /api/v1/gateway` takes it, without `callbackUrl` if there is nobody to call; it may be incomplete. `callbackAuthenticationHeaderName` and `callbackAuthenticationHeaderValue` are left out.',
})

const planFields = {
  planId,
  name,
  note,
  version: number('Number of the newest version.'),
  publishedVersion: orNull(number('A number.'), 'Number of the version that is published now; null when none is.'),
  createdAt: moment('When it was made.'),
  updatedAt: moment('When its newest version was saved.'),
  archivedAt: orNull(moment('When.'), 'Since when it is archived; null when it is not.'),
}

const versionFields = {
  version: number('Its number, from 1.'),
  author: Type.String({ description: 'Who saved it: an e-mail, or the name of a token.' }),
  source: choice(VERSION_SOURCES, '`EDITED`: a schedule was saved. `ACCEPTED`: the roster of a request was taken over.'),
  comment,
  solverProblemId: orNull(Type.String(), 'The request whose roster was taken over; null unless it was accepted.'),
  employees: count('Entries of `employees`.'),
  shifts: count('Entries of `shifts`.'),
  errors: count('Things that keep it from being solved and published.'),
  warnings: count('Things that are doubtful.'),
  createdAt: moment('When it was saved.'),
  publishedAt: orNull(moment('When.'), 'When it was published last; null when it never was.'),
}

/** A plan, without its schedule. */
export const Plan = Type.Object(planFields, { $id: 'Plan', title: 'Plan', description: 'A schedule that is kept and edited, without the schedule.' })

/** A version, without its schedule. */
export const PlanVersion = Type.Object(versionFields, {
  $id: 'PlanVersion',
  title: 'PlanVersion',
  description: 'What a plan was at a time, without the schedule. It is never changed.',
})

const versionObject = Type.Object(versionFields, { description: 'The version.' })
const issues = {
  errors: list(IssueSchema, 'What is wrong with the schedule, at most 100; pointers lead into `schedule`.'),
  warnings: list(IssueSchema, 'What is doubtful in it, at most 100.'),
}

/** What is answered when a version was stored. */
export const SavedPlan = Type.Object(
  { ...planFields, content: versionObject, ...issues },
  { $id: 'SavedPlan', title: 'SavedPlan', description: 'A plan with a version that was just stored, and what is wrong with it.' },
)

const planRequest = Type.Object({
  solverProblemId: Type.String({ description: 'Of the request.' }),
  version: number('The version that was submitted.'),
  status: choice(JOB_STATES, 'Where the request stands.'),
  createdAt: moment('When it was submitted.'),
})
const publication = Type.Object({
  version: number('What was published.'),
  author: Type.String({ description: 'By whom: an e-mail, or the name of a token.' }),
  publishedAt: moment('When.'),
})

/** A plan with the schedule of one version. */
export const PlanAnswer = Type.Object(
  {
    ...planFields,
    content: versionObject,
    requests: list(planRequest, 'The newest requests that were made of the plan, at most 20.'),
    publications: list(publication, 'How it was published, newest first, at most 20.'),
    ...issues,
    schedule: anySchedule,
  },
  { $id: 'PlanAnswer', title: 'PlanAnswer', description: 'A plan with the schedule of one version.' },
)

/** What is posted to make a plan. */
export const NewPlan = Type.Object(
  { name, note: Type.Optional(note), comment: Type.Optional(comment), schedule: anySchedule },
  { $id: 'NewPlan', title: 'NewPlan' },
)

/** What is put to save a version. */
export const NewPlanVersion = Type.Object(
  { comment: Type.Optional(comment), schedule: anySchedule },
  { $id: 'NewPlanVersion', title: 'NewPlanVersion' },
)

/** What is sent to rename or archive a plan. */
export const PlanPatch = Type.Object(
  {
    name: Type.Optional(name),
    note: Type.Optional(note),
    archived: Type.Optional(Type.Boolean({ description: 'True: not in the list any more; false: in it again.' })),
  },
  { minProperties: 1, $id: 'PlanPatch', title: 'PlanPatch', description: 'What is to become of a plan; what is absent stays.' },
)

/** What is posted to take over the roster of a request. */
export const PlanAcceptance = Type.Object(
  {
    solverProblemId: Type.String({ maxLength: 40, description: 'A request that was made of the plan, and has a solution.' }),
    comment: Type.Optional(comment),
  },
  { $id: 'PlanAcceptance', title: 'PlanAcceptance' },
)

/** What is posted to publish a version. */
export const PlanPublication = Type.Object(
  { version: number('The version that everybody is to work by.') },
  { $id: 'PlanPublication', title: 'PlanPublication' },
)

const planChange = Type.Object({
  kind: choice(['ADDED', 'REMOVED', 'CHANGED'], 'What became of it.'),
  pointer: Type.String({ description: 'RFC 6901: into the newer schedule; of what was removed, into the older.' }),
  part: Type.String({ description: 'The field of the schedule that it is in, such as `employees`.' }),
  id: Type.Optional(Type.Union([Type.Integer(), Type.String()], { description: 'Of an entry of a list.' })),
  name: Type.Optional(Type.String({ description: 'Of an entry of a list that has one.' })),
  fields: Type.Optional(list(Type.String(), 'The fields that are different.')),
})

/** What is answered to a comparison. */
export const PlanComparison = Type.Object(
  {
    from: number('The older version.'),
    to: number('The newer version.'),
    documentChanges: list(planChange, 'What is different in the schedules, part by part: lists by the ids of their entries.', {
      maxItems: MAX_PLAN_CHANGES,
    }),
    roster: orNull(
      Type.Object({
        scoreBefore: ScoreSchema,
        scoreAfter: ScoreSchema,
        scoreChange: ScoreSchema,
        currency,
        costBefore: amount('What the older roster costs.'),
        costAfter: amount('What the newer roster costs.'),
        costChange,
        changes: list(ShiftChange, 'Shifts of the newer version that changed hands.'),
        employees: list(AffectedEmployee, 'Everybody who is affected.'),
      }),
      'Who works what otherwise, on the shifts and by the rules of the newer version; null while that has errors.',
    ),
  },
  { $id: 'PlanComparison', title: 'PlanComparison', description: 'What is different from one version of a plan to another.' },
)

const linkFields = {
  linkId: Type.String({ description: 'Names the link. Not its secret.' }),
  employeeId: id('Whose roster it shows.'),
  createdAt: moment('When it was made.'),
  expiresAt: moment('When it ends, or ended.'),
  revokedAt: orNull(moment('When.'), 'When it was ended before that; null when it was not.'),
  lastUsedAt: orNull(moment('When.'), 'When it was last used, to the minute; null before.'),
}

/** A link of an employee, without its secret. */
export const EmployeeLink = Type.Object(linkFields, {
  $id: 'EmployeeLink',
  title: 'EmployeeLink',
  description: 'A link by which an employee reads the own roster, without its secret.',
})

/** A link that was just made. */
export const NewEmployeeLink = Type.Object(
  {
    path: Type.String({ description: 'The page of the employee, on this host; its end is the secret, shown this once.' }),
    calendarPath: Type.String({ description: 'The same as a calendar (iCalendar), to subscribe to.' }),
    ...linkFields,
  },
  { $id: 'NewEmployeeLink', title: 'NewEmployeeLink', description: 'A link that was just made.' },
)

/** What is posted to make links. */
export const NewEmployeeLinks = Type.Object(
  {
    employeeIds: list(id('Of an employee of the schedule.'), 'For whom; a link for each.', { minItems: 1, maxItems: 1000 }),
    expiresDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 400, description: 'Days until they end; 90 when absent.' })),
  },
  { $id: 'NewEmployeeLinks', title: 'NewEmployeeLinks' },
)

const priorityName = (position: string) =>
  Type.Union([Type.String({ maxLength: LONGEST_PRIORITY_NAME, description: 'For people.' }), Type.Null()], {
    description: `The ${position} priority; null where the department has no name of its own for it.`,
  })
const priorityFields = { first: priorityName('first'), second: priorityName('second'), third: priorityName('third'), fourth: priorityName('fourth') }

/** What a department calls its priorities. */
export const PriorityNames = Type.Object(priorityFields, {
  $id: 'PriorityNames',
  title: 'PriorityNames',
  description: 'What a department calls the four priorities of a score.',
})

/** What is put in the place of these names. */
export const NewPriorityNames = Type.Object(
  {
    first: Type.Optional(priorityFields.first),
    second: Type.Optional(priorityFields.second),
    third: Type.Optional(priorityFields.third),
    fourth: Type.Optional(priorityFields.fourth),
  },
  { $id: 'NewPriorityNames', title: 'NewPriorityNames', description: 'Those that are absent, null or blank have no name of their own any more.' },
)

export const PLAN_SCHEMAS = [
  Plan,
  PlanVersion,
  SavedPlan,
  PlanAnswer,
  NewPlan,
  NewPlanVersion,
  PlanPatch,
  PlanAcceptance,
  PlanPublication,
  PlanComparison,
  EmployeeLink,
  NewEmployeeLink,
  NewEmployeeLinks,
  PriorityNames,
  NewPriorityNames,
] as const

export type Plan = Static<typeof Plan>
export type PlanVersion = Static<typeof PlanVersion>
export type SavedPlan = Static<typeof SavedPlan>
export type PlanAnswer = Static<typeof PlanAnswer>
export type PlanComparison = Static<typeof PlanComparison>
