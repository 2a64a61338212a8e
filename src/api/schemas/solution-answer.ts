import { Type } from 'typebox'
import { JOB_STATES } from '../../model/job.ts'
import { SolutionDocumentSchema, StatisticsSchema } from './answers.ts'

/** The best schedule so far, with whose it is in front. */
export const SolutionAnswer = Type.Object(
  {
    solverProblemId: Type.String({ description: 'Names the request.' }),
    status: Type.Enum([...JOB_STATES], { type: 'string', description: 'Where it stands.' }),
    ...SolutionDocumentSchema.properties,
    stopReason: Type.Union([SolutionDocumentSchema.properties.stopReason, Type.Null()], {
      description: 'Why the search ended; null while it has not, and when it failed.',
    }),
    statistics: Type.Object(
      {
        ...StatisticsSchema.properties,
        firstRosterMs: Type.Union([StatisticsSchema.properties.firstRosterMs, Type.Null()], { description: 'Null until the search has ended.' }),
        threads: Type.Union([StatisticsSchema.properties.threads, Type.Null()], { description: 'Null until the search has ended.' }),
      },
      { description: 'How the search went, as far as it is known.' },
    ),
  },
  { $id: 'SolutionAnswer', title: 'SolutionAnswer', description: 'The best schedule so far.' },
)
