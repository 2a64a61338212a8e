import { SCHEDULE_EXAMPLE, SOLUTION_EXAMPLE } from './openapi-schedule.ts'

/** The request that examples are about. */
export const ID = '4711'

/** What its client calls it. */
export const MARKS = { name: 'Ward 3, March', reference: 'roster-2026-03', labels: { ward: '3' }, basedOn: null }

const ATTEMPT = {
  number: 1,
  startedAt: '2026-03-01T12:00:00.055Z',
  durationMs: 12,
  status: 204,
  error: null,
  answer: '',
  nextTryAt: null,
}
const OUTLINE = {
  number: 1,
  type: 'schedule.solved',
  webhookId: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  url: SCHEDULE_EXAMPLE.callbackUrl,
  status: 'DELIVERED',
  tries: 1,
  createdAt: '2026-03-01T12:00:00.052Z',
  nextTryAt: null,
  endedAt: '2026-03-01T12:00:00.067Z',
  redeliverable: true,
}

/** A delivery with its tries. */
export const DELIVERY = { ...OUTLINE, attempts: [ATTEMPT] }

/** The same in the list of its department. */
export const DEPARTMENT_DELIVERY = {
  solverProblemId: ID,
  name: MARKS.name,
  reference: MARKS.reference,
  ...OUTLINE,
  lastStatus: ATTEMPT.status,
  lastError: ATTEMPT.error,
  lastTriedAt: ATTEMPT.startedAt,
}

/** Where callbacks go. */
export const ORIGIN = {
  origin: 'https://consumer.example',
  failing: false,
  failures: 0,
  lastStatus: null,
  lastError: null,
  lastFailedAt: null,
  lastSucceededAt: '2026-03-01T12:00:00.067Z',
  putOffUntil: null,
  pending: 0,
}

/** What is called back, by `type`. */
export const CALLBACK_EXAMPLES: Readonly<Record<string, unknown>> = {
  'schedule.solved': { type: 'schedule.solved', solverProblemId: ID, status: 'SOLVED', ...MARKS, ...SOLUTION_EXAMPLE },
  'schedule.failed': {
    type: 'schedule.failed',
    solverProblemId: ID,
    status: 'FAILED',
    ...MARKS,
    failureReason: 'The search needed more memory than the 2048 MiB that TURNUS_JOB_MEMORY_MIB gives to a job. Three attempts were made.',
    stopReason: null,
    score: null,
    bound: null,
    gap: null,
    noBoundReason: null,
    boundLeavesOut: [],
  },
  'schedule.test': { type: 'schedule.test', solverProblemId: 'test', status: 'TEST', sentAt: '2026-03-01T12:00:00.000Z' },
}
