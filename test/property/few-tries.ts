import { DEFAULT_PARAMS, type SearchParams } from '../../src/engine/portfolio/params.ts'

/** A tenth of what a search takes. Measured with all of them: two thirds of the evaluations of a search of 1,000 moves were of seats that nobody can take. */
const EVALUATIONS_PER_SEAT = 10

/** Params of a search that builds its first roster in few tries: for laws that hold of every roster on the way, and not of the best. */
export const FEW_TRIES: SearchParams = {
  ...DEFAULT_PARAMS,
  construction: { ...DEFAULT_PARAMS.construction, evaluationsPerSeat: EVALUATIONS_PER_SEAT },
}
