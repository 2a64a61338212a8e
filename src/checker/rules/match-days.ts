import { ANY_DAY, type Pattern, type PatternNode } from '../../model/pattern.ts'

/** What an expression is read against. */
export interface DaysToMatch {
  /** By known day: its weekday, 0 = Monday. */
  readonly weekdays: readonly number[]
  /** The first day of the horizon, which ends with the last known day. */
  readonly first: number
  /** By name, by known day: 1 where it fits. */
  readonly fits: readonly Uint8Array[]
}

/** A day on which a match ends, and the latest on which one of these begins. */
export interface MatchEnd {
  readonly day: number
  readonly start: number
}

/** A step of an expression: takes a day, goes on only at an edge of the horizon, or goes on at other steps, relative to itself; the one behind the last is the end. */
type Step = { readonly day: number } | { readonly edge: 'first' | 'last' } | { readonly to: readonly number[] }

/** An expression that is being read: the step at which it goes on, and the day on which the match began. */
interface Thread {
  readonly step: number
  readonly start: number
}

/**
 * The known days on which a match of one day or more ends. All readings of the expression go through the days side by side, of those at the same step the one
 * that began last (Thompson 1968); so it takes as long as there are days times steps.
 */
export function matchEnds(pattern: Pattern, days: DaysToMatch): MatchEnd[] {
  const steps = stepsOf(pattern)
  const count = days.weekdays.length
  const ends: MatchEnd[] = []
  let threads: Thread[] = []
  for (let day = 0; ; day += 1) {
    const end = goOn(steps, threads, days, day).find(({ step }) => step === steps.length)
    if (end !== undefined) ends.push({ day: day - 1, start: end.start })
    if (day === count) return ends
    const mayStart = pattern.starts === null || pattern.starts.includes(days.weekdays[day]!)
    const begun = mayStart ? [{ step: 0, start: day }] : []
    threads = goOn(steps, [...begun, ...threads], days, day).flatMap(({ step, start }) =>
      takes(steps[step], days, day) ? [{ step: step + 1, start }] : [],
    )
  }
}

function takes(step: Step | undefined, { fits }: DaysToMatch, day: number): boolean {
  return step !== undefined && 'day' in step && (step.day === ANY_DAY || fits[step.day]![day] === 1)
}

/** Threads that stand before a step that takes a day, or at the end, on the morning of a day: each step once, for the thread that began last. Those that began last come first. */
function goOn(steps: readonly Step[], threads: readonly Thread[], { first, weekdays }: DaysToMatch, day: number): Thread[] {
  const isSeen = new Uint8Array(steps.length + 1)
  const standing: Thread[] = []
  for (const thread of threads) {
    const open = [thread.step]
    while (open.length > 0) {
      const at = open.pop()!
      if (isSeen[at] === 1) continue
      isSeen[at] = 1
      const step = steps[at]
      if (step === undefined || 'day' in step) standing.push({ step: at, start: thread.start })
      else if ('to' in step) open.push(...step.to.map((by) => at + by))
      else if (day === (step.edge === 'first' ? first : weekdays.length)) open.push(at + 1)
    }
  }
  return standing
}

const KNOWN = new WeakMap<Pattern, readonly Step[]>()

function stepsOf(pattern: Pattern): readonly Step[] {
  const known = KNOWN.get(pattern) ?? write(pattern.root)
  KNOWN.set(pattern, known)
  return known
}

function write(node: PatternNode): Step[] {
  switch (node.kind) {
    case 'day':
      return [{ day: node.name }]
    case 'edge':
      return [{ edge: node.of }]
    case 'sequence':
      return node.parts.flatMap(write)
    case 'choice':
      return node.options.map(write).reduceRight((rest, option) => [{ to: [1, option.length + 2] }, ...option, { to: [rest.length + 1] }, ...rest])
    case 'repeat': {
      const part = write(node.part)
      const once = { to: [1, part.length + 1] }
      const least = Array.from({ length: node.min }, () => part).flat()
      if (node.max === null) return [...least, { to: [1, part.length + 2] }, ...part, { to: [-part.length - 1] }]
      return [...least, ...Array.from({ length: node.max - node.min }, () => [once, ...part]).flat()]
    }
  }
}
