import type { Locator, Page } from 'playwright-core'

/** How somebody uses a page: with a pointer, or by the keyboard alone. */
export interface Hand {
  readonly name: string
  /** Presses a button, follows a link. */
  press(what: Locator): Promise<void>
  /** Writes into a field, in the place of what stands there. */
  write(into: Locator, text: string): Promise<void>
  /** Opens what stands in a cell of the roster. */
  openCell(chip: Locator): Promise<void>
}

/** Answers of the gateway come in milliseconds, but not on a machine that runs all the other tests as well. */
const PATIENCE = { timeout: 20_000 }
/** Presses of Tab after which something counts as out of reach. */
const MOST_TABS = 400

/** With a pointer. */
export function pointerOn(_page: Page): Hand {
  return {
    name: 'a pointer',
    press: (what) => what.click(PATIENCE),
    write: (into, text) => into.fill(text, PATIENCE),
    openCell: (chip) => chip.click(PATIENCE),
  }
}

/** By the keyboard alone: what Tab does not come to is out of reach. */
export function keyboardOn(page: Page): Hand {
  const reach = async (what: Locator): Promise<void> => {
    await what.waitFor(PATIENCE)
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await what.evaluate(hasFocus)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${MOST_TABS} times Tab did not come to ${what.toString()}.`)
  }
  return {
    name: 'the keyboard alone',
    async press(what) {
      await reach(what)
      await page.keyboard.press('Enter')
    },
    async write(into, text) {
      await reach(into)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
    async openCell(chip) {
      await chip.waitFor(PATIENCE)
      const [row, column] = (await chip.locator('..').getAttribute('data-cell'))!.split(' ').map(Number) as [number, number]
      await reach(page.locator('.roster-grid [tabindex="0"]'))
      await page.keyboard.press('Control+Home')
      for (let at = 0; at < row; at += 1) await page.keyboard.press('ArrowDown')
      for (let at = 0; at < column; at += 1) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
    },
  }
}

/** Run in the page. */
function hasFocus(element: unknown): boolean {
  return element === (globalThis as unknown as { readonly document: { readonly activeElement: unknown } }).document.activeElement
}
