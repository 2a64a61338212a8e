import type { Scope } from '../../access/tokens.ts'
import { QUESTIONS, type QuestionName } from '../../answers/questions.ts'

/** The names of the questions, in the order in which they are listed. */
export const QUESTION_NAMES = Object.keys(QUESTIONS) as readonly QuestionName[]
/** What a token needs for questions. */
export const QUESTION_SCOPE = 'gateway:read' satisfies Scope
