import type { Browser, CDPSession } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, openBrowser, visit } from './browser.ts'
import { type Hospital, openHospital } from './hospital.ts'
import { solvedJob } from './solved-job.ts'
import { largeSchedule } from './large-schedule.ts'

const SIZE = { employees: 300, days: 62 }
/** What the page may work for one frame, in milliseconds of processor time: on a machine that is busy with something else frames come late all the same. */
const MOST_WORK_MS = 50
/** Of hundreds of frames, one may need more: garbage is collected within one now and then. */
const MOST_LONG = 1
const MOST_LONG_MS = 100
/** Work is longer on a machine that is busy, never shorter: of so many measurements of a way the best one counts. */
const MEASUREMENTS = 3
const SCROLL_MS = 3000

/** Ways to scroll, as code of the page: `v` and `h` are one step down and right. At an edge it turns round. */
const WAYS = {
  down: 'grid.scrollTop += v',
  right: 'grid.scrollLeft += h',
  both: 'grid.scrollTop += v; grid.scrollLeft += h',
  fast: 'grid.scrollTop += 4 * v; grid.scrollLeft += 4 * h',
  jumps: 'if (i % 6 === 0) { grid.scrollTop = (i * 997) % grid.scrollHeight; grid.scrollLeft = (i * 613) % grid.scrollWidth }',
} as const

/** Scrolls one way for some time; gives the times between frames, in milliseconds. */
const scrolling = (step: string): string => `(async () => {
  const grid = document.querySelector('.roster-grid'), frames = []
  let v = 24, h = 24, i = 0, last = await new Promise(requestAnimationFrame)
  const end = last + ${SCROLL_MS}
  while (last < end) {
    ${step}; i += 1
    if (grid.scrollTop <= 0 || grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 1) v = -v
    if (grid.scrollLeft <= 0 || grid.scrollLeft + grid.clientWidth >= grid.scrollWidth - 1) h = -h
    const now = await new Promise(requestAnimationFrame)
    frames.push(now - last); last = now
  }
  return frames
})()`

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Of its thread, in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const chromium = findChromium()

describe.skipIf(chromium === null)(`scrolling ${SIZE.employees} employees × ${SIZE.days} days`, () => {
  let hospital: Hospital
  let browser: Browser
  beforeAll(async () => {
    hospital = await openHospital()
    browser = await openBrowser(chromium!)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await hospital?.close()
  })

  test(`frames need no more than ${MOST_WORK_MS} ms of work`, async () => {
    const job = await solvedJob(hospital, largeSchedule(SIZE, hospital.receiver.url))
    const stay = await visit(browser, hospital.address)
    await stay.signIn(hospital.planner)
    await stay.open(`#/jobs/${job}/roster`)
    await stay.page.locator('.roster-chip').first().waitFor()
    await stay.page.waitForTimeout(1000)
    const session = await stay.page.context().newCDPSession(stay.page)
    const lines: string[] = []
    const tooLong: string[] = []
    for (const [way, step] of Object.entries(WAYS)) {
      let isQuick = false
      for (let i = 0; i < MEASUREMENTS && !isQuick; i += 1) {
        const trace = await startTrace(session)
        const frames = (await stay.page.evaluate(scrolling(step))) as number[]
        const work = await trace.end()
        expect(work.length).toBeGreaterThan(10)
        const long = work.filter((ms) => ms > MOST_WORK_MS)
        isQuick = long.length <= MOST_LONG && long.every((ms) => ms <= MOST_LONG_MS)
        lines.push(`${way.padEnd(6)} between frames ${spread(frames)}; work of a task ${spread(work)}`)
      }
      if (!isQuick) tooLong.push(way)
    }
    process.stdout.write(`Scrolling ${SIZE.employees} × ${SIZE.days}, in milliseconds as median / 95th percentile / most:\n  ${lines.join('\n  ')}\n`)
    expect(tooLong, lines.join('\n')).toEqual([])
    expect(Number(await stay.page.evaluate('document.querySelectorAll(".roster-cell").length'))).toBeLessThan(1500)
    await stay.close()
  }, 180_000)
})

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

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1)
  return `${at(0.5)} / ${at(0.95)} / ${at(1)}`
}
