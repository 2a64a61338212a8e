// Slow: a browser works over a line of 50 KB a second.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Visit } from './browser.ts'
import { NO_BROWSER, openHouse } from './house.ts'
import { makePlan } from './make-plan.ts'

const BYTES_PER_SECOND = 50_000
const LATENCY_MS = 300
const PEOPLE = 'Name\tContract\tSkills\nAnna Andersen\tFull time\tnurse\nBen Berg\tPart time\t'
const PLAN = /\/api\/v1\/plans\/\d+$/

describe.skipIf(NO_BROWSER)('a plan over a slow line', () => {
  const house = openHouse()

  /** A plan of two people, saved as version 2; from then on the line is slow. */
  async function openPlan(name: string): Promise<{ stay: Visit; page: Page }> {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    const { page } = stay
    // A save that a reload breaks off, or whose answer did; what the gateway has is looked at then.
    stay.forgive(/ERR_ABORTED|ERR_FAILED|status of 412/)
    await stay.signIn(house.hospital.planner)
    await page.getByRole('link', { name: 'Plans', exact: true }).click()
    await makePlan(page, name, PEOPLE)
    await page.getByText('Saved as version 2').waitFor()
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const throughput = { downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND }
    await network.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY_MS, ...throughput })
    return { stay, page }
  }

  const addPerson = async (page: Page, name: string): Promise<void> => {
    await page.getByLabel('Name of the person').fill(name)
    await page.getByRole('button', { name: 'Add the person' }).click()
  }

  const untilPeople = async (page: Page, names: readonly string[]): Promise<void> => {
    for (const name of names) await page.getByRole('rowheader', { name }).first().waitFor()
  }

  test('keeps whom somebody adds faster than it can be saved, and a field that is typed into, over a reload', async () => {
    const { stay, page } = await openPlan('Faster than the line')
    const isSaving = page.waitForRequest((request) => request.method() === 'PUT' && PLAN.test(request.url()))
    await addPerson(page, 'Cem Can')
    await isSaving
    await addPerson(page, 'Dina Dahl')
    await addPerson(page, 'Eva Egede')
    await page.getByLabel('Name of the person').fill('Finn Fro')
    await page.reload()
    await untilPeople(page, ['Anna Andersen', 'Ben Berg', 'Cem Can', 'Dina Dahl', 'Eva Egede'])
    expect(await page.getByLabel('Name of the person').inputValue()).toBe('Finn Fro')
    await untilStored(page, ['Anna Andersen', 'Ben Berg', 'Cem Can', 'Dina Dahl', 'Eva Egede'])
    await stay.close()
  })

  test('that was saved, and whose answer never came, is no change of somebody else after a reload', async () => {
    const { stay, page } = await openPlan('Saved without an answer')
    const saved = Promise.withResolvers<void>()
    await page.route(PLAN, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      await route.fetch()
      saved.resolve()
      return undefined
    })
    await addPerson(page, 'Cem Can')
    await saved.promise
    await page.unroute(PLAN)
    await page.reload()
    await untilPeople(page, ['Anna Andersen', 'Ben Berg', 'Cem Can'])
    await untilStored(page, ['Anna Andersen', 'Ben Berg', 'Cem Can'])
    expect(await page.getByRole('button', { name: 'Keep both changes' }).count()).toBe(0)
    await stay.close()
  })

  /** Until the page says that all is saved, and another tab, on a line of its own, shows the same people. */
  async function untilStored(page: Page, names: readonly string[]): Promise<void> {
    await page.getByText(/^Saved as version \d+$/).waitFor()
    const other = await house.visit({ reducedMotion: 'reduce' })
    await other.signIn(house.hospital.planner)
    await other.page.goto(page.url())
    await untilPeople(other.page, names)
    expect(await other.page.getByText(`${names.length} people`).count()).toBe(1)
    await other.close()
  }
})
