import { PRIORITIES } from '../src/model/score.ts'

/** A rule that is broken, as the wire says it, as far as the score is concerned. */
interface Release {
  /** 1 = first. */
  readonly priority: number
  readonly matches: readonly { readonly penalty: number }[]
}

/** By priority, what the matches of an explanation cost together: the score, when nothing is left out and nothing is counted twice. */
export function explainedScore(releases: readonly Release[]): number[] {
  return PRIORITIES.map((p) =>
    releases
      .filter(({ priority }) => priority === p + 1)
      .reduce((sum, { matches }) => sum + matches.reduce((part, { penalty }) => part + penalty, 0), 0),
  )
}
