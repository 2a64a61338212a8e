// Slow: a browser goes the whole way of a planner twice, with a pointer and by the keyboard.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { HANG_MS, until } from '../patience.ts'
import type { Visit } from './browser.ts'
import { type Hand, keyboardOn, pointerOn } from './hand.ts'
import { NO_BROWSER, openHouse } from './house.ts'
import { isLawful } from './solved-job.ts'

describe.skipIf(NO_BROWSER)('the way of a planner through the console', () => {
  const house = openHouse()
  for (const handOn of [pointerOn, keyboardOn]) {
    test(`goes with ${handOn({} as Page).name}`, { timeout: 4 * HANG_MS }, async () => {
      const stay = await house.visit({ reducedMotion: 'reduce' })
      const walk: Walk = { stay, page: stay.page, hand: handOn(stay.page), looks: handOn === pointerOn }
      await signIn(walk)
      house.hospital.statuses.push(410)
      const job = await submitDemoMonth(walk)
      await watchItSolve(walk, job)
      await fillAnEmptyShift(walk, job)
      await redeliver(walk, job)
      await makeAndRevokeToken(walk)
      await stay.close()
    })
  }

  interface Walk {
    readonly stay: Visit
    readonly page: Page
    readonly hand: Hand
    /** Whether each page is looked at for barriers, and photographed. */
    readonly looks: boolean
  }

  async function signIn({ stay, page, hand }: Walk): Promise<void> {
    await stay.open('#/jobs')
    await hand.write(page.getByLabel('E-mail', { exact: true }), house.hospital.administrator.email)
    await hand.write(page.getByLabel('Password', { exact: true }), house.hospital.administrator.password)
    await page.keyboard.press('Enter')
    // Of both departments: a token opens one.
    await hand.press(page.getByRole('button', { name: 'main' }))
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor()
  }

  /** Submits it and answers its `solverProblemId`. */
  async function submitDemoMonth(walk: Walk): Promise<string> {
    const { page, hand } = walk
    await hand.press(page.getByRole('link', { name: 'Submit', exact: true }))
    await hand.press(page.getByRole('button', { name: 'Try the demo month' }))
    await page.getByText('It can be submitted').waitFor()
    await hand.write(page.getByLabel('Callback address'), house.hospital.receiver.url)
    await hand.write(page.getByLabel('Longest search, in seconds'), '3600')
    await look(walk, 'submit')
    await hand.press(page.getByRole('button', { name: 'Submit', exact: true }))
    return waitForJob(page)
  }

  /** Until there is a lawful roster, and stops the search then: it would go on for an hour. */
  async function watchItSolve(walk: Walk, job: string): Promise<void> {
    const { page, hand } = walk
    await page.locator('h1', { hasText: 'solving' }).waitFor()
    await page.locator('.tile-figure', { hasText: /\d/ }).first().waitFor()
    await page.locator('canvas').first().waitFor()
    await look(walk, 'job-solving')
    const client = createClient({ baseUrl: house.hospital.address, token: house.hospital.token })
    await until('a lawful roster', async () => isLawful(await client.entry(job)))
    await hand.press(page.getByRole('button', { name: 'Stop the search' }))
    await page.locator('h1', { hasText: 'solved' }).waitFor()
    await page.getByText('given up').waitFor()
    await look(walk, 'job-solved')
  }

  /** Has an empty shift explained, takes who is recommended, and submits the schedule with that fixed. */
  async function fillAnEmptyShift({ page, hand }: Walk, job: string): Promise<void> {
    await hand.press(page.getByRole('link', { name: 'Open the roster' }))
    await hand.openCell(page.locator('.roster-row.is-empty .roster-chip').first())
    const cause = page.locator('.roster-told .roster-cause')
    // The keyboard opens a whole cell: where several shifts of a day are empty, they are listed.
    const listed = page.locator('.roster-told .roster-list .roster-match').first()
    await cause.or(listed).waitFor()
    if (await listed.isVisible()) await hand.press(listed)
    await cause.waitFor()
    await hand.press(page.getByRole('button', { name: /^Take / }).first())
    await page.locator('.roster-score .roster-change').waitFor()
    await hand.press(page.getByRole('button', { name: 'Submit again' }))
    await hand.press(page.getByRole('button', { name: /^Submit with \d+ fixed$/ }))
    const next = await waitForJob(page, job)
    expect((await fixedShifts(next)) - (await fixedShifts(job))).toBeGreaterThan(0)
    await hand.press(page.getByRole('button', { name: 'Stop the search' }))
    await page.locator('h1', { hasText: 'solved' }).waitFor()
  }

  async function redeliver(walk: Walk, job: string): Promise<void> {
    const { page, hand } = walk
    await hand.press(page.locator('nav').getByRole('link', { name: 'Jobs' }).first())
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor()
    await look(walk, 'jobs')
    await hand.press(
      page
        .getByRole('link', { name: job, exact: true })
        .or(page.getByRole('link', { name: `Job ${job}`, exact: true }))
        .first(),
    )
    await hand.press(page.getByRole('button', { name: 'Send it again' }))
    await page.locator('.delivery', { hasText: /^delivered/ }).waitFor()
    expect(house.hospital.receiver.calls.filter(({ body }) => body.includes(`"solverProblemId":"${job}"`)).length).toBe(2)
  }

  async function makeAndRevokeToken(walk: Walk): Promise<void> {
    const { page, hand } = walk
    await hand.press(page.getByRole('link', { name: 'Administration', exact: true }))
    await hand.press(page.getByRole('link', { name: 'Tokens', exact: true }))
    await hand.press(page.getByRole('button', { name: 'New token' }))
    const name = `roster import by ${hand.name}`
    await hand.write(page.getByRole('dialog').getByLabel('Name', { exact: true }), name)
    await look(walk, 'new-token')
    await hand.press(page.getByRole('button', { name: 'Create' }))
    const token = await page.locator('input.secret').inputValue()
    await look(walk, 'shown-token')
    expect(await statusWith(token)).toBe(200)
    await hand.press(page.getByRole('button', { name: 'I have it' }))
    await look(walk, 'tokens')
    const row = page.getByRole('row').filter({ hasText: name })
    await hand.press(row.getByRole('button', { name: /^Revoke token/ }))
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }))
    await row.getByText('revoked').waitFor()
    expect(await statusWith(token)).toBe(401)
    for (const part of ['Departments', 'Users', 'Audit log', 'Nodes and queue']) {
      await hand.press(page.getByRole('link', { name: part, exact: true }))
      await page.getByRole('heading', { name: part, exact: true }).waitFor()
      await look(walk, part.toLowerCase().replaceAll(' ', '-'))
    }
  }

  async function look({ stay, looks }: Walk, name: string): Promise<void> {
    if (!looks) return
    expect({ name, barriers: await stay.findBarriers() }).toEqual({ name, barriers: [] })
    expect({ name, tooWide: await stay.findTooWide(name) }).toEqual({ name, tooWide: [] })
  }

  async function waitForJob(page: Page, notThis = ''): Promise<string> {
    await page.waitForURL(({ hash }) => /^#\/jobs\/\d+$/.test(hash) && hash !== `#/jobs/${notThis}`)
    return page.url().split('/').at(-1)!
  }

  async function fixedShifts(solverProblemId: string): Promise<number> {
    const answer = await ask(`/api/v1/gateway/${solverProblemId}/schedule`, house.hospital.token)
    const { shifts } = (await answer.json()) as { shifts: readonly { fixed?: boolean }[] }
    return shifts.filter(({ fixed }) => fixed === true).length
  }

  async function statusWith(token: string): Promise<number> {
    const answer = await ask('/api/v1/gateway?limit=1', token)
    await answer.arrayBuffer()
    return answer.status
  }

  function ask(path: string, token: string): Promise<Response> {
    return fetch(`${house.hospital.address}${path}`, { headers: { authorization: `Bearer ${token}`, accept: 'application/json' } })
  }
})
