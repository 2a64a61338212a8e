import type { QuestionName } from '../../answers/questions.ts'
import { isJsonObject, shown } from '../../api/fields.ts'
import { RANGES } from '../../api/limits.ts'
import { GatewayError } from '../../model/errors.ts'
import type { Issue } from '../../model/issue.ts'
import type { Language } from '../../model/language.ts'
import type { CallContext } from './calls.ts'
import type { Result } from './json-rpc.ts'
import type { Parameters, StoredParameters } from './thread-messages.ts'

/** A question, before it is known what it is about. */
export interface PostedQuestion {
  readonly method: QuestionName
  /** What decides what it is about; of large parameters the outline. */
  readonly given: unknown
  /** The same for the thread, in full. */
  readonly parameters: Parameters
  /** Lists of a longer answer are cut, in bytes; null = the whole answer, however long. */
  readonly mostBytes: number | null
  /** In which sentences are, of questions that are translated; absent = English. */
  readonly language?: Language
}

/** The parameter that the stored solution of a request is for; null for a question about the schedule alone. */
export const SOLUTION_PARAMETER = {
  'schedule.validate': null,
  'schedule.estimate': null,
  'schedule.generate': null,
  'schedule.evaluate': 'solution',
  'schedule.explain': 'solution',
  'schedule.recommend': 'solution',
  'schedule.repair': 'solution',
  'schedule.stress': 'solution',
  'schedule.replan-preview': 'solution',
  'schedule.diff': 'after',
} as const satisfies Record<QuestionName, string | null>

/** Questions that can be asked of a request that has no solution yet; they are then about the schedule as it was posted. */
const WITHOUT_SOLUTION: ReadonlySet<QuestionName> = new Set(['schedule.repair'])

/**
 * Answers a question in a thread. `solverProblemId` may take the place of `schedule`, and of the solution: then it is about what is stored of
 * that request. Throws `job-not-found`, `department-foreign`, `solution-missing`, and `request-invalid`.
 */
export async function answerQuestion({ given, ...question }: PostedQuestion, context: CallContext): Promise<Result> {
  const mostSeconds = SHARE_OF_CALL * (context.callMs / 1000)
  checkSeconds(given, context.callMs)
  const subject = subjectOf(given)
  if (subject.kind === 'stored') await context.useCases.findJob(context.caller, subject.solverProblemId)
  // Documents are read when there is a thread for them: those who wait hold none.
  const thread = await context.thread()
  return thread.answer({ ...question, mostSeconds, stored: await readStored(question.method, subject, context) })
}

/** How much of the time of a call a question may be given; the rest is for reading and judging. */
const SHARE_OF_CALL = 0.8

/** Throws `request-invalid` when more time is asked for than there is: the call would be ended before it had an answer. */
function checkSeconds(given: unknown, callMs: number): void {
  const seconds = isJsonObject(given) ? given['maxSeconds'] : undefined
  const most = Math.floor((callMs / 1000) * SHARE_OF_CALL)
  if (typeof seconds !== 'number' || seconds <= most) return
  const detail = `maxSeconds is ${seconds}, and a call may take ${callMs / 1000} s with all that belongs to it.`
  const lower = most < RANGES.repairSeconds.min ? 'Ask' : `Give at most ${most}, or ask`
  const hint = `${lower} the operator to raise TURNUS_CALL_SECONDS.`
  throw wrong({ pointer: '/maxSeconds', code: 'out-of-range', detail, hint })
}

/** What a question is about: a schedule that was sent, or a request, with the parameters that decide what of it. */
type Subject =
  /** `isCleared`: `solverProblemId` is there, and null. */
  | { readonly kind: 'sent'; readonly isCleared: boolean }
  | { readonly kind: 'stored'; readonly solverProblemId: string; readonly given: Readonly<Record<string, unknown>> }

function subjectOf(given: unknown): Subject {
  // The question refuses it.
  if (!isJsonObject(given)) return { kind: 'sent', isCleared: false }
  const { solverProblemId, schedule } = given
  const isNamed = solverProblemId !== undefined && solverProblemId !== null
  const isSent = schedule !== undefined && schedule !== null
  if (isNamed && typeof solverProblemId !== 'string') throw wrong(notText(solverProblemId))
  if (isNamed && isSent) throw wrong(UNCLEAR)
  if (!isNamed && !isSent) throw wrong(MISSING)
  return isNamed ? { kind: 'stored', solverProblemId, given } : { kind: 'sent', isCleared: Object.hasOwn(given, 'solverProblemId') }
}

async function readStored(method: QuestionName, subject: Subject, { useCases, caller }: CallContext): Promise<StoredParameters | null> {
  if (subject.kind === 'sent') return subject.isCleared ? {} : null
  const { solverProblemId, given } = subject
  const document = await useCases.readSchedule(caller, solverProblemId)
  const place = SOLUTION_PARAMETER[method]
  if (place === null || (given[place] ?? null) !== null) return { schedule: document }
  const solution = await useCases.readSolution(caller, solverProblemId)
  if (solution !== null) return { schedule: document, [place]: await solution.read() }
  if (WITHOUT_SOLUTION.has(method)) return { schedule: document }
  throw new GatewayError(
    'solution-missing',
    `Request ${solverProblemId} has no solution yet.`,
    `Ask again when it is solved, or send ${place} in the parameters.`,
  )
}

const UNCLEAR: Issue = {
  pointer: '/solverProblemId',
  code: 'schedule-unclear',
  detail: 'Both schedule and solverProblemId are given.',
  hint: 'Send one of them: the schedule, or the solverProblemId of a request that has it.',
}
const MISSING: Issue = {
  pointer: '/schedule',
  code: 'field-missing',
  detail: 'schedule is required.',
  hint: 'Add schedule, or the solverProblemId of a request that has it.',
}

function notText(id: unknown): Issue {
  const detail = `solverProblemId must be a text, not ${shown(id)}.`
  return { pointer: '/solverProblemId', code: 'wrong-type', detail, hint: 'Send it as it was answered, such as "4711".' }
}

function wrong(issue: Issue): GatewayError {
  return new GatewayError('request-invalid', issue.detail, issue.hint, { issues: [issue] })
}
