import type { QuestionName } from '../../answers/questions.ts'
import type { ErrorCode } from '../../model/errors.ts'
import type { Issue } from '../../model/issue.ts'
import type { Language } from '../../model/language.ts'
import type { BodyShape } from '../json-body.ts'
import type { PlanOutcome, PlanTask } from '../plans/plan-task.ts'
import type { Messages } from './json-rpc.ts'

/** Documents of a job, in the place of the parameters that they are. UTF-8 JSON. */
export type StoredParameters = Readonly<Record<string, Uint8Array>>

/** Parameters of a question: as they are, or where they stand in the body that the thread has read. */
export type Parameters = { readonly value: unknown } | { readonly position: number; readonly within: 'params' | 'arguments' }

/** What is asked. */
export interface AskedQuestion {
  readonly method: QuestionName
  readonly parameters: Parameters
  /** Take the place of `solverProblemId`; null when that is not given. */
  readonly stored: StoredParameters | null
  /** Lists of a longer answer are cut, in bytes; null = the whole answer, however long. */
  readonly mostBytes: number | null
  /** How long may be looked for something, in seconds. */
  readonly mostSeconds: number
  /** In which sentences are, of questions that are translated; absent = English. */
  readonly language?: Language
}

/** A question of a department. */
export interface AnswerTask {
  readonly kind: 'answer'
  readonly departmentId: number
  readonly question: AskedQuestion
}

/** To a thread. What is done for a department says for which, since nothing that is kept may reach another. */
export type ThreadTask =
  | { readonly kind: 'read'; readonly departmentId: number; readonly posted: Uint8Array; readonly shape: BodyShape }
  | AnswerTask
  | { readonly kind: 'plan'; readonly departmentId: number; readonly task: PlanTask }
  /** The request was answered: its body is not needed any more. */
  | { readonly kind: 'forget' }
  /** Something was erased: nothing may be kept of what was asked about. */
  | { readonly kind: 'drop' }

/** From the thread: what was asked for, a refusal that is answered to the client, or a fault of ours. */
export type ThreadAnswer =
  | { readonly messages: Messages }
  | { readonly result: Uint8Array }
  | { readonly plan: PlanOutcome }
  | { readonly forgotten: true }
  | {
      readonly refusal: {
        readonly code: ErrorCode
        readonly detail: string
        readonly remedy: string
        readonly issues: readonly Issue[]
        readonly warnings: readonly Issue[]
      }
    }
  | { readonly failure: string }

/** What a thread posts: its answer, and what it has taken by then. */
export interface ThreadReport {
  readonly answer: ThreadAnswer
  /** In bytes, with what nobody needs any more and V8 has not collected. */
  readonly takenBytes: number
}
