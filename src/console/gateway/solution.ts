import type { Static } from 'typebox'
import type { ExplainResult } from '../../api/schemas/questions/explain.ts'
import { currentLanguage } from '../texts/texts.ts'
import { ask, call, isForLater, Refused } from './ask.ts'
import type { SolutionDocument } from './documents.ts'
import { useAnswer } from './use-answer.ts'

/** A solution, and the tag by which the gateway knows whether there is a better one by now. */
export interface TaggedSolution {
  /** Null while there is none. */
  readonly document: SolutionDocument | null
  readonly etag: string | null
}

export const NO_SOLUTION: TaggedSolution = { document: null, etag: null }

/** Reads the solution at a path such as `/api/v1/gateway/4711/solution`; `last` where it is still that. Throws `Refused` and `Unreachable`. */
export async function readSolution(path: string, last: TaggedSolution, signal: AbortSignal): Promise<TaggedSolution> {
  const answer = await ask(path, { signal, headers: last.etag === null ? {} : { 'if-none-match': last.etag } })
  if (answer.status === 304) return last
  if (answer.status === 204) return NO_SOLUTION
  return { document: (await answer.json()) as SolutionDocument, etag: answer.headers.get('etag') }
}

/**
 * `document` as it is stored, until its sentences are there in the language of the page; what is stored is English. `key` changes with the document. Where the gateway has no time for them, it is asked again a little later.
 */
export function useToldSolution(key: string, document: SolutionDocument | null): SolutionDocument | null {
  const told = useAnswer(`told ${key}`, async (signal) => (document === null ? null : toldSolution(document, signal)))
  return told.value ?? document
}

/** A solution whose search has ended, with its sentences in the language of the page. Any other stays as it is stored, and so does one that the gateway never tells again. */
async function toldSolution(solution: SolutionDocument, signal: AbortSignal): Promise<SolutionDocument> {
  const { solverProblemId, status } = solution
  if (currentLanguage() === 'en' || status !== 'SOLVED') return solution
  try {
    const { constraintRelease, unassigned, coverage, openAtEnd } = await call<Static<typeof ExplainResult>>(
      'schedule.explain',
      { solverProblemId },
      { signal },
    )
    return { ...solution, constraintRelease, unassigned, coverage, openAtEnd }
  } catch (failure) {
    if (failure instanceof Refused && !isForLater(failure)) return solution
    throw failure
  }
}
