import type { DiffAnswer } from '../answers/diff.ts'
import type { EstimateAnswer } from '../answers/estimate.ts'
import type { EvaluateAnswer } from '../answers/evaluate.ts'
import type { ExplainAnswer } from '../answers/explain.ts'
import type { GenerateAnswer } from '../answers/generate.ts'
import type { QuestionName } from '../answers/questions.ts'
import type { RecommendAnswer } from '../answers/recommend.ts'
import type { RepairAnswer } from '../answers/repair.ts'
import type { PreviewAnswer } from '../answers/replan/preview.ts'
import type { StressAnswer } from '../answers/stress.ts'
import type { ValidateAnswer } from '../answers/validate.ts'

/** What each method of `POST /v1` answers. */
export interface CallResults extends Readonly<Record<QuestionName, object>> {
  readonly 'schedule.validate': ValidateAnswer
  readonly 'schedule.estimate': EstimateAnswer
  readonly 'schedule.generate': GenerateAnswer
  readonly 'schedule.evaluate': EvaluateAnswer
  readonly 'schedule.explain': ExplainAnswer
  readonly 'schedule.recommend': RecommendAnswer
  readonly 'schedule.repair': RepairAnswer
  readonly 'schedule.stress': StressAnswer
  readonly 'schedule.replan-preview': PreviewAnswer
  readonly 'schedule.diff': DiffAnswer
  readonly 'token.describe': Readonly<Record<string, unknown>>
  readonly 'rpc.discover': Readonly<Record<string, unknown>>
}

/**
 * Parameters of a method, by name. A question is about `schedule`, or about a request by its `solverProblemId`; `rpc.discover` has the schemas.
 * `schedule.recommend` takes one of `shiftId`, `shiftIds`, `employeeId` and `demandId`, the last with a `date` if one day alone is asked about.
 */
export interface CallParameters {
  readonly schedule?: object
  readonly solverProblemId?: string
  readonly solution?: object
  readonly [name: string]: unknown
}

/** An answer of JSON-RPC 2.0. */
export interface CallAnswer {
  readonly result?: unknown
  readonly error?: { readonly message: string; readonly data?: Readonly<Record<string, unknown>> }
}
