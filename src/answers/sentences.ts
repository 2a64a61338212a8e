import type { CostChange } from '../checker/cost-changes.ts'
import type { Words } from '../checker/words.ts'
import { moneyInWords } from '../model/pay.ts'
import type { Employee, Schedule, Shift } from '../model/schedule.ts'
import { PRIORITIES, type Score } from '../model/score.ts'
import type { SettingName } from '../model/settings.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'
import type { ShiftId } from '../model/units.ts'
import { ruleWords } from './rule-words.ts'

const ORDINALS = ['score.first', 'score.second', 'score.third', 'score.fourth'] as const

/** `a`, `a and b`, `a, b and c`. */
export function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

/** `20 better on the first priority and 5 worse on the second`; `no better and no worse` when nothing changes. */
export function changeInWords(change: Score, { say, listed: inOneList }: Teller = ENGLISH): string {
  const [first, ...others] = PRIORITIES.filter((p) => change[p] !== 0).map((p) =>
    say(change[p] < 0 ? 'score.better' : 'score.worse', { amount: Math.abs(change[p]), ordinal: say(ORDINALS[p]) }),
  )
  return first === undefined ? say('score.same') : inOneList([say('score.priority', { change: first }), ...others])
}

/** `, and costs 412.00 EUR more`; empty where nothing is said of money. */
export function costInWords(schedule: Schedule, change: CostChange, teller: Teller = ENGLISH): string {
  const cost = costChangeInWords(schedule, change, teller)
  return cost === null ? '' : `, ${cost}`
}

/** `and costs 412.00 EUR more`; null where nothing is said of money. */
export function costChangeInWords({ pay }: Schedule, { costChange: change }: CostChange, { say, decimal }: Teller = ENGLISH): string | null {
  if (pay === undefined || change === undefined) return null
  if (change === 0) return say('cost.same')
  return say(change > 0 ? 'cost.more' : 'cost.less', { amount: moneyInWords(Math.abs(change), pay.currency, decimal) })
}

/** `; in the way: a missing skill and a wish to be free`; empty without settings. */
export function obstaclesInWords(settings: readonly SettingName[], teller: Teller): string {
  if (settings.length === 0) return ''
  return teller.say('score.obstacles', { rules: teller.listed(settings.map((setting) => ruleWords(setting, teller))) })
}

/** The ids of shifts; several seats of one shift are named once. */
export function idsOfShifts(shifts: readonly Shift[]): ShiftId[] {
  return [...new Set(shifts.map(({ id }) => id))]
}

const NAMED = 4

/** `2 × Night (2026-03-03 23:00–07:00) and Early (…)`: shifts with those that read the same taken together, the first few by name. */
export function seatsInWords(words: Words, shifts: readonly Shift[]): string {
  const alike = Map.groupBy(shifts, (shift) => words.shift(shift))
  const texts = [...alike].map(([text, { length }]) => (length === 1 ? text : `${length} × ${text}`))
  return firstOf(
    words,
    texts,
    [...alike.values()].slice(NAMED).reduce((sum, { length }) => sum + length, 0),
  )
}

/** The first few employees by name. */
export function employeesInWords(words: Words, employees: readonly Employee[]): string {
  const names = employees.slice(0, NAMED).map((employee) => words.employee(employee))
  return firstOf(words, names, employees.length - names.length)
}

/** The first few of some texts, and how many are `left` beside them. */
function firstOf({ teller }: Words, texts: readonly string[], left: number): string {
  return left === 0 ? teller.listed(texts) : teller.say('list.more', { listed: texts.slice(0, NAMED).join(', '), count: left })
}
