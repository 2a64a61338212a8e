import type { Locator, Page } from 'playwright-core'

/** How somebody uses a page: with a pointer, or by the keyboard alone. */
export interface Hand {
  readonly name: string
  /** Presses a button, follows a link. */
  press(what: Locator): Promise<void>
  /** Writes into a field, in the place of what stands there. */
  write(into: Locator, text: string): Promise<void>
  /** Writes a day into a field of dates: `2027-02-01`. */
  writeDay(into: Locator, date: string): Promise<void>
  /** Chooses the option of a list that has this text; no other begins with the same letter. */
  choose(from: Locator, option: string): Promise<void>
  /** Opens what stands in a cell of the roster. */
  openCell(chip: Locator): Promise<void>
}

/** Presses of Tab after which something counts as out of reach. */
const MAX_TABS = 400
/** Arrow keys after which a cell does. */
const MOST_STEPS = 400

/** With a pointer. */
export function pointerOn(_page: Page): Hand {
  return {
    name: 'a pointer',
    press: (what) => what.click(),
    write: (into, text) => into.fill(text),
    writeDay: (into, date) => into.fill(date),
    choose: async (from, option) => void (await from.selectOption({ label: option })),
    openCell: (chip) => chip.click(),
  }
}

/** By the keyboard alone: what Tab does not come to is out of reach. */
export function keyboardOn(page: Page): Hand {
  const reach = async (what: Locator): Promise<void> => {
    await what.waitFor()
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      if (await what.evaluate(hasFocus)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${MAX_TABS} times Tab did not come to ${what.toString()}.`)
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
    async writeDay(into, date) {
      await reach(into)
      await typeDay(page, into, date)
    },
    async choose(from, option) {
      await reach(from)
      // One key: what is typed slowly would be several searches.
      await page.keyboard.press(option[0]!)
      if ((await from.locator('option:checked').innerText()) !== option) throw new Error(`The key ${option[0]} did not choose ${option}.`)
    },
    async openCell(chip) {
      await chip.waitFor()
      const cell = (await chip.locator('..').getAttribute('data-cell'))!
      await reach(page.locator('.roster-grid [tabindex="0"]'))
      await page.keyboard.press('Control+Home')
      await walkToCell(page, cell)
      await page.keyboard.press('Enter')
    },
  }
}

/** Types a date into the field that has the focus, whose parts are in the order of the machine's language. */
async function typeDay(page: Page, field: Locator, date: string): Promise<void> {
  const [year, month, day] = date.split('-') as [string, string, string]
  for (const digits of [day + month + year, month + day + year, year + month + day]) {
    for (let parts = 0; parts < 3; parts += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(digits)
    if ((await field.inputValue()) === date) return
  }
  throw new Error(`No order of its digits makes ${date} in ${field.toString()}.`)
}

/** From the cell of the roster that has the focus to another one, by row and column as in "3 12", a key at a time. */
export async function walkToCell(page: Page, cell: string): Promise<void> {
  const focused = page.locator('[data-cell]:focus')
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const at = (await focused.getAttribute('data-cell'))!
    if (at === cell) return
    await page.keyboard.press(keyTowards(at, cell))
    // The focus follows a frame later, and whoever looks sees it: further keys are pressed then.
    await page.locator(`[data-cell]:focus:not([data-cell="${at}"])`).waitFor({ state: 'attached' })
  }
  throw new Error(`${MOST_STEPS} keys did not come to the cell ${cell}.`)
}

/** Run in the page. */
function hasFocus(element: unknown): boolean {
  return element === (globalThis as unknown as { readonly document: { readonly activeElement: unknown } }).document.activeElement
}

/** Cells by row and column, as in "3 12". */
function keyTowards(at: string, cell: string): string {
  const [row, column] = at.split(' ').map(Number) as [number, number]
  const [toRow, toColumn] = cell.split(' ').map(Number) as [number, number]
  if (row !== toRow) return row < toRow ? 'ArrowDown' : 'ArrowUp'
  return column < toColumn ? 'ArrowRight' : 'ArrowLeft'
}
