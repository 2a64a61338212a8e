import type { Span } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'
import type { Neighbourhood } from './column-generation.ts'
import type { FarOutcome } from './solve-neighbourhood.ts'

/** What is looked at of a state. */
type Scored = Pick<State, 'score'> & { readonly instance: Pick<State['instance'], 'employeeCount'> }

/**
 * Spans in which no other rows of everybody are better, as far as rows can be followed. They count as proved until something changes within them or a few days away. What changes further away may
 * change what is best in them, too, but rarely does.
 */
export class ProvedSpans {
  readonly #nearDays: number
  #spans: Span[] = []
  /** The score of the roster of which they are proved. */
  #score: readonly number[] = []

  constructor(nearDays: number) {
    this.#nearDays = nearDays
  }

  /** After a neighbourhood was solved, which changed nothing outside of its span. */
  note({ score, instance }: Scored, { employees, span }: Neighbourhood, outcome: FarOutcome): void {
    if (outcome !== 'proved' && outcome !== 'none') this.#spans = this.#spans.filter((proved) => !this.#isNear(proved, span))
    if (outcome === 'proved' && employees.length === instance.employeeCount) this.#spans.push(span)
    this.#score = [...score]
  }

  /** After the roster became another one. */
  clear(): void {
    this.#spans = []
  }

  /** Whether all of a span lies within one of them. Others may have changed the roster since: then nothing is proved any more. */
  has({ score }: Scored, { from, to }: Span): boolean {
    if (score.some((penalty, p) => penalty !== this.#score[p])) this.#spans = []
    return this.#spans.some((proved) => proved.from <= from && to <= proved.to)
  }

  #isNear(proved: Span, { from, to }: Span): boolean {
    return proved.from - this.#nearDays <= to && from <= proved.to + this.#nearDays
  }
}
