// Slow: a browser waits until a gateway that was away is back.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, openBrowser, visit } from './browser.ts'
import { type Hospital, openHospital } from './hospital.ts'

const chromium = findChromium()

describe.skipIf(chromium === null)('the gateway goes down', () => {
  let hospital: Hospital
  let browser: Browser
  beforeAll(async () => {
    hospital = await openHospital()
    browser = await openBrowser(chromium!)
  })
  afterAll(async () => {
    await browser?.close()
    await hospital?.close()
  })

  test('the page says so, keeps what it shows, and goes on by itself when it is back', async () => {
    const stay = await visit(browser, hospital.address)
    const { page } = stay
    stay.forgive(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|status of 503/)
    await stay.signIn(hospital.planner)
    const heading = page.getByRole('heading', { name: 'Jobs', exact: true })
    await heading.waitFor()

    await hospital.stopGateway()
    const notice = page.getByText('The gateway cannot be reached.')
    await notice.first().waitFor()
    expect(await heading.isVisible()).toBe(true)
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.photograph('gateway-down')).toEqual([])

    await hospital.startGateway()
    await notice.first().waitFor({ state: 'detached' })
    // The session is the same.
    expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(true)
    await stay.close()
  })
})
