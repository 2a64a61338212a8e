// Slow: a browser shows every page of the console three times, and each picture is compared.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK, type Visit } from './browser.ts'
import { NO_BROWSER, openHouse } from './house.ts'
import { type Album, openAlbum } from './pictures/album.ts'
import { OF_ADMINISTRATORS, OF_NEWCOMERS, OF_PLANNERS, OF_STRANGERS, type State } from './pictures/states.ts'
import { makeSubject, type Subject } from './pictures/subject.ts'
import type { Person } from './hospital.ts'

const SCREENS = [
  { name: 'light', viewport: DESK, colorScheme: 'light' },
  { name: 'dark', viewport: DESK, colorScheme: 'dark' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
] as const
type Screen = (typeof SCREENS)[number]

describe.skipIf(NO_BROWSER)('the console looks as it did', () => {
  const house = openHouse()
  let subject: Subject
  let album: Album
  beforeAll(async () => {
    subject = await makeSubject(house.hospital)
    album = await openAlbum(house)
  })
  afterAll(() => album?.close())

  for (const screen of SCREENS) {
    test(`on a screen of ${screen.viewport.width} × ${screen.viewport.height}, ${screen.colorScheme}`, async () => {
      const { administrator, planner, newcomer } = subject
      const faults = [
        ...(await walk(screen, OF_STRANGERS, null)),
        ...(await walk(screen, OF_PLANNERS, planner)),
        ...(await walk(screen, OF_NEWCOMERS, newcomer)),
        ...(await walk(screen, OF_ADMINISTRATORS, administrator)),
      ]
      expect(faults).toEqual([])
    })
  }

  test('in every picture there is', async () => {
    expect(await album.unseen()).toEqual([])
  })

  /** What is not as it was. `who`: null = nobody signs in. */
  async function walk({ name: screen, ...options }: Screen, states: readonly State[], who: Person | null): Promise<string[]> {
    const faults: string[] = []
    const stay = await house.visit({ reducedMotion: 'reduce', ...options })
    const { page } = stay
    if (who !== null) await signIn(stay, who)
    const open = async (hash: string): Promise<void> => {
      // What is kept for a reload, such as an open dialog, is of the state before.
      if (page.url().startsWith(house.hospital.address)) await page.evaluate(FORGET)
      await page.goto('about:blank')
      await stay.open(hash)
    }
    for (const state of states.filter(isOn(screen))) {
      const fault = await state
        .come({ page, subject, open })
        .then(() => album.look(page, `${state.name}-${screen}`))
        .catch((failure: unknown) => `${state.name}-${screen}: ${String(failure)}`)
      if (fault !== null) faults.push(fault)
    }
    await stay.close()
    return faults
  }
})

const isOn =
  (screen: Screen['name']) =>
  ({ isOnPhones = true, isInDark = true }: State): boolean =>
    screen === 'light' || (screen === 'phone' ? isOnPhones : isInDark)

/** Run in the page: forgets all but who is signed in. */
const FORGET = `for (const key of Object.keys(sessionStorage)) if (key !== 'turnus.session') sessionStorage.removeItem(key)`

/** Also as somebody of several departments: a token opens one. */
async function signIn(stay: Visit, { email, password }: Person): Promise<void> {
  const { page } = stay
  await stay.open('#/jobs')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const [department, inside] = [page.getByRole('button', { name: 'main', exact: true }), page.getByRole('button', { name: 'Sign out' })]
  await department.or(inside).waitFor()
  if (await department.isVisible()) await department.click()
  await inside.waitFor()
}
