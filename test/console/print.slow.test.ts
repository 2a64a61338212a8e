// Slow: a browser draws a month of 32 people as it is printed, on two sheets.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { NO_BROWSER, openHouse } from './house.ts'
import { hasRoster, solvedJob } from './solved-job.ts'

const DAYS = 28
const PEOPLE = 32
/** That nobody has. */
const RARE_SKILL = 99
const KINDS = [
  { name: 'Early', spot: 1, start: '07:00', end: '15:00' },
  { name: 'Long day', spot: 2, start: '07:30', end: '19:30' },
  { name: 'Late', spot: 1, start: '15:00', end: '23:00' },
  { name: null, spot: 2, start: '08:15', end: '16:45' },
] as const
const dateOf = (day: number): string => new Date(Date.UTC(2027, 1, 1 + day)).toISOString().slice(0, 10)
const shiftOf = (day: number, { name, spot, start, end }: (typeof KINDS)[number]): object => ({
  ...(name === null ? {} : { name }),
  spot,
  start: `${dateOf(day)}T${start}:00Z`,
  end: `${dateOf(day)}T${end}:00Z`,
})

/** A month of shifts that are given and fixed, five days of seven for everybody; each day one more that nobody can work has to be, each third day one may be. */
function fullMonth(callbackUrl: string): object {
  const given = Array.from({ length: PEOPLE }, (_, person) =>
    Array.from({ length: DAYS }, (_day, day) => day)
      .filter((day) => (day + person) % 7 < 5)
      .map((day) => ({ ...shiftOf(day, KINDS[(person + Math.floor(day / 7)) % KINDS.length]!), employee: person + 1, fixed: true })),
  ).flat()
  const empty = Array.from({ length: DAYS }, (_, day) => [
    { ...shiftOf(day, KINDS[0]), spot: 3 },
    ...(day % 3 === 0 ? [{ ...shiftOf(day, KINDS[2]), spot: 3, importance: 'OPTIONAL' }] : []),
  ]).flat()
  const surnames = ['Andersen', 'Sørensen-Lindqvist', 'Berg', 'Christiansen']
  return {
    callbackUrl,
    timeZone: 'UTC',
    employees: Array.from({ length: PEOPLE }, (_, at) => ({
      id: at + 1,
      name: `Person ${at + 1} ${surnames[at % surnames.length]}`,
      ...(at === 3 ? { absences: [{ start: dateOf(2), end: dateOf(3), kind: 'illness' }] } : {}),
    })),
    spots: [
      { id: 1, name: 'Medical ward' },
      { id: 2, name: 'Emergency department' },
      { id: 3, name: 'Dialysis', skills: [RARE_SKILL] },
    ],
    shifts: [...given, ...empty].map((shift, at) => ({ id: at + 1, ...shift })),
    termination: { maxSeconds: 3600 },
  }
}

/** Across, as the roster asks for it. Width between the margins, in CSS pixels. */
const SHEETS = [
  { format: 'A4', width: 1062 },
  { format: 'Letter', width: 995 },
] as const

/** Where sheets go, for somebody to look at. */
const { TEST_PICTURES: PICTURES } = process.env

describe.skipIf(NO_BROWSER)('a printed month', () => {
  const house = openHouse()
  let job = ''
  beforeAll(async () => {
    job = await solvedJob(house.hospital, fullMonth(house.hospital.receiver.url), hasRoster)
  })

  async function openRoster(): Promise<{ close: () => Promise<void>; page: Page }> {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    await stay.signIn(house.hospital.planner)
    await stay.open(`#/jobs/${job}/roster`)
    await stay.page.locator('.roster-chip').first().waitFor()
    return { page: stay.page, close: () => stay.close() }
  }

  test('cuts nothing, and can be read, on every sheet', async () => {
    const { page, close } = await openRoster()
    const margin = { top: '8mm', bottom: '8mm', left: '8mm', right: '8mm' }
    for (const { format } of PICTURES ? SHEETS : [])
      await page.pdf({ path: join(PICTURES!, `roster-${format}.pdf`), format, landscape: true, margin })
    await print(page)
    for (const { format, width } of SHEETS) {
      await page.setViewportSize({ width, height: 720 })
      expect({ format, cut: await page.evaluate(CUT) }).toEqual({ format, cut: [] })
      expect(await page.evaluate<number>(LEAST_FONT_PT)).toBeGreaterThanOrEqual(6.5)
    }
    expect(await styleOf(page, '.roster-print thead', 'display')).toBe('table-header-group')
    await close()
  })

  test('marks what has to be filled, what may be, and who is away, without colours', async () => {
    const { page, close } = await openRoster()
    await print(page)
    expect(await page.locator('.roster-print tr.is-empty .roster-printed:not(.is-optional)').count()).toBe(DAYS)
    expect(await page.locator('.roster-print tr.is-empty .roster-printed.is-optional').count()).toBe(Math.ceil(DAYS / 3))
    for (const mark of ['.roster-print tr.is-empty .roster-printed', '.roster-print-swatch.is-empty']) {
      expect(await styleOf(page, `${mark}:not(.is-optional)`, 'borderTopStyle')).toBe('solid')
      expect(await styleOf(page, `${mark}.is-optional`, 'borderTopStyle')).toBe('dashed')
    }
    expect(await page.locator('.roster-print td.is-unavailable').count()).toBe(2)
    for (const mark of ['td.is-unavailable', '.roster-print-swatch.is-unavailable'])
      expect(await styleOf(page, `.roster-print ${mark}`, 'backgroundImage')).toContain('repeating-linear-gradient')
    expect(await page.locator('.roster-print-legend').innerText()).toMatch(/empty\s+empty, optional\s+unavailable/)
    await close()
  })
})

async function print(page: Page): Promise<void> {
  await page.evaluate('dispatchEvent(new Event("beforeprint"))')
  await page.emulateMedia({ media: 'print' })
  await page.locator('.roster-print tbody tr').first().waitFor()
}

function styleOf(page: Page, selector: string, name: string): Promise<string> {
  return page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`)
}

/** Run in the page: texts of the printed roster that are wider than their box, and boxes that are wider than the sheet. */
const CUT = `[...document.querySelectorAll('.roster-print th, .roster-print td, .roster-printed')].filter((box) =>
  box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1 || box.getBoundingClientRect().right > innerWidth + 0.5
).map((box) => box.tagName + ' ' + box.innerText).slice(0, 5)`

/** Run in the page, in points. */
const LEAST_FONT_PT = `Math.min(...[...document.querySelectorAll('.roster-print *')].map((box) => parseFloat(getComputedStyle(box).fontSize))) * 0.75`
