import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { findChromium, openBrowser, type Visit, visit } from './browser.ts'
import { type Hospital, openHospital } from './hospital.ts'

const chromium = findChromium()

/** Where this is true, tests of the console in a browser are skipped. */
export const NO_BROWSER = chromium === null

/** The gateway of a hospital, and a browser to visit its console with. */
export interface House {
  readonly hospital: Hospital
  visit(options?: Parameters<typeof visit>[2]): Promise<Visit>
}

/** For all tests of the `describe` that calls it: opened before the first of them, and closed after the last. */
export function openHouse(): House {
  let hospital: Hospital
  let browser: Browser
  beforeAll(async () => {
    hospital = await openHospital()
    browser = await openBrowser(chromium!)
  })
  afterAll(async () => {
    await browser?.close()
    await hospital?.close()
  })
  return {
    get hospital() {
      return hospital
    },
    visit: (options) => visit(browser, hospital.address, options),
  }
}
