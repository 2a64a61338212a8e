import { Type } from 'typebox'
import { ERROR_TITLES } from '../../model/errors.ts'
import { JOB_STATES, STOP_REASONS } from '../../model/job.ts'
import { SETTING_NAMES } from '../../model/settings.ts'
import { NO_BOUND_REASONS } from '../../model/solution.ts'
import { Costs } from './costs.ts'
import { AffectedEmployee, Alternative, ShiftChange, SolvedShift } from './changes.ts'
import { LeastChanges } from './replanning.ts'
import { choice, dateTime, id, list, localDate, marks, nullable, ScoreSchema, text } from './values.ts'

export { ScoreSchema } from './values.ts'

const solverProblemId = Type.String({
  description: 'Names the job, everywhere. A string: nothing may depend on its looking like a number.',
  examples: ['4711'],
})

export const IssueSchema = Type.Object(
  {
    pointer: Type.String({ description: 'RFC 6901 pointer into the posted document; empty = the whole of it.' }),
    code: Type.String({ description: 'Stable; documented in docs/errors.md.' }),
    detail: Type.String({ description: 'What is wrong, with the value.' }),
    hint: Type.String({ description: 'What to do about it.' }),
  },
  { description: 'Something wrong or doubtful in the posted document.' },
)

export const ProblemDetails = Type.Object(
  {
    type: Type.String({ description: 'A URI reference of the error’s documentation.' }),
    title: Type.String({ description: 'The error in general.' }),
    status: Type.Integer({ description: 'HTTP status.', minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'The error in this case.' }),
    instance: Type.Optional(Type.String({ description: 'The request, as the log names it.' })),
    code: choice(Object.keys(ERROR_TITLES), 'Stable; documented in docs/errors.md.'),
    hint: Type.Optional(Type.String({ description: 'What to do about it.' })),
    errors: Type.Optional(list(IssueSchema, 'All problems of the document at once, at most 100.')),
    warnings: Type.Optional(list(IssueSchema, 'What is doubtful in it, at most 100.')),
    conflict: Type.Optional(
      Type.Object(
        {
          version: Type.Record(Type.String(), Type.Unknown(), { description: 'The newest version, as `PlanVersion`.' }),
          changes: list(Type.Record(Type.String(), Type.Unknown()), 'What is different in it, as `documentChanges` of `PlanComparison`.'),
        },
        { description: 'Of `plan-changed` alone: what somebody else saved meanwhile.' },
      ),
    ),
  },
  { $id: 'ProblemDetails', title: 'ProblemDetails', description: 'RFC 9457 problem details.' },
)

export const Links = Type.Record(Type.String(), Type.String(), { description: 'Addresses of what belongs to the job, relative to this host.' })

export const SubmissionAnswer = Type.Object(
  {
    solverProblemId,
    status: choice(JOB_STATES, 'Where the job stands.'),
    warnings: list(IssueSchema, 'What is doubtful in the schedule; it is solved all the same.'),
    links: Links,
  },
  { $id: 'SubmissionAnswer', title: 'SubmissionAnswer' },
)

const bound = nullable(ScoreSchema, 'A proved lower bound of the score; null when none is proved.')
const gap = nullable(
  Type.Number(),
  'Relative distance of score to bound on the first priority where they differ, 0 to 1; null when no bound is proved.',
)

const noBoundReason = nullable(
  choice(NO_BOUND_REASONS, 'What stands in the way.'),
  'Why no bound is proved (docs/bounds.md); null when one is, and while the search goes on.',
)

const boundLeavesOut = list(
  Type.String(),
  'The rules that no bound of this schedule follows (docs/bounds.md), in the order of settings: `setting`, or `setting: name` of one that has a name or an id. Empty where the bound follows all, and while the search goes on.',
)

const settingName = choice(SETTING_NAMES, 'The rule.')

export const ReleaseMatch = Type.Object({
  shiftIds: list(id('Of a shift.'), 'The shifts concerned; where there are too many to list (docs/limits.md), `text` says how many.'),
  employeeIds: list(id('Of an employee.'), 'The employees concerned.'),
  date: Type.Optional(Type.String({ description: 'Local date of where it happens; absent when the whole horizon is meant.' })),
  amount: Type.Number({ description: 'How many units.' }),
  unit: Type.String({ description: 'One unit in words.' }),
  penalty: Type.Number({ description: 'What it adds to the score on this priority.' }),
  text: Type.String({ description: 'One sentence for people.' }),
})

export const ConstraintRelease = Type.Object(
  {
    setting: settingName,
    priority: Type.Integer({ minimum: 1, maximum: 4, description: '1 = first.' }),
    penalty: Type.Number({ description: 'What it adds to the score on this priority.' }),
    matches: list(ReleaseMatch, 'Every place where it is broken; where there are too many to list (docs/limits.md), the first of them.'),
    matchCount: Type.Optional(
      Type.Integer({ minimum: 1, description: 'In how many places it is broken, where these are more than `matches` lists; absent otherwise.' }),
    ),
  },
  { description: 'A rule that the result breaks, at one priority.' },
)

export const Unassigned = Type.Object(
  {
    shiftId: id('The empty shift, or the one with an empty seat.'),
    emptySeats: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Of a shift with `seats`: how many that are wanted, up to `ideal`, are empty.' }),
    ),
    cause: Type.String({ description: 'Why nobody is on it, in one sentence.' }),
    complete: Type.Boolean({
      description: 'False when `employees` is left out, because too many shifts are empty to explain them all, or the time was over.',
    }),
    employees: list(
      Type.Object({
        employeeId: id('Of the employee.'),
        scoreChange: ScoreSchema,
        settings: list(settingName, 'The rules that would cost more than now.'),
      }),
      'Every employee who is not on it, with what assigning would cost.',
    ),
  },
  { description: 'Why nobody is on a shift.' },
)

const owner = {
  requirementId: id('Of the entry in `freePeriodRequirements`, as it was sent.'),
  employeeId: id('Whose free time it is.'),
}

export const FreePeriodSelection = Type.Object(
  {
    ...owner,
    startsAt: dateTime('Inclusive, with the offset of the schedule’s time zone.'),
    endsAt: dateTime('Exclusive, with the offset of the schedule’s time zone.'),
    minutes: Type.Integer({ minimum: 1, description: 'Elapsed minutes from `startsAt` to `endsAt`.' }),
    units: Type.Integer({ minimum: 1, description: 'Free units that it counts, by the requirement’s `counting`.' }),
    localDates: list(localDate('A day.'), 'The local days that lie in it entirely.'),
  },
  { description: 'A free interval that is granted to an employee.' },
)

export const ResidualFreeDay = Type.Object(
  { ...owner, date: localDate('The day.') },
  { description: 'A local day of the window that is free entirely and eligible, but lies in no interval that is granted.' },
)

export const UnresolvedFreePeriod = Type.Object(
  {
    ...owner,
    missingUnits: Type.Integer({ minimum: 0, description: 'Free units that were asked for and are not there.' }),
    missingLocalDates: list(localDate('A day.'), 'Dates that were asked for and cannot be granted.'),
  },
  { description: 'What a free period requirement asked for and did not get.' },
)

export const OpenAtEnd = Type.Object(
  {
    employeeId: id('Of the employee.'),
    setting: settingName,
    date: localDate('First day of its last window.'),
    until: dateTime('Until then the employee may not work.'),
    text: Type.String({ description: 'In one sentence.' }),
  },
  {
    description:
      'A rule whose last window reaches beyond the known days: it is kept only if an employee does not work before some moment after them.',
  },
)

const minutes = (description: string) => Type.Integer({ description: `${description}, in minutes.` })

export const FairLoad = Type.Object(
  {
    id: id('Of the entry in `fairness`.'),
    employeeId: id('Of the employee.'),
    load: Type.Number({ description: 'What they have of it, in shifts, minutes, weekends, points or refused wishes.' }),
    share: Type.Number({ description: 'What is a fair share of it, rounded to hundredths.' }),
    carry: Type.Number({
      description: 'How much more than the share they have had by now, what came before in it; less is below 0. The next schedule takes it as it is.',
    }),
  },
  { description: 'What an employee has of some shared work.' },
)

export const HourBalance = Type.Object(
  {
    employeeId: id('Of the employee.'),
    per: choice(['week', 'month', 'weeks', 'period', 'horizon'], 'What the contract counts the hours over; `weeks` are its `inKWeeks`.'),
    from: localDate('First day that is known.'),
    to: localDate('Last day that is known, included.'),
    owed: minutes('The least of the contract for these days'),
    worked: minutes('Work'),
    credited: minutes('What absences are credited with'),
    balance: minutes('`worked` and `credited` less `owed`; negative: still owed'),
  },
  { description: 'The hours of one employee over some days.' },
)

export const StatisticsSchema = Type.Object(
  {
    solveMs: Type.Number({ description: 'Wall clock of the search, in milliseconds.' }),
    firstRosterMs: Type.Number({ description: 'Wall clock until the first complete roster, in milliseconds.' }),
    moves: Type.Number({ description: 'Moves evaluated, over all threads.' }),
    threads: Type.Integer({ description: 'Threads that searched.' }),
    seed: Type.Integer({ description: 'Start of the random stream.' }),
  },
  { description: 'How the search went.' },
)

export const DemandCoverage = Type.Object(
  {
    demandId: id('Of the entry in `demands`.'),
    start: dateTime('Inclusive, with the offset of the schedule’s time zone.'),
    end: dateTime('Exclusive, with the offset of the schedule’s time zone.'),
    min: Type.Integer({ minimum: 0, description: 'What the demand asks for.' }),
    ideal: Type.Optional(Type.Integer({ minimum: 0, description: 'What would be ideal, where it says so.' })),
    max: Type.Optional(Type.Integer({ minimum: 0, description: 'What it takes at most, where it says so.' })),
    assigned: Type.Integer({
      minimum: 0,
      description: 'Employees at work at the spot, whichever of its demands they are there for; this number is the same from `start` to `end`.',
    }),
    cause: Type.Optional(
      Type.String({
        description:
          'Where fewer are at work than all demands of the spot ask for together: what keeps others off, in one sentence. Left out where there are too many such times, or the time was over (docs/limits.md).',
      }),
    ),
  },
  { description: 'How many are at work for a demand, over a time in which that number does not change. No such time goes over midnight.' },
)

const solution = {
  stopReason: choice(
    STOP_REASONS,
    'Why the search ended: proved to be the best, out of time, good enough or no better for long, or told to (also by `turnus solve --max-iterations`).',
  ),
  score: ScoreSchema,
  bound,
  gap,
  noBoundReason,
  boundLeavesOut,
  shifts: list(SolvedShift, 'As submitted, in the same order; behind them those that were made of templates, in order of start.'),
  constraintRelease: list(ConstraintRelease, 'Every rule that the result breaks.'),
  freePeriodSelections: list(FreePeriodSelection, 'The free intervals that are granted, by requirement and time.'),
  residualFreeDays: list(ResidualFreeDay, 'Eligible blank dates: free, but not part of what is granted.'),
  unresolvedFreePeriodRequirements: list(UnresolvedFreePeriod, 'What could not be granted; empty when everything was.'),
  accounts: list(HourBalance, 'The hours of everybody whose contract owes some, by employee and window.'),
  fairness: list(FairLoad, 'What everybody has of the work that `fairness` shares, by rule and employee.'),
  openAtEnd: list(
    OpenAtEnd,
    'What the next schedule has to leave free: rests of the last week, and of windows of rules, that the time after the last day completes.',
  ),
  unassigned: list(Unassigned, 'Every empty shift, with the reasons.'),
  changes: list(ShiftChange, 'Against the assignments that the schedule came with: the shifts that changed hands.'),
  affectedEmployees: list(AffectedEmployee, 'Who is affected by these changes, and how.'),
  leastChanges: Type.Optional(LeastChanges),
  alternatives: Type.Optional(
    list(
      Alternative,
      'As many rosters as `alternatives` of the schedule asks for, from fewest changes to best score, the solution among them. Any two differ in two shifts or more, and in at least 20 % of the shifts that either changes; fewer come where fewer were found. Absent where it does not ask, and while the search goes on.',
    ),
  ),
  coverage: list(DemandCoverage, 'How many are at work for each of `demands`, by demand and time; empty without demands.'),
  costs: Costs,
  statistics: StatisticsSchema,
}

export const SolutionDocumentSchema = Type.Object(solution, { $id: 'SolutionDocument', title: 'SolutionDocument', description: 'A solved schedule.' })

export const SolvedCallback = Type.Object(
  {
    type: choice(['schedule.solved'], 'What happened.'),
    solverProblemId,
    status: choice(['SOLVED'], 'Where the job stands.'),
    ...marks,
    ...solution,
  },
  { description: 'A schedule was solved.' },
)

export const FailedCallback = Type.Object(
  {
    type: choice(['schedule.failed'], 'What happened.'),
    solverProblemId,
    status: choice(['FAILED'], 'Where the job stands.'),
    ...marks,
    failureReason: text('Why it was given up.'),
  },
  { additionalProperties: true, description: 'A schedule was given up after three attempts.' },
)

export const TestCallback = Type.Object(
  {
    type: choice(['schedule.test'], 'What happened: nothing.'),
    solverProblemId: choice(['test'], 'No request.'),
    status: choice(['TEST'], 'No status of a request.'),
    sentAt: Type.String({ format: 'date-time', description: 'When it was sent.' }),
  },
  { additionalProperties: true, description: 'Somebody tries whether callbacks arrive; it is about no request.' },
)

export const CallbackPayload = Type.Union([SolvedCallback, FailedCallback, TestCallback], {
  $id: 'CallbackPayload',
  title: 'CallbackPayload',
  description: 'What is posted to `callbackUrl`.',
})

export const AuthRequest = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 320, description: 'Of a user.' }),
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'The user’s.', writeOnly: true }),
    department: Type.Optional(
      Type.Union([Type.String({ maxLength: 200 }), Type.Integer()], { description: 'Name or id; needed by users of several departments.' }),
    ),
  },
  { $id: 'AuthRequest', title: 'AuthRequest' },
)

export const PasswordChange = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 320, description: 'Of the user.' }),
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'The one that there is.', writeOnly: true }),
    newPassword: Type.String({ minLength: 1, maxLength: 1024, description: 'The one that is to be: 10 to 1,000 characters.', writeOnly: true }),
  },
  { $id: 'PasswordChange', title: 'PasswordChange' },
)

const departmentFields = {
  id: Type.Union([Type.String(), Type.Integer()], { description: 'Of the department.' }),
  name: Type.String({ description: 'For people.' }),
}

export const AuthAnswer = Type.Object(
  {
    access_token: Type.String({ description: 'To be sent as `Authorization: Bearer …`.' }),
    token_type: choice(['Bearer'], 'Always Bearer.'),
    expires_in: Type.Integer({ description: 'Seconds until it expires.' }),
    department: Type.Object(departmentFields, { description: 'What the token opens.' }),
    departments: list(
      Type.Object(departmentFields, { description: 'A department.' }),
      'All that the user may name as `department` of a login, oldest first.',
    ),
  },
  { $id: 'AuthAnswer', title: 'AuthAnswer' },
)
