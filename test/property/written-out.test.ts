// Slow: two judges and the engine go through hundreds of random schedules; TURNUS_CASES=33.4 tries 5,000.
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { WEEKDAYS } from '../../src/api/schemas/calendar.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { Random } from '../../src/engine/random.ts'
import { createState, rosterOf } from '../../src/engine/scoring/state.ts'
import { dateOfEpochDay, epochDayOf } from '../../src/model/calendar.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import type { Fields } from './draft.ts'
import { withSharedContracts, withTexts } from './written-out.ts'

const CASES = casesOf(150)

type Pair = Readonly<Record<'long' | 'short', Fields>>

const dateOf = (instant: string): string => new Date(instant).toISOString().slice(0, 10)

function read(document: unknown, label: string): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors, label).toEqual([])
  return submission!.schedule
}

/** Days of shifts that are holidays in short, and tags of their shifts in long. */
function withHolidays({ long, short }: Pair, random: Random): Pair {
  const shifts = long['shifts'] as (Fields & { start: string; tags?: string[] })[]
  const dates = [...new Set(shifts.map(({ start }) => dateOf(start)))].filter(() => random.unit() < 0.4)
  const tagged = shifts.map((shift) =>
    dates.includes(dateOf(shift.start)) ? { ...shift, tags: [...new Set([...(shift.tags ?? []), 'holiday'])] } : shift,
  )
  return { long: { ...long, shifts: tagged }, short: { ...short, calendar: { holidays: dates.map((date) => ({ date })) } } }
}

/** Whole days of one weekday that one employee cannot or would rather not work, as a wish that repeats and as one wish a day. */
function withRepeats({ long, short }: Pair, random: Random): Pair {
  const first = Math.min(...(long['shifts'] as { start: string }[]).map(({ start }) => epochDayOf(dateOf(start)))) - random.below(7)
  const days = 14 + random.below(14)
  const weekday = random.below(7)
  const wish = { type: random.unit() < 0.5 ? 'UNAVAILABLE' : 'UNDESIRED', weight: 1 + random.below(3) }
  const dates = Array.from({ length: days }, (_, i) => first + i)
    .filter((day) => (day + 3) % 7 === weekday)
    .map((day) => dateOfEpochDay(day))
  const repeated = { ...wish, start: dateOfEpochDay(first), end: dateOfEpochDay(first + days - 1), repeats: { weekdays: [WEEKDAYS[weekday]] } }
  const chosen = random.below((long['employees'] as Fields[]).length)
  const give = (document: Fields, wishes: readonly Fields[]): Fields => ({
    ...document,
    employees: (document['employees'] as Fields[]).map((each, e) =>
      e === chosen ? { ...each, wishes: [...((each['wishes'] as Fields[]) ?? []), ...wishes] } : each,
    ),
  })
  return {
    long: give(
      long,
      dates.map((date) => ({ ...wish, start: date, end: date })),
    ),
    short: give(short, [repeated]),
  }
}

test(`${CASES} schedules cost the same with shared contracts, holidays, repeated wishes and text ids as written out, in engine and checker`, () => {
  const broken = new Set<string>()
  let [tried, shared] = [0, 0]
  for (let seed = FIRST_SEED; tried < CASES; seed += 1) {
    const random = new Random(seed)
    const document = randomDocument(() => random.unit(), { rules: 'all' })
    // Elsewhere a date of the document is not the day on which a shift starts.
    if ((document['timeZone'] ?? 'UTC') !== 'UTC') continue
    tried += 1
    const label = `seed ${seed}`
    const contracts = withSharedContracts(document, (end) => random.below(end))
    const pair = withRepeats(withHolidays(contracts, random), random)
    const [long, short] = [read(pair.long, label), read(withTexts(pair.short), label)]
    if (new Set(short.employees.map(({ contract }) => contract)).size < short.employees.length) shared += 1
    const roster = randomRoster(long, () => random.unit())
    const { score, violations } = judge(long, roster)
    expect(judge(short, roster).score, label).toEqual(score)
    // The engine takes equal seats for one another.
    const instance = compile(short)
    const state = createState(instance, roster)
    expect([...state.score], `${label}, engine`).toEqual([...judge(long, rosterOf(instance, state.cells)).score])
    for (const { setting } of violations) broken.add(setting)
  }
  expect(shared).toBeGreaterThan(CASES / 3)
  for (const setting of ['unavailable', 'undesired', 'contractRules', 'categoryShiftQuota', 'maxMinutesPerWeek']) expect(broken).toContain(setting)
})
