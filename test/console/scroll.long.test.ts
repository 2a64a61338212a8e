import type { CDPSession } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { NO_BROWSER, openHouse } from './house.ts'
import { largeSchedule } from './large-schedule.ts'
import { scrolling, type Way, WAYS } from './scrolling.ts'
import { hasRoster, solvedJob } from './solved-job.ts'

/** A ward, and a house of ten times as many for twice as long. The window shows as much of either. */
const WARD = { employees: 30, days: 31 }
const HOUSE = { employees: 300, days: 62 }
/** Frames of the house may need so many times the work of the ward's, at the 95th percentile. About 1 where nothing else runs. */
const MOST_TIMES = 5
const SCROLL_MS = 3000

/** Gives the times between frames, in milliseconds. */
const TIMING = {
  given: `const frames = []; let last = await nextFrame(); const end = last + ${SCROLL_MS}`,
  while: 'last < end',
  eachFrame: 'frames.push(now - last); last = now',
  gives: 'frames',
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Of its thread, in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

// `npm run bench:console`: what it prints is read by people, and says something on a machine that is not busy.
describe.skipIf(NO_BROWSER)('the work of scrolling', () => {
  const house = openHouse()
  test(`a frame of ${HOUSE.employees} employees × ${HOUSE.days} days needs no more than ${MOST_TIMES} times the work of one of ${WARD.employees} × ${WARD.days}`, async () => {
    const ward = await measure(WARD)
    const large = await measure(HOUSE)
    const ways = Object.keys(WAYS) as Way[]
    const ratios = ways.map((way) => ({ way, ratio: at(large[way].work, 0.95) / at(ward[way].work, 0.95) }))
    const lines = ratios.map(({ way, ratio }) => `${way.padEnd(6)} ×${ratio.toFixed(2)}  ward: ${shown(ward[way])}  house: ${shown(large[way])}`)
    process.stdout.write(`Work of a task, and time between frames, in milliseconds as median / 95th percentile / most:\n  ${lines.join('\n  ')}\n`)
    expect(ratios.filter(({ ratio }) => ratio > MOST_TIMES)).toEqual([])
  })

  async function measure(size: typeof HOUSE): Promise<Readonly<Record<Way, Measured>>> {
    const job = await solvedJob(house.hospital, largeSchedule(size, house.hospital.receiver.url), hasRoster)
    const stay = await house.visit()
    await stay.signIn(house.hospital.planner)
    await stay.open(`#/jobs/${job}/roster`)
    await stay.page.locator('.roster-rule').first().waitFor()
    const session = await stay.page.context().newCDPSession(stay.page)
    const measured: Partial<Record<Way, Measured>> = {}
    for (const way of Object.keys(WAYS) as Way[]) {
      const trace = await startTrace(session)
      const frames = (await stay.page.evaluate(scrolling(way, TIMING))) as number[]
      const work = await trace.end()
      expect(work.length).toBeGreaterThan(10)
      measured[way] = { work, frames }
    }
    await stay.close()
    return measured as Record<Way, Measured>
  }
})

/** Milliseconds. */
interface Measured {
  /** Processor time of tasks of the page's thread. */
  readonly work: readonly number[]
  /** Between frames. */
  readonly frames: readonly number[]
}

/** Records what the page's thread works. `end` gives the processor time of each of its tasks, in milliseconds. */
async function startTrace(session: CDPSession): Promise<{ end(): Promise<number[]> }> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }): void => void events.push(...(value as TraceEvent[]))
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  })
  return {
    async end() {
      const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
      await session.send('Tracing.end')
      await complete
      session.off('Tracing.dataCollected', collect)
      const mains = new Set(
        events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
      )
      expect(mains.size).toBeGreaterThan(0)
      const tasks = events.filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && mains.has(`${pid} ${tid}`))
      // Most tasks do next to nothing; those that draw take longer.
      return tasks.map(({ tdur = 0 }) => tdur / 1000).filter((ms) => ms >= 1)
    },
  }
}

/** The time that this share of them does not exceed. */
function at(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

function shown({ work, frames }: Measured): string {
  return [work, frames].map((times) => [0.5, 0.95, 1].map((share) => at(times, share).toFixed(1)).join(' / ')).join(', ')
}
