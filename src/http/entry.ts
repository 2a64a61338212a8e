import { type Static, Type } from 'typebox'
import { ScoreSchema } from '../api/schemas/answers.ts'
import { JOB_STATES, STOP_REASONS } from '../model/job.ts'
import type { Job } from '../storage/jobs.ts'

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

/** A job as its department sees it: nothing of the callback's secret, nothing of the node that works on it. */
export const Entry = Type.Object(
  {
    solverProblemId: Type.String({ description: 'Names the request, everywhere. A string without meaning.', examples: ['4711'] }),
    status: Type.Enum([...JOB_STATES], { type: 'string', description: 'Where it stands.' }),
    queuePriority: Type.Integer({ description: 'Among the waiting requests of the department a higher one goes first.' }),
    createdAt: moment('When it was submitted.'),
    startedAt: momentOrNull('When its search began; null before.'),
    improvedAt: momentOrNull('When its schedule last got better; null before there is one.'),
    endedAt: momentOrNull('When it ended; null before.'),
    progress: Progress,
    score: score('Of the best schedule so far; null before there is one.'),
    bound: score('A proved lower bound of the score; null when none is proved.'),
    gap: Type.Union([Type.Number(), Type.Null()], { description: 'Relative distance of score to bound, 0 to 1; null when no bound is proved.' }),
    stopReason: Type.Union([Type.Enum([...STOP_REASONS], { type: 'string' }), Type.Null()], {
      description: 'Why the search ended; null while it has not, and when it failed.',
    }),
    failureReason: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed; null unless it did.' }),
    links: Type.Object(
      { self: Type.String(), solution: Type.String(), events: Type.String(), deliveries: Type.String(), stop: Type.String() },
      { description: 'Paths of what belongs to the request.' },
    ),
  },
  { $id: 'Entry', title: 'Entry', description: 'A request as its department sees it.' },
)
export type Entry = Static<typeof Entry>

/** Where one request can be read, stopped and withdrawn; paths of the scheduler application. */
export function linksOf(solverProblemId: string): Entry['links'] {
  const self = `/api/v1/gateway/${solverProblemId}`
  return { self, solution: `${self}/solution`, events: `${self}/events`, deliveries: `${self}/deliveries`, stop: `${self}/stop` }
}

/** Shows a job. */
export function toEntry(job: Job): Entry {
  const solverProblemId = String(job.id)
  return {
    solverProblemId,
    status: job.state,
    queuePriority: job.priority,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    improvedAt: job.improvedAt?.toISOString() ?? null,
    endedAt: job.endedAt?.toISOString() ?? null,
    progress: {
      attempt: job.attempt,
      revision: job.revision,
      moves: job.moves,
      solveMs: job.solveMs,
      maxSeconds: job.maxSeconds,
      stopRequested: job.stopRequestedAt !== null,
      employees: job.employees,
      shifts: job.shifts,
    },
    score: job.score === null ? null : [...job.score],
    bound: job.bound === null ? null : [...job.bound],
    gap: job.gap,
    stopReason: job.stopReason,
    failureReason: job.failureReason,
    links: linksOf(solverProblemId),
  }
}
