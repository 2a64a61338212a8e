import { afterEach, expect, test, vi } from 'vitest'
import { grownBy } from '../../../test/heavy/heavy-schedules.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import type { Schedule } from '../../model/schedule.ts'
import { travelMinutes, type Travel } from '../../model/travel.ts'
import { compile } from './compile.ts'
import { minutesBetween, travelTable } from './travel.ts'

const scheduleOf = (name: string, size: number): Schedule => {
  return readSubmission(grownBy({ [name]: size }), { callback: 'optional' }).submission!.schedule
}

afterEach(() => vi.unstubAllGlobals())

/** Bytes of the columns that are made while a schedule is compiled. */
function bytesToCompile(schedule: Schedule): number {
  let bytes = 0
  const construct = (make: Int32ArrayConstructor, given: unknown[]): Int32Array => {
    const made = Reflect.construct(make, given) as Int32Array
    bytes += made.byteLength
    return made
  }
  vi.stubGlobal('Int32Array', new Proxy(Int32Array, { construct }))
  compile(schedule)
  vi.unstubAllGlobals()
  return bytes
}

// All pairs of spots, or of a home and a spot, are four times as many.
for (const { name, size } of [
  { name: 'ways along a chain of spots', size: 4000 },
  { name: 'homes far from spots', size: 1200 },
]) {
  test(`twice as many ${name} take less than three times the memory`, () => {
    expect(bytesToCompile(scheduleOf(name, 2 * size)) / bytesToCompile(scheduleOf(name, size))).toBeLessThan(3)
  })
}

test('the ways of a schedule are gone through once, however many rules ask for them', () => {
  const schedule = scheduleOf('ways along a chain of spots', 40)
  let passes = 0
  const pass = function* (): Generator<[string | number, ReadonlyMap<string | number, number>]> {
    passes += 1
    yield* schedule.travel!.minutes as ReadonlyMap<string | number, ReadonlyMap<string | number, number>>
  }
  const minutes = Object.assign(new Map(schedule.travel!.minutes), { [Symbol.iterator]: pass, entries: pass })
  compile({ ...schedule, travel: { minutes } as Travel })
  compile({ ...schedule, travel: { minutes } as Travel })
  expect(passes).toBe(2)
})

test.each([40, 2000])('a way is as long as the matrix says, of %i spots', (size) => {
  const schedule = scheduleOf('ways along a chain of spots', size)
  const { demands } = compile(schedule)
  const table = travelTable(schedule, demands)
  const wrong: string[] = []
  for (let a = 0; a < 60; a += 1) {
    for (let b = 0; b < 60; b += 1) {
      const [from, to] = [a, b].map((d) => schedule.spots[demands.spot[d]!]!.id)
      if (minutesBetween(table, a, b) !== travelMinutes(schedule.travel, from!, to!)) wrong.push(`${from} ${to}`)
    }
  }
  expect(wrong).toEqual([])
})
