// Slow: two judges and the engine go through random schedules; TURNUS_TIMES_CASES=100 tries 5,000.
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { Random } from '../../src/engine/random.ts'
import { createState, rosterOf } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { SETTING_NAMES } from '../../src/model/settings.ts'
import { randomDocument } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import type { Fields } from './draft.ts'
import { FEW_TRIES } from './few-tries.ts'
import {
  OFF,
  ON,
  withAvailability,
  withCredit,
  withDatedContracts,
  withFortnights,
  withHolidays,
  withPaidMinutes,
  withRepeats,
  withSharedContracts,
  withWallClock,
  type Pair,
} from './said-in-short.ts'
import { isLarge, randomSeatedRoster, withSeats } from './seated.ts'
import { spotless, withOwnSpots, withTexts } from './written-out.ts'

const CASES = casesOf(50)
const MOVES = 200

function read(document: unknown, label: string): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors, label).toEqual([])
  return submission!.schedule
}

/** Settings that are off are named in long, and switched off together in short. */
function withOthersOff({ long, short }: Pair): Pair {
  const { others: _, ...settings } = long['settings'] as Fields
  return { long: { ...long, settings: { ...Object.fromEntries(SETTING_NAMES.map((name) => [name, OFF])), ...settings } }, short }
}

/** A document with all that says something shorter, and what it stands for; null where it cannot be written out. */
function randomPair(random: Random): { readonly pair: Pair; readonly used: ReadonlySet<string> } | null {
  const drawn = randomDocument(() => random.unit(), { rules: 'all' })
  // Elsewhere a date of the document is not the day on which a shift starts.
  if ((drawn['timeZone'] ?? 'UTC') !== 'UTC') return null
  const hasOwnSpots = random.unit() < 0.3
  const shifts = (drawn['shifts'] as Fields[]).map((shift) => {
    const length = (Date.parse(shift['end'] as string) - Date.parse(shift['start'] as string)) / 60_000
    return random.unit() < 0.2 ? { ...shift, paidMinutes: random.below(length + 1) } : shift
  })
  const rules = hasOwnSpots ? {} : { settings: { ...(drawn['settings'] as Fields), contractRules: ON } }
  const document = hasOwnSpots ? spotless({ ...drawn, shifts }) : { ...drawn, shifts, ...rules }
  const { seated, separate } = withSeats(document, () => random.unit())
  const count = (document['employees'] as Fields[]).length
  const anybody = (): number => random.below(count)
  const used = new Set<string>()
  let pair: Pair = { long: separate, short: seated }
  const say = (what: string, change: (pair: Pair) => Pair, share = 0.5): void => {
    if (random.unit() >= share) return
    const changed = change(pair)
    if (changed.short !== pair.short) used.add(what)
    pair = changed
  }
  say('fortnights', (each) => withFortnights(each, random))
  say('shared contracts', (each) => withSharedContracts(each, random), 1)
  if (count > 1) say('dated contracts', (each) => withDatedContracts(each, random, 0))
  if (count > 1) say('credit', (each) => withCredit(each, random, 1), 0.8)
  say('repeats', (each) => withRepeats(each, random, anybody()))
  say('availability', (each) => withAvailability(each, random, anybody()))
  say('holidays', (each) => withHolidays(each, random))
  say('wall clock', withWallClock)
  say('paid minutes', withPaidMinutes, 1)
  if (hasOwnSpots) {
    used.add('skills at shifts')
    pair = withOthersOff({ ...pair, long: withOwnSpots(pair.long) })
  }
  say('text ids', ({ long, short }) => ({ long, short: withTexts(short) as Fields }), 0.8)
  return { pair, used }
}

test(`${CASES} schedules cost what they cost written out, by engine, checker and moves`, () => {
  const broken = new Map<string, number>()
  const said = new Map<string, number>()
  const add = (counts: Map<string, number>, keys: Iterable<string>): void => {
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  let tried = 0
  for (let seed = FIRST_SEED; tried < CASES; seed += 1) {
    const random = new Random(seed)
    const made = randomPair(random)
    if (made === null) continue
    const label = `seed ${seed}: ${[...made.used].join(', ')}`
    const [long, short] = [read(made.pair.long, `${label}, long`), read(made.pair.short, `${label}, short`)]
    if (isLarge(long)) continue
    tried += 1
    add(said, made.used)
    if (short.shifts.some(({ seats }) => seats !== undefined)) add(said, ['seats'])
    const roster = randomSeatedRoster(short, () => random.unit())
    const { score, violations } = judge(long, roster)
    expect(judge(short, roster).score, label).toEqual(score)
    // The engine takes equal seats for one another.
    const instance = compile(short)
    const state = createState(instance, roster)
    expect([...state.score], `${label}, engine`).toEqual([...judge(long, rosterOf(instance, state.cells)).score])
    if (tried % 5 === 0) {
      const found = solve(short, solveOptions({ maxIterations: MOVES, params: FEW_TRIES }))
      expect(judge(long, found.roster).score, `${label}, moves`).toEqual(found.score)
    }
    add(
      broken,
      violations.map(({ setting }) => setting),
    )
  }
  for (const [what, share] of Object.entries({
    'shared contracts': 0.9,
    'dated contracts': 0.2,
    'text ids': 0.6,
    repeats: 0.3,
    fortnights: 0.3,
    holidays: 0.2,
    availability: 0.2,
    credit: 0.1,
    seats: 0.6,
    'skills at shifts': 0.15,
    'wall clock': 0.3,
  }))
    expect((said.get(what) ?? 0) / CASES, what).toBeGreaterThan(share)
  for (const setting of ['unavailable', 'undesired', 'contractRules', 'categoryShiftQuota', 'maxMinutesPerWeek', 'spotSkills', 'assignShift'])
    expect(broken.get(setting) ?? 0, setting).toBeGreaterThan(CASES / 20)
})
