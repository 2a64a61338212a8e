// Slow: a browser opens every page of the documentation, and axe looks at typical ones.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSite } from '../../scripts/site/build.ts'
import { listGroups } from '../../scripts/site/pages.ts'
import { DESK, findChromium, openBrowser, PHONE } from '../console/browser.ts'
import { HANG_MS } from '../patience.ts'

const CHROMIUM = findChromium()
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' }
/** One page of each kind: prose with code, long tables, a rule, pictures, a list of files. The frame is the same on all. */
const TYPICAL = [
  'index.html',
  'errors.html',
  'access-matrix.html',
  'constraints/index.html',
  'constraints/contractRules.html',
  'solver.html',
  'schedule.html',
  'examples/callbacks/index.html',
]

// With a reason in the title, so that whoever has no Chromium sees what was not looked at.
describe.skipIf(CHROMIUM === null)(`the documentation site in Chromium${CHROMIUM === null ? ' (none is installed here)' : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnus-site-'))
  let server: Server
  let browser: Browser
  let origin: string

  beforeAll(async () => {
    buildSite(folder)
    server = serve(folder)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    browser = await openBrowser(CHROMIUM!)
  })
  afterAll(async () => {
    await browser.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true })
  })

  test('has nothing that axe objects to, in light and dark colours, on a phone and on a wide screen', async () => {
    const { page, complaints } = await open(browser, {})
    const found: string[] = []
    for (const address of TYPICAL) {
      await page.goto(origin + address)
      for (const viewport of [PHONE, DESK]) {
        await page.setViewportSize(viewport)
        // The page learns of its size later, and is drawn anew after that: in between it is of neither size.
        await expect.poll(() => page.evaluate('innerWidth')).toBe(viewport.width)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null))))')
          // The other scheme differs in its colours alone.
          const violations = await violationsOf(page, colorScheme === 'dark' ? ['color-contrast'] : null)
          found.push(...violations.map((violation) => `${address} at ${viewport.width}, ${colorScheme}: ${violation}`))
        }
      }
    }
    expect(found).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  })

  test('no page is wider than a phone', async () => {
    const { page, complaints } = await open(browser, { viewport: PHONE })
    const tooWide: string[] = []
    for (const { address } of listGroups().flatMap(({ pages }) => pages)) {
      await page.goto(origin + address, { waitUntil: 'domcontentloaded' })
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (width > PHONE.width) tooWide.push(`${address}: ${width}`)
    }
    expect(tooWide).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  })

  test('the search finds a rule by words that mean it and by a part of its name, with the keyboard alone, and has nothing that axe objects to', async () => {
    const { page, complaints } = await open(browser, { viewport: DESK })
    await page.goto(`${origin}constraints/desired.html`)
    await page.keyboard.press('/')
    // While they are being typed other places are found.
    const first = (name: string) => page.locator('#results li:first-child a', { hasText: name }).waitFor()
    await page.keyboard.type('night shifts in a row')
    await first('maxConsecutiveNightShifts')
    await page.locator('#search').fill('')
    await page.keyboard.type('the least rest between')
    await first('minRestBetweenShifts')
    await page.locator('#search').fill('')
    await page.keyboard.type('minRestBetween')
    await first('minRestBetweenShifts')
    expect(await page.textContent('#count')).toMatch(/^\d+ places found\.$/)
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/constraints\/minRestBetweenShifts\.html/)
    await page.keyboard.press('/')
    await page.keyboard.type('qqqq')
    await page.locator('#count', { hasText: /^Nothing found\.$/ }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('works from a disk, search and all', async () => {
    const { page, complaints } = await open(browser, { viewport: DESK })
    await page.goto(pathToFileURL(join(folder, 'errors.html')).href)
    await page.fill('#search', 'idempotency')
    await page.waitForSelector('#results a')
    await page.click('#results a')
    expect(page.url()).toMatch(/^file:.*\.html/)
    expect(complaints).toEqual([])
    await page.close()
  })
})

/** A page, and everything that went wrong on it: errors, requests that failed or left the site, and what the policy forbade. */
async function open(browser: Browser, options: Parameters<Browser['newPage']>[0]): Promise<{ page: Page; complaints: string[] }> {
  // The policy holds for axe too, which is no part of the page; the static test sees that the policy is there.
  const page = await browser.newPage(options)
  page.setDefaultTimeout(HANG_MS)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('requestfailed', (request) => {
    // What is under way when the next page is asked for is broken off.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}`)
  })
  page.on('request', (request) => {
    if (!/^(?:http:\/\/127\.0\.0\.1:\d+\/|file:)/.test(request.url())) complaints.push(`left the site: ${request.url()}`)
  })
  return { page, complaints }
}

/** What axe objects to, each with the first element concerned. `rules`: those looked at; null = all. */
async function violationsOf(page: Page, rules: readonly string[] | null = null): Promise<readonly string[]> {
  // Evaluated, and not loaded as a script, which the policy would forbid.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  // All that is in order would be described and sent too, which takes longer than to find it.
  const options = { ...(rules === null ? {} : { runOnly: rules }), resultTypes: ['violations'] }
  const run = `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`
  const violations = await page.evaluate<{ id: string; nodes: { html: string; failureSummary: string }[] }[]>(run)
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html} ${nodes[0]!.failureSummary}`)
}

function serve(folder: string): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost')
    try {
      const body = readFileSync(join(folder, decodeURI(pathname)))
      response.writeHead(200, { 'content-type': TYPES[extname(pathname)] ?? 'text/plain', 'cache-control': 'max-age=600' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
}
