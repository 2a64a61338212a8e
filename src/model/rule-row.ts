import type { LimitName } from './contract-limits.ts'
import type { Weights } from './settings.ts'
import type { SentenceName } from './teller.ts'

/** All that is said of a rule in one place: whoever adds one writes its row in `rules.ts`. What it is called in a sentence stands in the files of texts (`rule.<setting>`), and so does what is named here. */
export interface RuleRow {
  /** When a schedule does not mention it. Why these: docs/design/defaults.md. */
  readonly weights: Weights
  /**
   * Where the shifts lie that it judges together, where the last day is followed by the first (`horizon`). `edge`: some of them may be at the end of the horizon and others at its
   * beginning. `inside`: all lie within one window that begins and ends in it, such as a week, or are judged one by one. `rules`: as each rule says.
   */
  readonly reach: 'edge' | 'inside' | 'rules'
  /** The kinds of rules that the engine makes of it (`engine/rules/`); `cover` is what seats cost. */
  readonly kinds: readonly string[]
  /** What those hold whom it keeps off no shift, where it says who comes into question for one; by their number. */
  readonly suits?: SentenceName
  /** Somebody who works less never breaks it more; of a rule that has a most and a least, its most. */
  readonly isStrict?: true
  /** The limit of a contract that it holds, where it is one number; `step`: whether more (1) or less (−1) of it asks less. */
  readonly limit?: { readonly field: LimitName; readonly per: 'minutes' | 'units'; readonly step: 1 | -1 }
  /** What it asks, with the limit where it has one. Absent: what it is called has to do. */
  readonly asks?: SentenceName
  /** What somebody does for whom it gives way in a repair: by so many minutes (`duration`), or by one unit. Absent: no repair relaxes its limit. */
  readonly givesWay?: { readonly minutes?: SentenceName; readonly units?: SentenceName }
}
