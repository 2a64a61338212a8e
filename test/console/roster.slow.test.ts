// Slow: a browser draws a hospital month in every view, and axe looks at each.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import month from '../../examples/hospital-month.json' with { type: 'json' }
import known from '../../examples/hospital-month.roster.json' with { type: 'json' }
import type { Visit } from './browser.ts'
import { walkToCell } from './hand.ts'
import { NO_BROWSER, openHouse } from './house.ts'
import { isLawful, solvedJob } from './solved-job.ts'

const employees = new Map(known.shifts.map(({ id, employee }) => [id, employee]))
/** The month begins with the roster of a minute, and need not be searched. */
const shifts = month.shifts.map((shift) => ({ ...shift, employee: employees.get(shift.id) ?? null }))

describe.skipIf(NO_BROWSER)('the roster', () => {
  const house = openHouse()
  let job = ''
  beforeAll(async () => {
    job = await solvedJob(house.hospital, { ...month, shifts, callbackUrl: house.hospital.receiver.url, termination: { maxSeconds: 3600 } }, isLawful)
  })
  test('has no barrier and fits every screen, whatever is open', async () => {
    const { stay, page } = await openRoster()
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('roster')).toEqual([])
    await page.locator('.roster-rule').first().click()
    await page.locator('.roster-match').first().click()
    expect(await stay.findBarriers()).toEqual([])
    await page.locator('.roster-name', { hasText: 'Karen M.' }).click()
    await page.getByRole('heading', { name: 'In short' }).waitFor()
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('roster-account')).toEqual([])
    await page.getByRole('button', { name: 'Demand' }).click()
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('roster-demand')).toEqual([])
    await stay.close()
  })

  test('tells why a shift is empty, and takes who is recommended', async () => {
    const { stay, page } = await openRoster()
    await page.locator('.roster-row.is-empty .roster-chip').first().click()
    await page.locator('.roster-told .roster-cause').waitFor()
    const take = page.getByRole('button', { name: /^Take / })
    await take.first().click()
    await expect.poll(() => changeCount(page)).toBeGreaterThan(0)
    await page.locator('.roster-score .roster-change').waitFor()
    expect(await stay.findBarriers()).toEqual([])
    await stay.close()
  })

  test('a shift is dragged to somebody else; the change of the score is told before it is dropped', async () => {
    const { stay, page } = await openRoster()
    const shift = page.locator('.roster-row.is-employee .roster-chip:not(.is-historic, .is-fixed)').first()
    const from = await middleOf(shift)
    const to = await middleOf(page.locator('.roster-row.is-employee .roster-name').nth(6))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y + 20, { steps: 3 })
    await page.mouse.move(to.x, to.y, { steps: 5 })
    await page.locator('.roster-ghost', { hasText: /Better|Worse|No change/ }).waitFor()
    expect(await changeCount(page)).toBe(0)
    await page.mouse.up()
    await expect.poll(() => changeCount(page)).toBe(1)
    await page.keyboard.press('Control+z')
    await expect.poll(() => changeCount(page)).toBe(0)
    // The click that a drag ends with opened nothing, and the next one is a click again.
    await shift.click()
    await page.getByRole('heading', { name: /–/ }).waitFor()
    await stay.close()
  })

  test('a shift is given other times, which are judged, taken back, and there again after a reload', async () => {
    const { stay, page } = await openRoster()
    await page.locator('.roster-row.is-employee .roster-chip:not(.is-historic, .is-fixed)').first().click()
    const heading = page.locator('.roster-told h2')
    const before = await heading.innerText()
    await page.getByText('Other times …').click()
    expect(await stay.findBarriers()).toEqual([])
    await page.getByLabel('Begins at').fill('09:45')
    await page.getByRole('button', { name: 'Change times' }).click()
    await expect.poll(() => heading.innerText()).toContain('09:45–')
    await expect.poll(() => changeCount(page)).toBe(1)
    await page.locator('.roster-score .roster-change').waitFor()
    await page.reload()
    await page.getByText(/other times of 1 shift/).waitFor()
    await page.getByRole('button', { name: 'Go on', exact: true }).click()
    await page.getByRole('button', { name: /^Changes/ }).click()
    await page.locator('.roster-changed', { hasText: 'Other times:' }).waitFor()
    await page.getByRole('button', { name: /^Take back: .*09:45/ }).click()
    await expect.poll(() => changeCount(page)).toBe(0)
    await page.keyboard.press('Control+z')
    await expect.poll(() => changeCount(page)).toBe(1)
    expect(before).not.toContain('09:45')
    await stay.close()
  })

  test('the same goes by keyboard alone, and what was moved is fixed when it is submitted again', async () => {
    const { stay, page } = await openRoster()
    const start = page.locator('.roster-grid [tabindex="0"]')
    await start.focus()
    // To the first employee with a shift on the first day that can be moved.
    const wanted = await page
      .locator('.roster-row.is-employee .roster-chip:not(.is-historic, .is-fixed)')
      .first()
      .locator('..')
      .getAttribute('data-cell')
    await page.keyboard.press('Control+Home')
    await walkToCell(page, wanted!)
    await page.locator('.roster-tip:not([hidden])').waitFor()
    expect(await page.evaluate('document.getElementById(document.activeElement.getAttribute("aria-describedby")).getAttribute("role")')).toBe(
      'tooltip',
    )
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    expect(await changeCount(page)).toBe(0)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.locator('.roster > [role=status]', { hasText: /Better|Worse|No change/ }).waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await expect.poll(() => changeCount(page)).toBe(1)

    await page.getByRole('button', { name: 'Submit again' }).press('Enter')
    expect(await stay.findBarriers()).toEqual([])
    await page.getByRole('button', { name: 'Submit with 1 fixed' }).press('Enter')
    await page.waitForURL((url) => /^#\/jobs\/\d+$/.test(url.hash) && !url.hash.endsWith(`/${job}`))
    const next = page.url().split('/').at(-1)!
    expect((await fixedShifts(next)) - (await fixedShifts(job))).toBe(1)
    // It would go on for an hour, beside all other tests.
    await page.getByRole('button', { name: 'Stop the search' }).click()
    await page.locator('h1', { hasText: 'solved' }).waitFor()
    await stay.close()
  })

  test('filters stand in the address, and a match that they hide is said to be hidden', async () => {
    const { stay, page } = await openRoster('?tag=course&name=ida')
    await page.getByText('1 employee').waitFor()
    // Broken by many, not by Ida alone.
    await page.locator('.roster-rule', { hasText: /days off in a row/i }).click()
    await page.locator('.roster-match', { hasNotText: 'Ida' }).first().click()
    await page.getByText('The filters hide where this is.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByText('32 employees').waitFor()
    expect(page.url()).toMatch(/roster$/)
    await stay.close()
  })

  test('is saved as a table, a page and a calendar, and printed whole', async () => {
    const { stay, page } = await openRoster()
    await page.getByRole('button', { name: 'Download' }).click()
    expect(await stay.findBarriers()).toEqual([])
    for (const [name, ending] of [
      ['Save CSV', '.csv'],
      ['Save HTML', '.html'],
      ['Save calendar', '.ics'],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
      expect(download.suggestedFilename()).toMatch(new RegExp(`^roster-2027-02-01.*\\${ending}$`))
    }
    await page.keyboard.press('Escape')
    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.roster-print tbody tr.is-employee').count()).toBe(month.employees.length)
    expect(await page.locator('.frame-header').isVisible()).toBe(false)
    await stay.close()
  })

  test('on a phone a shift is opened from the list of a day', async () => {
    const { stay, page } = await openRoster('', { viewport: { width: 360, height: 740 }, hasTouch: true })
    await page.getByRole('button', { name: 'Next day' }).click()
    await page.locator('.roster-entry').first().click()
    await page.getByRole('dialog').getByText('Worked by').waitFor()
    expect(await stay.findBarriers()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await stay.close()
  })

  async function openRoster(query = '', options: Parameters<typeof house.visit>[0] = {}): Promise<{ stay: Visit; page: Page }> {
    // Colours that are on their way to others would be measured.
    const stay = await house.visit({ reducedMotion: 'reduce', ...options })
    await stay.signIn(house.hospital.planner)
    await stay.open(`#/jobs/${job}/roster${query}`)
    await stay.page.locator('.roster-chip').first().waitFor()
    return { stay, page: stay.page }
  }

  /** How many shifts of the stored schedule are fixed. */
  async function fixedShifts(solverProblemId: string): Promise<number> {
    const answer = await fetch(`${house.hospital.address}/api/v1/gateway/${solverProblemId}/schedule`, {
      headers: { authorization: `Bearer ${house.hospital.token}`, accept: 'application/json' },
    })
    const { shifts } = (await answer.json()) as { shifts: readonly { fixed?: boolean }[] }
    return shifts.filter(({ fixed }) => fixed === true).length
  }
})

/** As the page counts them. */
async function changeCount(page: Page): Promise<number> {
  return Number(/\d+/.exec(await page.getByRole('button', { name: /^Changes \d+$/ }).innerText())![0])
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
