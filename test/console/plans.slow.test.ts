// Slow: a browser makes a plan from nothing, and a search looks for its roster.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Visit } from './browser.ts'
import { NO_BROWSER, openHouse } from './house.ts'
import { makePlan } from './make-plan.ts'

const PEOPLE =
  'Name\tContract\tSkills\nAnna Andersen\tFull time\tnurse\nBen Berg\tPart time\t\nCem Can\tFull time\tnurse, ICU\nDina Dahl\tFull time\t'
/** To the day of a date, and two digits; which comes first in the field is up to the language of the machine. */
const KEYS_OF_DAY = 3
const PHONE = { width: 390, height: 844 }

describe.skipIf(NO_BROWSER)('a plan', () => {
  const house = openHouse()

  async function visitPlans(): Promise<{ stay: Visit; page: Page }> {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    await stay.signIn(house.hospital.planner)
    await stay.page.getByRole('link', { name: 'Plans', exact: true }).click()
    return { stay, page: stay.page }
  }

  const untilSaved = (page: Page, version: number) => page.getByText(`Saved as version ${version}`).waitFor()

  const addPerson = async (page: Page, name: string): Promise<void> => {
    await page.getByLabel('Name of the person').fill(name)
    await page.getByRole('button', { name: 'Add the person' }).click()
    await page.getByRole('rowheader', { name }).first().waitFor()
  }

  test('is made without JSON, solved, published, and read by an employee on a phone', async () => {
    const { stay, page } = await visitPlans()
    await makePlan(page, 'Medical ward, February', PEOPLE)
    await page.getByLabel('First day').fill('2027-02-01')
    await page.getByLabel('Last day').fill('2027-02-07')
    await page.getByLabel('Where').fill('Ward')
    await page.getByRole('button', { name: 'Add these shifts' }).click()
    await page.getByText('Ward, 07:00–15:00: 5 shifts').waitFor()
    await page.getByLabel('First of these days').fill('2027-02-02')
    await page.getByRole('button', { name: 'Add these days' }).click()
    await page.getByText('Anna Andersen is away, Tue 2 Feb').waitFor()
    // A roster with empty shifts never looks like success.
    await page.getByText('5 shifts are empty').waitFor()
    expect(await page.locator('.health .notice-bad').count()).toBe(1)
    await page.getByRole('button', { name: '5 shifts are empty' }).click()
    expect(await page.locator('.plan-marked').count()).toBe(5)
    expect(await page.locator('.plan-places li').count()).toBe(5)
    await page.getByText('Scores', { exact: true }).click()
    await page.getByText('2 · Who has to be there').first().waitFor()
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('plan')).toEqual([])

    await page.getByRole('button', { name: 'Publish' }).click()
    const asked = page.getByRole('dialog', { name: 'Publish all the same?' })
    await asked.getByText('5 shifts are empty').waitFor()
    expect(await stay.findBarriers()).toEqual([])
    await asked.getByRole('button', { name: 'Do not publish' }).click()
    await page.getByText('Nothing is published yet.').waitFor()

    await page.getByRole('button', { name: 'Improve this plan' }).click()
    await page.getByText(/Looking for a better roster|A roster was found/).waitFor()
    // Whoever opens the page anew goes on where they were.
    await page.reload()
    // Somebody else saved meanwhile: that is shown first, and the roster can be taken over all the same.
    stay.forgive(/status of 412/)
    await page.route(/\/accept$/, (route) => route.fulfill({ status: 412, json: { title: 'Saved meanwhile', detail: '', hint: '' } }), { times: 1 })
    await page.getByRole('button', { name: 'Take it over' }).click()
    await page.getByText('Somebody else saved the plan meanwhile').waitFor()
    await page.getByRole('button', { name: 'Take it over' }).click()
    await page.getByText('All shifts filled').waitFor()
    await page.getByText('Nothing against law or contract').waitFor()

    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('What you see is published.').waitFor()
    await page.getByText('Versions', { exact: true }).click()
    await page.getByRole('button', { name: /^Compare version 1 / }).click()
    await page.getByRole('heading', { name: /^From version 1 / }).waitFor()
    await page.getByRole('region', { name: 'Both versions side by side' }).waitFor()
    await page.getByRole('button', { name: 'Make new links' }).click()
    const link = await page.getByRole('link', { name: 'Roster of Cem Can' }).getAttribute('href')
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('plan-published')).toEqual([])

    const phone = await house.visit({ viewport: PHONE, javaScriptEnabled: false })
    await phone.page.goto(new URL(link!).pathname)
    await phone.page.getByRole('heading', { level: 1, name: 'Cem Can' }).waitFor()
    expect(await phone.page.locator('body').textContent()).not.toMatch(/Anna|Ben|Dina/)
    const box = await phone.page.locator('main').boundingBox()
    expect(box!.x + box!.width).toBeLessThanOrEqual(PHONE.width)
    await phone.close()
    await stay.close()
  })

  test('that two people change at once shows both what the other did, and loses nothing', async () => {
    const [mine, other] = [await visitPlans(), await visitPlans()]
    await makePlan(mine.page, 'Two at once', PEOPLE)
    await untilSaved(mine.page, 2)
    await other.page.goto(mine.page.url())
    await other.page.getByText('4 people').waitFor()
    await addPerson(other.page, 'Eva Egede')
    await untilSaved(other.page, 3)
    mine.stay.forgive(/412/)
    await addPerson(mine.page, 'Finn Frost')
    await mine.page.getByText('saved version 3').waitFor()
    expect(await mine.stay.findBarriers()).toEqual([])
    await mine.page.getByRole('button', { name: 'Keep both changes' }).click()
    await untilSaved(mine.page, 4)
    await mine.page.reload()
    for (const name of ['Eva Egede', 'Finn Frost']) await mine.page.getByRole('rowheader', { name }).first().waitFor()
    other.stay.forgive(/.*/)
    await other.stay.close()
    await mine.stay.close()
  })
  /** The line to the gateway takes no save of a plan; gives the way to mend it. */
  const breakSaving = async ({ stay, page }: { stay: Visit; page: Page }): Promise<() => Promise<void>> => {
    stay.forgive(/ERR_CONNECTION_REFUSED|status of 401/)
    const isPlan = /\/api\/v1\/plans\/\d+$/
    await page.route(isPlan, (route) => (route.request().method() === 'PUT' ? route.abort('connectionrefused') : route.fallback()))
    return () => page.unroute(isPlan)
  }

  /** Until the fields have again what was typed into them. */
  const untilTyped = async (page: Page): Promise<void> => {
    await expect.poll(() => page.getByLabel('Name of the person').inputValue()).toBe('Finn Fro')
    expect(await page.getByRole('group', { name: 'On' }).getByLabel('Sat').isChecked()).toBe(true)
  }

  test('that could not be saved is there again after a reload and after the session has ended, and is saved then', async () => {
    const mine = await visitPlans()
    const { stay, page } = mine
    await makePlan(page, 'On a bad line', PEOPLE)
    await untilSaved(page, 2)
    const mend = await breakSaving(mine)
    await addPerson(page, 'Eva Egede')
    await page.getByText('Not saved yet. It is kept in this tab').waitFor()
    expect(await stay.findBarriers()).toEqual([])
    // What is typed and not added yet is there again too.
    await page.getByLabel('Name of the person').fill('Finn Fro')
    await page.getByRole('group', { name: 'On' }).getByLabel('Sat').check()
    await page.reload()
    await untilTyped(page)
    await page.getByRole('rowheader', { name: 'Eva Egede' }).first().waitFor()
    await page.getByText('Not saved yet').waitFor()
    await page.getByRole('link', { name: 'All plans' }).click()
    await page.getByText('not saved yet', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'On a bad line' }).click()
    await page.getByRole('rowheader', { name: 'Eva Egede' }).first().waitFor()

    await house.hospital.database.db.query('update tokens set revoked_at = now() where user_id is not null')
    await mend()
    await page.getByText('Your session has ended. Please sign in again. What you changed is kept in this tab.').waitFor()
    await page.getByLabel('E-mail', { exact: true }).fill(house.hospital.planner.email)
    await page.getByLabel('Password', { exact: true }).fill(house.hospital.planner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await untilSaved(page, 3)
    await page.getByRole('rowheader', { name: 'Eva Egede' }).first().waitFor()
    await untilTyped(page)
    // Once it is added it is offered no more.
    await page.getByRole('button', { name: 'Add the person' }).click()
    await untilSaved(page, 4)
    await page.reload()
    await page.getByRole('rowheader', { name: 'Finn Fro' }).first().waitFor()
    expect(await page.getByLabel('Name of the person').inputValue()).toBe('')
    await stay.close()
  })

  /** Counts from here on how often somebody presses a key or a button of the pointer. */
  const countPresses = async (page: Page): Promise<() => Promise<number>> => {
    await page.evaluate(
      `for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => (window.presses = (window.presses ?? 0) + 1), true)`,
    )
    return () => page.evaluate<number>('window.presses ?? 0')
  }

  for (const { by, open, look, accept } of [
    {
      by: 'pointer',
      open: (page: Page) => page.getByRole('rowheader', { name: 'Anna Andersen' }).last().click({ button: 'right' }),
      look: (page: Page) => page.getByRole('button', { name: 'Show answers' }).click(),
      accept: (page: Page) =>
        page
          .getByRole('button', { name: /^Accept/ })
          .first()
          .click(),
    },
    {
      by: 'keyboard',
      open: (page: Page) => page.getByRole('button', { name: 'Sick: Anna Andersen' }).press('Enter'),
      look: (page: Page) => page.keyboard.press('Enter'),
      accept: (page: Page) => page.keyboard.press('Enter'),
    },
  ]) {
    test(`takes a sick call by ${by} with seven presses at most, and covers the shifts with an answer that somebody accepts`, async () => {
      const { stay, page } = await visitPlans()
      await makePlan(page, `Sick call by ${by}`, PEOPLE)
      await page.getByLabel('First day').fill('2027-02-01')
      await page.getByLabel('Last day').fill('2027-02-05')
      await page.getByLabel('Where').fill('Ward')
      await page.getByRole('button', { name: 'Add these shifts' }).click()
      await page.getByRole('button', { name: '5 shifts are empty' }).waitFor()
      await page.getByRole('button', { name: 'Improve this plan' }).click()
      await page.getByRole('button', { name: 'Take it over' }).click()
      await page.getByText('All shifts filled').waitFor()

      const presses = await countPresses(page)
      await open(page)
      const dialog = page.getByRole('dialog', { name: 'Anna Andersen is sick' })
      const until = dialog.getByLabel('Sick up to and including')
      await until.and(page.locator(':focus')).waitFor()
      await until.fill('2027-02-05')
      await look(page)
      const first = dialog.getByRole('button', { name: /^Accept/ }).first()
      await first.and(page.locator(':focus')).waitFor()
      await dialog.getByRole('button', { name: 'Show answers' }).and(page.locator(':enabled')).waitFor()
      expect(await stay.findBarriers()).toEqual([])
      expect(await stay.findTooWide('plan-sick')).toEqual([])
      await accept(page)
      await page.getByText('Anna Andersen is away, Mon 1 Feb to Fri 5 Feb').waitFor()
      expect((await presses()) + KEYS_OF_DAY).toBeLessThanOrEqual(7)
      await page.getByText('All shifts filled').waitFor()
      const row = page.getByRole('row', { name: /^Anna Andersen/ }).last()
      expect(await row.innerText()).not.toContain('Ward')
      await stay.close()
    })
  }

  test('whose name is being typed has it again after a reload, and priorities have the names that the department gives them', async () => {
    const { stay, page } = await visitPlans()
    await page.getByRole('button', { name: 'New plan' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Medical ward, Mar')
    await page.reload()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Medical ward, Mar')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Name the priorities' }).click()
    await page.getByLabel('Second priority').fill('Staffing')
    expect(await stay.findBarriers()).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The priorities have their names.').waitFor({ state: 'attached' })
    await stay.close()
    const other = await visitPlans()
    const field = other.page.getByLabel('Second priority')
    await other.page.getByRole('button', { name: 'Name the priorities' }).click()
    await expect.poll(() => field.inputValue()).toBe('Staffing')
    await field.fill('')
    await other.page.getByRole('button', { name: 'Save', exact: true }).click()
    await field.waitFor({ state: 'detached' })
    await other.stay.close()
  })

  test('is renamed, archived, found among the archived ones and taken out again', async () => {
    const { stay, page } = await visitPlans()
    await makePlan(page, 'Ward, Februry', PEOPLE)
    await untilSaved(page, 2)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('New name').fill('Ward, February')
    expect(await stay.findBarriers()).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ward, February' }).waitFor()
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByText('archived', { exact: true }).waitFor()
    expect(await stay.findTooWide('plan-archived')).toEqual([])
    await page.getByRole('link', { name: 'All plans' }).click()
    await page.getByRole('button', { name: 'In use' }).waitFor()
    const entry = page.getByRole('link', { name: 'Ward, February' })
    await page.getByRole('button', { name: 'Archived' }).click()
    await entry.waitFor()
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('plans-archived')).toEqual([])
    await entry.click()
    await page.getByRole('button', { name: 'Take out of the archive' }).click()
    await page.getByRole('button', { name: 'Archive' }).waitFor()
    // What was edited goes on being saved.
    await addPerson(page, 'Eva Egede')
    await untilSaved(page, 3)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Ward, February' }).waitFor()
    expect(await page.getByText('archived', { exact: true }).count()).toBe(0)
    await stay.close()
  })

  test('that the gateway refuses says why, keeps what was edited, and is sent again when somebody says so', async () => {
    const { stay, page } = await visitPlans()
    await makePlan(page, 'Refused', PEOPLE)
    await untilSaved(page, 2)
    stay.forgive(/status of 413/)
    let sent = 0
    const isPlan = /\/api\/v1\/plans\/\d+$/
    await page.route(isPlan, (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      sent += 1
      return route.fulfill({ status: 413, json: { title: 'Too large', detail: 'The schedule has too many people.', hint: 'Split it.' } })
    })
    await page.clock.install()
    await addPerson(page, 'Eva Egede')
    await page.getByText('Not saved: the gateway refuses it. What you changed is kept in this tab.').waitFor()
    await page.getByText('The schedule has too many people. Split it.').waitFor()
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('plan-refused')).toEqual([])
    await page.clock.runFor(60_000)
    expect(sent).toBe(1)
    const again = page.getByRole('button', { name: 'Try to save again' })
    const answered = page.waitForResponse((response) => response.status() === 413)
    await again.click()
    await page.clock.runFor(1000)
    await answered
    expect(sent).toBe(2)
    await page.unroute(isPlan)
    await again.click()
    await page.clock.runFor(1000)
    await untilSaved(page, 3)
    expect(await again.count()).toBe(0)
    await stay.close()
  })

  test('that somebody else saved while it could not be saved here shows so after a reload, and overwrites nothing', async () => {
    const [mine, other] = [await visitPlans(), await visitPlans()]
    await makePlan(mine.page, 'Two, and a bad line', PEOPLE)
    await untilSaved(mine.page, 2)
    const mend = await breakSaving(mine)
    await addPerson(mine.page, 'Finn Frost')
    await mine.page.getByText('Not saved yet. It is kept in this tab').waitFor()
    await other.page.goto(mine.page.url())
    await other.page.getByText('4 people').waitFor()
    await addPerson(other.page, 'Eva Egede')
    await untilSaved(other.page, 3)
    await mine.page.reload()
    await mine.page.getByText('saved version 3').waitFor()
    await mend()
    // What is edited while the conflict is open is not lost either.
    await addPerson(mine.page, 'Gry Gade')
    await mine.page.getByText('Not saved yet: somebody else saved meanwhile').waitFor()
    await mine.page.getByRole('button', { name: 'Keep both changes' }).click()
    await untilSaved(mine.page, 4)
    for (const name of ['Eva Egede', 'Finn Frost', 'Gry Gade']) await mine.page.getByRole('rowheader', { name }).first().waitFor()
    expect(await mine.page.evaluate('Object.keys(sessionStorage)')).toEqual(['turnus.session'])
    await other.stay.close()
    await mine.stay.close()
  })
})
