import { type Static, Type } from 'typebox'

const moment = (description: string) => Type.String({ format: 'date-time', description })
const momentOrNull = (description: string) => Type.Union([moment(description), Type.Null()], { description })
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const statusOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

const Attempt = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'Counts the tries.' }),
    startedAt: moment('When the call was made.'),
    durationMs: Type.Integer({ minimum: 0, description: 'How long it took, in milliseconds.' }),
    status: statusOrNull('HTTP status of the answer; null when there was none.'),
    error: textOrNull('Why it was no success; null when it was one.'),
    answer: textOrNull('The first 200 characters of the answer; null when there was none.'),
    nextTryAt: momentOrNull('When the next try was planned; null after the last.'),
  },
  { description: 'One try.' },
)

/** Where a delivery may stand. */
export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'GIVEN_UP', 'CANCELLED'] as const

const OUTLINE = {
  number: Type.Integer({ minimum: 1, description: 'Counts the deliveries of the request.' }),
  type: Type.Enum(['schedule.solved', 'schedule.failed'], { type: 'string', description: 'What is told.' }),
  webhookId: Type.String({ description: 'The header `webhook-id`, the same on every try.' }),
  url: Type.String({ description: 'Where to.' }),
  status: Type.Enum([...DELIVERY_STATES], {
    type: 'string',
    description: 'PENDING while there are tries to come; CANCELLED when the request was withdrawn first.',
  }),
  tries: Type.Integer({ minimum: 0, description: 'Tries so far.' }),
  createdAt: moment('When the request ended.'),
  nextTryAt: momentOrNull('When it is tried next; in the past when that is now; null when it has ended.'),
  endedAt: momentOrNull('When it was delivered or given up; null before.'),
  redeliverable: Type.Boolean({ description: 'False once what it says was erased.' }),
}

/** A delivery as its department sees it: nothing of its body, nothing of the header that the client named. */
export const Delivery = Type.Object(
  {
    ...OUTLINE,
    attempts: Type.Array(Attempt, { description: 'Every try, first one first.' }),
  },
  { $id: 'Delivery', title: 'Delivery', description: 'One callback of a request, with all its tries.' },
)
/** As it is read and written. */
export type Delivery = Static<typeof Delivery>

/** A delivery in the list of its department: of its tries the newest alone. */
export const DepartmentDelivery = Type.Object(
  {
    solverProblemId: Type.String({ description: 'The request that it tells of.' }),
    name: textOrNull('What the client calls the request.'),
    reference: textOrNull("The client's own number of the request."),
    ...OUTLINE,
    lastStatus: statusOrNull('HTTP status of the newest try; null when it had no answer, and before the first.'),
    lastError: textOrNull('Why the newest try was no success; null when it was one, and before the first.'),
    lastTriedAt: momentOrNull('When the newest try was made; null before the first.'),
  },
  { $id: 'DepartmentDelivery', title: 'DepartmentDelivery', description: 'One callback of a department, with its newest try.' },
)
/** As it is read and written. */
export type DepartmentDelivery = Static<typeof DepartmentDelivery>

/** An origin as a department sees it. */
export const CallbackOrigin = Type.Object(
  {
    origin: Type.String({ description: 'Scheme, host and port of callback addresses.', examples: ['https://consumer.example'] }),
    failing: Type.Boolean({ description: 'True after three failed tries in a row.' }),
    failures: Type.Integer({ minimum: 0, description: 'Failed tries in a row; 0 when the last one succeeded.' }),
    lastStatus: statusOrNull('HTTP status of the last failed try; null when it had no answer, or none has failed.'),
    lastError: textOrNull('What was wrong with it.'),
    lastFailedAt: momentOrNull('When it was made.'),
    lastSucceededAt: momentOrNull('When a callback last arrived.'),
    putOffUntil: momentOrNull('No call is made before, because it asked to slow down; null when it did not.'),
    pending: Type.Integer({ minimum: 0, description: 'Callbacks that still wait for a try.' }),
  },
  { $id: 'CallbackOrigin', title: 'CallbackOrigin', description: 'How callbacks to one origin went in the last 30 days.' },
)
/** As it is read and written. */
export type CallbackOrigin = Static<typeof CallbackOrigin>
