import { type Static, Type } from 'typebox'
import { JOB_STATES, STOP_REASONS } from '../../model/job.ts'
import { NO_BOUND_REASONS } from '../../model/solution.ts'
import { ScoreSchema } from './answers.ts'
import { choice, marks } from './values.ts'

const moment = (description: string) => Type.String({ format: 'date-time', description })
const momentOrNull = (description: string) => Type.Union([moment(description), Type.Null()], { description })
const score = (description: string) => Type.Union([Type.Unsafe<[number, number, number, number]>(ScoreSchema), Type.Null()], { description })

/** How far a search is. */
const Progress = Type.Object(
  {
    attempt: Type.Integer({ minimum: 0, description: 'How often the search was taken up; more than once when a node went away.' }),
    revision: Type.Integer({ minimum: 0, description: 'Counts the better schedules; 0 = none yet.' }),
    moves: Type.Integer({ minimum: 0, description: 'Moves evaluated.' }),
    solveMs: Type.Integer({ minimum: 0, description: 'Searched so far, in milliseconds, as of the last better schedule.' }),
    maxSeconds: Type.Integer({ minimum: 1, description: 'Longest search, in seconds.' }),
    stopRequested: Type.Boolean({ description: 'True once somebody asked to end the search.' }),
    employees: Type.Integer({ minimum: 0, description: 'Employees of the schedule.' }),
    shifts: Type.Integer({ minimum: 0, description: 'Shifts of the schedule.' }),
  },
  { description: 'How far the search is.' },
)

/** How the score of a search went down over time. */
export const ProgressCurve = Type.Object(
  {
    solverProblemId: Type.String({ description: 'Names the request.' }),
    points: Type.Array(
      Type.Object(
        {
          seconds: Type.Number({ minimum: 0, description: 'Searched until then, over all attempts.' }),
          score: Type.Unsafe<number[]>(ScoreSchema),
          bound: score('A lower bound of the score that was proved by then; null when none was.'),
        },
        { description: 'How good the best schedule was at one moment.' },
      ),
      {
        description:
          'The oldest first; fewer than 400, which lie a second apart at first and a fiftieth of their time later. The last is the newest. Empty before there is a schedule.',
      },
    ),
  },
  { $id: 'ProgressCurve', title: 'ProgressCurve', description: 'How the score of a search went down over time.' },
)

/** As it is read and written. */
export type ProgressCurve = Static<typeof ProgressCurve>

/** A job as its department sees it: nothing of the callback's secret, nothing of the node that works on it. */
export const Entry = Type.Object(
  {
    solverProblemId: Type.String({ description: 'Names the request, everywhere. A string without meaning.', examples: ['4711'] }),
    status: Type.Enum([...JOB_STATES], { type: 'string', description: 'Where it stands.' }),
    ...marks,
    queuePriority: Type.Integer({ description: 'Among the waiting requests of the department a higher one goes first.' }),
    createdAt: moment('When it was submitted.'),
    startedAt: momentOrNull('When its search began; null before.'),
    improvedAt: momentOrNull('When its schedule last got better; null before there is one.'),
    endedAt: momentOrNull('When it ended; null before.'),
    progress: Progress,
    score: score('Of the best schedule so far; null before there is one.'),
    bound: score('A proved lower bound of the score; null when none is proved.'),
    gap: Type.Union([Type.Number(), Type.Null()], { description: 'Relative distance of score to bound, 0 to 1; null when no bound is proved.' }),
    noBoundReason: Type.Union([choice(NO_BOUND_REASONS, 'What stands in the way.'), Type.Null()], {
      description: 'Why no bound is proved of a solved schedule (docs/bounds.md); null when one is, and before the end.',
    }),
    boundLeavesOut: Type.Array(Type.String(), {
      description:
        'Settings of the rules that no bound of a solved schedule follows (docs/bounds.md); the solution has them by name. Empty where it follows all, and before the end.',
    }),
    stopReason: Type.Union([Type.Enum([...STOP_REASONS], { type: 'string' }), Type.Null()], {
      description: 'Why the search ended; null while it has not, and when it failed.',
    }),
    failureReason: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed; null unless it did.' }),
    links: Type.Object(
      {
        self: Type.String(),
        schedule: Type.String(),
        solution: Type.String(),
        progress: Type.String(),
        events: Type.String(),
        deliveries: Type.String(),
        stop: Type.String(),
        replan: Type.String(),
        lineage: Type.String(),
      },
      { description: 'Paths of what belongs to the request.' },
    ),
  },
  { $id: 'Entry', title: 'Entry', description: 'A request as its department sees it.' },
)
/** As it is read and written. */
export type Entry = Static<typeof Entry>
