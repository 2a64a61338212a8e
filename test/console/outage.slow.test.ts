// Slow: a browser waits until a gateway that was away is back.
import { describe, expect, test } from 'vitest'
import { NO_BROWSER, openHouse } from './house.ts'

describe.skipIf(NO_BROWSER)('the gateway goes down', () => {
  const house = openHouse()
  test('the page says so, keeps what it shows, and goes on by itself when it is back', async () => {
    const stay = await house.visit()
    const { page } = stay
    stay.forgive(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|status of 503/)
    await stay.signIn(house.hospital.planner)
    const heading = page.getByRole('heading', { name: 'Jobs', exact: true })
    await heading.waitFor()

    await house.hospital.stopGateway()
    const notice = page.getByText('The gateway cannot be reached.')
    await notice.first().waitFor()
    expect(await heading.isVisible()).toBe(true)
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('gateway-down')).toEqual([])

    await house.hospital.startGateway()
    await notice.first().waitFor({ state: 'detached' })
    // The session is the same.
    expect(await page.getByRole('button', { name: 'Sign out' }).isVisible()).toBe(true)
    await stay.close()
  })
})
