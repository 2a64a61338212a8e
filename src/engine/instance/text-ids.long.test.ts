// Slow: schedules of 100,000 shifts are read and compiled several times, for ratios.
import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { compile } from './compile.ts'

const SHIFTS = 100_000
const EMPLOYEES = 500
const ROUNDS = 3
/** Texts are longer than numbers, and are looked up by their characters. */
const MOST_TIMES = { time: 1.3, memory: 1.2 } as const
const DAY_MS = 86_400_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** As it comes from the wire. */
function documentOf(idOf: (i: number) => number | string): string {
  const people = Array.from({ length: EMPLOYEES }, (_, i) => idOf(i))
  const spots = Array.from({ length: 20 }, (_, i) => idOf(i))
  const shifts = Array.from({ length: SHIFTS }, (_, i) => {
    const start = Date.UTC(2026, 0, 1, 7) + (i % 199) * DAY_MS
    return {
      id: idOf(i),
      spot: spots[i % 20],
      start: new Date(start).toISOString(),
      end: new Date(start + DAY_MS / 3).toISOString(),
      tags: [`t${i % 9}`],
    }
  })
  const employees = people.map((id) => ({ id, contract: { hoursBetweenShift: 660, maxHoursWeek: 2400 } }))
  return JSON.stringify({ timeZone: 'Europe/Copenhagen', employees, shifts, spots: spots.map((id) => ({ id })) })
}

/** Processor time of reading and compiling, in milliseconds, and what the process then holds more, in bytes. */
function measure(text: string): { readonly ms: number; readonly bytes: number } {
  collect()
  const held = (): number => {
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const [before, cpu] = [held(), process.threadCpuUsage()]
  const { submission } = readSubmission(JSON.parse(text), { callback: 'optional' })
  const instance = compile(submission!.schedule)
  const { user, system } = process.threadCpuUsage(cpu)
  collect()
  const bytes = held() - before
  expect(instance.schedule.shifts).toHaveLength(SHIFTS)
  return { ms: (user + system) / 1000, bytes }
}

test(`${SHIFTS} shifts with UUIDs are read and compiled in at most ${MOST_TIMES.time} times the time and ${MOST_TIMES.memory} times the memory of numbers`, () => {
  const texts = { numbers: documentOf((i) => i + 1), uuids: documentOf(() => randomUUID()) }
  // Not the first, which compiles the program.
  measure(texts.numbers)
  const runs = Array.from({ length: ROUNDS }, () => ({ numbers: measure(texts.numbers), uuids: measure(texts.uuids) }))
  const least = (kind: 'numbers' | 'uuids', what: 'ms' | 'bytes'): number => Math.min(...runs.map((run) => run[kind][what]))
  const times = { time: least('uuids', 'ms') / least('numbers', 'ms'), memory: least('uuids', 'bytes') / least('numbers', 'bytes') }
  expect(times.time, JSON.stringify(runs)).toBeLessThanOrEqual(MOST_TIMES.time)
  expect(times.memory, JSON.stringify(runs)).toBeLessThanOrEqual(MOST_TIMES.memory)
}, 600_000)
