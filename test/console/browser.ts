import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { expect } from 'vitest'
import { HANG_MS } from '../patience.ts'

/** Names of the browser, as the packages of systems have it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** A phone, and a wide screen; height as both have about. */
export const PHONE = { width: 360, height: 740 }
export const DESK = { width: 1440, height: 900 }
const SCHEMES = ['light', 'dark'] as const
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Absolute path of the Chromium of this machine, `TEST_CHROMIUM` before what is on the path; null, with a reason printed, when there is none. */
export function findChromium(): string | null {
  const { TEST_CHROMIUM: given, PATH: path = '' } = process.env
  if (given) return given
  const found = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const chosen = found.find((file) => existsSync(file)) ?? null
  if (chosen === null)
    process.stdout.write(`No browser here (${NAMES.join(', ')}; TEST_CHROMIUM): the tests of the console in a browser are skipped.\n`)
  return chosen
}

/** Starts a browser without a window. The machine's own sandbox does not work for root, and the page is ours. */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
}

/** A person's visit to the console: a tab with nothing stored, in which everything that goes wrong is noted. */
export interface Visit {
  readonly page: Page
  /** Errors and warnings of the page, what its policy refused, calls that failed, calls to anybody but the gateway. */
  readonly complaints: readonly string[]
  /** Goes to a place, such as `#/jobs`. */
  open(hash: string): Promise<void>
  signIn(as: { readonly email: string; readonly password: string }): Promise<void>
  /** Takes complaints that match for expected: those so far and those to come. */
  forgive(pattern: RegExp): void
  /** What axe-core finds wrong with the page as it is now, in both colour schemes: `dark · color-contrast · .quiet · why`. */
  findBarriers(): Promise<readonly string[]>
  /** Says where the page is wider than a phone or a desk: `360: 412 px: table.jobs`. With TEST_PICTURES also takes pictures of it, light and dark. */
  findTooWide(name: string): Promise<readonly string[]>
  /** Ends the visit. Fails when there is a complaint that nobody forgave. */
  close(): Promise<void>
}

/** Begins one. `address`: the gateway, which serves the console. */
export async function visit(browser: Browser, address: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
  const context = await browser.newContext({ baseURL: address, viewport: DESK, locale: 'en-GB', timezoneId: 'Europe/Copenhagen', ...options })
  // Whatever is waited for comes when it comes; this ends a hang.
  context.setDefaultTimeout(HANG_MS)
  await context.route('**/assets/hospital-month-*.json', searchUntilStopped)
  const page = await context.newPage()
  const forgiven: RegExp[] = []
  const complaints = noteComplaints(page, address)
  const open = async (hash: string): Promise<void> => {
    await page.goto(`/${hash}`)
  }
  const unforgiven = (): readonly string[] => complaints.filter((text) => !forgiven.some((pattern) => pattern.test(text)))
  return {
    page,
    get complaints() {
      return unforgiven()
    },
    open,
    async signIn({ email, password }) {
      await open('#/jobs')
      await page.getByLabel('E-mail', { exact: true }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
    },
    forgive: (pattern) => void forgiven.push(pattern),
    findBarriers: () => findBarriers(page),
    findTooWide: (name) => findTooWide(page, name),
    async close() {
      await endOf(context)
      expect(unforgiven()).toEqual([])
    },
  }
}

/** The month to try, without the end of a search that stands still: on a busy machine such a search is over before anybody looks at it. */
async function searchUntilStopped(route: Route): Promise<void> {
  const answer = await route.fetch()
  const text = await answer.text()
  const without = text.replace(/"stallSeconds":\s*\d+,\s*/, '')
  expect(without).not.toBe(text)
  await route.fulfill({ response: answer, body: without })
}

function noteComplaints(page: Page, address: string): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => void complaints.push(`thrown: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    // What the page makes for itself, such as a file to be saved, is no call.
    if (!request.url().startsWith(address) && !request.url().startsWith('blob:')) complaints.push(`elsewhere: ${request.method()} ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // The page breaks off what it does not wait for any more.
    if (why !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.method()} ${request.url()} ${why}`)
  })
  return complaints
}

async function findBarriers(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  // Half a megabyte: once for a page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await readFile(AXE, 'utf8'))
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.evaluate(COLOURS_HAVE_CHANGED)
    // The other scheme differs in its colours alone, and to look at everything takes seconds on a page of thousands of parts.
    const rules = scheme === SCHEMES[0] ? '' : 'runOnly: ["color-contrast"],'
    // All that is in order would be described and sent too, which takes longer than to find it.
    const run = `axe.run({ ${rules} resultTypes: ['violations'] }).then(({ violations }) => violations)`
    for (const { id, nodes } of (await page.evaluate(run)) as AxeResults['violations']) {
      for (const { target, failureSummary } of nodes) found.push(`${scheme} · ${id} · ${target.join(' ')} · ${failureSummary ?? ''}`)
    }
  }
  await page.emulateMedia({ colorScheme: null })
  return found
}

/** Where pictures go, for somebody to look at. No test judges them, and to draw every page takes long: only when they are asked for. */
const { TEST_PICTURES: PICTURES } = process.env

async function findTooWide(page: Page, name: string): Promise<readonly string[]> {
  const before = page.viewportSize() ?? DESK
  const tooWide: string[] = []
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    await page.evaluate(TWO_FRAMES) // what is drawn anew for another size
    const wide = await page.evaluate(WIDER_THAN_THE_SCREEN)
    if (wide !== '') tooWide.push(`${size.width}: ${wide}`)
    if (PICTURES) await takePictures(page, join(PICTURES, `${name}-${size.width}`))
  }
  await page.setViewportSize(before)
  return tooWide
}

async function takePictures(page: Page, path: string): Promise<void> {
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.evaluate(COLOURS_HAVE_CHANGED)
    await page.screenshot({ path: `${path}-${scheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Run in the page. What hears of another size has drawn by the end of the frame after. */
export const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))'

/** Run in the page. Colours of another scheme come over some time; halfway they are nobody's. */
export const COLOURS_HAVE_CHANGED = `Promise.all(
  document.getAnimations().filter((animation) => animation instanceof CSSTransition).map(({ finished }) => finished.catch(() => null))
).then(() => null)`

/** Run in the page, which has names that this program has not. '' when the page as a whole does not scroll sideways. */
const WIDER_THAN_THE_SCREEN = `(() => {
  const root = document.scrollingElement
  if (root.scrollWidth <= root.clientWidth) return ''
  const widest = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
  return root.scrollWidth + ' px: ' + widest.slice(0, 3).map((element) => element.tagName.toLowerCase() + '.' + element.className).join(', ')
})()`

async function endOf(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close()
  await context.close()
}
