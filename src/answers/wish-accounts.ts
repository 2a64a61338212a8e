import type { Row } from '../checker/roster-view.ts'
import { indexSpans, type SpanIndex } from '../checker/spans.ts'
import type { Words } from '../checker/words.ts'
import type { Handover, Probe } from '../engine/explain/probe.ts'
import { isDecided, NOBODY } from '../model/roster.ts'
import type { Schedule, Shift, Wish } from '../model/schedule.ts'
import { compareScores, PERFECT, type Score } from '../model/score.ts'
import { ByTag } from '../model/tags.ts'
import type { ShiftId } from '../model/units.ts'
import { changeInWords, obstaclesInWords } from './sentences.ts'

/** A wish, and what became of it. */
export interface WishAccount {
  readonly type: Wish['type']
  readonly granted: boolean
  /** The employee's own shifts that meet the wish to work, or stand against the wish to be free. */
  readonly shiftIds: readonly ShiftId[]
  /** Names nobody else. */
  readonly text: string
}

/** Changes that are tried to say why wishes were refused, at most; later refusals are told without their reason (docs/limits.md). */
export const MOST_TRIED = 100_000

/** What wishes are explained with. */
export class WishExplainer {
  readonly #probe: Probe
  readonly #words: Words
  #left = MOST_TRIED
  /** By shift and by who would take it: wishes of the same days try the same changes. */
  readonly #changes = new Map<string, Score>()
  #places: ReadonlyMap<Shift, number> | null = null
  #meeting: { readonly all: ShiftsAbout; readonly open: ShiftsAbout } | null = null

  constructor(probe: Probe, words: Words) {
    this.#probe = probe
    this.#words = words
  }

  /** Every wish of the row's employee that reaches into the horizon, in the order of the schedule. */
  accountsOf({ employee, shifts }: Row, position: number): WishAccount[] {
    const from = horizonStart(this.#probe.schedule)
    const about = indexShifts(shifts)
    return employee.wishes
      .filter(({ end }) => end > from)
      .map((wish) => (wish.type === 'DESIRED' ? this.#workAccount(wish, about(wish), position) : this.#freeAccount(wish, about(wish), position)))
  }

  #freeAccount(wish: Wish, concerned: readonly Shift[], position: number): WishAccount {
    const { say } = this.#words.teller
    const against = concerned.filter((shift) => !shift.historic)
    const asked = this.#askedFor(wish)
    const granted = against.length === 0
    const text = granted
      ? say('wish.kept', { asked })
      : say('wish.butWorks', { asked, shifts: this.#words.shifts(against), why: this.#whyKept(against[0]!, position) })
    return { type: wish.type, granted, shiftIds: against.map(({ id }) => id), text }
  }

  #workAccount(wish: Wish, meeting: readonly Shift[], position: number): WishAccount {
    const { say } = this.#words.teller
    const asked = this.#askedFor(wish)
    const granted = meeting.length > 0
    const text = granted
      ? say('wish.works', { asked, shifts: this.#words.shifts(meeting) })
      : say('wish.butNone', { asked, why: this.#whyNone(wish, position) })
    return { type: wish.type, granted, shiftIds: meeting.map(({ id }) => id), text }
  }

  /** Why the employee works this shift: what taking it off them would cost at least. */
  #whyKept(shift: Shift, from: number): string {
    if (isDecided(shift)) return this.#words.teller.say('wish.decided')
    const { schedule } = this.#probe
    this.#places ??= new Map(schedule.shifts.map((each, place) => [each, place]))
    const index = this.#places.get(shift)!
    const others = [NOBODY, ...schedule.employees.keys()].filter((to) => to !== from)
    return this.#bestOf(
      others.map((to) => ({ shift: index, from, to })),
      'wish.kept',
    )
  }

  /** Why the employee has no shift that meets the wish: what giving them one would cost at least. */
  #whyNone(wish: Wish, to: number): string {
    const { schedule, roster } = this.#probe
    this.#meeting ??= { all: indexShifts(schedule.shifts), open: indexShifts(schedule.shifts.filter((shift) => !isDecided(shift))) }
    // One more than may be tried is too many already.
    const open = this.#meeting.open(wish, this.#left + 1)
    if (open.length === 0) return this.#words.teller.say(this.#meeting.all(wish, 1).length === 0 ? 'wish.noneThere' : 'wish.allDecided')
    this.#places ??= new Map(schedule.shifts.map((each, place) => [each, place]))
    const places = this.#places
    return this.#bestOf(
      open.map((each) => places.get(each)!).map((shift) => ({ shift, from: roster[shift]!, to })),
      'wish.none',
    )
  }

  #bestOf(handovers: readonly Handover[], what: keyof typeof AT_MOST): string {
    const { teller } = this.#words
    const { say } = teller
    if (this.#left < handovers.length) return say('wish.tooMany')
    this.#left -= handovers.length
    let best: { handover: Handover; change: Score } | null = null
    for (const handover of handovers) {
      const change = this.#changeOf(handover)
      if (best === null || compareScores(change, best.change) < 0) best = { handover, change }
    }
    if (best === null) return say('wish.nothingElse')
    const change = changeInWords(best.change, teller)
    if (compareScores(best.change, PERFECT) < 0) return say('wish.improve', { change })
    const { atBest, atLeast } = AT_MOST[what]
    const obstacles = obstaclesInWords(this.#probe.explain([best.handover]).settings, teller)
    return say(compareScores(best.change, PERFECT) === 0 ? atBest : atLeast, { change, obstacles })
  }

  #changeOf(handover: Handover): Score {
    const key = `${handover.shift} ${handover.to}`
    const change = this.#changes.get(key) ?? this.#probe.changeOf([handover])
    this.#changes.set(key, change)
    return change
  }

  /** `Asked to be free of shifts tagged night from …`. */
  #askedFor(wish: Wish): string {
    const { all, tagged } = ASKED[wish.type]
    const { say } = this.#words.teller
    const span = this.#words.span(wish)
    return wish.tag === null ? say(all, { span }) : say(tagged, { span, tag: wish.tag })
  }
}

/** What is said of the best other way: that it is as good, or worse. */
const AT_MOST = {
  'wish.kept': { atBest: 'wish.keptAtBest', atLeast: 'wish.keptAtLeast' },
  'wish.none': { atBest: 'wish.noneAtBest', atLeast: 'wish.noneAtLeast' },
} as const

/** What somebody asked for, of whatever shifts and of those with a tag. */
const ASKED = {
  UNAVAILABLE: { all: 'wish.unavailable', tagged: 'wish.unavailableTagged' },
  UNDESIRED: { all: 'wish.free', tagged: 'wish.freeTagged' },
  DESIRED: { all: 'wish.work', tagged: 'wish.workTagged' },
} as const

/** The shifts of a list that a wish speaks of, in its order; `most` = those that start first, where more are of no use. */
type ShiftsAbout = (wish: Wish, most?: number) => readonly Shift[]

/** Finds the shifts of a list that wishes speak of, without a look at all of them. */
function indexShifts(shifts: readonly Shift[]): ShiftsAbout {
  const byTag = new ByTag(shifts)
  const known = new Map<string | null, SpanIndex>()
  return ({ start, end, tag }, most) => {
    const list = tag === null ? shifts : byTag.of(tag)
    const index = known.get(tag) ?? indexSpans(list)
    known.set(tag, index)
    return index.overlapping({ start, end }, most).map((at) => list[at]!)
  }
}

function horizonStart({ calendar: { days, horizonFirst } }: Schedule): number {
  return days[horizonFirst]?.start ?? days.at(-1)!.end
}
