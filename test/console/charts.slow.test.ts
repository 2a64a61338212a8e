// Slow: a browser draws a day by time and who has how much, and axe looks at both.
import { beforeAll, describe, expect, test } from 'vitest'
import { NO_BROWSER, openHouse } from './house.ts'
import { isLawful, solvedJob } from './solved-job.ts'

const shiftOf = (id: number, spot: number, [start, end]: readonly [string, string], more: object = {}) => ({
  id,
  name: id === 4 ? 'Night' : 'Day',
  spot,
  start: `2027-05-${start}:00Z`,
  end: `2027-05-${end}:00Z`,
  ...more,
})

/** Three people in a kitchen and at a desk. Those of the kitchen have a lunch of half an hour; the night at the desk is empty. */
const schedule = {
  timeZone: 'UTC',
  breakRules: [{ id: 'lunch', overMinutes: 360, minutes: 30, paid: false }],
  spots: [
    { id: 1, name: 'Kitchen', breakRules: ['lunch'] },
    { id: 2, name: 'Desk', skills: [9] },
  ],
  employees: [
    { id: 1, name: 'Ada', contract: { minMinutesTotal: 600, maxMinutesTotal: 1200 } },
    { id: 2, name: 'Bo' },
    { id: 3, name: 'Cy' },
  ],
  fairness: [{ id: 'all', name: 'Shared shifts', of: 'shifts', share: 'EQUAL' }],
  shifts: [
    shiftOf(1, 1, ['10T08:00', '10T16:00'], { employee: 1, fixed: true }),
    shiftOf(2, 1, ['10T10:00', '10T18:00'], { employee: 2, fixed: true }),
    shiftOf(3, 1, ['11T08:00', '11T16:00'], { employee: 2, fixed: true }),
    shiftOf(4, 2, ['10T22:00', '11T06:00']),
  ],
}

describe.skipIf(NO_BROWSER)('a roster as pictures', () => {
  const house = openHouse()
  let job = ''
  beforeAll(async () => {
    const posted = { ...schedule, callbackUrl: house.hospital.receiver.url, termination: { maxSeconds: 3600 } }
    job = await solvedJob(house.hospital, posted, (entry) => isLawful(entry) || entry.score !== null)
  })

  test('a day by time shows who works when, with breaks, and how many at once; days go by', async () => {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    await stay.signIn(house.hospital.planner)
    await stay.open(`#/jobs/${job}/roster`)
    const { page } = stay
    await page.getByRole('button', { name: 'Day by time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Day by time' })
    await dialog.locator('.day-rows .day-row').nth(2).waitFor()
    const lines = await dialog.locator('.day-rows .day-row').allInnerTexts()
    expect(lines.map((line) => line.split('\n')[0])).toEqual(['nobody', 'Ada', 'Bo'])
    expect(lines[1]).toMatch(/Day, 08:00–16:00, Kitchen, break \d\d:\d\d–\d\d:\d\d/)
    expect(await dialog.locator('.day-break').count()).toBe(2)
    const crowds = await dialog.locator('.day-crowd').allInnerTexts()
    expect(crowds[0]).toMatch(/^08:00–\d\d:\d\d:\s*1$/)
    expect(crowds.some((crowd) => crowd.endsWith('2'))).toBe(true)
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('day-by-time')).toEqual([])

    await dialog.getByLabel('Spot').selectOption({ label: 'Desk' })
    await expect.poll(() => dialog.locator('.day-rows .day-row').count()).toBe(1)
    await dialog.getByLabel('Spot').selectOption({ label: 'All spots' })
    await dialog.getByRole('button', { name: 'Next day' }).click()
    await expect.poll(() => dialog.locator('.day-rows .day-row').allInnerTexts()).toHaveLength(2)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await stay.close()
  })

  test('who has how much stands beside what is due, most first where that is asked for', async () => {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    await stay.signIn(house.hospital.planner)
    await stay.open(`#/jobs/${job}/roster`)
    const { page } = stay
    await page.getByRole('button', { name: 'How even it is' }).click()
    const dialog = page.getByRole('dialog', { name: 'How even it is' })
    const names = () => dialog.locator('tbody th').allInnerTexts()
    await expect.poll(names).toEqual(['Ada', 'Bo', 'Cy'])
    expect(await dialog.locator('tbody tr').first().innerText()).toMatch(/7:30 of 10–20/)
    await dialog.getByLabel('Order').selectOption({ label: 'Shared shifts' })
    await expect.poll(names).toEqual(['Bo', 'Ada', 'Cy'])
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('balance')).toEqual([])
    await page.keyboard.press('Escape')

    // With what is changed by hand: somebody is ill, and the shift is nobody's.
    await page.locator('.roster-name', { hasText: 'Ada' }).click()
    await page.getByText('is absent …').click()
    await page.getByRole('button', { name: 'Mark absent' }).click()
    await page.getByRole('button', { name: 'Changes 2' }).waitFor()
    await page.getByRole('button', { name: 'How even it is' }).click()
    await expect.poll(() => dialog.locator('tbody tr').first().innerText()).toMatch(/Ada\s+0 of 10–20\s+0 of/)
    await stay.close()
  })
})
