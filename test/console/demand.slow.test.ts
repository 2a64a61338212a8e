// Slow: a browser draws a solved demand, and axe looks at it.
import { beforeAll, describe, expect, test } from 'vitest'
import shop from '../../examples/shop-curve.json' with { type: 'json' }
import { NO_BROWSER, openHouse } from './house.ts'
import { isLawful, solvedJob } from './solved-job.ts'

/** More than there are people at noon of the first day, so that somebody is missing. */
const crowd = { id: 'crowd', spot: 2, start: '2027-05-10T12:00', end: '2027-05-10T13:00', min: 9 }
const demands = [...shop.demands, crowd]

describe.skipIf(NO_BROWSER)('the demand', () => {
  const house = openHouse()
  let job = ''
  beforeAll(async () => {
    job = await solvedJob(house.hospital, { ...shop, demands, callbackUrl: house.hospital.receiver.url, termination: { maxSeconds: 3600 } }, isLawful)
  })

  test('is a map of times by dates without a barrier that fits every screen, and goes by keyboard', async () => {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    await stay.signIn(house.hospital.planner)
    await stay.open(`#/jobs/${job}`)
    const { page } = stay
    await page.getByRole('link', { name: /See who is at work by time of day/ }).click()
    await page.getByRole('heading', { name: `Demand of job ${job}` }).waitFor()
    await page.locator('.demand-spot select').selectOption({ label: 'Till' })
    const noon = page.getByRole('gridcell', { name: /Mon 10 May 12:00: .* missing/ })
    await noon.first().waitFor()
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('demand')).toEqual([])
    await noon.first().click()
    await page.locator('.demand-told', { hasText: 'missing' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.locator('.demand-told', { hasText: 'Tue 11 May' }).waitFor()
    await page.keyboard.press('Home')
    await page.locator('.demand-told', { hasText: 'Mon 10 May' }).waitFor()
    await page.locator('.table', { hasText: 'Mon 10 May 12:00–13:00' }).waitFor()
    await stay.close()
  })
})
