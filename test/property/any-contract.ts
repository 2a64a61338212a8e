import { RUN_OF } from '../../src/model/schedule.ts'
import { randomPattern } from './any-pattern.ts'
import { CATEGORIES, TAGS, type Chance, type Fields } from './draft.ts'

/** Every limit of the rules that were built first is there or not by itself, tight more often than not, sometimes 0. */
export function randomContract(chance: Chance): Fields {
  const presence = chance.one([0, 0.3, 0.6, 1])
  const maxConsecutiveDays = chance.whole(1, 5)
  const minConsecutiveDaysOff = chance.whole(1, 3)
  const limits: Fields = {
    hoursBetweenShift: chance.one([660, 660, 60 * chance.whole(0, 20), chance.whole(0, 1500)]),
    maxHoursDay: chance.one([480, 600, chance.whole(0, 1500)]),
    maxHoursWeek: chance.one([900, 1440, 2280, chance.whole(0, 3000)]),
    maxHoursMonth: chance.one([1800, 4800, 9600, chance.whole(0, 9600)]),
    maxMinutesTotal: chance.whole(0, 6000),
    maxConsecutiveDays,
    minConsecutiveDays: chance.whole(1, Math.min(3, maxConsecutiveDays)),
    minConsecutiveDaysOff,
    maxConsecutiveDaysOff: minConsecutiveDaysOff + chance.whole(0, 3),
    weekendWorkFrequency: chance.whole(1, 4),
    maxConsecutiveNightShifts: chance.whole(0, 3),
  }
  const named = chance.some(Object.entries(limits), presence)
  const severalWeeks = chance.is(presence / 2) ? { maxNhours: chance.whole(0, 9000), inKWeeks: chance.whole(1, 4) } : {}
  return { ...Object.fromEntries(named), ...severalWeeks }
}

/** A contract with whatever there is: the limits above, all the others, rules and quotas. */
export function randomFullContract(chance: Chance): Fields {
  const plain = randomContract(chance)
  const presence = chance.one([0, 0.3, 0.6, 1])
  const upTo = (most: unknown, usual: number): number => chance.whole(0, typeof most === 'number' ? most : usual)
  const minShiftsTotal = chance.whole(0, 8)
  const minHoursPerShift = chance.one([4, 7.5, chance.whole(0, 10)])
  const limits: Fields = {
    minHoursWeek: upTo(plain.maxHoursWeek, 2400),
    minHoursMonth: upTo(plain.maxHoursMonth, 9600),
    minMinutesTotal: upTo(plain.maxMinutesTotal, 5000),
    minShiftsTotal,
    maxShiftsTotal: minShiftsTotal + chance.whole(0, 4),
    maxWorkDaysMonth: chance.whole(0, 8),
    maxWeekends: chance.whole(0, 2),
    completeWeekends: chance.is(0.8),
    maxConsecutiveLateShifts: chance.whole(0, 3),
    minHoursPerShiftExcludingBreak: minHoursPerShift,
    maxHoursPerShiftExcludingBreak: minHoursPerShift + chance.one([0, 0.25, 4]),
    minWeeklyRestHours: chance.one([35, 48, chance.whole(0, 168), 168]),
  }
  const minOfWeeks =
    plain.inKWeeks === undefined ? { minNhours: chance.whole(0, 6000), inKWeeks: chance.whole(1, 4) } : { minNhours: upTo(plain.maxNhours, 0) }
  return {
    ...plain,
    ...Object.fromEntries(chance.some(Object.entries(limits), presence)),
    ...(chance.is(presence / 2) ? minOfWeeks : {}),
    rules: Array.from({ length: chance.one([0, 0, 1, 2, 4]) }, () => randomRule(chance)),
    quotas: Array.from({ length: chance.one([0, 0, 1, 2]) }, () => randomQuota(chance)),
  }
}

/** A rule of any kind. */
export function randomRule(chance: Chance): Fields {
  const common = {
    ...(chance.is(0.4) ? { weight: chance.whole(1, 5) } : {}),
    ...(chance.is(0.3) ? { priority: chance.whole(1, 4) } : {}),
    ...(chance.is(0.3) ? { when: randomWhen(chance) } : {}),
  }
  const kind = chance.one(['count', 'count', 'run', 'succession', 'pattern'])
  if (kind === 'count') return { kind, ...randomCount(chance, 1), ...common }
  if (kind === 'run') return { kind, of: chance.one(RUN_OF), ...randomTags(chance), ...randomMinMax(chance, 4), ...common }
  if (kind === 'pattern') return { ...randomPattern(chance), ...common }
  const near = chance.is(0.5) ? { nextDay: true } : { withinMinutes: chance.one([0, 660, chance.whole(0, 3000)]) }
  return { kind, after: [chance.one(TAGS), ...chance.some(TAGS, 0.3)], forbidden: [chance.one(TAGS), ...chance.some(TAGS, 0.3)], ...near, ...common }
}

/** What must hold for a rule to apply. */
export function randomWhen(chance: Chance): Fields {
  return { ...(chance.is(0.5) ? { kind: 'count' } : {}), ...randomCount(chance, 0.7) }
}

/** `tightness` below 1 makes limits that are met more often. */
function randomCount(chance: Chance, tightness: number): Fields {
  const of = chance.one(['shifts', 'days', 'weekends', 'minutes'] as const)
  const per = chance.one(['day', 'week', 'month', 'horizon', 'rolling', 'rolling'])
  const most = { shifts: 6, days: 5, weekends: 2, minutes: 2400 }[of]
  return {
    of,
    per,
    ...(per === 'rolling' ? { days: chance.one([1, 2, 3, 7, 14, chance.whole(1, 30)]) } : {}),
    ...randomTags(chance),
    ...randomMinMax(chance, Math.ceil(most * tightness)),
  }
}

function randomTags(chance: Chance): Fields {
  const kind = chance.whole(1, 3)
  if (kind === 1) return {}
  return { tags: kind === 2 ? [chance.one(TAGS)] : chance.some([...TAGS, ...TAGS], 0.4) }
}

function randomMinMax(chance: Chance, most: number): Fields {
  const min = chance.whole(0, most)
  return chance.one([{ min }, { max: min }, { max: min }, { min, max: min + chance.whole(0, most) }])
}

function randomQuota(chance: Chance): Fields {
  const whose = chance.is(0.5) ? { tag: chance.one(TAGS) } : { category: chance.one([...CATEGORIES, 'nobody’s']) }
  const limits = { per: chance.one(['week', 'month', 'horizon']), ...randomMinMax(chance, 4) } as Fields
  return { ...whose, ...limits, ...(limits.max === 1 ? { cap: 1 } : {}) }
}

/** What happened before, of everything and by tag. */
export function randomHistory(chance: Chance): Fields {
  const worked = (): Fields =>
    Object.fromEntries(
      chance.some(
        [
          ['shiftsWorked', chance.whole(0, 8)],
          ['minutesWorked', chance.whole(0, 4000)],
          ['weekendsWorked', chance.whole(0, 2)],
        ],
        0.8,
      ),
    )
  return { ...worked(), ...(chance.is(0.7) ? { byTag: Object.fromEntries(chance.some(TAGS, 0.6).map((tag) => [tag, worked()])) } : {}) }
}
