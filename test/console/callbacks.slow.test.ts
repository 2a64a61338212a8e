// Slow: a browser shows callbacks and sends one again, and axe looks at it.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../../src/access/tokens.ts'
import type { Visit } from './browser.ts'
import { NO_BROWSER, openHouse } from './house.ts'
import { hasRoster, solvedJob } from './solved-job.ts'

const PHONE = { width: 390, height: 844 }
const ELSEWHERE = 'https://nowhere.example'

describe.skipIf(NO_BROWSER)('the callbacks', () => {
  const house = openHouse()

  test('are said to be none in words, where nothing was sent', async () => {
    const { stay, page } = await openPage()
    await page.getByText('Nothing was sent in the last 30 days.').waitFor()
    await page.getByText('No callback yet.').waitFor()
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('callbacks-none')).toEqual([])
    await stay.close()
  })

  describe('of a job whose program wants none any more', () => {
    let job = ''
    beforeAll(async () => {
      house.hospital.statuses.push(410)
      job = await solvedJob(house.hospital, schedule(), hasRoster)
      await house.hospital.database.db.query(
        `insert into callback_origins (department_id, origin, failures, tried_at, failed_at, put_off_until, status, error)
         select id, $1, 3, now(), now(), now() + interval '1 hour', 503, 'Answered 503.' from departments where name = 'main'`,
        [ELSEWHERE],
      )
    })

    test('are listed with where they go, and one is sent again, on a phone', async () => {
      const { stay, page } = await openPage(PHONE)
      const row = rowOf(page, 'Ward 3, r-1')
      await row.getByText('given up').waitFor()
      await row.getByText('HTTP 410').waitFor()
      const origins = page.locator('.table').first()
      // The one that keeps failing comes first, whatever the order of their names.
      expect(await origins.locator('tbody tr').first().textContent()).toContain(ELSEWHERE)
      await origins.locator('tr', { hasText: ELSEWHERE }).getByText('keeps failing').waitFor()
      const origin = origins.locator('tr', { hasText: new URL(house.hospital.receiver.url).origin })
      await origin.getByText('last try failed').waitFor()
      expect(await stay.findBarriers()).toEqual([])
      expect(await stay.findTooWide('callbacks')).toEqual([])

      await row.getByRole('button', { name: `Send it again: job ${job}` }).click()
      await page.getByText('The callback is sent again.').waitFor()
      await row.getByText('delivered').waitFor()
      await origin.getByText('works').waitFor()
      const calls = house.hospital.receiver.calls.filter(({ body }) => body.includes(`"solverProblemId":"${job}"`))
      expect(calls.length).toBe(2)
      expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      await stay.close()
    })

    test('are left by where they stand, and lead to their job', async () => {
      const { stay, page } = await openPage()
      await rowOf(page, 'Ward 3, r-1').getByText('delivered').waitFor()
      await page.getByRole('button', { name: 'given up' }).click()
      await page.getByText('No callback of this status.').waitFor()
      expect(page.url()).toContain('status=GIVEN_UP')
      await page.getByRole('button', { name: 'delivered' }).click()
      await rowOf(page, 'Ward 3, r-1').waitFor()
      await page.getByRole('link', { name: `Job ${job}`, exact: true }).click()
      await page.locator('h1', { hasText: `Job ${job}` }).waitFor()
      await stay.close()
    })

    test('are sent again by nobody who only reads, and shown to nobody who does not', async () => {
      const reader = await openWithToken(['gateway:read'])
      await linkOn(reader.page).click()
      await rowOf(reader.page, 'Ward 3, r-1').waitFor()
      expect(await reader.page.getByRole('button', { name: /^Send it again/ }).count()).toBe(0)
      await reader.stay.close()

      const writer = await openWithToken(['gateway:write'])
      writer.stay.forgive(/status of 403/)
      await writer.page.getByRole('link', { name: 'Submit', exact: true }).waitFor()
      expect(await linkOn(writer.page).count()).toBe(0)
      await writer.stay.close()
    })
  })

  interface Opened {
    readonly stay: Visit
    readonly page: Page
  }

  /** As the planner, from the page that one comes to. */
  async function openPage(viewport?: typeof PHONE): Promise<Opened> {
    const stay = await house.visit({ reducedMotion: 'reduce', ...(viewport === undefined ? {} : { viewport }) })
    await stay.signIn(house.hospital.planner)
    await linkOn(stay.page).click()
    await stay.page.getByRole('heading', { name: 'Callbacks', exact: true }).waitFor()
    return { stay, page: stay.page }
  }

  async function openWithToken(scopes: readonly ('gateway:read' | 'gateway:write')[]): Promise<Opened> {
    const { token } = await createToken(house.hospital.database, { organization: 'Turnus', department: 'main', scopes })
    const stay = await house.visit()
    const { page } = stay
    await stay.open('')
    await page.getByRole('button', { name: 'Token' }).click()
    await page.getByLabel('Token', { exact: true }).fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    return { stay, page }
  }

  function schedule(): object {
    return {
      name: 'Ward 3',
      reference: 'r-1',
      callbackUrl: house.hospital.receiver.url,
      employees: [{ id: 1 }],
      shifts: [{ id: 1, spot: 1, start: '2027-03-01T07:00:00Z', end: '2027-03-01T15:00:00Z' }],
      spots: [{ id: 1 }],
    }
  }

  const linkOn = (page: Page) => page.getByRole('link', { name: 'Callbacks', exact: true })
  /** Of the list of callbacks. */
  const rowOf = (page: Page, marks: string) => page.locator('tr', { hasText: marks })
})
