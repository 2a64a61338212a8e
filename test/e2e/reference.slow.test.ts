// Slow: a browser opens the page, and axe looks at all of it, in two widths.
import { execFileSync } from 'node:child_process'
import axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, chromium, type Page } from 'playwright-core'
import { HANG_MS } from '../patience.ts'
import { type FakeGateway, startFake } from '../../src/fake/gateway.ts'

const executablePath = ['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) => {
  try {
    return [execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()]
  } catch {
    return []
  }
})[0]
if (executablePath === undefined) process.stdout.write('Skipped: there is no Chromium here to look at the reference page.\n')

let fake: FakeGateway
let browser: Browser

beforeAll(async () => {
  if (executablePath === undefined) return
  fake = await startFake()
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})
afterAll(async () => {
  await browser?.close()
  await fake?.close()
})

/** The page, with everything that it complained of, and what it asked of other hosts, which fails. */
async function openReference(colorScheme: 'light' | 'dark', width: number): Promise<{ page: Page; complaints: string[]; elsewhere: string[] }> {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } })
  page.setDefaultTimeout(HANG_MS)
  const complaints: string[] = []
  const elsewhere: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && !message.text().includes('favicon') && complaints.push(message.text())))
  page.on('pageerror', (error) => void complaints.push(error.message))
  await page.route('**', (route) => {
    const url = route.request().url()
    if (url.startsWith(`${fake.address}/`)) return route.continue()
    elsewhere.push(url)
    return route.abort()
  })
  await page.goto(`${fake.address}/reference`)
  return { page, complaints, elsewhere }
}

describe.skipIf(executablePath === undefined)('the reference page in a browser', () => {
  for (const { scheme, width } of [
    { scheme: 'light', width: 1440 },
    { scheme: 'dark', width: 360 },
  ] as const) {
    test(`is whole in ${scheme} at ${width} px: nothing from elsewhere, no complaint, no sideways scrolling, no fault of axe`, async () => {
      const { page, complaints, elsewhere } = await openReference(scheme, width)
      expect(await page.title()).toBe('Turnus API')
      expect(await page.locator('article').count()).toBeGreaterThan(40)
      // The style is the one that the policy names.
      expect(await page.evaluate('getComputedStyle(document.querySelector("pre")).overflowX')).toBe('auto')
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      // Past the policy, by the protocol of the browser: the page itself could not load it.
      await page.evaluate(axe.source)
      const violations: unknown = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`))',
      )
      expect(violations).toEqual([])
      expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] })
      await page.close()
    })
  }

  test('opens an answer and leads to its schema without a script', async () => {
    const { page } = await openReference('light', 1440)
    const answer = page.locator('#readEntry details').first()
    await answer.locator('summary').first().click()
    await answer.getByRole('link', { name: 'Entry', exact: true }).first().click()
    expect(page.url()).toBe(`${fake.address}/reference#schema-Entry`)
    expect(await page.locator('#schema-Entry').getByText('stopReason', { exact: true }).isVisible()).toBe(true)
    await page.close()
  })
})
