// Slow: people sign in with a browser, by whatever means there are.
import { describe, expect, test } from 'vitest'
import { createUser } from '../../src/access/users.ts'
import { NO_BROWSER, openHouse } from './house.ts'

describe.skipIf(NO_BROWSER)('signing in', () => {
  const house = openHouse()
  test('the page to sign in has no barrier and fits a phone', async () => {
    const stay = await house.visit()
    await stay.open('')
    await stay.page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('sign-in')).toEqual([])
    await stay.close()
  })

  test('the page speaks the language of the browser, or the one that was chosen last, and takes nothing away that was entered', async () => {
    const stay = await house.visit({ locale: 'da-DK' })
    const { page } = stay
    await stay.open('')
    await page.getByRole('button', { name: 'Log ind' }).waitFor()
    await page.getByLabel('Adgangskode', { exact: true }).fill(house.hospital.planner.password)
    await page.getByLabel('Sprog', { exact: true }).selectOption('de')
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('de')
    expect(await page.getByLabel('Passwort', { exact: true }).inputValue()).toBe(house.hospital.planner.password)
    expect(await stay.findTooWide('sign-in-de')).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    await page.getByLabel('E-Mail', { exact: true }).fill(house.hospital.planner.email)
    await page.getByLabel('Passwort', { exact: true }).fill(house.hospital.planner.password)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('button', { name: 'Abmelden' }).waitFor()
    await page.getByLabel('Sprache', { exact: true }).selectOption('sv')
    await page.getByRole('button', { name: 'Logga ut' }).waitFor()
    await stay.close()
  })

  test('a planner signs in by e-mail and password, and out again, which ends the token', async () => {
    const stay = await house.visit()
    await stay.signIn(house.hospital.planner)
    const { token } = JSON.parse(await stay.page.evaluate('sessionStorage.getItem("turnus.session")')) as { token: string }
    expect(await statusWith(token)).toBe(200)
    await stay.page.getByRole('button', { name: 'Sign out' }).click()
    await stay.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await expect.poll(() => statusWith(token)).toBe(401)
    expect(await stay.page.evaluate('Object.keys(sessionStorage).concat(Object.keys(localStorage), document.cookie)')).toEqual([''])
    await stay.close()
  })

  test('a place that is gone to while the page is being drawn is come to', async () => {
    const stay = await house.visit({ reducedMotion: 'reduce' })
    const { page } = stay
    await stay.open('#/jobs')
    await page.getByLabel('E-mail', { exact: true }).fill(house.hospital.planner.email)
    await page.getByLabel('Password', { exact: true }).fill(house.hospital.planner.password)
    // As soon as it is drawn, which is before anything listens.
    await page.evaluate(`new MutationObserver((_, observer) => {
      if (document.querySelector('.frame-header') === null) return
      observer.disconnect()
      location.hash = '#/submit'
    }).observe(document.body, { childList: true, subtree: true })`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Submit a schedule' }).waitFor()
    await stay.close()
  })

  test('a token opens the console too; one that is wrong is refused in words', async () => {
    const stay = await house.visit()
    await stay.open('')
    stay.forgive(/status of 401/)
    await stay.page.getByRole('button', { name: 'Token' }).click()
    const field = stay.page.getByLabel('Token', { exact: true })
    await field.fill('tns_wrong')
    await stay.page.getByRole('button', { name: 'Sign in' }).click()
    await stay.page.getByRole('alert').waitFor()
    expect(await stay.findBarriers()).toEqual([])
    await field.fill(house.hospital.token)
    await stay.page.getByRole('button', { name: 'Sign in' }).click()
    await stay.page.getByRole('link', { name: 'Jobs' }).waitFor()
    await stay.close()
  })

  test('a user changes the own password, stays signed in with another token, and is signed out everywhere else', async () => {
    const person = { email: 'night@hospital.example', password: 'correct horse battery' }
    await createUser(house.hospital.database, { ...person, organization: 'Turnus', role: 'planner', departments: ['main'] })
    const elsewhere = await house.visit()
    await elsewhere.signIn(person)
    const stay = await house.visit()
    await stay.signIn(person)
    const tokenOf = async ({ page }: typeof stay): Promise<string> =>
      (JSON.parse(await page.evaluate('sessionStorage.getItem("turnus.session")')) as { token: string }).token
    const before = [await tokenOf(elsewhere), await tokenOf(stay)]

    const { page } = stay
    stay.forgive(/status of 40[13]|status of 422/)
    elsewhere.forgive(/status of 401/)
    await page.getByRole('button', { name: person.email }).click()
    const dialog = page.getByRole('dialog')
    expect(await stay.findBarriers()).toEqual([])
    const change = async (old: string, next: string): Promise<void> => {
      await dialog.getByLabel('Password', { exact: true }).fill(old)
      await dialog.getByLabel('New password', { exact: true }).fill(next)
      await dialog.getByRole('button', { name: 'Change password' }).click()
    }
    await change('not the one', 'lamp river eleven moss')
    await dialog.getByRole('alert').waitFor()
    await change(person.password, 'qwertyuiop')
    await dialog.locator('.issue-list li').waitFor()
    let isSignedOut = true
    // The page asks with the old token between the change and the new login.
    await page.route('**/v1/auth', async (route) => {
      await page.waitForResponse((answer) => answer.status() === 401)
      isSignedOut = await page.evaluate('sessionStorage.getItem("turnus.session") === null')
      await route.continue()
    })
    await change(person.password, 'lamp river eleven moss')
    await dialog.waitFor({ state: 'detached' })
    expect(isSignedOut).toBe(false)
    const after = await tokenOf(stay)
    expect(before).not.toContain(after)
    expect(await Promise.all([...before, after].map(statusWith))).toEqual([401, 401, 200])
    await elsewhere.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await elsewhere.signIn({ ...person, password: 'lamp river eleven moss' })
    await elsewhere.close()
    await stay.close()
  })

  /** What the gateway answers to this token. */
  async function statusWith(token: string): Promise<number> {
    const answer = await fetch(`${house.hospital.address}/api/v1/gateway`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    })
    await answer.arrayBuffer()
    return answer.status
  }
})
