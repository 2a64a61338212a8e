import type { Instance } from '../../instance/instance.ts'
import { termsOf } from '../../instance/terms.ts'
import type { GapRule, Succession } from '../../rules/gap/gap.ts'
import type { DayLetters } from '../../rules/pattern/pattern.ts'
import { listsOf, type MemoryPlan, recordsOf } from './memory-plan.ts'

/** Values of variables of `assembly/tables.ts`, by name. */
export type Variables = Readonly<Record<string, number>>

/** Counts, with where their sums lie. */
export function countTables(plan: MemoryPlan, { counts, countsOf, duties }: Instance, sumsAt: readonly number[]): Variables {
  const place = (array: Int32Array | Float64Array | null | undefined): { int: number } => ({ int: plan.copyOfAny(array) })
  const flag = (is: boolean): { int: number } => ({ int: is ? 1 : 0 })
  const records = counts.map((rule, r) => [
    { real: rule.times },
    place(rule.timesOf),
    { int: rule.overUnit },
    { int: rule.underUnit },
    { int: rule.slot },
    flag(rule.of === 'weekend'),
    { int: rule.windowCount },
    place(rule.firstWindow),
    place(rule.lastWindow),
    flag(rule.isPartition),
    flag(rule.isWhole),
    flag(rule.wantsSeveral),
    place(rule.most),
    place(rule.mostAt),
    place(rule.least),
    { int: rule.squared },
    { int: rule.firstDay },
    place(rule.weekends?.weekendOf),
    place(rule.weekends?.opens),
    place(rule.weekends?.closes),
    place(rule.weekends?.anchor),
    { int: sumsAt[r]! },
  ])
  const byEmployee = listsOf(plan, countsOf)
  const windows = counts.reduce((most, { windowCount }) => Math.max(most, windowCount), 0)
  return {
    counts: recordsOf(plan, records),
    countsFrom: byEmployee.from,
    countsOf: byEmployee.all,
    countChange: plan.room(8 * windows),
    countTotal: plan.room(4 * duties.countedWidth),
    countDiffers: plan.room(duties.countedWidth),
  }
}

/** What shifts that lie near one another cost. */
export function gapTables(plan: MemoryPlan, { gap }: Instance): Variables {
  const { successionsAfter, rests } = gap
  const tables = [...new Set(successionsAfter.lists)]
  const groupCount = tables[0]?.length ?? 0
  const every = [...new Set(tables.flat(2))]
  const numberOf = new Map(every.map((succession, number) => [succession, number]))
  const lists = listsOf(
    plan,
    tables.flatMap((table) => table.map((list) => list.map((succession) => numberOf.get(succession)!))),
  )
  const everyRest = [...new Set(rests.flat())]
  const restNumber = new Map(everyRest.map((rest, number) => [rest, number]))
  const restLists = listsOf(
    plan,
    rests.map((list) => list.map((rest) => restNumber.get(rest)!)),
  )
  return {
    restMin: plan.copyOf(gap.restMin),
    nearMin: plan.copyOf(gap.nearMin),
    lookbackDays: gap.lookbackDays,
    allowedCollisions: gap.allowedCollisions,
    restDay: plan.copyOf(gap.restDay),
    spotRestMin: plan.copyOf(gap.spotRestMin),
    collisionUnit: gap.collisionUnit,
    restUnit: gap.restUnit,
    restDayUnit: gap.restDayUnit,
    spotRestUnit: gap.spotRestUnit,
    ...overlapTables(plan, gap),
    ...wayTables(plan, gap),
    groupOf: plan.copyOf(successionsAfter.groupOf),
    groupCount,
    successionTable: plan.copyOf(Int32Array.from(successionsAfter.lists, (table) => tables.indexOf(table))),
    successionFrom: lists.from,
    successionList: lists.all,
    successions: recordsOf(plan, successionRecords(plan, every)),
    restsFrom: restLists.from,
    restsOf: restLists.all,
    rests: recordsOf(
      plan,
      everyRest.map(({ times, isAfter, isBefore, minMin, unit }) => [
        { real: times },
        { int: plan.copyOf(isAfter) },
        { int: plan.copyOf(isBefore) },
        { int: minMin },
        { int: unit },
      ]),
    ),
  }
}

/** Spots whose shifts may overlap. */
function overlapTables(plan: MemoryPlan, { allowedSpots, demands }: GapRule): Variables {
  const keyOf = (spots: ReadonlySet<number>): string => [...spots].join()
  const byKey = new Map(allowedSpots.flatMap((spots) => (spots === null ? [] : [[keyOf(spots), spots] as const])))
  const lists = [...byKey.values()]
  const spotCount = 1 + demands.spot.reduce((most, spot) => Math.max(most, spot), 0)
  const mayOverlap = new Uint8Array(lists.length * spotCount)
  for (const [list, spots] of lists.entries()) for (const spot of spots) if (spot < spotCount) mayOverlap[list * spotCount + spot] = 1
  const numberOf = new Map([...byKey.keys()].map((key, list) => [key, list]))
  return {
    spotOf: plan.copyOf(demands.spot),
    overlapOf: lists.length === 0 ? 0 : plan.copyOf(Int32Array.from(allowedSpots, (spots) => (spots === null ? -1 : numberOf.get(keyOf(spots))!))),
    mayOverlap: plan.copyOf(mayOverlap),
    spotCount,
  }
}

/** Ways between spots, where all pairs of places stand in one table. */
function wayTables(plan: MemoryPlan, { travel }: GapRule): Variables {
  const full = travel?.ways.full ?? null
  return {
    placeOfDemand: travel === null ? 0 : plan.copyOf(travel.place),
    ways: full === null ? 0 : plan.copyOf(full),
    placeCount: travel?.ways.placeCount ?? 0,
  }
}

function successionRecords(plan: MemoryPlan, every: readonly Succession[]) {
  return every.map(({ times, isForbidden, nextDay, withinMin, unit }) => [
    { real: times },
    { int: plan.copyOf(isForbidden) },
    { int: nextDay ? 1 : 0 },
    { int: withinMin ?? -1 },
    { int: unit },
  ])
}

/** Runs; `columnOf` numbers the flags of duties that are copied. */
export function runTables(plan: MemoryPlan, { runs, runsOf, dayCount }: Instance, columnOf: (flag: number) => number): Variables {
  const byEmployee = listsOf(plan, runsOf)
  const records = runs.map((rule) => [
    { real: rule.times },
    { int: columnOf(rule.flag) },
    { int: plan.copyOf(rule.most) },
    { int: plan.copyOf(rule.least) },
    { int: plan.copyOf(rule.mostOff) },
    { int: plan.copyOf(rule.leastOff) },
    { int: rule.maxUnit },
    { int: rule.minUnit },
    { int: rule.offUnit },
    { int: rule.openFrom },
    { int: rule.closedAt },
  ])
  return {
    runs: recordsOf(plan, records),
    runsFrom: byEmployee.from,
    runsOf: byEmployee.all,
    before: plan.room(4 * dayCount),
    spanFrom: plan.room(4 * runs.length),
    spanTo: plan.room(4 * runs.length),
  }
}

/** Weekends of single employees. */
export function weekendTables(plan: MemoryPlan, { weekends: rule }: Instance): Variables {
  return {
    weekendCount: rule?.weekends.count ?? 0,
    weekendOf: plan.copyOfAny(rule?.weekends.weekendOf),
    weekendOpens: plan.copyOfAny(rule?.weekends.opens),
    weekendCloses: plan.copyOfAny(rule?.weekends.closes),
    weekendJudgedOn: plan.copyOfAny(rule?.weekends.judgedOn),
    weekendEvery: plan.copyOfAny(rule?.every),
    weekendReach: plan.copyOfAny(rule?.reach),
    weekendComplete: plan.copyOfAny(rule?.complete),
    weekendWhole: plan.copyOfAny(rule?.isWhole),
    weekendApplies: plan.copyOfAny(rule?.applies),
    frequencyUnit: rule?.frequencyUnit ?? 0,
    completeUnit: rule?.completeUnit ?? 0,
  }
}

/** Whose contract changes, and when. */
export function termsTables(plan: MemoryPlan, { schedule }: Instance): Variables {
  const terms = termsOf(schedule)
  return { termsAt: terms === null ? 0 : plan.copyOf(terms.at), holders: terms === null ? 0 : plan.copyOf(terms.holders) }
}

/** Patterns; `lettersAt` says where the letters of duties lie, and `patternEnds` where the windows of each pattern of each employee begin. */
export function patternTables(
  plan: MemoryPlan,
  { patterns, patternsOf }: Instance,
  lettersAt: (letters: DayLetters) => number,
  patternEnds: Int32Array,
): Variables {
  const byEmployee = listsOf(plan, patternsOf)
  const records = patterns.map((rule) => [
    { real: rule.times },
    { int: lettersAt(rule.letters) },
    { int: rule.letterCount },
    { int: plan.copyOf(rule.next) },
    { int: plan.copyOf(rule.nextOffset) },
    { int: plan.copyOf(rule.accepts) },
    { int: plan.copyOf(rule.endsOn) },
    { int: rule.windowCount },
    { int: plan.copyOf(rule.windowOf) },
    { int: rule.most },
    { int: plan.copyOf(rule.least) },
    { int: rule.unit },
  ])
  return {
    patterns: recordsOf(plan, records),
    patternsFrom: byEmployee.from,
    patternsOf: byEmployee.all,
    patternEnds: plan.copyOf(patternEnds),
  }
}

/** The time of day at which work begins. */
export function sameTimeTables(plan: MemoryPlan, { sameTime, demands }: Instance): Variables {
  return { sameTimeUnit: sameTime?.unit ?? -1, wallStart: plan.copyOf(demands.wallStart) }
}

/** Weekly rest: `restOf` says by employee where the minutes that their weeks lack begin at `restNow`, −1 = no rule. */
export function weeklyRestTables(plan: MemoryPlan, { weeklyRest: rule }: Instance, restOf: Int32Array, restNow: number): Variables {
  const weeks = rule?.longest.length ?? 0
  return {
    weeklyUnit: rule?.unit ?? 0,
    weekCount: weeks,
    restOf: rule === null ? 0 : plan.copyOf(restOf),
    restNow,
    weeklyLeast: plan.copyOfAny(rule?.least),
    weekJudged: plan.copyOfAny(rule?.isJudged),
    lackedBefore: plan.copyOfAny(rule?.lackedBefore),
    weekStart: plan.copyOfAny(rule?.start),
    weekFirstDay: plan.copyOfAny(rule?.firstDay),
    weekLastDay: plan.copyOfAny(rule?.lastDay),
    weekOfDay: plan.copyOfAny(rule?.weekOfDay),
    endWeek: plan.copyOfAny(rule?.endWeek),
    longestSpanDays: rule?.longestSpanDays ?? 0,
    weekLongest: plan.room(4 * weeks),
    weekWorked: plan.room(weeks),
    weekMissing: plan.room(4 * weeks),
  }
}
