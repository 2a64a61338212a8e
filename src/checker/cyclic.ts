import { lengthOf, partOf, repeated } from '../model/cyclic.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import { SETTING_NAMES } from '../model/settings.ts'
import type { Teller } from '../model/teller.ts'
import type { Minute } from '../model/units.ts'
import type { Match, Violation } from '../model/violation.ts'
import { createNaming } from './naming.ts'
import { type RosterView, viewRoster } from './roster-view.ts'
import type { Words } from './words.ts'

/** Judges a view of a schedule that is not cyclic. */
type Judge = (view: RosterView) => readonly Violation[]

/**
 * The violations of a cyclic roster, as docs/constraints/cyclic.md says: of rules that hold within the horizon, those of the horizon; of rules that reach over its edge, what
 * the roster worked three times over breaks more than the same worked twice.
 */
export function cyclicViolations({ schedule, roster, words, naming }: RosterView, judge: Judge): Violation[] {
  const inside = judge(viewRoster(partOf(schedule, 'inside'), roster, { words, naming }))
  const over = (times: number): readonly Violation[] => {
    const telling = { words: wordsAround(schedule, words), naming: createNaming() }
    return judge(viewRoster(repeated(schedule, times), repeatedRoster(roster, times), telling))
  }
  return merged([...inside, ...onceMore(over(3), over(2), words.teller)])
}

function repeatedRoster(roster: Roster, times: number): Roster {
  const all: Roster = new Int32Array(roster.length * times)
  for (let copy = 0; copy < times; copy += 1) all.set(roster, copy * roster.length)
  return all
}

/** What the first breaks more than the second. */
function onceMore(thrice: readonly Violation[], twice: readonly Violation[], teller: Teller): Violation[] {
  return thrice.flatMap((violation) => {
    const before = twice.find(({ setting, priority }) => setting === violation.setting && priority === violation.priority)
    const penalty = violation.penalty - (before?.penalty ?? 0)
    if (penalty === 0) return []
    const matches = onceMoreMatches(violation.matches, before?.matches ?? [], teller)
    const units = violation.units - (before?.units ?? 0)
    return [{ ...violation, penalty, units, matchCount: Math.max(matches.length, violation.matchCount - (before?.matchCount ?? 0)), matches }]
  })
}

/** Equal matches of several rounds are one; what has no end is one match of all rounds, of which the difference is left. */
function onceMoreMatches(thrice: readonly Match[], twice: readonly Match[], { say }: Teller): Match[] {
  const overEdge = (match: Match): Match => ({ ...match, text: say('broken.overEdge', { text: match.text }) })
  const counts = Map.groupBy(twice, keyOf)
  const seen = new Set<string>()
  const endless = [...twice]
  const more: Match[] = []
  const alone: Match[] = []
  for (const [key, equal] of Map.groupBy(thrice, keyOf)) {
    seen.add(key)
    const before = counts.get(key)?.length ?? 0
    const times = equal.length - before
    if (before === 0) alone.push(...equal)
    // Within a round there is one in each of three; over the edge there are but two edges between three rounds.
    else for (let i = 0; i < times; i += 1) more.push(equal.length === 2 * times ? overEdge(equal[0]!) : equal[0]!)
  }
  const gone = endless.filter((match) => !seen.has(keyOf(match)))
  for (const match of alone) {
    const at = gone.findIndex(({ employeeIds }) => employeeIds.join() === match.employeeIds.join())
    const [before] = at < 0 ? [] : gone.splice(at, 1)
    const amount = match.amount - (before?.amount ?? 0)
    const text = say('broken.endless', { text: match.text })
    if (amount > 0) more.push({ ...match, amount, penalty: match.penalty - (before?.penalty ?? 0), text })
  }
  return more
}

function keyOf({ shiftIds, employeeIds, date, amount, text }: Match): string {
  return JSON.stringify([shiftIds, employeeIds, date, amount, text])
}

/** The violations with those of one setting and priority put together, in the order of the settings. */
function merged(violations: readonly Violation[]): Violation[] {
  const byRule = Map.groupBy(violations, ({ setting, priority }) => `${setting} ${priority}`)
  const all = Array.from(
    byRule.values(),
    ([first, second]): Violation =>
      second === undefined
        ? first!
        : {
            ...first!,
            penalty: first!.penalty + second.penalty,
            units: first!.units + second.units,
            matchCount: first!.matchCount + second.matchCount,
            matches: [...first!.matches, ...second.matches],
          },
  )
  return all.sort((a, b) => SETTING_NAMES.indexOf(a.setting) - SETTING_NAMES.indexOf(b.setting) || a.priority - b.priority)
}

/** Tells times of every round as those of the horizon. */
function wordsAround({ calendar }: Schedule, words: Words): Words {
  const length = lengthOf(calendar)
  const roundOf = (minute: Minute): number => Math.floor(minute / length) * length
  const here = (minute: Minute): Minute => (minute - roundOf(minute)) as Minute
  const moved = (shift: Shift): Shift => {
    const round = roundOf(shift.start)
    return { ...shift, start: here(shift.start), end: (shift.end - round) as Minute }
  }
  return {
    ...words,
    shift: (shift) => words.shift(moved(shift)),
    shifts: (shifts, count) => words.shifts(shifts.map(moved), count),
    time: (minute) => words.time(here(minute)),
    clock: (minute) => words.clock(here(minute)),
    dateAt: (minute) => words.dateAt(here(minute)),
    span: ({ start, end }, joiner) => {
      const round = roundOf(start)
      const isWithin = end - round <= length
      if (isWithin) return words.span({ start: here(start), end: (end - round) as Minute }, joiner)
      const moments = { start: words.time(here(start)), end: words.time(here(end)) }
      return words.teller.say(joiner === 'and' ? 'words.spanAnd' : 'words.spanTo', moments)
    },
  }
}
