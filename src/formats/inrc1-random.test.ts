import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judge } from '../checker/check.ts'
import { flag, instanceOf, limit, rosterOf, scheduleOf } from './inrc1.fixture.ts'
import {
  INRC1_FLAGS,
  INRC1_LIMITS,
  type Inrc1Contract,
  type Inrc1Instance,
  type Inrc1LimitName,
  readInrc1Instance,
  weekdayAt,
} from './inrc1-instance.ts'

/** The rules of the competition, counted day by day without a schedule: what a roster costs, a letter for each day of each employee. */
function countedCost(instance: Inrc1Instance, rows: readonly string[]): number {
  return rows.reduce((sum, row, e) => {
    const employee = instance.employees[e]!
    const contract = instance.contracts[employee.contract]!
    const requests = employee.requests.map(({ wants, day, type, cost }) => {
      const isMet = type === null ? row[day] !== '.' : row[day] === instance.shiftTypes[type]!.id
      return isMet === (wants === 'on') ? 0 : cost
    })
    return (
      sum +
      sumOf(requests) +
      limitsOf(contract, instance, row) +
      weekendsOf(contract, instance, row) +
      othersOf(contract, instance, row, employee.skills)
    )
  }, 0)
}

function limitsOf({ limits, weekend }: Inrc1Contract, instance: Inrc1Instance, row: string): number {
  const worked = [...row].map((day) => day !== '.')
  const weekends = weekendDays(instance, weekend).map((days) => days.some((day) => worked[day]!))
  const over = (name: Inrc1LimitName, counts: readonly number[]): number =>
    limits[name] === null ? 0 : limits[name].cost * sumOf(counts.map((count) => Math.max(0, count - limits[name]!.limit)))
  const under = (name: Inrc1LimitName, counts: readonly number[]): number =>
    limits[name] === null ? 0 : limits[name].cost * sumOf(counts.map((count) => Math.max(0, limits[name]!.limit - count)))
  const total = [worked.filter(Boolean).length]
  const off = worked.map((works) => !works)
  return sumOf([
    over('MaxNumAssignments', total),
    under('MinNumAssignments', total),
    over('MaxConsecutiveWorkingDays', runsOf(worked)),
    under('MinConsecutiveWorkingDays', runsOf(worked)),
    over('MaxConsecutiveFreeDays', runsOf(off)),
    under('MinConsecutiveFreeDays', runsOf(off)),
    over('MaxConsecutiveWorkingWeekends', runsOf(weekends)),
    under('MinConsecutiveWorkingWeekends', runsOf(weekends)),
    over('MaxWorkingWeekendsInFourWeeks', [weekends.filter(Boolean).length]),
  ])
}

function weekendsOf({ flags, weekend }: Inrc1Contract, instance: Inrc1Instance, row: string): number {
  return sumOf(
    weekendDays(instance, weekend)
      .filter((days) => days.length > 1)
      .map((days) => {
        const text = days.map((day) => row[day]).join('')
        // To the first day and to the last: all days that are not of the stretch.
        const stretches = [...text.matchAll(/[^.]+/g)].map(([stretch]) => text.length - stretch.length)
        const types = text.includes('.') ? 1 : new Set(text).size
        return flags.CompleteWeekends * sumOf(stretches) + flags.IdenticalShiftTypesDuringWeekend * (types - 1) * text.length
      }),
  )
}

function othersOf({ flags, unwanted }: Inrc1Contract, { shiftTypes, firstDay }: Inrc1Instance, row: string, skills: readonly string[]): number {
  const foreign = [...row].filter((day) => shiftTypes.some((type) => type.id === day && type.skills.some((skill) => !skills.includes(skill)))).length
  // Of the types of the fixture N alone runs past midnight.
  const isWorked = (day: string | undefined): boolean => day !== undefined && day !== '.'
  const nights = [...row].filter(
    (day, d) => day === 'N' && row[d + 1] !== 'N' && row[d + 1] !== undefined && (isWorked(row[d + 1]) || isWorked(row[d + 2])),
  ).length
  const matches = unwanted.map(
    ({ days, weekday, cost }) =>
      cost *
      [...row].filter(
        (_, d) =>
          d + days.length <= row.length &&
          (weekday === null || weekdayAt(firstDay + d) === weekday) &&
          days.every((day, i) => (day === 'none' ? row[d + i] === '.' : day === 'any' ? row[d + i] !== '.' : row[d + i] === shiftTypes[day]!.id)),
      ).length,
  )
  return flags.AlternativeSkillCategory * foreign + flags.TwoFreeDaysAfterNightShifts * nights + sumOf(matches)
}

/** The days of each weekend that lie in the horizon. */
function weekendDays({ firstDay, days }: Inrc1Instance, weekend: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: days + 3 }, (_, i) => i - 3)
    .filter((day) => weekdayAt(firstDay + day) === weekend[0])
    .map((first) => weekend.map((_, i) => first + i).filter((day) => day >= 0 && day < days))
    .filter((inHorizon) => inHorizon.length > 0)
}

function runsOf(bits: readonly boolean[]): readonly number[] {
  return [
    ...bits
      .map((bit) => (bit ? '1' : '0'))
      .join('')
      .matchAll(/1+/g),
  ].map(([run]) => run.length)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const WEEKENDS = ['SaturdaySunday', 'FridaySaturdaySunday', 'SaturdaySundayMonday', 'FridaySaturdaySundayMonday']

const anyPattern = fc
  .record({
    types: fc.array(fc.constantFrom('E', 'L', 'N', 'H', 'Any', 'None'), { minLength: 1, maxLength: 4 }),
    weekday: fc.option(fc.nat({ max: 6 })),
    weight: fc.nat({ max: 3 }),
  })
  .map(({ types, weekday, weight }) => ({
    weight,
    entries: types.map((type, i) => ({ type, day: weekday === null ? 'Any' : NAMES[(weekday + i) % 7]! })),
  }))

const anyCase = fc
  .record({
    first: fc.nat({ max: 6 }),
    days: fc.integer({ min: 1, max: 30 }),
    weekend: fc.constantFrom(...WEEKENDS),
    limits: fc.array(fc.tuple(fc.constantFrom('0', '1'), fc.nat({ max: 3 }), fc.nat({ max: 4 })), { minLength: 9, maxLength: 9 }),
    flags: fc.array(fc.constantFrom(0, 1, 2, 25), { minLength: 4, maxLength: 4 }),
    patterns: fc.array(anyPattern, { maxLength: 3 }),
    wishes: fc.array(fc.tuple(fc.boolean(), fc.integer({ min: -1, max: 31 }), fc.constantFrom('', 'E', 'N'), fc.nat({ max: 3 })), { maxLength: 6 }),
    rows: fc.array(fc.array(fc.constantFrom('.', '.', '.', 'E', 'E', 'L', 'N', 'H'), { minLength: 30, maxLength: 30 }), {
      minLength: 2,
      maxLength: 2,
    }),
  })
  .map(({ first, days, weekend, limits, flags, patterns, wishes, rows }) => {
    const start = `2010-03-0${first + 1}`
    const dateAt = (day: number): string => new Date(Date.parse(start) + day * 86_400_000).toISOString().slice(0, 10)
    const request = ([isOn, day, type, weight]: (typeof wishes)[number]): string => {
      const name = `${type === '' ? 'Day' : 'Shift'}${isOn ? 'On' : 'Off'}`
      return `<${name} weight="${weight}">${type === '' ? '' : `<ShiftTypeID>${type}</ShiftTypeID>`}<EmployeeID>A</EmployeeID><Date>${dateAt(day)}</Date></${name}>`
    }
    const listed = wishes.map((wish) => request(wish))
    const text = instanceOf({
      start,
      days,
      weekend,
      rules: [
        ...INRC1_LIMITS.map((name, i) => limit(name, limits[i]![2], limits[i]![1]).replace('on="1"', `on="${limits[i]![0]}"`)),
        ...INRC1_FLAGS.map((name, i) => flag(name, flags[i])),
      ].join(''),
      patterns: patterns
        .map(
          ({ weight, entries }, p) =>
            `<Pattern ID="p${p}" weight="${weight}"><PatternEntries>${entries
              .map(({ type, day }, i) => `<PatternEntry index="${i}"><ShiftType>${type}</ShiftType><Day>${day}</Day></PatternEntry>`)
              .join('')}</PatternEntries></Pattern>`,
        )
        .join(''),
      requests: ['DayOff', 'DayOn', 'ShiftOff', 'ShiftOn']
        .map((name) => `<${name}Requests>${listed.filter((wish) => wish.startsWith(`<${name} `)).join('')}</${name}Requests>`)
        .join(''),
    })
    return { text, rows: rows.map((row) => row.slice(0, days).join('')) }
  })

test('rosters of random instances cost what the rules of the competition, counted day by day, say', () => {
  fc.assert(
    fc.property(anyCase, ({ text, rows }) => {
      const schedule = scheduleOf(text)
      expect(judge(schedule, rosterOf(schedule, rows)).score[1]).toBe(countedCost(readInrc1Instance(text), rows))
    }),
    { numRuns: 100 },
  )
})
