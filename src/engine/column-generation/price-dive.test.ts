import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import { compile } from '../instance/compile.ts'
import type { Instance } from '../instance/instance.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { Random } from '../random.ts'
import { diveByPrices, type DivePrices } from './price-dive.ts'

const DAY_MIN = 1440
const FREE = 0

/** One shift a day with so many seats, which so many employees may have; by day the duty of the shift. */
function seatsFor(employees: number, { seats, days = 1 }: { seats: number; days?: number }) {
  const { schedule } = sampleSchedule({
    employees: Array.from({ length: employees }, () => ({})),
    shifts: Array.from({ length: days * seats }, (_, i) => ({
      from: Math.floor(i / seats) * DAY_MIN + 480,
      to: Math.floor(i / seats) * DAY_MIN + 960,
      employee: null,
    })),
  })
  const instance = compile(schedule)
  const { openDemands, horizonFirst } = instance
  const dutyAt = (day: number): number => openDemands[horizonFirst + day]![0]! + 1
  return { instance, dutyAt, first: horizonFirst }
}

interface Looked {
  readonly rounds: number
  readonly share: number
  readonly fixed: readonly (readonly number[])[]
}

/** Prices at which everybody's row of a round is `rowOf` as far as nothing is fixed; and what was asked of them. */
function pricesOf(dayCount: number, rowOf: (employee: number, day: number, round: number) => number | null) {
  const looks: Looked[] = []
  let isBack = 0
  const prices: DivePrices = {
    follow(fixed, rounds, share, isOver) {
      looks.push({ rounds, share, fixed: fixed.map((row) => [...row]) })
      for (let round = 0; round < rounds; round += 1) {
        const rows = fixed.map((row, e) => {
          const cells = Array.from({ length: dayCount }, (_, day) => (row[day]! >= 0 ? row[day]! : rowOf(e, day, round)))
          return cells.includes(null) ? null : Int32Array.from(cells as number[])
        })
        if (isOver(rows, 1)) return
      }
    },
    noted: () => () => (isBack += 1),
  }
  return { prices, looks, isBack: () => isBack }
}

function diveOf(instance: Instance, prices: DivePrices, { noise = 0, steps = Infinity } = {}) {
  let taken = 0
  const params = { ...DEFAULT_PARAMS.neighbourhoods, awayFirstRounds: 10, awayRounds: 4, awayNoise: noise }
  return diveByPrices(instance, prices, { random: new Random(1), spend: (more) => (taken += more) > steps, params })
}

test('what everybody does in all rounds is fixed at once, and prices go back', () => {
  const { instance, dutyAt, first } = seatsFor(2, { seats: 2, days: 3 })
  const { dayCount } = instance
  const { prices, looks, isBack } = pricesOf(dayCount, (_, day) => (day >= first ? dutyAt(day - first) : FREE))
  const rows = diveOf(instance, prices)
  expect(rows!.map((row) => [...row!].slice(first))).toEqual([0, 1].map(() => [0, 1, 2].map(dutyAt)))
  expect(looks.map(({ rounds }) => rounds)).toEqual([10, 4])
  expect(new Set(looks.map(({ share }) => share))).toEqual(new Set([DEFAULT_PARAMS.neighbourhoods.awayRate]))
  expect(isBack()).toBe(1)
})

test('of what changes from round to round, the most frequent of each employee is fixed, one day at a time', () => {
  const { instance, dutyAt, first } = seatsFor(1, { seats: 1, days: 2 })
  // On the first day they work in six rounds of ten, on the second in nine.
  const { prices, looks } = pricesOf(instance.dayCount, (_, day, round) =>
    day < first ? FREE : round % 10 < [6, 9][day - first]! ? dutyAt(day - first) : FREE,
  )
  const rows = diveOf(instance, prices)
  expect([...rows![0]!].slice(first)).toEqual([dutyAt(0), dutyAt(1)])
  expect(looks[0]!.fixed[0]!.slice(first)).toEqual([-1, -1])
  expect(looks[1]!.fixed[0]!.slice(first)).toEqual([-1, dutyAt(1)])
})

test('nobody is fixed on a shift that has no seat left', () => {
  const { instance, dutyAt, first } = seatsFor(3, { seats: 2 })
  // All three would rather work, the first of them least.
  const { prices } = pricesOf(instance.dayCount, (e, day, round) => (day < first || round % 10 >= 6 + e ? FREE : dutyAt(0)))
  const rows = diveOf(instance, prices)
  expect(rows!.map((row) => row![first])).toEqual([FREE, dutyAt(0), dutyAt(0)])
})

test('chance may put before what is hardly rarer', () => {
  const { instance, dutyAt, first } = seatsFor(1, { seats: 1 })
  const rowOf = (_: number, day: number, round: number): number => (day < first || round % 10 >= 6 ? FREE : dutyAt(0))
  const duties = (noise: number): Set<number> =>
    new Set(
      Array.from({ length: 20 }, (_, seed) => {
        const { prices } = pricesOf(instance.dayCount, rowOf)
        const params = { ...DEFAULT_PARAMS.neighbourhoods, awayFirstRounds: 10, awayRounds: 4, awayNoise: noise }
        return diveByPrices(instance, prices, { random: new Random(seed), spend: () => false, params })![0]![first]!
      }),
    )
  expect(duties(0)).toEqual(new Set([dutyAt(0)]))
  expect(duties(1)).toEqual(new Set([dutyAt(0), FREE]))
})

test('who has no row at these prices gets none, and the others get theirs', () => {
  const { instance, dutyAt, first } = seatsFor(2, { seats: 2 })
  const { prices } = pricesOf(instance.dayCount, (e, day) => (e === 0 ? null : day < first ? FREE : dutyAt(0)))
  const rows = diveOf(instance, prices)
  expect(rows![0]).toBeNull()
  expect(rows![1]![first]).toBe(dutyAt(0))
})

test('where time is over there are no rows, and prices go back all the same', () => {
  const { instance, first, dutyAt } = seatsFor(1, { seats: 1 })
  const { prices, isBack } = pricesOf(instance.dayCount, (_, day) => (day < first ? FREE : dutyAt(0)))
  expect(diveOf(instance, prices, { steps: 13 })).toBeNull()
  expect(isBack()).toBe(1)
  expect(diveOf(instance, prices, { steps: 14 })).not.toBeNull()
})
