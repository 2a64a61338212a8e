import { choiceOf } from '../api/fields.ts'
import {
  type AskedRoster,
  askedAmount,
  askedEmployee,
  askedDemand,
  askedFlag,
  askedFor,
  askedReplaced,
  askedRoster,
  askedSchedule,
  askedScheduleAndRoster,
  type QuestionPlace,
  readQuestion,
} from '../api/read-question.ts'
import { DiffParameters, DiffResult } from '../api/schemas/questions/diff.ts'
import { EstimateParameters, EstimateResult } from '../api/schemas/questions/estimate.ts'
import { EvaluateParameters, EvaluateResult } from '../api/schemas/questions/evaluate.ts'
import { ExplainParameters, ExplainResult } from '../api/schemas/questions/explain.ts'
import { GenerateParameters, GenerateResult } from '../api/schemas/questions/generate.ts'
import { RecommendParameters, RecommendResult } from '../api/schemas/questions/recommend.ts'
import { ReplanPreviewParameters, ReplanPreviewResult } from '../api/schemas/questions/replan-preview.ts'
import { RepairParameters, RepairResult } from '../api/schemas/questions/repair.ts'
import { MISSING_FOR, StressParameters, StressResult } from '../api/schemas/questions/stress.ts'
import { ValidateParameters, ValidateResult } from '../api/schemas/questions/validate.ts'
import { materialisedPair } from '../model/generated-shifts.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { diff } from './diff.ts'
import { estimate } from './estimate.ts'
import { evaluate, type EvaluateQuestion } from './evaluate.ts'
import { explain, type ExplainQuestion } from './explain.ts'
import { generate, type GenerateQuestion } from './generate.ts'
import type { Means } from './means.ts'
import { recommend, type RecommendQuestion } from './recommend.ts'
import { repair, type RepairQuestion } from './repair.ts'
import { askedReplan, previewReplan } from './replan/preview.ts'
import { stress, type StressQuestion } from './stress.ts'
import { tellerOf } from './tellers.ts'
import { validate } from './validate.ts'

/** Something that can be asked of a schedule or a roster without a job, as JSON in and JSON out. */
interface Question {
  /** One sentence for people and assistants. */
  readonly summary: string
  /** JSON schema of the parameters. `schedule` in it refers to the schema `AskedSchedule`. */
  readonly parameters: { readonly properties: object }
  /** JSON schema of the answer. */
  readonly result: object
  /** Whether all sentences of the answer are in the language of whoever asks; false = in English. */
  readonly isTranslated: boolean
  /**
   * Answers; synchronous, and long for large schedules: run it in a thread that can be ended. Throws `request-invalid` with the issues of the
   * parameters.
   */
  readonly answer: (parameters: unknown, means: Means) => object
}

interface QuestionParts<Asked> extends Omit<Question, 'answer' | 'isTranslated'> {
  /** Absent = it is not. */
  readonly isTranslated?: boolean
  readonly read: (place: QuestionPlace) => Asked | null
  readonly answer: (asked: Asked, means: Means) => object
}

function question<Asked>({ read, answer, isTranslated = false, ...rest }: QuestionParts<Asked>): Question {
  return { ...rest, isTranslated, answer: (parameters, means) => answer(readQuestion(parameters, rest.parameters, means, read), means) }
}

/** Reads a roster of a schedule, and what else is asked of it. */
function ofRoster<More>(
  read: (place: QuestionPlace, schedule: Schedule, roster: Roster) => More,
): (place: QuestionPlace) => (AskedRoster & More) | null {
  return (place) => {
    const asked = askedScheduleAndRoster(place)
    return asked === null ? null : { ...asked, ...read(place, asked.schedule, asked.roster) }
  }
}

/** Every question, by the name of its method. */
export const QUESTIONS = {
  'schedule.validate': question({
    summary: 'Says what is wrong or doubtful in a schedule, without solving it.',
    parameters: ValidateParameters,
    result: ValidateResult,
    read: (place) => ({ schedule: place.fields['schedule'], strict: askedFlag(place, 'strict') }),
    answer: validate,
  }),
  'schedule.estimate': question({
    summary: 'Says what to expect of a schedule before it is solved: its size, where people are short, how long it takes.',
    parameters: EstimateParameters,
    result: EstimateResult,
    isTranslated: true,
    read: (place) => {
      const schedule = askedSchedule(place)
      return schedule === null ? null : { schedule }
    },
    answer: (asked: { readonly schedule: Schedule }, { language = 'en' }) => estimate(asked, tellerOf(language)),
  }),
  'schedule.generate': question({
    summary: 'Makes the shifts that demands take, without people: those that meet them best in least time, with a proof.',
    parameters: GenerateParameters,
    result: GenerateResult,
    isTranslated: true,
    read: (place) => {
      const schedule = askedDemand(place)
      const maxSeconds = askedAmount(place, 'maxSeconds', 'generateSeconds')
      return schedule === null ? null : { schedule, maxSeconds }
    },
    answer: (asked: GenerateQuestion, means) => generate(asked, means, tellerOf(means.language ?? 'en')),
  }),
  'schedule.evaluate': question({
    summary: 'Scores a roster as it stands: the penalty of every rule, and where it is broken.',
    parameters: EvaluateParameters,
    result: EvaluateResult,
    isTranslated: true,
    read: ofRoster((place) => ({ matchLimit: askedAmount(place, 'matchLimit', 'matchLimit') })),
    answer: (asked: EvaluateQuestion, { language = 'en' }) => evaluate(asked, tellerOf(language)),
  }),
  'schedule.explain': question({
    summary: 'Says why a roster is as it is: what is broken and kept, what each employee has of it, why shifts are empty.',
    parameters: ExplainParameters,
    result: ExplainResult,
    isTranslated: true,
    read: ofRoster((place, schedule) => ({
      employee: askedEmployee(place, schedule),
      matchLimit: askedAmount(place, 'matchLimit', 'matchLimit'),
    })),
    answer: (asked: ExplainQuestion, { language = 'en' }) => explain(asked, tellerOf(language)),
  }),
  'schedule.recommend': question({
    summary:
      'Ranks who could work a shift, with swaps of up to three people; who could work several; which open shift suits an employee; or who could be there when somebody is missing for a demand: each with the change of the score.',
    parameters: RecommendParameters,
    result: RecommendResult,
    isTranslated: true,
    read: ofRoster((place, schedule, roster) => {
      const asked = askedFor(place, { schedule, roster })
      return {
        ...asked,
        replaces: 'shift' in asked ? askedReplaced(place, { schedule, roster }, asked.shift) : null,
        limit: askedAmount(place, 'limit', 'candidateLimit'),
        asItStands: askedFlag(place, 'asItStands', true),
        others: askedFlag(place, 'others'),
      }
    }),
    answer: (asked: RecommendQuestion, { language = 'en' }) => recommend(asked, tellerOf(language)),
  }),
  'schedule.repair': question({
    summary:
      'Says why shifts cannot all be filled within the rules of the first priority, and which small changes of the schedule would help, each really solved.',
    parameters: RepairParameters,
    result: RepairResult,
    isTranslated: true,
    read: ofRoster((place) => ({
      limit: askedAmount(place, 'limit', 'repairLimit'),
      maxSeconds: askedAmount(place, 'maxSeconds', 'repairSeconds'),
    })),
    answer: (asked: RepairQuestion, means) => repair(asked, means, tellerOf(means.language ?? 'en')),
  }),
  'schedule.stress': question({
    summary: 'Lets every employee be missing for a day or a week in turn, and says which shifts others could not take within the law.',
    parameters: StressParameters,
    result: StressResult,
    isTranslated: true,
    read: ofRoster((place) => ({
      missing: choiceOf(place, 'missing', MISSING_FOR) ?? 'DAY',
      limit: askedAmount(place, 'limit', 'stressLimit'),
      maxSeconds: askedAmount(place, 'maxSeconds', 'stressSeconds'),
    })),
    answer: (asked: StressQuestion, means) => stress(asked, means, tellerOf(means.language ?? 'en')),
  }),
  'schedule.replan-preview': question({
    summary: 'Says what would change if a solved schedule were planned again after what happened, by a search of a few seconds; stores nothing.',
    parameters: ReplanPreviewParameters,
    result: ReplanPreviewResult,
    isTranslated: true,
    read: askedReplan,
    answer: (asked, means) => previewReplan(asked, means, tellerOf(means.language ?? 'en')),
  }),
  'schedule.diff': question({
    summary: 'Says what is different between two rosters of one schedule, and who is affected how.',
    parameters: DiffParameters,
    result: DiffResult,
    isTranslated: true,
    read: (place) => {
      const schedule = askedSchedule(place)
      if (schedule === null) return null
      const before = askedRoster(place, 'before', schedule)
      const after = askedRoster(place, 'after', schedule)
      return before === null || after === null ? null : materialisedPair(schedule, before, after)
    },
    answer: (asked, { language = 'en' }) => diff(asked, tellerOf(language)),
  }),
} as const satisfies Record<string, Question>

/** The name of a question. */
export type QuestionName = keyof typeof QUESTIONS
