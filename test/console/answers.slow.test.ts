// Slow: a browser asks six questions of a month in each of four languages.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import month from '../../examples/hospital-month.json' with { type: 'json' }
import known from '../../examples/hospital-month.roster.json' with { type: 'json' }
import { LANGUAGES, type Language } from '../../src/model/language.ts'
import type { Visit } from './browser.ts'
import { NO_BROWSER, openHouse } from './house.ts'
import { hasRoster, isLawful, solvedJob } from './solved-job.ts'
import { readTexts } from './texts.ts'

const HANNE = month.employees.find(({ name }) => name === 'Hanne I.')!
const SIGNE = month.employees.find(({ name }) => name === 'Signe V.')!
const SUSANNE = month.employees.find(({ name }) => name === 'Susanne R.')!
const ILL_ON = '2027-02-11'

const employees = new Map(known.shifts.map(({ id, employee }) => [id, employee]))
/** The month begins with the roster of a minute, and need not be searched. */
const shifts = month.shifts.map((shift) => ({ ...shift, employee: employees.get(shift.id) ?? null }))
const illShift = shifts.find(({ employee, start }) => employee === HANNE.id && start.startsWith(ILL_ON))!

/** Seven early shifts in a row of one nurse, whose contract asks for 35 hours of rest a week. */
const SEVEN_DAYS = {
  timeZone: 'Europe/Berlin',
  employees: [{ id: 1, name: 'Ann', contract: { minWeeklyRestHours: 35 } }],
  spots: [{ id: 1, name: 'Ward' }],
  shifts: [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    id: day,
    spot: 1,
    start: `2026-06-0${day}T07:00:00+02:00`,
    end: `2026-06-0${day}T15:00:00+02:00`,
    employee: 1,
    fixed: true,
  })),
  settings: { others: 'off', minWeeklyRestMinutes: { firstPriorityWeight: 1 } },
}

/** What the gateway answers is in its own tests; here it is on the page, whole and in the page's language. */
describe.skipIf(NO_BROWSER)('what a head nurse asks, in the language of the page', () => {
  const house = openHouse()
  let job = ''
  let plan = ''
  beforeAll(async () => {
    const { receiver } = house.hospital
    job = await solvedJob(house.hospital, { ...month, shifts, callbackUrl: receiver.url, termination: { maxSeconds: 3600 } }, isLawful)
    plan = await planOfTwoVersions()
  })

  describe.each(LANGUAGES)('%s', (language) => {
    test('how good is this roster, and what is not kept?', async () => {
      const { stay, page } = await openRoster(language)
      const { constraintRelease } = await asked<{ constraintRelease: readonly { matches: readonly { text: string }[] }[] }>(
        language,
        'schedule.evaluate',
        {},
      )
      const told = new Set(constraintRelease.flatMap(({ matches }) => matches.map(({ text }) => text)))
      expect(told.size).toBeGreaterThan(5)
      await page.locator('.roster-health button.notice').first().click()
      await expect.poll(() => textsOf(page, '#health-places .roster-list button')).toSatisfy(areAmong(told))
      await page.locator('.roster-rule').first().click()
      // Without the penalty behind each.
      await expect.poll(() => page.locator('.roster-match').evaluateAll(firstWords)).toSatisfy(areAmong(told))
      await stay.close()
    })

    test('why does nobody work this shift?', async () => {
      const { stay, page } = await openRoster(language)
      const { unassigned } = await asked<{ unassigned: readonly { cause: string }[] }>(language, 'schedule.explain', {})
      await page.locator('.roster-row.is-empty .roster-chip').first().click()
      await expect.poll(() => textsOf(page, '.roster-cause')).toSatisfy(areAmong(new Set(unassigned.map(({ cause }) => cause))))
      await stay.close()
    })

    test('somebody is ill: who takes the shift?', async () => {
      const { stay, page } = await openRoster(language)
      const { name } = HANNE
      await find(page, name)
      const chip = page.locator('.roster-row.is-employee .roster-chip:not(.is-historic, .is-fixed)').first()
      await chip.click()
      const absence = page.locator('.roster-absence').first()
      await absence.locator('summary').click()
      await absence.locator('button[type=submit]').click()
      await page.getByRole('heading', { name: textIn(language, 'recommend.who'), exact: true }).waitFor()
      await page.locator('.roster-candidate').first().waitFor()
      await page.getByText(textIn(language, 'recommend.absent').replace('{names}', name)).waitFor()
      expect(await textsOf(page, '.roster-candidate strong')).not.toContain(name)
      await stay.close()
    })

    test('is she treated fairly?', async () => {
      const { stay, page } = await openRoster(language)
      const { employees: accounts } = await asked<{ employees: readonly { summary: readonly string[] }[] }>(language, 'schedule.explain', {
        employeeId: SIGNE.id,
      })
      await find(page, SIGNE.name)
      await page.locator('.roster-row.is-employee .roster-name').click()
      await page.getByRole('heading', { name: textIn(language, 'details.inShort') }).waitFor()
      const { summary } = accounts[0]!
      expect(summary.length).toBeGreaterThan(2)
      for (const text of summary.slice(0, 2)) await page.getByText(text, { exact: true }).waitFor()
      await stay.close()
    })

    test('who has to be told what?', async () => {
      const { stay, page } = await enter(language)
      await stay.open(`#/plans/${plan}`)
      await page.getByText(textIn(language, 'versions.title'), { exact: true }).click()
      await page.getByRole('button', { name: textIn(language, 'versions.compareOne').replace('{version}', '1') }).click()
      const { roster } = await got<{ roster: { employees: readonly { text: string }[] } }>(language, `/api/v1/plans/${plan}/compare?from=1&to=2`)
      expect(roster.employees).toHaveLength(2)
      for (const { text } of roster.employees) await page.getByText(text, { exact: true }).waitFor()
      await stay.close()
    })

    test('she leaves: can the month still be manned?', async () => {
      const { stay, page } = await enter(language)
      await stay.open('#/submit')
      const document = {
        ...month,
        employees: month.employees.filter(({ id }) => id !== SUSANNE.id),
        shifts: month.shifts.map((shift) => (shift.employee === SUSANNE.id ? { ...shift, employee: null } : shift)),
      }
      const { bottlenecks, hardest } = await asked<{ bottlenecks: readonly { text: string }[]; hardest: { text: string } | null }>(
        language,
        'schedule.estimate',
        { solverProblemId: undefined, schedule: document },
      )
      const [first] = [...bottlenecks, hardest].flatMap((told) => told ?? [])
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'month.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(document)) })
      await page.getByText(first!.text).waitFor()
      await stay.close()
    })
  })

  test('an open roster is told in another language as soon as that is chosen', async () => {
    const { stay, page } = await openRoster('en')
    await page.locator('.roster-row.is-empty .roster-chip').first().click()
    const before = await page.locator('.roster-cause').innerText()
    await page.locator('select.language').selectOption('de')
    await expect.poll(() => page.locator('.roster-cause').innerText()).not.toBe(before)
    const { unassigned } = await asked<{ unassigned: readonly { cause: string }[] }>('de', 'schedule.explain', {})
    expect(unassigned.map(({ cause }) => cause)).toContain(await page.locator('.roster-cause').innerText())
    await stay.close()
  })

  test('what the next schedule leaves free is told in another language, also where the gateway has no time at first', async () => {
    const { receiver } = house.hospital
    const week = await solvedJob(house.hospital, { ...SEVEN_DAYS, callbackUrl: receiver.url }, hasRoster)
    const { openAtEnd } = await asked<{ openAtEnd: readonly { text: string }[] }>('de', 'schedule.explain', { solverProblemId: week })
    expect(openAtEnd).toHaveLength(1)
    const { stay, page } = await enter('de')
    stay.forgive(/status of 429/)
    let refusals = 0
    await page.route('**/v1', async (route) => {
      if (refusals > 0 || !route.request().postData()!.includes('schedule.explain')) return route.fallback()
      refusals += 1
      return route.fulfill({ status: 429, json: { title: 'Too many requests', status: 429 } })
    })
    await stay.open(`#/jobs/${week}`)
    await page.getByText(openAtEnd[0]!.text, { exact: true }).waitFor()
    expect(refusals).toBe(1)
    await stay.close()
  })

  /** Signs in, and reads the console in a language. */
  async function enter(language: Language): Promise<{ stay: Visit; page: Page }> {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    await stay.signIn(house.hospital.planner)
    await stay.page.locator('select.language').selectOption(language)
    await stay.page.getByRole('button', { name: textIn(language, 'frame.signOut') }).waitFor()
    return { stay, page: stay.page }
  }

  async function openRoster(language: Language): Promise<{ stay: Visit; page: Page }> {
    const { stay, page } = await enter(language)
    await stay.open(`#/jobs/${job}/roster`)
    await page.locator('.roster-chip').first().waitFor()
    return { stay, page }
  }

  /** Two nurses swap two shifts between the versions. */
  async function planOfTwoVersions(): Promise<string> {
    const [one, other] = [illShift, shifts.find(({ employee, historic }) => employee === SIGNE.id && !historic)!]
    const swapped = shifts.map((shift) =>
      shift.id === one.id ? { ...shift, employee: SIGNE.id } : shift.id === other.id ? { ...shift, employee: HANNE.id } : shift,
    )
    const { planId } = await send<{ planId: string }>('POST', '/api/v1/plans', { name: 'Medical ward', schedule: { ...month, shifts } })
    await send('PUT', `/api/v1/plans/${planId}`, { schedule: { ...month, shifts: swapped } }, { 'if-match': `"${planId}-1"` })
    return planId
  }

  async function send<Answer>(method: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const { address, token } = house.hospital
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    expect([path, answer.ok]).toEqual([path, true])
    return (await answer.json()) as Answer
  }

  async function asked<Answer>(language: Language, method: string, params: object): Promise<Answer> {
    const body = { jsonrpc: '2.0', id: 1, method, params: { solverProblemId: job, ...params } }
    return (await send<{ result: Answer }>('POST', '/v1', body, { 'accept-language': language })).result
  }

  async function got<Answer>(language: Language, path: string): Promise<Answer> {
    const { address, token } = house.hospital
    const answer = await fetch(`${address}${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'accept-language': language },
    })
    return (await answer.json()) as Answer
  }
})

/** True of some texts when there are any, and each of them is known. */
function areAmong(known: ReadonlySet<string>): (texts: readonly string[]) => boolean {
  return (texts) => texts.length > 0 && texts.every((text) => known.has(text))
}

function textsOf(page: Page, selector: string): Promise<readonly string[]> {
  return page.locator(selector).allInnerTexts()
}

/** Leaves nobody else on the roster that is shown. */
async function find(page: Page, name: string): Promise<void> {
  const shown = page.locator('.roster-row.is-employee .roster-name')
  await page.locator('.roster-filters input').first().fill(name)
  await expect.poll(() => shown.allInnerTexts()).toEqual([name])
}

/** Runs in the page. */
function firstWords(buttons: readonly { readonly firstChild: { readonly textContent: string | null } | null }[]): readonly string[] {
  return buttons.map(({ firstChild }) => firstChild?.textContent?.trim() ?? '')
}

function textIn(language: Language, key: string): string {
  return String(readTexts(language)[key])
}
