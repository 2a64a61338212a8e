// Slow: a browser shows four weeks of a ward, and shifts are carried through it.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { DESK, type Visit } from './browser.ts'
import { walkToCell } from './hand.ts'
import { NO_BROWSER, openHouse } from './house.ts'
import { hasRoster, solvedJob } from './solved-job.ts'

const DAYS = 28
const PEOPLE = 32
const TIMES = [
  ['Early', '07:00', '15:00', 0],
  ['Late', '15:00', '23:00', 0],
  ['Night', '23:00', '07:00', 1],
] as const
const dateOf = (day: number): string => new Date(Date.UTC(2027, 1, 1 + day)).toISOString().slice(0, 10)

/** Four weeks of a ward: everybody works early, then late, then at night, and has two days off. */
function wardSchedule(callbackUrl: string): object {
  const worked = Array.from({ length: PEOPLE * DAYS }, (_, at) => ({ person: Math.floor(at / DAYS), day: at % DAYS }))
  const shifts = worked.flatMap(({ person, day }, at) => {
    const turn = (day + person) % 8
    const time = TIMES[Math.floor(turn / 2)]
    if (time === undefined) return []
    const [name, start, end, nextDay] = time
    return [{ id: at + 1, name, spot: 1, start: `${dateOf(day)}T${start}:00Z`, end: `${dateOf(day + nextDay)}T${end}:00Z`, employee: person + 1 }]
  })
  return {
    callbackUrl,
    timeZone: 'UTC',
    employees: Array.from({ length: PEOPLE }, (_, at) => ({ id: at + 1, name: `Person ${at + 1}`, contract: { minRestBetweenShifts: 660 } })),
    spots: [{ id: 1, name: 'Ward' }],
    shifts,
    termination: { maxSeconds: 3600 },
  }
}

describe.skipIf(NO_BROWSER)('a ward at a glance', () => {
  const house = openHouse()
  let job = ''
  beforeAll(async () => {
    job = await solvedJob(house.hospital, wardSchedule(house.hospital.receiver.url), hasRoster)
  })

  test('is on one screen when it is compact: four weeks of 32 people, and what is beside it over it when it is asked for', async () => {
    const { stay, page } = await openRoster()
    await page.getByRole('button', { name: 'Compact' }).click()
    await page.locator('.roster-stage.is-compact').waitFor()
    expect(page.viewportSize()).toEqual(DESK)
    // Until the rows that came into sight are drawn.
    await expect.poll(() => page.evaluate(INSIDE)).toEqual({ rows: PEOPLE, days: DAYS, isScrolled: false })
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('roster-compact')).toEqual([])
    expect(await page.locator('.roster-side').count()).toBe(0)
    await page.locator('.roster-row.is-employee .roster-chip').first().click()
    await page.getByRole('button', { name: 'Details', exact: true, pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('.roster-side').waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.dataset.cell')).toMatch(/^\d+ \d+$/)
    await page.getByRole('button', { name: 'Rules, details, changes' }).click()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    expect(await stay.findBarriers()).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('.roster-side').waitFor({ state: 'detached' })
    // The address says so: a reload changes nothing.
    await page.reload()
    await page.locator('.roster-stage.is-compact').waitFor()
    await page.getByRole('button', { name: 'Compact' }).click()
    await page.locator('.roster-stage:not(.is-compact)').waitFor()
    await stay.close()
  })

  test('says of everybody how a shift that is dragged would suit, and why, and swaps it for the shift that it is dropped on', async () => {
    const { stay, page } = await openRoster()
    const [carried, other] = (await page.evaluate(TWO_SHIFTS)) as [number, number]
    const chip = page.locator(`[data-shift="${carried}"]`)
    const target = page.locator(`[data-shift="${other}"]`)
    await chip.hover()
    await page.mouse.down()
    await page.mouse.move(500, 500, { steps: 4 })
    await page.locator('.suits-good, .suits-possible').first().waitFor()
    expect(await page.locator('.suits-against').count()).toBeGreaterThan(0)
    expect(await stay.findBarriers()).toEqual([])
    const against = page.locator('.roster-row.suits-against .roster-name').first()
    await against.hover()
    await page.locator('.roster-ghost', { hasText: /Against law or contract: \w/ }).waitFor()
    await target.hover()
    await page.locator('.roster-chip.is-swapped').waitFor()
    await page.locator('.roster-ghost', { hasText: /in return for .*: (Better|Worse|No change)/ }).waitFor()
    const [owner, receiver] = [await nameAt(page, carried), await nameAt(page, other)]
    await page.mouse.up()
    await page.getByRole('button', { name: 'Changes 2' }).waitFor()
    expect([await nameAt(page, other), await nameAt(page, carried)]).toEqual([owner, receiver])
    // One step, and undone as one.
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Changes 0' }).waitFor()
    expect([await nameAt(page, carried), await nameAt(page, other)]).toEqual([owner, receiver])
    await stay.close()
  })

  test('swaps by the keyboard too', async () => {
    const { stay, page } = await openRoster()
    const [carried, other] = (await page.evaluate(TWO_SHIFTS)) as [number, number]
    const [owner, receiver] = [await nameAt(page, carried), await nameAt(page, other)]
    const cellOf = (shift: number): Promise<string | null> => page.locator(`[data-shift="${shift}"]`).locator('..').getAttribute('data-cell')
    const goal = (await cellOf(other))!
    await page.locator('.roster-grid [tabindex="0"]').focus()
    await page.keyboard.press('Control+Home')
    await walkToCell(page, (await cellOf(carried))!)
    await page.keyboard.press('Space')
    await walkToCell(page, goal)
    await page.keyboard.press('s')
    await page.locator('.roster-chip.is-swapped').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Changes 2' }).waitFor()
    expect([await nameAt(page, other), await nameAt(page, carried)]).toEqual([owner, receiver])
    await stay.close()
  })

  test('several cells are chosen, emptied and copied to somebody else at once, by keyboard and with Shift by pointer', async () => {
    const { stay, page } = await openRoster()
    const chosen = page.locator('.roster-cell.is-chosen')
    const cellOf = (name: string, day: number) =>
      page
        .locator('.roster-row.is-employee', { has: page.getByText(name, { exact: true }) })
        .locator('.roster-cell')
        .nth(day)
    // The search may have changed who works when before it was stopped.
    const [from, to, day, busy] = (await page.evaluate(TWO_DAYS)) as [string, string, number, number]
    const second = await cellOf(from, day + 1).innerText()
    await page.locator('.roster-grid [tabindex="0"]').focus()
    await page.keyboard.press('Control+Home')
    await walkToCell(page, (await cellOf(from, day).getAttribute('data-cell'))!)
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => chosen.count()).toBe(2)
    expect(await stay.findBarriers()).toEqual([])
    await page.keyboard.press('Control+c')
    await page.getByText('2 shifts copied.').waitFor()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Changes 2' }).waitFor()
    await expect.poll(() => chosen.count()).toBe(0)

    // Room for them with somebody else.
    await cellOf(to, day).click()
    await cellOf(to, day + 1).click({ modifiers: ['Shift'] })
    await expect.poll(() => chosen.count()).toBe(2)
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: `Changes ${2 + busy}` }).waitFor()
    await cellOf(to, day).click()
    await page.keyboard.press('Control+v')
    await page.getByText('2 shifts given.').waitFor()
    await expect.poll(() => cellOf(to, day + 1).innerText()).toBe(second)
    await expect.poll(() => cellOf(from, day + 1).innerText()).toBe('')
    await page.keyboard.press('Control+v')
    await page.getByText('2 were not: no empty shift is like them, or somebody works then.').waitFor()

    await cellOf('Person 2', 0).click()
    await cellOf('Person 4', 2).click({ modifiers: ['Shift'] })
    await expect.poll(() => chosen.count()).toBe(9)
    await page.keyboard.press('Escape')
    await expect.poll(() => chosen.count()).toBe(0)
    const undo = page.getByRole('button', { name: 'Undo' })
    for (let steps = 0; steps < 3; steps += 1) await undo.click()
    await page.getByRole('button', { name: 'Changes 0' }).waitFor()
    await stay.close()
  })

  async function openRoster(): Promise<{ stay: Visit; page: Page }> {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    await stay.signIn(house.hospital.planner)
    await stay.open(`#/jobs/${job}/roster`)
    await stay.page.locator('.roster-row.is-employee .roster-chip').first().waitFor()
    return { stay, page: stay.page }
  }
})

/** Whose row a shift stands in. */
function nameAt(page: Page, shift: number): Promise<string> {
  return page.locator(`[data-shift="${shift}"]`).locator('xpath=ancestor::*[@role="row"]').locator('.roster-name').innerText()
}

/** Run in the page: two shifts of one day, of the first person who works then and of another. */
const TWO_SHIFTS = `(() => {
  const cells = [...document.querySelectorAll('.roster-row.is-employee .roster-cell')].filter((cell) => cell.querySelectorAll('.roster-chip').length === 1)
  const columnOf = (cell) => cell.dataset.cell.split(' ')[1]
  const shiftOf = (cell) => cell.querySelector('.roster-chip')
  for (const cell of cells) {
    const other = cells.find((each) => each !== cell && columnOf(each) === columnOf(cell) && shiftOf(each).innerText !== shiftOf(cell).innerText)
    if (shiftOf(cell).innerText === '7–15' && columnOf(cell) === '5' && other) return [cell, other].map((each) => Number(shiftOf(each).dataset.shift))
  }
  throw new Error('no two shifts')
})()`

/** Run in the page: of the first rows, which are drawn wherever one is, somebody who works one shift on each of two days, somebody else who works on them, the first of these days, and how many shifts the other works on them. */
const TWO_DAYS = `(() => {
  const rows = [...document.querySelectorAll('.roster-row.is-employee')].slice(0, 6).map((row) => ({
    name: row.querySelector('.roster-name').innerText,
    counts: [...row.querySelectorAll('.roster-cell')].slice(0, 7).map((cell) => cell.querySelectorAll('.roster-chip').length),
  }))
  const workOn = ({ counts }, day) => counts[day] + counts[day + 1]
  for (const { name, counts } of rows)
    for (let day = 0; day < 6; day += 1) {
      const other = rows.find((row) => row.name !== name && workOn(row, day) > 0)
      if (counts[day] === 1 && counts[day + 1] === 1 && other) return [name, other.name, day, workOn(other, day)]
    }
  throw new Error('nobody works on two days')
})()`

/** Run in the page: rows of people and days that are wholly on the screen, as it stands before anybody scrolls. */
const INSIDE = `(() => {
  const grid = document.querySelector('.roster-grid')
  const frame = grid.getBoundingClientRect()
  const bottom = Math.min(innerHeight, frame.top + grid.clientHeight + 1)
  const right = Math.min(innerWidth, frame.left + grid.clientWidth + 1)
  const isIn = (element) => element.getBoundingClientRect().bottom <= bottom && element.getBoundingClientRect().right <= right
  return {
    rows: [...document.querySelectorAll('.roster-row.is-employee .roster-name')].filter(isIn).length,
    days: [...document.querySelectorAll('.roster-head .roster-day:not(.is-history)')].filter(isIn).length,
    isScrolled: scrollY > 0 || grid.scrollTop > 0,
  }
})()`
