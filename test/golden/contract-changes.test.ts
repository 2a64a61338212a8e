import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { dateOfEpochDay, epochDayOf } from '../../src/model/calendar.ts'
import { bestByEngine, bestByForce } from './rule-examples.ts'
import { readDays } from '../sample-notation.ts'
import { FIRST_DAY } from '../sample-schedule.ts'

type Fields = Record<string, unknown>

const dateOf = (day: number): string => dateOfEpochDay(epochDayOf(FIRST_DAY) + day)
const instant = (minutes: number): string => new Date((epochDayOf(FIRST_DAY) * 1440 + minutes) * 60_000).toISOString()

/** `A to 2, B 3 to 5, A from 6`: days from 0, the first Monday. */
function readPeriods(text: string): Fields[] {
  return text.split(', ').map((part) => {
    const [, contractId, from, to, open] = /^([AB])(?: (\d+) to (\d+)| to (\d+)| from (\d+))?$/.exec(part) ?? []
    const last = to ?? open
    const first = from ?? /from (\d+)/.exec(part)?.[1]
    return { contractId, ...(first === undefined ? {} : { start: dateOf(Number(first)) }), ...(last === undefined ? {} : { end: dateOf(Number(last)) }) }
  })
}

/** A schedule of one employee who works these days, beside another who has no contract and keeps the calendar as long as the days are. */
function documentOf({ setting, a, b, periods, days }: Pick<Case, 'setting' | 'a' | 'b' | 'periods' | 'days'>): Fields {
  const { days: count, horizonFirst, shifts } = readDays(days)
  const shift = (id: number, { from, to }: { from: number; to: number }, more: Fields): Fields => ({ id, spot: 1, start: instant(from), end: instant(to), ...more })
  const edges = [...new Set([0, horizonFirst, count - 1])].map((day, i) =>
    shift(1000 + i, { from: day * 1440 + 420, to: day * 1440 + 900 }, { historic: day < horizonFirst, employee: 2, fixed: true }),
  )
  return {
    settings: { others: 'off', [setting]: { firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: 1, fourthPriorityWeight: 0 } },
    calendar: { periods: [{ id: 'three days', start: FIRST_DAY, days: 3 }] },
    contracts: [
      { id: 'A', ...a },
      { id: 'B', ...b },
    ],
    spots: [{ id: 1 }],
    employees: [{ id: 1, contracts: readPeriods(periods) }, { id: 2 }],
    shifts: [...shifts.map((each, i) => shift(i + 1, each, { tags: each.tags, historic: each.historic === true, employee: 1, fixed: true })), ...edges],
  }
}

/** By checker and engine, which have to agree. */
function unitsOf(document: Fields): number {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = submission!
  const roster = Int32Array.from(schedule.shifts, ({ employeeIndex }) => employeeIndex!)
  const { score } = judge(schedule, roster)
  expect([...createState(compile(schedule), roster).score], 'the engine says the same').toEqual([...score])
  return score[2]
}

interface Case {
  readonly setting: string
  readonly a: Fields
  readonly b: Fields
  readonly periods: string
  readonly days: string
  readonly units: number
  readonly why: string
}

const sums = (setting: string, a: Fields, b: Fields, lines: readonly (readonly [periods: string, days: string, units: number, why: string])[]): Case[] =>
  lines.map(([periods, days, units, why]) => ({ setting, a, b, periods, days, units, why }))

const nights = (limits: Fields): Fields => ({ rules: [{ kind: 'count', of: 'shifts', tags: ['night'], per: 'week', ...limits }] })
const rules = (...each: Fields[]): Fields => ({ rules: each })
const nightPattern = (more: Fields): Fields => ({ kind: 'pattern', pattern: 'N', where: { N: { tags: ['night'] } }, ...more })
const quota = (limits: Fields): Fields => ({ quotas: [{ tag: 'night', per: 'week', ...limits }] })

const perWeek = (said: Fields): Fields => rules({ kind: 'count', of: 'shifts', per: 'week', ...said })
const shiftsOn = (weekdays: readonly string[], max: number): Fields => perWeek({ weekdays, max })

const CASES: Case[] = [
  ...sums('maxMinutesPerWeek', { maxHoursWeek: 2400 }, { maxHoursWeek: 1200 }, [
    ['A to 6, B from 7', 'DDDDD.. DDD....', 240, 'each week has its own: 1440 − 1200'],
    ['A to 2, B from 3', 'DDDD...', 206, '(3 × 2400 + 4 × 1200) / 7 = 1714.3, rounded down'],
    ['B from 3, A to 2', 'DDDD...', 206, 'in any order'],
    ['A to 5, B from 6', 'DDDDD..', 172, 'the last day: 2228'],
    ['B to 0, A from 1', 'DDDDD..', 172, 'the first day'],
    ['A to 2, B 3 to 3, A from 4', 'DDDDD..', 172, 'a contract of one day'],
    ['A to 2, B from 4', 'DDD.DD.', 600, 'the day in none is left out: 1800'],
    ['A', 'DDDDD..', 0, 'one contract without an end: 2400'],
  ]),
  ...sums('maxMinutesPerWeek', { maxHoursWeek: 1200 }, {}, [
    ['A to 5, B from 6', 'DDDDDDD', 0, 'a day without a most allows anything'],
    ['A to 5', 'DDDDDD.', 1680, 'a day in no period does not'],
  ]),
  ...sums('minMinutesPerWeek', { minHoursWeek: 2400 }, { minHoursWeek: 1200 }, [
    ['A to 2, B from 3', 'DDD....', 275, '1714.3, rounded up'],
    ['A to 2, B from 4', 'DDD....', 103, 'the day in none counts 0: 10800 / 7, rounded up'],
  ]),
  ...sums('minMinutesPerWeek', { minHoursWeek: 2400 }, {}, [['A to 2, B from 3', 'DD.....', 69, 'a day without a least counts 0: 7200 / 7']]),
  ...sums('maxMinutesPerMonth', { maxHoursMonth: 4800 }, { maxHoursMonth: 2400 }, [
    ['A to 6, B from 7', 'DDDDDDD D......', 240, 'the mean of the known days'],
    ['A to 29, B from 30', `${'D'.repeat(10)}${'.'.repeat(20)} .DDDDDD`, 480, 'March has days 0 to 29, April its own'],
  ]),
  ...sums('minMinutesPerMonth', { minHoursMonth: 4800 }, { minHoursMonth: 2400 }, [
    ['A to 6, B from 7', 'DDD.... .......', 185, '⌊3600 × 14 / 31⌋ = 1625: the mean, and then pro rata'],
  ]),
  ...sums('maxMinutesInKWeeks', { maxNhours: 4800, inKWeeks: 2 }, { maxNhours: 2400, inKWeeks: 2 }, [
    ['A to 6, B from 7', 'DDDDDDD D......', 240, '3600'],
  ]),
  ...sums('maxMinutesInKWeeks', { maxNhours: 2400, inKWeeks: 1 }, { maxNhours: 2400, inKWeeks: 2 }, [
    ['A to 6, B from 7', 'DDDDDD. DDDDDDD', 480, 'the first week; other windows have days without that limit'],
  ]),
  ...sums('minMinutesInKWeeks', { minNhours: 4800, inKWeeks: 2 }, { minNhours: 2400, inKWeeks: 2 }, [
    ['A to 6, B from 7', 'DDDDDDD .......', 240, '3600'],
  ]),
  ...sums('maxMinutesPerDay', { maxHoursDay: 480 }, { maxHoursDay: 400 }, [
    ['A to 2, B from 3', 'DDDD...', 80, 'that of the day'],
    ['A to 3, B from 4', 'DDDD...', 0, 'still the first'],
  ]),
  ...sums('totalWork', { maxMinutesTotal: 2400 }, { maxMinutesTotal: 1200 }, [
    ['A to 4, B from 5', 'DD/DDDD...', 206, 'of the days of the horizon three have the first: 1714'],
  ]),
  ...sums('totalWork', { minMinutesTotal: 2400 }, { minMinutesTotal: 1200 }, [['A to 4, B from 5', 'DD/DDD....', 275, '1714.3, rounded up']]),
  ...sums('totalWork', { maxShiftsTotal: 5 }, { maxShiftsTotal: 2 }, [['A to 2, B from 3', 'DDDD...', 1, '23 / 7 = 3']]),
  ...sums('totalWork', { minShiftsTotal: 5 }, { minShiftsTotal: 2 }, [['A to 2, B from 3', 'DDD....', 1, '23 / 7, rounded up']]),
  ...sums('maxWorkDaysPerMonth', { maxWorkDaysMonth: 5 }, { maxWorkDaysMonth: 2 }, [['A to 2, B from 3', 'DDDD...', 1, '3']]),
  ...sums('maxWeekends', { maxWeekends: 2 }, { maxWeekends: 1 }, [['A to 6, B from 7', '.....D. .....D.', 1, '1.5, rounded down']]),
  ...sums('minRestBetweenShifts', { hoursBetweenShift: 600 }, { hoursBetweenShift: 700 }, [
    ['A to 2, B from 3', '..LD...', 160, 'that of the later shift: 540 min of rest'],
    ['A to 3, B from 4', '..LD...', 60, 'the day before it changes'],
    ['A to 2, B from 4', '..LD...', 0, 'on a day in none no rest is asked for'],
  ]),
  ...sums('maxMinutesPerShift', { maxHoursPerShiftExcludingBreak: 8 }, { maxHoursPerShiftExcludingBreak: 7 }, [
    ['A to 2, B from 3', '..DD...', 60, 'the day on which it starts'],
    ['A to 2, B from 3', '..N....', 0, 'though it runs into the next'],
  ]),
  ...sums('minMinutesPerShift', { minHoursPerShiftExcludingBreak: 8 }, { minHoursPerShiftExcludingBreak: 9 }, [
    ['A to 2, B from 3', '..DD...', 60, 'the day on which it starts'],
  ]),
  ...sums('maxConsecutiveDays', { maxConsecutiveDays: 5 }, { maxConsecutiveDays: 2 }, [
    ['A to 2, B from 3', 'DDDD...', 2, 'ends under the second'],
    ['A to 2, B from 3', 'DDD....', 0, 'ends under the first'],
    ['A to 2, B from 4', 'DDDD...', 0, 'ends on a day in none'],
    ['A to 3, B from 4', 'DDDD/D......', 1, '5 − 2, less 4 − 2 of history'],
    ['B to 3, A from 4', 'DDDD/D......', 0, 'nothing of it is too much under the last'],
    ['B to 3, A from 4', 'DDDD/.......', 0, 'history alone'],
  ]),
  ...sums('maxConsecutiveNightShifts', { maxConsecutiveNightShifts: 2 }, { maxConsecutiveNightShifts: 1 }, [
    ['A to 2, B from 3', '..NN...', 1, 'ends under the second'],
    ['A to 3, B from 4', '..NN...', 0, 'ends under the first'],
  ]),
  ...sums('maxConsecutiveLateShifts', { maxConsecutiveLateShifts: 2 }, { maxConsecutiveLateShifts: 1 }, [['A to 2, B from 3', '..LL...', 1, 'its last day']]),
  ...sums('minConsecutiveDays', { minConsecutiveDays: 1 }, { minConsecutiveDays: 3 }, [
    ['A to 2, B from 3', '..DD...', 1, 'ends under the second'],
    ['A to 2, B from 3', '.DD....', 0, 'ends under the first'],
  ]),
  ...sums('consecutiveDaysOff', { minConsecutiveDaysOff: 1 }, { minConsecutiveDaysOff: 3 }, [['A to 2, B from 3', 'DD..DDD', 1, 'ends under the second']]),
  ...sums('consecutiveDaysOff', { maxConsecutiveDaysOff: 1 }, { maxConsecutiveDaysOff: 2 }, [
    ['A to 2, B from 3', 'DD..DDD', 0, 'ends under the second'],
    ['A to 3, B from 4', 'DD..DDD', 1, 'ends under the first'],
  ]),
  ...sums('weekendWorkFrequency', { weekendWorkFrequency: 1 }, { weekendWorkFrequency: 2 }, [
    ['A to 12, B from 13', '.....D. .....D.', 1, 'its last day is a Sunday'],
    ['B to 12, A from 13', '.....D. .....D.', 0, 'so it is here'],
  ]),
  ...sums('completeWeekends', {}, { completeWeekends: true }, [
    ['A to 5, B from 6', '.....D.', 1, 'its last day is a Sunday'],
    ['B to 5, A from 6', '.....D.', 0, 'so it is here'],
  ]),
  ...sums('minWeeklyRestMinutes', { minWeeklyRestHours: 16 }, { minWeeklyRestHours: 20 }, [
    ['A to 5, B from 6', 'DDDDDDD DDDDDDD', 240, 'the last day of the first week'],
    ['A to 6, B from 7', 'DDDDDDD DDDDDDD', 0, 'still the first'],
  ]),
  ...sums('contractRules', nights({ max: 3 }), nights({ max: 1 }), [['A to 2, B from 3', 'NN.....', 1, '13 / 7 = 1']]),
  ...sums('contractRules', nights({ min: 3 }), nights({ min: 1 }), [['A to 2, B from 3', 'N......', 1, '13 / 7, rounded up']]),
  ...sums('contractRules', nights({ max: 0 }), {}, [['A to 2, B from 3', 'NN.....', 0, 'the second contract has no such rule']]),
  ...sums('contractRules', nights({ max: 0 }), nights({ max: 0, weight: 2 }), [['A to 2, B from 3', 'NN.....', 0, 'another weight is another rule']]),
  ...sums('contractRules', rules({ ...nights({ max: 0 }), kind: 'count', of: 'days', per: 'rolling', days: 2, max: 2 }), rules({ kind: 'count', of: 'days', per: 'rolling', days: 2, max: 0 }), [
    ['A to 2, B from 3', '..DD...', 2, 'days 2 and 3 may have one, days 3 and 4 none'],
  ]),
  ...sums(
    'contractRules',
    rules({ kind: 'count', of: 'shifts', per: 'week', max: 3 }, { kind: 'count', of: 'shifts', per: 'week', max: 5 }),
    rules({ kind: 'count', of: 'shifts', per: 'week', max: 1 }, { kind: 'count', of: 'shifts', per: 'week', max: 2 }),
    [['A to 2, B from 3', 'DDDD...', 4, 'the first with the first, 1, the second with the second, 3']],
  ),
  ...sums('contractRules', rules({ kind: 'count', of: 'minutes', per: 'period', period: 'three days', max: 960 }), rules({ kind: 'count', of: 'minutes', per: 'period', period: 'three days', max: 480 }), [
    ['A to 3, B from 4', '...DDD.', 800, 'of days 3 to 5: (960 + 2 × 480) / 3 = 640'],
  ]),
  ...sums('contractRules', rules({ kind: 'count', of: 'weekends', per: 'horizon', max: 2 }), rules({ kind: 'count', of: 'weekends', per: 'horizon', max: 1 }), [
    ['A to 6, B from 7', '.....D. .....D.', 1, '1.5, rounded down'],
  ]),
  ...sums('contractRules', rules({ kind: 'run', of: 'days', max: 5 }), rules({ kind: 'run', of: 'days', max: 2 }), [['A to 2, B from 3', 'DDDD...', 2, 'its last day'],
    ['A to 2, B from 4', 'DDDD...', 0, 'ends on a day in none']]),
  ...sums('contractRules', rules({ kind: 'run', of: 'days', max: 5 }), rules({ kind: 'run', of: 'days', max: 2 }, { kind: 'run', of: 'days', max: 2 }), [
    ['A to 2, B from 3', 'DDDD...', 4, 'word for word the same twice is two rules'],
  ]),
  ...sums('contractRules', rules({ kind: 'run', of: 'daysOff', min: 1 }), rules({ kind: 'run', of: 'daysOff', min: 3 }), [['A to 2, B from 3', 'DD..DDD', 1, 'its last day']]),
  ...sums('contractRules', rules({ kind: 'run', of: 'weekends', max: 2 }), rules({ kind: 'run', of: 'weekends', max: 1 }), [
    ['A to 12, B from 13', '.....D. .....D.', 1, 'the last day of its last weekend'],
    ['B to 12, A from 13', '.....D. .....D.', 0, 'so it is here'],
  ]),
  ...sums('contractRules', {}, rules(nightPattern({ pattern: 'N N' })), [
    ['A to 2, B from 3', '..NN...', 1, 'its last day'],
    ['A to 3, B from 4', '..NN...', 0, 'the last day of the first'],
    ['B to 3, A from 4', '..NNN..', 1, 'of two that share a day the one that ends under the second'],
    ['B to 2', '..NN...', 0, 'ends on a day in none'],
  ]),
  ...sums('contractRules', rules(nightPattern({ min: 4, per: 'week' })), {}, [
    ['A to 2, B from 3', 'N......', 0, '⌊4 × 3 / 7⌋ = 1'],
    ['A to 3, B from 4', 'N......', 1, '⌊4 × 4 / 7⌋ = 2'],
    ['A to 3, B from 4', 'N...NN.', 1, 'the nights of the second do not count'],
  ]),
  ...sums('contractRules', rules(nightPattern({ min: 4 })), {}, [
    ['A to 4, B from 5', 'NN/.......', 1, 'three of the seven days of the horizon: 1'],
    ['A to 4, B from 5', 'NN/N......', 0, 'which is one'],
  ]),
  ...sums('contractRules', rules(nightPattern({ max: 1 })), rules(nightPattern({ max: 1, name: 'Nights' })), [
    ['A to 2, B from 3', 'NN.NN..', 3, 'one rule, whatever it is called'],
  ]),
  ...sums('contractRules', rules(nightPattern({ max: 1 })), rules(nightPattern({ max: 0 })), [['A to 2, B from 3', 'NN.NN..', 3, 'two rules: 1 and 2']]),
  ...sums('contractRules', rules(nightPattern({ cap: 3 })), rules(nightPattern({ cap: 3 })), [['A to 2, B from 3', 'NNNNN..', 3, 'one rule, one cap']]),
  ...sums('contractRules', {}, rules(nightPattern({ cap: 3 })), [['A to 2, B from 3', 'NNNNN..', 2, 'less than the cap']]),
  ...sums('contractRules', {}, rules({ kind: 'succession', after: ['late'], forbidden: ['day'], nextDay: true }), [
    ['A to 2, B from 3', '..LD...', 1, 'the day of the later shift'],
    ['A to 3, B from 4', '..LD...', 0, 'still the first'],
  ]),
  ...sums(
    'contractRules',
    rules({ kind: 'count', of: 'shifts', per: 'week', max: 3, when: { of: 'shifts', tags: ['night'], per: 'week', min: 1 } }),
    rules({ kind: 'count', of: 'shifts', per: 'week', max: 1, when: { of: 'shifts', tags: ['night'], per: 'week', min: 1 } }),
    [
      ['A to 2, B from 3', 'DND....', 2, 'with a night in the week one shift'],
      ['A to 2, B from 3', 'DDD....', 0, 'no night'],
    ],
  ),
  ...sums('contractRules', shiftsOn(['MONDAY', 'TUESDAY'], 2), shiftsOn(['MONDAY', 'TUESDAY'], 0), [
    ['A to 2, B from 3', 'DDDD...', 2, 'Monday and Tuesday alone: 6 / 7, rounded down'],
  ]),
  ...sums('contractRules', shiftsOn(['MONDAY'], 0), shiftsOn(['TUESDAY'], 0), [['A to 2, B from 3', 'DDDD...', 0, 'other days are another rule']]),
  ...['', 'capped', 'when'].flatMap((more) => {
    const said = { kind: 'count', of: 'shifts', per: 'week', ...(more === 'capped' ? { cap: 9 } : more === 'when' ? { when: { of: 'shifts', per: 'week', min: 1 } } : {}) }
    const both = rules({ ...said, max: 2 }, { ...said, min: 5 })
    return sums('contractRules', both, both, [['A to 2, B from 3', 'DDD....', 3, `two rules at odds ${more}: 1 too many and 2 too few`]])
  }),
  ...sums('contractRules', perWeek({ max: 3, cap: 1 }), perWeek({ max: 1, cap: 1 }), [['A to 2, B from 3', 'DDDD...', 1, '3 too many, of which 1 is charged']]),
  ...sums('contractRules', perWeek({ max: 3, cap: 1 }), perWeek({ max: 1, cap: 2 }), [['A to 2, B from 3', 'DDDD...', 0, 'another cap is another rule']]),
  ...sums('contractRules', perWeek({ max: 3, name: 'Full time' }), perWeek({ max: 1, name: 'Part time' }), [
    ['A to 2, B from 3', 'DDDD...', 3, 'whatever people call it: 13 / 7, rounded down'],
  ]),
  ...sums('contractRules', rules({ kind: 'run', of: 'days', max: 1, cap: 1 }), rules({ kind: 'run', of: 'days', max: 1, cap: 1, name: 'Single days' }), [
    ['A to 2, B from 3', 'DD.DD..', 1, 'the same rule has one cap'],
  ]),
  ...sums('contractRules', rules({ kind: 'run', of: 'days', max: 1, cap: 1 }), rules({ kind: 'run', of: 'days', max: 1, cap: 2 }), [
    ['A to 2, B from 3', 'DD.DDDD', 3, 'each its own: 1 and 2 of 3'],
  ]),
  ...sums('contractRules', rules({ kind: 'run', of: 'days', min: 3 }), rules({ kind: 'run', of: 'days', min: 3, edges: 'closed' }), [
    ['A to 2, B from 3', '.....DD', 1, 'closed on the last day'],
    ['B to 2, A from 3', '.....DD', 0, 'open on the last day'],
    ['B to 2, A from 3', 'D......', 2, 'closed on the first day'],
  ]),
  ...sums('contractRules', {}, rules({ kind: 'succession', after: ['late'], required: ['night'], nextDay: true }), [
    ['B to 2, A from 3', '..L....', 1, 'the day of the shift on which it must follow'],
    ['A to 2, B from 3', '..L....', 0, 'so it is here'],
    ['B to 2, A from 3', '..LN...', 0, 'it follows'],
  ]),
  ...sums('categoryShiftQuota', quota({ max: 1, cap: 1 }), quota({ max: 0, cap: 1 }), [['A to 2, B from 3', 'NN.....', 1, '2 too many, of which 1 is charged']]),
  ...sums('categoryShiftQuota', quota({ max: 3 }), quota({ max: 1 }), [['A to 2, B from 3', 'NN.....', 1, '13 / 7 = 1']]),
  ...sums('categoryShiftQuota', quota({ min: 3 }), quota({ min: 1 }), [['A to 2, B from 3', 'N......', 1, '13 / 7, rounded up']]),
  ...sums('unavailable', {}, {}, [
    ['A to 2, B from 4', 'DDDDDDD', 1, 'the day between the two'],
    ['A from 2', 'DDDDDDD', 2, 'the days before the first'],
    ['A to 4', 'DDDDDDD', 2, 'the days after the last'],
    ['A to 2, B from 4', '..N....', 1, 'a night that runs into a day in none'],
    ['A to 6', 'DDDDDDN', 1, 'behind the last known day too'],
    ['A', 'DDDDDDD', 0, 'open on both sides'],
  ]),
]

describe('a contract that changes', () => {
  test.each(CASES)('$setting: $periods, $days costs $units: $why', ({ units, ...given }) => {
    expect(unitsOf(documentOf(given))).toBe(units)
  })
})

describe.each([
  { setting: 'weekendWorkFrequency', a: { weekendWorkFrequency: 1 }, b: { weekendWorkFrequency: 2 } },
  { setting: 'contractRules', a: rules({ kind: 'run', of: 'weekends', max: 2 }), b: rules({ kind: 'run', of: 'weekends', max: 1 }) },
])('a weekend that lies behind the known days, by $setting', (said) => {
  test.each([
    { periods: 'A to 8, B from 9', units: 1, why: 'the second contract, that of Friday' },
    { periods: 'B to 8, A from 9', units: 0, why: 'the second contract, which lets it be' },
    { periods: 'B to 8', units: 0, why: 'no contract' },
  ])('is judged by that of the last known day, whenever the duty begins that runs through it: $periods is $why', ({ periods, units }) => {
    const document = documentOf({ ...said, periods, days: '.....D. .....' })
    // From Monday 16:00 to the Monday after, 08:00; the last known day is the Friday between.
    const duty = { id: 99, spot: 1, start: instant(7 * 1440 + 960), end: instant(14 * 1440 + 480), employee: 1, fixed: true }
    expect(unitsOf({ ...document, shifts: [...(document['shifts'] as Fields[]), duty] })).toBe(units)
  })
})

test('a limit of one day is told with the name of its contract', () => {
  const said = { setting: 'maxConsecutiveDays', a: { name: 'Full time', maxConsecutiveDays: 2 }, b: { name: 'Part time', maxConsecutiveDays: 3 }, days: 'DDDD...' }
  const told = (periods: string): string => {
    const { schedule } = readSubmission(documentOf({ ...said, periods }), { callback: 'optional' }).submission!
    const roster = Int32Array.from(schedule.shifts, ({ employeeIndex }) => employeeIndex!)
    return judge(schedule, roster).violations.flatMap(({ matches }) => matches.map(({ text }) => text)).join(' ')
  }
  expect(told('A to 2, B from 3')).toMatch(/the contract Part time says 3 at most\.$/)
  expect(told('B to 2, A from 3')).toMatch(/the contract Full time says 2 at most\.$/)
})

test('the best roster of a tiny ward in which one nurse goes part time is found', () => {
  const shifts = Array.from({ length: 8 }, (_, day) => ({ id: day + 1, spot: 1, start: instant(day * 1440 + 420), end: instant(day * 1440 + 900) }))
  const document = {
    settings: { totalWork: { firstPriorityWeight: 20, secondPriorityWeight: 0, thirdPriorityWeight: 0, fourthPriorityWeight: 0 } },
    contracts: [
      { id: 'A', maxHoursWeek: 2400, maxMinutesTotal: 2880, maxConsecutiveDays: 4 },
      { id: 'B', maxHoursWeek: 960, maxMinutesTotal: 960, maxConsecutiveDays: 2 },
    ],
    spots: [{ id: 1 }],
    employees: [
      { id: 1, contracts: readPeriods('A to 2, B from 3') },
      { id: 2, contractId: 'B' },
    ],
    shifts,
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  const { score, rosters } = bestByForce(submission!.schedule)
  expect(bestByEngine(submission!.schedule)).toEqual(score)
  // Of 8 shifts the first works ⌊(3 × 2880 + 5 × 960) / 8 / 480⌋ = 3 at most and the other 2: three stay empty.
  expect(score[1]).toBe(60)
  expect(rosters.every((roster) => roster.filter((employee) => employee === 0).length === 3)).toBe(true)
})
