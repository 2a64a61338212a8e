// Slow: a browser fills in whole schedules, and a bound has to be proved while it looks.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import shop from '../../examples/shop-week.json' with { type: 'json' }
import { CSV_TEMPLATES } from '../../src/formats/csv-templates.ts'
import type { Visit } from './browser.ts'
import { NO_BROWSER, openHouse } from './house.ts'

const TABLES = ['contracts', 'spots', 'employees', 'shifts', 'wishes', 'rotations', 'travel', 'payRules']

describe.skipIf(NO_BROWSER)('submitting', () => {
  const house = openHouse()
  test('goes with all tables of a spreadsheet at once, once what is wrong in them was mended', async () => {
    const { stay, page } = await openSubmit()
    const [contracts, spots, employees, shifts, wishes, rotations, travel, payRules] = TABLES.map((name) =>
      table(`${name}.csv`, CSV_TEMPLATES[`${name}.csv` as keyof typeof CSV_TEMPLATES].replaceAll(',', ';')),
    )
    await drop(page, [shifts!, wishes!])
    await page.getByText('Still to be chosen: spots.csv and employees.csv').waitFor()
    const mistaken = table('employees.csv', employees!.buffer.toString().replace('30:00', '37,5'))
    await drop(page, [contracts!, rotations!, travel!, payRules!, spots!, mistaken])
    await page.getByText('employees.csv, line 3, column contract.maxHoursWeek').waitFor()
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('submit-tables')).toEqual([])
    await drop(page, [employees!])
    await page.getByText('It can be submitted').waitFor()
    await submit(page, house.hospital.receiver.url)
    await page.locator('h1', { hasText: 'solved' }).waitFor()
    await stay.close()
  })

  test('offers the callback address that was used last, to this visit and to the next', async () => {
    const { stay, page } = await openSubmit()
    await submitShop(page)
    await page.getByRole('button', { name: 'Stop the search' }).click()
    await page.locator('h1', { hasText: 'solved' }).waitFor()
    await page.getByText('delivered').waitFor()
    await stay.open('#/submit')
    await expectOffered(page)
    await stay.close()
    const later = await openSubmit()
    await expectOffered(later.page)
    await later.stay.close()
  })

  test('has a button that stays where it is while it is pressed, whatever the gateway answers meanwhile', async () => {
    const { stay, page } = await openSubmit()
    let answer = (): void => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/v1', async (route) => {
      if (route.request().postData()?.includes('schedule.estimate') === true) await isAnswered
      await route.continue()
    })
    await drop(page, [table('shop.json', JSON.stringify({ ...shop, termination: { maxSeconds: 1 } }))])
    await page.getByText('Estimating').waitFor()
    await page.getByLabel('Callback address').fill(house.hospital.receiver.url)
    await page.getByRole('button', { name: 'Submit', exact: true }).hover()
    await page.mouse.down()
    answer()
    await page.getByText('Estimating').waitFor({ state: 'detached' })
    await page.mouse.up()
    await jobAfter(page, '')
    await page.locator('h1', { hasText: 'solved' }).waitFor()
    await stay.close()
  })

  test('leads to a job whose bound appears while the search goes on, and which is submitted again with nothing fixed', async () => {
    const { stay, page } = await openSubmit()
    const first = await submitShop(page)
    await page
      .locator('.tile', { hasText: /bound \d/ })
      .first()
      .waitFor()
    await page.locator('h1', { hasText: 'solving' }).waitFor()
    await page.getByRole('button', { name: 'Stop the search' }).click()
    await page.locator('h1', { hasText: 'solved' }).waitFor()
    await page.getByRole('link', { name: 'Open the roster' }).click()
    await page.getByRole('button', { name: 'Submit again' }).click()
    await page.getByText('nothing: no shift was given to anybody by hand').waitFor()
    await page.getByRole('button', { name: 'Submit without fixing any' }).click()
    expect(await jobAfter(page, first)).not.toBe(first)
    await page.getByRole('button', { name: 'Stop the search' }).click()
    await page.locator('h1', { hasText: 'solved' }).waitFor()
    await stay.close()
  })

  async function openSubmit(): Promise<{ stay: Visit; page: Page }> {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    await stay.signIn(house.hospital.planner)
    await stay.open('#/submit')
    return { stay, page: stay.page }
  }

  /** Gives its `solverProblemId`. */
  async function submitShop(page: Page): Promise<string> {
    // A bound is first tried at a tenth of the time, and the search goes on long enough after that to be seen going on.
    await drop(page, [table('shop.json', JSON.stringify({ ...shop, termination: { maxSeconds: 120 } }))])
    await page.getByText('It can be submitted').waitFor()
    await submit(page, house.hospital.receiver.url)
    return jobAfter(page, '')
  }

  async function expectOffered(page: Page): Promise<void> {
    const { callbackUrl: _, ...without } = shop
    await drop(page, [table('shop.json', JSON.stringify(without))])
    await page.getByText('This is the one that was used last.').waitFor()
    expect(await page.getByLabel('Callback address').inputValue()).toBe(house.hospital.receiver.url)
  }
})

interface FilePayload {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

function table(name: string, text: string): FilePayload {
  return { name, mimeType: name.endsWith('.json') ? 'application/json' : 'text/csv', buffer: Buffer.from(text) }
}

async function drop(page: Page, files: readonly FilePayload[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles([...files])
}

async function submit(page: Page, callbackUrl: string): Promise<void> {
  await page.getByLabel('Callback address').fill(callbackUrl)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
}

/** Its `solverProblemId`, once its page is there. */
async function jobAfter(page: Page, before: string): Promise<string> {
  await page.waitForURL((url) => /^#\/jobs\/\d+$/.test(url.hash) && !url.hash.endsWith(`/${before}`))
  return page.url().split('/').at(-1)!
}
