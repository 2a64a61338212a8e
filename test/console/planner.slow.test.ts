// Slow: a browser is used as a planner uses it on a bad day: reloads, an outage, a session that ends.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Visit } from './browser.ts'
import { NO_BROWSER, openHouse } from './house.ts'
import { hasRoster, solvedJob } from './solved-job.ts'

const DAYS = 31
const SPOTS = 10
const PEOPLE = 60
/** That nobody has. */
const RARE_SKILL = 99
const dateOf = (day: number): string => new Date(Date.UTC(2027, 1, 1 + day)).toISOString().slice(0, 10)

/** Ten wards, each with a shift a day that any of sixty may work, one that nobody can, and one that is optional and nobody can. */
function shortSchedule(callbackUrl: string): object {
  const spots = Array.from({ length: SPOTS }, (_, at) => ({ id: at + 1, name: `Ward ${at + 1}` }))
  const rare = spots.map(({ id, name }) => ({ id: id + 100, name: `${name}, rare`, skills: [RARE_SKILL] }))
  const shifts = Array.from({ length: DAYS }, (_, day) =>
    spots.flatMap(({ id }, at) => {
      const times = { start: `${dateOf(day)}T07:00:00Z`, end: `${dateOf(day)}T15:00:00Z` }
      const number = 1 + 3 * (day * SPOTS + at)
      return [
        { id: number, spot: id, ...times, employee: 1 + ((day * SPOTS + at) % PEOPLE) },
        { id: number + 1, spot: id + 100, ...times },
        { id: number + 2, spot: id + 100, ...times, importance: 'OPTIONAL' },
      ]
    }),
  )
  return {
    callbackUrl,
    timeZone: 'UTC',
    employees: Array.from({ length: PEOPLE }, (_, at) => ({
      id: at + 1,
      name: `Person ${at + 1}`,
      contract: { maxHoursWeek: 2400, minHoursWeek: 480 },
    })),
    spots: [...spots, ...rare],
    shifts: shifts.flat(),
    termination: { maxSeconds: 3600 },
  }
}

describe.skipIf(NO_BROWSER)('a planner on a bad day', () => {
  const house = openHouse()
  let job = ''
  beforeAll(async () => {
    job = await solvedJob(house.hospital, shortSchedule(house.hospital.receiver.url), hasRoster)
  })

  test('sees people on the first screen, however many shifts are empty, and these by spot on demand', async () => {
    const { stay, page } = await openRoster()
    await page.locator('.roster-row.is-folded', { hasText: /\d+ empty \+\d+/ }).waitFor()
    expect(await rowsInSight(page, '.roster-row.is-employee')).toBeGreaterThan(10)
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('roster-folded')).toEqual([])
    await page.getByRole('button', { name: 'Empty shifts by spot' }).click()
    await page.locator('.roster-row.is-empty').first().waitFor()
    expect(await page.locator('.roster-row.is-folded').count()).toBe(0)
    await stay.close()
  })

  test('sees at once that a roster with empty shifts is no success', async () => {
    const { stay, page } = await openRoster()
    expect(await page.locator('.roster-title .badge').innerText()).toBe('solved, with gaps')
    expect(await page.locator('.roster-title .badge-good').count()).toBe(0)
    await stay.open(`#/jobs/${job}`)
    await page.locator('.notice-warn', { hasText: /\d+ mandatory shifts are empty\./ }).waitFor()
    // The card of its health tells that first, and what is well about it after that.
    const told = page.locator('.health .notice')
    expect(await told.first().innerText()).toMatch(/^\d+ shifts are empty$/)
    expect(await told.first().getAttribute('class')).toBe('notice notice-bad')
    expect(await page.locator('.notice-good:not(.health .notice)').count()).toBe(0)
    await stay.open('#/jobs')
    await page.locator('.badge-warn', { hasText: 'solved, with gaps' }).waitFor()
    await stay.close()
  })

  test('has somebody who is ill off the roster, off the recommendations and off the schedule that is submitted again', async () => {
    const { stay, page } = await openRoster()
    const shift = page.locator('.roster-row.is-employee .roster-chip').first()
    const id = Number(await shift.getAttribute('data-shift'))
    const name = await shift.locator('xpath=ancestor::*[@role="row"]').locator('.roster-name').innerText()
    await shift.click()
    await page.getByText(`${name} is absent …`).click()
    await page.getByLabel('From').fill(dateOf(0))
    await page.getByLabel('To, inclusive').fill(dateOf(DAYS - 1))
    expect(await stay.findBarriers()).toEqual([])
    await page.getByRole('button', { name: 'Mark absent' }).click()
    await page.getByText('Who could work it').waitFor()
    await page
      .getByRole('button', { name: /^Take / })
      .first()
      .waitFor()
    await page.getByText(`Absent then, and not listed: ${name}.`).waitFor()
    expect(await page.getByRole('button', { name: `Take ${name}`, exact: true }).count()).toBe(0)
    await page.locator('.roster-score .roster-change').waitFor()
    expect(await rowOf(page, name).locator('.roster-chip').count()).toBe(0)

    await page.getByRole('button', { name: 'Submit again' }).click()
    await page.getByText(`Absent, and not planned then: ${name}`).waitFor()
    await page.getByRole('button', { name: /^Submit w/ }).click()
    await page.waitForURL(({ hash }) => /^#\/jobs\/\d+$/.test(hash) && !hash.endsWith(`/${job}`))
    const next = page.url().split('/').at(-1)!
    const { employees, shifts } = await scheduleOf(next)
    const ill = employees.find((each) => each.name === name)!
    expect(ill.wishes).toEqual([{ type: 'UNAVAILABLE', start: dateOf(0), end: dateOf(DAYS - 1) }])
    expect(shifts.filter(({ employee }) => employee === ill.id)).toEqual([])
    expect(shifts[id]).toBeDefined()
    await page.getByRole('button', { name: 'Stop the search' }).click()
    await page.locator('h1', { hasText: 'solved' }).waitFor()
    await stay.close()
  })

  test('finds changes by hand again after a reload, after another page and after the session has ended, until they are discarded', async () => {
    const { stay, page } = await openRoster()
    const name = await emptyOne(page)
    await expect.poll(() => changeCount(page)).toBe(1)
    await page.reload()
    await page.getByText('Your changes by hand are here again: 1 shift.').waitFor()
    expect(await changeCount(page)).toBe(1)
    expect(await stay.findBarriers()).toEqual([])
    await stay.open('#/jobs')
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor()
    await stay.open(`#/jobs/${job}/roster`)
    await page.getByText('Your changes by hand are here again: 1 shift.').waitFor()

    // Nothing is being asked any more: what ends the session is the click.
    await page.locator('.roster-score .roster-change').waitFor()
    stay.forgive(/status of 401/)
    await house.hospital.database.db.query('update tokens set revoked_at = now() where user_id is not null')
    await page.locator('.roster-name', { hasText: new RegExp(`^${name}$`) }).click()
    await page.getByText('Your session has ended.').waitFor()
    await page.getByLabel('E-mail', { exact: true }).fill(house.hospital.planner.email)
    await page.getByLabel('Password', { exact: true }).fill(house.hospital.planner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Your changes by hand are here again: 1 shift.').waitFor()
    expect(await changeCount(page)).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => changeCount(page)).toBe(0)
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.getByRole('button', { name: 'Discard them' }).click()
    await expect.poll(() => changeCount(page)).toBe(0)
    await page.reload()
    await page.locator('.roster-chip').first().waitFor()
    expect(await changeCount(page)).toBe(0)
    expect(await page.getByText('are here again').count()).toBe(0)
    await stay.close()
  })

  test('is asked before signing out with changes that nobody has submitted', async () => {
    const { stay, page } = await openRoster()
    await emptyOne(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByText('1 roster').waitFor()
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(await changeCount(page)).toBe(1)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await stay.signIn(house.hospital.planner)
    await stay.open(`#/jobs/${job}/roster`)
    await page.locator('.roster-chip').first().waitFor()
    expect(await changeCount(page)).toBe(0)
    await stay.close()
  })

  test('writes holidays as they are written at home, and is told what is none', async () => {
    const { stay, page } = await openRoster()
    const field = page.getByLabel('Holidays')
    const before = await placeOf(page.locator('.roster-grid'))
    await field.fill('3.2.2027, Candlemas')
    await field.press('Enter')
    await page.getByText('Not understood: Candlemas.').waitFor()
    expect(new URL(page.url()).hash).toContain('holidays=2027-02-03')
    expect(await page.locator('.roster-head .is-holiday').count()).toBe(1)
    expect(await placeOf(page.locator('.roster-grid'))).toEqual(before)
    expect(await stay.findBarriers()).toEqual([])
    await stay.close()
  })

  test('reads every head of the printed roster', async () => {
    const { stay, page } = await openRoster()
    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    await page.emulateMedia({ media: 'print' })
    // As wide as a sheet is between its margins: A4 across, and Letter.
    for (const width of [1062, 995]) {
      await page.setViewportSize({ width, height: 720 })
      await page.locator('.roster-print tbody tr').first().waitFor()
      expect(await page.evaluate(OVERLAPPING_HEADS)).toEqual([])
    }
    // All the empty shifts, by spot.
    expect(await page.locator('.roster-print tr.is-empty').count()).toBe(SPOTS)
    await stay.close()
  })

  test('is told that a workbook which breaks off cannot be read', async () => {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    const { page } = stay
    await stay.signIn(house.hospital.planner)
    await stay.open('#/submit')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'roster.xlsx', mimeType: '', buffer: Buffer.from('PK\x03\x04\x14\0xl/workbook.xml', 'latin1') })
    await page.getByText('roster.xlsx is left out. It is no workbook that can be read').waitFor()
    await stay.close()
  })

  test('as an administrator may change to a new department at once, and finds names in the audit log', async () => {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    const { page } = stay
    const { email, password } = house.hospital.administrator
    await stay.open('#/jobs')
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'main' }).click()
    await stay.open('#/administration/departments')
    await page.getByRole('button', { name: 'New department' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Ward 3')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Change department' }).click()
    await expect.poll(() => page.getByRole('dialog').getByLabel('Department').locator('option').allInnerTexts()).toContain('Ward 3')
    await page.keyboard.press('Escape')
    await stay.open('#/administration/audit?action=department.created')
    await page.locator('td', { hasText: email }).first().waitFor()
    await stay.close()
  })

  test('has nothing move under the pointer while the line is away, and the score once it is back', async () => {
    const { stay, page } = await openRoster()
    stay.forgive(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|status of 503/)
    const before = await placeOf(page.locator('.roster-grid'))
    await house.hospital.stopGateway()
    await emptyOne(page)
    await page.locator('.reach', { hasText: 'The gateway cannot be reached.' }).waitFor()
    expect(await placeOf(page.locator('.roster-grid'))).toEqual(before)
    expect(await page.locator('.roster-score .roster-change').count()).toBe(0)
    await house.hospital.startGateway()
    await page.locator('.roster-score .roster-change').waitFor()
    await page.locator('.reach > p').waitFor({ state: 'detached' })
    expect(await placeOf(page.locator('.roster-grid'))).toEqual(before)
    await page.reload()
    await page.getByText('are here again').waitFor()
    expect(await placeOf(page.locator('.roster-grid'))).toEqual(before)
    await page.getByRole('button', { name: 'Go on', exact: true }).click()
    await page.getByText('are here again').waitFor({ state: 'detached' })
    expect(await placeOf(page.locator('.roster-grid'))).toEqual(before)
    await stay.close()
  })

  test('has the score of a change that the gateway had no time for when it was asked first', async () => {
    const { stay, page } = await openRoster()
    stay.forgive(/status of (429|503)/)
    const busy = [503, 429]
    const looked = Promise.withResolvers<void>()
    await page.route('**/v1', async (route) => {
      const isScore = route.request().postData()?.includes('schedule.evaluate') === true
      const status = isScore ? busy.shift() : undefined
      if (isScore && status === undefined) await looked.promise
      if (status === undefined) return route.continue()
      return route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify({ status, title: 'Not now' }) })
    })
    await emptyOne(page)
    // What is known of the roster before stays readable.
    await page.locator('.roster-health.is-old').waitFor()
    expect(await stay.findBarriers()).toEqual([])
    looked.resolve()
    await page.locator('.roster-score .roster-change').waitFor()
    expect(busy).toEqual([])
    await stay.close()
  })

  async function openRoster(): Promise<{ stay: Visit; page: Page }> {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    await stay.signIn(house.hospital.planner)
    await stay.open(`#/jobs/${job}/roster`)
    await stay.page.locator('.roster-row.is-employee .roster-chip').first().waitFor()
    return { stay, page: stay.page }
  }

  async function scheduleOf(solverProblemId: string): Promise<Posted> {
    const answer = await fetch(`${house.hospital.address}/api/v1/gateway/${solverProblemId}/schedule`, {
      headers: { authorization: `Bearer ${house.hospital.token}`, accept: 'application/json' },
    })
    return (await answer.json()) as Posted
  }
})

interface Posted {
  readonly employees: readonly { readonly id: number; readonly name: string; readonly wishes?: readonly object[] }[]
  readonly shifts: readonly { readonly employee: number | null }[]
}

/** Leaves the first shift of somebody empty, and gives the name. */
async function emptyOne(page: Page): Promise<string> {
  const shift = page.locator('.roster-row.is-employee .roster-chip').first()
  const name = await shift.locator('xpath=ancestor::*[@role="row"]').locator('.roster-name').innerText()
  await shift.click()
  await page.getByRole('button', { name: 'Leave it empty' }).click()
  return name
}

const rowOf = (page: Page, name: string): Locator =>
  page.locator('.roster-row').filter({ has: page.locator('.roster-name', { hasText: new RegExp(`^${name}$`) }) })

async function changeCount(page: Page): Promise<number> {
  return Number(/\d+/.exec(await page.getByRole('button', { name: /^Changes \d+$/ }).innerText())![0])
}

async function placeOf(locator: Locator): Promise<object> {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x, y, width, height }
}

async function rowsInSight(page: Page, selector: string): Promise<number> {
  const heights = await Promise.all((await page.locator(selector).all()).map((row) => row.boundingBox()))
  return heights.filter((box) => box !== null && box.y + box.height <= page.viewportSize()!.height).length
}

/** Run in the page: heads of the printed table whose text is wider than they are, or reaches into a neighbour. */
const OVERLAPPING_HEADS = `[...document.querySelectorAll('.roster-print thead th')].flatMap((head) => {
  const text = document.createRange()
  text.selectNodeContents(head)
  const [cell, ink] = [head.getBoundingClientRect(), text.getBoundingClientRect()]
  const fits = ink.left >= cell.left - 0.5 && ink.right <= cell.right + 0.5 && ink.top >= cell.top - 0.5 && ink.bottom <= cell.bottom + 0.5
  return fits ? [] : [head.innerText]
})`
