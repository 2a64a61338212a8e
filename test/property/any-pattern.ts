import { isFault, parsePattern } from '../../src/api/parse-pattern.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { WEEKDAYS } from '../../src/api/weekdays.ts'
import { dateOfEpochDay, epochDayOf } from '../../src/model/calendar.ts'
import { automatonOf } from '../../src/model/pattern-automaton.ts'
import type { DayName } from '../../src/model/pattern.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { TAGS, type Chance, type Fields } from './draft.ts'

/** A pattern rule without weight, priority and condition; small enough for its automaton. */
export function randomPattern(chance: Chance): Fields {
  const names = randomNames(chance)
  const starts = chance.is(0.25) ? [chance.one(WEEKDAYS), ...chance.some(WEEKDAYS, 0.3)] : null
  const limits = chance.one<() => Fields>([
    () => ({}),
    () => ({}),
    () => ({ max: chance.whole(0, 2) }),
    () => ({ min: chance.whole(0, 3) }),
    () => ({ min: 1, max: chance.whole(1, 3) }),
  ])
  return {
    kind: 'pattern',
    pattern: smallExpression(chance, names, starts),
    where: names,
    ...(starts === null ? {} : { starts }),
    ...(chance.is(0.5) ? { per: chance.one(['week', 'month', 'horizon']) } : {}),
    ...limits(),
  }
}

function randomNames(chance: Chance): Record<string, Fields> {
  const own = Object.fromEntries(['A', 'B'].map((name) => [name, { tags: [chance.one(TAGS), ...chance.some(TAGS, 0.2)] }]))
  return {
    ...own,
    ...(chance.is(0.8) ? { o: { off: true } } : {}),
    ...(chance.is(0.3) ? { w: {} } : {}),
    ...(chance.is(0.3) ? { x: { tags: [chance.one(TAGS)], off: true } } : {}),
  }
}

/** An expression whose automaton is small enough, and that some days match. */
function smallExpression(chance: Chance, names: Record<string, Fields>, starts: readonly (typeof WEEKDAYS)[number][] | null): string {
  for (;;) {
    const text = randomExpression(chance, Object.keys(names), 2)
    const parsed = parsePattern(text)
    if (isFault(parsed)) throw new Error(`${text}: ${parsed.detail}`)
    const days = parsed.names.map((name): DayName => ({ name, tags: [], off: false, ...names[name] }))
    const { automaton } = automatonOf({
      text,
      days,
      root: parsed.root,
      starts: starts === null ? null : starts.map((weekday) => WEEKDAYS.indexOf(weekday)),
    })
    if (automaton?.accepts.some((ends) => ends > 0) === true) return text
  }
}

/** An expression in which a day stands outside of what may be left out, so that some day matches it. */
export function randomExpression(chance: Chance, names: readonly string[], depth: number): string {
  const day = (): string => (chance.is(0.15) ? '.' : chance.one(names))
  const part = (left: number): string => {
    if (left === 0 || chance.is(0.4)) return chance.is(0.05) ? `(^|${day()})` : chance.is(0.05) ? `(${day()}|$)` : day()
    const inside = chance.is(0.5) ? `(${part(left - 1)}|${part(left - 1)})` : `(${part(left - 1)} ${part(left - 1)})`
    return chance.is(0.5) ? inside : `${inside}${chance.one(['?', '*', '+', '{2}', '{1,2}', '{0,2}', '{1,}'])}`
  }
  const whole = [part(depth - 1), day(), ...(chance.is(0.5) ? [part(depth - 1)] : [])].join(' ')
  return chance.is(0.08) ? `^ ${whole}` : chance.is(0.08) ? `${whole} $` : whole
}

const HOURS = { early: ['07:00', '15:00'], late: ['15:00', '23:00'], night: ['23:00', '23:59'] } as const

export interface PatternWard {
  readonly days: number
  readonly historyDays: number
  /** Of the document; the others are off. */
  readonly settings: Fields
  /** The chance that a shift is there on a day of the horizon. */
  readonly share?: number
}

/** A ward of two employees with pattern rules of their own; some shifts are historic, some carry two tags. */
export function wardWithPatterns(chance: Chance, { days, historyDays, settings, share = 0.8 }: PatternWard): Schedule {
  const first = epochDayOf('2026-02-23') + chance.whole(0, 10)
  const employees = [1, 2]
  const shifts = Array.from({ length: days + historyDays }, (_, at) => {
    const historic = at < historyDays
    const date = dateOfEpochDay(first + at)
    const isEdge = at === historyDays || at === days + historyDays - 1
    return TAGS.filter((tag) => historic || (isEdge && tag === 'early') || chance.is(share)).map((tag) => ({
      id: 10 * at + TAGS.indexOf(tag) + 1,
      spot: 1,
      start: `${date}T${HOURS[tag as keyof typeof HOURS][0]}:00Z`,
      end: `${date}T${HOURS[tag as keyof typeof HOURS][1]}:00Z`,
      tags: [tag, ...(chance.is(0.2) ? [chance.one(TAGS)] : [])],
      ...(historic ? { historic: true, employee: chance.one([...employees, null]) } : {}),
    }))
  }).flat()
  const document = {
    employees: employees.map((id) => ({
      id,
      contract: {
        rules: Array.from({ length: chance.whole(1, 2) }, () => ({
          ...randomPattern(chance),
          ...(chance.is(0.3) ? { weight: chance.whole(2, 4) } : {}),
          ...(chance.is(0.3) ? { priority: chance.whole(1, 4) } : {}),
          ...(chance.is(0.15) ? { when: { of: 'shifts', per: chance.one(['week', 'day', 'horizon']), min: chance.whole(0, 2) } } : {}),
        })),
      },
    })),
    shifts,
    spots: [{ id: 1 }],
    settings: { others: 'off', ...settings },
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(JSON.stringify(errors))
  return submission.schedule
}
