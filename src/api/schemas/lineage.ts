import { type Static, Type } from 'typebox'
import { JOB_STATES } from '../../model/job.ts'
import { ScoreSchema } from './answers.ts'
import { list } from './values.ts'

const orNull = (what: string, description: string) =>
  Type.Union([Type.String({ format: 'date-time', description: what }), Type.Null()], { description })

const Relative = Type.Object(
  {
    solverProblemId: Type.String({ description: 'Names the request.' }),
    status: Type.Union([Type.Enum([...JOB_STATES], { type: 'string', description: 'Where it stands.' }), Type.Null()], {
      description: 'Where it stands; null = it is gone, withdrawn or kept long enough, and all else is null with it.',
    }),
    name: Type.Union([Type.String(), Type.Null()], { description: 'As its submission said; null when it did not.' }),
    createdAt: orNull('When it was submitted.', 'When it was submitted.'),
    endedAt: orNull('When it ended.', 'When it ended; null before.'),
    score: Type.Union([Type.Unsafe<[number, number, number, number]>(ScoreSchema), Type.Null()], {
      description: 'Of its best schedule so far; null before there is one.',
    }),
  },
  { description: 'A request in a line of requests that plan one another again.' },
)

/** Where a request comes from, and what comes from it. */
export const Lineage = Type.Object(
  {
    solverProblemId: Type.String({ description: 'Names the request.' }),
    basedOn: list(
      Relative,
      'What it plans again, the nearest first, up to the one that was submitted. Ends early with one that was kept long enough: what that was based on is known no more.',
    ),
    replans: list(Relative, 'What plans it again, at once, the newest first.'),
    cut: Type.Boolean({ description: 'True when there are more than are told, which are 200 in each direction.' }),
  },
  { $id: 'Lineage', title: 'Lineage', description: 'Where a request comes from, and what comes from it.' },
)

/** As it is read and written. */
export type Lineage = Static<typeof Lineage>
