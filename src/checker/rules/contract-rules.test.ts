import { expect, test } from 'vitest'
import { describePage, judgeBy } from '../../../test/constraint-cases.ts'
import { samplePattern, type WirePattern } from '../../../test/sample-pattern.ts'
import { readDays, readJson, readPeriodPlan, readShifts, startDaysOf } from '../../../test/sample-notation.ts'
import type { SampleEmployee } from '../../../test/sample-schedule.ts'
import type { ContractRule, History, WorkedBefore } from '../../model/schedule.ts'

type Wire = Record<string, unknown>

/** What the rules about rests are read as. */
function asRead(rule: Wire): Wire {
  if (rule.kind === 'span') return { maxMinutes: null, maxGapMinutes: null, ...rule }
  if (rule.kind === 'count' && rule.hours !== undefined) return { ...rule, kind: 'hours' }
  if (rule.kind !== 'rest') return rule
  if (rule.inMinutes !== undefined) return { ...rule, kind: 'restWindow' }
  const series = rule.afterRun as { tags?: string[]; min?: number } | undefined
  return { after: series?.tags ?? [], before: [], run: series === undefined ? null : (series.min ?? 1), ...rule }
}

/** A rule as posted, with what is absent filled in; a period that it names is the only one. */
function ruleOf({ when, priority, weekdays, dates, ...posted }: Wire, place: number): ContractRule {
  const rule = asRead(posted)
  const condition = { tags: [], days: null, period: null, min: null, max: null }
  return {
    ...condition,
    withinMinutes: null,
    nextDay: false,
    weight: 1,
    ...rule,
    ...startDaysOf({ weekdays, dates }),
    ...(rule.kind === 'pattern' ? patternOf(rule as unknown as WirePattern & Wire) : {}),
    weights: typeof priority === 'number' ? [1, 2, 3, 4].map((each) => (each === priority ? 1 : 0)) : null,
    place,
    ...periodOf(rule),
    when: when === undefined ? null : { ...condition, ...(when as Wire), ...periodOf(when as Wire) },
  } as unknown as ContractRule
}

function periodOf({ per }: Wire): { readonly period?: number } {
  return per === 'period' ? { period: 0 } : {}
}

/** What a pattern rule has by default beside the others. */
function patternOf(rule: WirePattern & Wire): Wire {
  return { pattern: samplePattern(rule), per: 'horizon', period: null, max: rule.min === undefined ? 0 : null, ...limitsOf(rule) }
}

function limitsOf({ per, max }: Wire): Wire {
  return { ...(per === undefined ? {} : { per }), ...(max === undefined ? {} : { max }) }
}

function historyOf(wire: Wire | null): Partial<History> | null {
  if (wire === null) return null
  const nothing = { shiftsWorked: 0, minutesWorked: 0, weekendsWorked: 0 }
  const byTag = Object.entries((wire.byTag ?? {}) as Record<string, Partial<WorkedBefore>>)
  return { ...wire, byTag: new Map(byTag.map(([tag, worked]) => [tag, { ...nothing, ...worked }])) }
}

const bound = (...rules: Wire[]): SampleEmployee[] => [{ name: 'Anna', contract: { rules: rules.map(ruleOf) } }]

describePage('contractRules', (line) => ({
  ...(line.Shifts === undefined ? readDays(line.Days!) : { shifts: readShifts(line.Shifts), days: 7 }),
  ...(line.From === undefined ? {} : { firstDay: line.From }),
  ...(line.Period === undefined ? {} : { periods: [readPeriodPlan(line.Period)] }),
  employees: [{ contract: { rules: [ruleOf(readJson<Wire>(line.Rule!)!, 0)] }, history: historyOf(readJson<Wire>(line.History!)) }],
}))

const unitsUnder = (rule: Wire, days: string): number => judgeBy('contractRules', { ...readDays(days), employees: bound(rule) }).units

test('every rule of a contract is judged by itself', () => {
  const rule = { kind: 'count', of: 'shifts', per: 'week', max: 1 }
  expect(judgeBy('contractRules', { ...readDays('DDD....'), employees: bound(rule, rule, { ...rule, weight: 5 }) }).units).toBe(2 + 2 + 10)
})

test('a rule with both limits has both kinds of match', () => {
  const rule = { kind: 'run', of: 'days', min: 2, max: 2 }
  expect(unitsUnder(rule, '.D.DDD.')).toBe(1 + 1)
  expect(unitsUnder({ kind: 'count', of: 'shifts', per: 'week', min: 2, max: 2 }, 'DDD.... D......')).toBe(1 + 1)
})

test('a shift with two of the tags counts once, and a tag named twice adds its history once', () => {
  const rule = { kind: 'count', of: 'shifts', tags: ['early', 'short', 'early'], per: 'horizon', max: 0 }
  const history = historyOf({ byTag: { early: { shiftsWorked: 1 } } })
  const sample = { shifts: readShifts('Mon 07:00–15:00 tagged early+short'), employees: [{ ...bound(rule)[0]!, history }] }
  expect(judgeBy('contractRules', sample).units).toBe(1)
})

test('two shifts on one day are one day of a count and of a run', () => {
  const { days, horizonFirst, shifts } = readDays('.DD....')
  const sample = { days, horizonFirst, shifts: [...shifts, ...shifts] }
  for (const rule of [
    { kind: 'count', of: 'days', per: 'week', max: 1 },
    { kind: 'run', of: 'days', max: 1 },
  ])
    expect(judgeBy('contractRules', { ...sample, employees: bound(rule) }).units).toBe(1)
})

test('a window is told with every shift in it, from its first day to its last', () => {
  const employees = bound({ kind: 'count', of: 'shifts', per: 'rolling', days: 3, max: 2 })
  const { matches } = judgeBy('contractRules', {
    ...readDays('.D.D...'),
    employees: bound({ kind: 'count', of: 'shifts', per: 'rolling', days: 3, max: 1 }),
  })
  expect(matches.map(({ shiftIds }) => shiftIds)).toEqual([[101, 102]])
  expect(judgeBy('contractRules', { ...readDays('D.DDD..'), employees }).matches.map(({ shiftIds }) => shiftIds)).toEqual([[102, 103, 104]])
})

test('a run is told with the tagged shifts in it alone', () => {
  const employees = bound({ kind: 'run', of: 'days', tags: ['night'], max: 1 })
  expect(judgeBy('contractRules', { ...readDays('N.NN.NDN'), employees }).matches.map(({ shiftIds }) => shiftIds)).toEqual([[102, 103]])
})

test('a succession looks at every pair, not at neighbours alone', () => {
  const rule = { kind: 'succession', after: ['night'], forbidden: ['day'], withinMinutes: 2000 }
  const shifts = readShifts('Mon 23:00–07:00 tagged night; Tue 08:00–09:00 tagged day; Tue 10:00–11:00; Tue 12:00–13:00 tagged day')
  expect(judgeBy('contractRules', { shifts, employees: bound(rule) }).units).toBe(2)
})

test('of two shifts that differ in their tags alone the one whose tags come first as text is the earlier', () => {
  const night = 'Mon 23:00–07:00 tagged night'
  const late = 'Mon 23:00–07:00 tagged late'
  for (const text of [`${night}; ${late}`, `${late}; ${night}`]) {
    const unitsAfter = (after: string, forbidden: string): number => {
      const employees = bound({ kind: 'succession', after: [after], forbidden: [forbidden], withinMinutes: 60 })
      return judgeBy('contractRules', { shifts: readShifts(text), employees }).units
    }
    expect([unitsAfter('late', 'night'), unitsAfter('night', 'late')]).toEqual([1, 0])
  }
})

test('a shift that carries both kinds of tag does not follow itself, and overlapping ones are too soon', () => {
  const rule = { kind: 'succession', after: ['night'], forbidden: ['night'], withinMinutes: 0 }
  expect(judgeBy('contractRules', { shifts: readShifts('Mon 23:00–07:00 tagged night'), employees: bound(rule) }).units).toBe(0)
  const both = readShifts('Mon 23:00–07:00 tagged night; Tue 06:59–08:00 tagged night')
  expect(judgeBy('contractRules', { shifts: both, employees: bound(rule) }).units).toBe(1)
  const after = readShifts('Mon 23:00–07:00 tagged night; Tue 07:00–08:00 tagged night')
  expect(judgeBy('contractRules', { shifts: after, employees: bound(rule) }).units).toBe(0)
})

test.each([
  { per: 'day', days: '.DD....', units: 1 },
  { per: 'week', days: '.DD...N', units: 1 },
  { per: 'week', days: '.DD.... N......', units: 0 },
  { per: 'week', days: '....... .DD...N', units: 1 },
  { per: 'week', days: 'N...... .DD....', units: 0 },
  { per: 'horizon', days: '.DD.... N......', units: 1 },
  { per: 'horizon', days: 'N/.DD....', units: 0 },
])('a condition per $per is looked at where the run $days begins', ({ per, days, units }) => {
  const of = per === 'day' ? { tags: ['day'] } : { tags: ['night'] }
  expect(unitsUnder({ kind: 'run', of: 'days', tags: ['day'], max: 1, when: { of: 'shifts', ...of, per, min: 1 } }, days)).toBe(units)
})

test('the condition of a run of weekends is looked at on its first Saturday', () => {
  const when = { of: 'shifts', tags: ['late'], per: 'day', min: 1 }
  expect(unitsUnder({ kind: 'run', of: 'weekends', max: 1, when }, '.....L. .....D. .......')).toBe(1)
  expect(unitsUnder({ kind: 'run', of: 'weekends', max: 1, when }, '.....DL .....D. .......')).toBe(0)
})

test('the condition of a rule over the horizon is looked at on the first day of the horizon', () => {
  const when = { of: 'shifts', tags: ['late'], per: 'day', min: 1 }
  expect(unitsUnder({ kind: 'count', of: 'shifts', per: 'horizon', max: 0, when }, 'D/L......')).toBe(1)
  expect(unitsUnder({ kind: 'count', of: 'shifts', per: 'horizon', max: 0, when }, 'L/D......')).toBe(0)
})

test.each([
  {
    rule: { kind: 'count', of: 'shifts', tags: ['night'], per: 'week', max: 1 },
    text: 'has 3 shifts tagged night in the week from Monday 2026-03-02, more than the 1 of',
  },
  { rule: { kind: 'count', of: 'minutes', per: 'day', max: 450 }, text: 'has 8 h of work on 2026-03-03, more than the 7 h 30 min of' },
  {
    rule: { kind: 'count', of: 'days', tags: ['night', 'late'], per: 'rolling', days: 3, min: 3 },
    text: 'has 2 working days with shifts tagged night or late in the 3 days from 2026-03-02, less than the 3 of',
  },
  {
    rule: { kind: 'count', of: 'shifts', tags: [...'abcdefghijkl'], per: 'month', min: 31 },
    text: 'has 0 shifts tagged a or b or c or d or e or f or g or h or i or j and 2 more in the month 2026-03, less than the 31 of',
  },
  { rule: { kind: 'count', of: 'weekends', per: 'month', min: 31 }, text: 'has 0 working weekends in the month 2026-03, less than the 31 of' },
  { rule: { kind: 'run', of: 'days', max: 2 }, text: 'has 3 days in a row with shifts, from 2026-03-03 to 2026-03-05, more than the 2 of' },
  {
    rule: { kind: 'count', of: 'minutes', weekdays: ['SUNDAY', 'WEDNESDAY'], per: 'week', max: 450 },
    text: 'has 8 h of work on shifts starting on Wednesday or Sunday in the week from Monday 2026-03-02, more than the 7 h 30 min of',
  },
  {
    rule: {
      kind: 'count',
      of: 'shifts',
      tags: ['night'],
      dates: ['2026-03-03', '2026-12-24', '2026-12-25', '2026-12-26', '2027-01-01'],
      per: 'week',
      max: 0,
    },
    text: 'has 1 shift tagged night starting on 2026-03-03, 2026-12-24, 2026-12-25 or 2 more dates in the week from Monday 2026-03-02, more than the 0 of',
  },
  {
    rule: { kind: 'run', of: 'daysOff', tags: ['late'], max: 6 },
    text: 'has 7 days in a row without shifts tagged late, from 2026-03-02 to 2026-03-08, more than the 6 of',
  },
  {
    rule: { kind: 'succession', after: ['night'], forbidden: ['night'], nextDay: true },
    text: 'works shift 102 (2026-03-04 23:00–07:00) after shift 101 (2026-03-03 23:00–07:00), against',
  },
  {
    rule: { kind: 'succession', after: ['night'], required: ['late', 'day'], withinMinutes: 1500, weekdays: ['WEDNESDAY'] },
    text: 'works shift 102 (2026-03-04 23:00–07:00) and no shift tagged late or day within 25 h of its end, against',
  },
  {
    rule: { kind: 'pattern', pattern: 'o N{2}', where: { N: { tags: ['night'] }, o: { off: true } } },
    text: 'has the days "o N{2}" from 2026-03-02 to 2026-03-04, against',
  },
  { rule: { kind: 'pattern', pattern: 'N', where: { N: { tags: ['night'] } } }, text: 'has the days "N" on 2026-03-03, against' },
  {
    rule: { kind: 'pattern', pattern: 'N N', where: { N: { tags: ['night'] } }, max: 1 },
    text: 'has the days "N N" 2 times over the whole horizon, more than the 1 of',
  },
  {
    rule: { kind: 'pattern', pattern: 'N N N N', where: { N: { tags: ['night'] } }, min: 1, per: 'week' },
    text: 'has the days "N N N N" 0 times in the week from Monday 2026-03-02, less than the 1 of',
  },
  {
    rule: { kind: 'rest', after: ['night'], minMinutes: 1200 },
    text: 'rests 16 h between shift 101 (2026-03-03 23:00–07:00) and shift 102 (2026-03-04 23:00–07:00), 4 h less than the 20 h of',
  },
  {
    rule: { kind: 'rest', inMinutes: 2880, minMinutes: 1020 },
    text: 'has 16 h free of work at most in the 48 h from 2026-03-03 23:00, less than the 17 h of',
  },
  {
    rule: { kind: 'span', maxMinutes: 420 },
    text: 'has 8 h between the first start and the last end on 2026-03-03, more than the 7 h of',
  },
  {
    rule: { kind: 'count', of: 'minutes', tags: ['night'], per: 'rolling', hours: 30, max: 600 },
    text: 'has 16 h of work with shifts tagged night in the 30 h from 2026-03-03 23:00, more than the 10 h of',
  },
  {
    rule: { kind: 'count', of: 'shifts', per: 'rolling', hours: 25, max: 1 },
    text: 'has 2 shifts in the 25 h from 2026-03-03 23:00, more than the 1 of',
  },
])('$rule.kind of $rule.of is told as: $text', ({ rule, text }) => {
  const { matches } = judgeBy('contractRules', { ...readDays('.NNN...'), employees: bound(rule) })
  expect(matches[0]).toMatchObject({ employeeIds: [1], text: `Anna ${text} rule 1 of the contract.` })
})

test.each([
  { title: { name: 'Nights a week' }, text: 'rule 1 of the contract (Nights a week).' },
  { title: { reference: 'Working Time Act, section 6' }, text: 'rule 1 of the contract (Working Time Act, section 6).' },
  { title: { name: 'Nights\na week', reference: 'section 6' }, text: 'rule 1 of the contract (Nights a week, section 6).' },
])('what a rule is called and where it is written stand in its sentences: $text', ({ title, text }) => {
  for (const rule of [
    { kind: 'count', of: 'shifts', per: 'week', max: 1 },
    { kind: 'run', of: 'days', max: 1 },
    { kind: 'succession', after: ['night'], forbidden: ['night'], nextDay: true },
  ]) {
    const { matches } = judgeBy('contractRules', { ...readDays('.NN....'), employees: bound({ ...rule, ...title }) })
    expect(matches.map((match) => match.text.endsWith(` ${text}`))).toEqual([true])
  }
})

test('where a rule charges less than what is broken its sentences say so, and their amounts add up to what is charged', () => {
  const told = (rule: Wire, days: string) =>
    judgeBy('contractRules', { ...readDays(days), employees: bound(rule) }).matches.map(({ amount, text }) => ({
      amount,
      text: text.split('contract')[1],
    }))
  expect(told({ kind: 'count', of: 'shifts', per: 'week', max: 1, cap: 2, weight: 5 }, 'DDDD... DDD....')).toEqual([
    { amount: 10, text: '; 2 units at most are charged.' },
    { amount: 10, text: '.' },
  ])
  expect(told({ kind: 'run', of: 'days', max: 1, cap: 1 }, 'DDD.DD.')).toEqual([{ amount: 1, text: '; 1 unit at most is charged.' }])
})

test.each([
  {
    rule: { kind: 'count', of: 'spots', per: 'week', max: 1 },
    units: 1,
    text: 'has shifts at 2 spots in the week from Monday 2026-03-02, more than the 1 of',
  },
  { rule: { kind: 'count', of: 'spots', tags: ['early'], per: 'week', max: 1 }, units: 0, text: '' },
  {
    rule: { kind: 'count', of: 'points', per: 'week', max: 4 },
    units: 3,
    text: 'has 7 points in the week from Monday 2026-03-02, more than the 4 of',
  },
  { rule: { kind: 'count', of: 'points', tags: ['early'], per: 'week', min: 6 }, units: 1, text: 'has 5 points of shifts tagged early in' },
  {
    rule: { kind: 'count', of: 'kinds', tags: ['early', 'late'], per: 'week', max: 1 },
    units: 1,
    text: 'has 2 kinds of shifts tagged early or late in',
  },
])('$rule.of are counted: $text', ({ rule, units, text }) => {
  const [first, second, third] = readShifts('Mon 07:00–15:00 tagged early; Tue 07:00–15:00 tagged early; Wed 14:00–22:00 at spot 2 tagged late')
  const shifts = [{ ...first!, points: 5 }, second!, { ...third!, points: 2 }]
  const judged = judgeBy('contractRules', { days: 7, shifts, employees: bound(rule) })
  expect(judged.units).toBe(units)
  if (units > 0) expect(judged.matches[0]!.text).toContain(text)
})

test('of several matches that end on one day the shortest is told, with its shifts and the day on which it ends', () => {
  const employees = bound({ kind: 'pattern', pattern: 'N{2,3}', where: { N: { tags: ['night'] } } })
  const { matches } = judgeBy('contractRules', { ...readDays('NNN....'), employees })
  expect(matches.map(({ shiftIds, date }) => ({ shiftIds, date }))).toEqual([
    { shiftIds: [101, 102], date: '2026-03-03' },
    { shiftIds: [102, 103], date: '2026-03-04' },
  ])
})

test('several names fit a day on which shifts of several tags start', () => {
  const { days, horizonFirst, shifts } = readDays('NN.....')
  const both = [...shifts, ...readDays('DD.....').shifts]
  const where = { N: { tags: ['night'] }, D: { tags: ['day'] } }
  for (const [pattern, units] of [
    ['N D', 1],
    ['D N', 1],
    ['N N', 1],
    ['D D', 1],
    ['(N|D) (N|D)', 1],
  ] as const)
    expect(judgeBy('contractRules', { days, horizonFirst, shifts: both, employees: bound({ kind: 'pattern', pattern, where }) }).units, pattern).toBe(
      units,
    )
})
