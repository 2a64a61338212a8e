// Slow: a browser goes from nothing to a published roster twice, with a pointer and by the keyboard.
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openWorkbook } from '../../src/console/workbooks/read-workbook.ts'
import { parse } from '../../src/console/workbooks/workbook.fixture.ts'
import { WORKBOOK_TYPE, writeWorkbook } from '../../src/formats/workbook.ts'
import { HANG_MS, until } from '../patience.ts'
import type { Visit } from './browser.ts'
import { type Hand, keyboardOn, pointerOn } from './hand.ts'
import type { Hospital } from './hospital.ts'
import { NO_BROWSER, openHouse } from './house.ts'

/** Tab-separated, as a spreadsheet copies it. */
const PEOPLE = [
  'Name\tContract\tSkills',
  'Anna Andersen\tFull time\tnurse',
  'Ben Berg\tPart time\t',
  'Cem Can\tFull time\tnurse, ICU',
  'Dina Dahl\tFull time\t',
  'Eva Egede\tFull time\tnurse',
  'Finn Frost\tFull time\t',
  'Gry Gade\tFull time\tnurse',
  'Hans Holm\tFull time\tICU',
  'Ida Iversen\tPart time\tnurse',
  'Jens Juul\tFull time\t',
  'Kaja Krogh\tFull time\tnurse',
].join('\n')
/** From a Monday to a Sunday. */
const [FIRST, LAST] = ['2027-02-01', '2027-02-14']
const WEEKEND = [
  ['Where', 'From', 'Until', 'On', 'People'],
  ['Weekend', '08:00', '16:00', 'Sat-Sun', 2],
]
const SHIFTS = 10 * (3 + 2) + 4 * 2
/** At five seconds a step that is less than four minutes of a planner who knows what is wanted. */
const MOST_STEPS = 45
const MOST_PRESSES = 7
/** To the day of a date, and two digits, or as many keys more as another order of a date takes. */
const KEYS_OF_DAY = 3
const PHONE = { width: 390, height: 844 }

describe.skipIf(NO_BROWSER)('a planner in one sitting', () => {
  const house = openHouse()

  for (const handOn of [pointerOn, keyboardOn]) {
    test(`comes from nothing to a published roster of twelve with ${handOn({} as Page).name}`, { timeout: 4 * HANG_MS }, async () => {
      const stay = await house.visit({ reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] })
      const hand = countSteps(handOn(stay.page))
      const sitting: Sitting = { stay, page: stay.page, hand, byKeys: handOn === keyboardOn }
      await signIn(sitting)
      await makePlan(sitting)
      await enterPeople(sitting)
      await enterShifts(sitting)
      await noteAbsence(sitting)
      await improve(sitting)
      await compareVersions(sitting)
      await publish(sitting)
      await saveRoster(sitting)
      const presses = await takeSickCall(sitting)
      process.stdout.write(`A sitting with ${hand.name}: ${hand.steps} steps, the sick call among them with ${presses} presses.\n`)
      expect(hand.steps).toBeLessThanOrEqual(MOST_STEPS)
      expect(presses).toBeLessThanOrEqual(MOST_PRESSES)
      await stay.close()
    })
  }

  async function signIn({ stay, page, hand }: Sitting): Promise<void> {
    await stay.open('#/plans')
    await hand.write(page.getByLabel('E-mail', { exact: true }), house.hospital.planner.email)
    await hand.write(page.getByLabel('Password', { exact: true }), house.hospital.planner.password)
    await hand.press(page.getByRole('button', { name: 'Sign in' }))
  }

  async function improve({ stay, page, hand }: Sitting): Promise<void> {
    await press(hand, page.getByRole('button', { name: 'Improve this plan' }))
    const enough = page.getByRole('button', { name: 'That is good enough' })
    const take = page.getByRole('button', { name: 'Take it over' })
    await enough.or(take).first().waitFor()
    await until('a lawful roster that fills all shifts', async () => {
      const score = await newestScore(house.hospital)
      return score !== null && score[0] === 0 && score[1] === 0
    })
    // The search may have ended meanwhile, and the button with it.
    hand.step()
    await Promise.race([enough.press('Enter').catch(() => undefined), take.waitFor()])
    await press(hand, take)
    await take.waitFor({ state: 'detached' })
    await page.getByText('All shifts filled').waitFor()
    await page.getByText('Nothing against law or contract').waitFor()
    expect(await page.locator('.health .notice-bad').count()).toBe(0)
    expect(await stay.findBarriers()).toEqual([])
    expect(await stay.findTooWide('sitting')).toEqual([])
  }

  /** What a phone shows of the roster of somebody who works: the own shifts and nobody else's. */
  async function lookAtPhone({ page }: Sitting): Promise<void> {
    const { name, shifts } = await somebodyAtWork(page)
    const link = await page.getByRole('link', { name: `Roster of ${name}` }).getAttribute('href')
    const phone = await house.visit({ viewport: PHONE, javaScriptEnabled: false })
    await phone.page.goto(new URL(link!).pathname)
    await phone.page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await phone.page.locator('li:has(time)').count()).toBe(shifts)
    expect(await phone.page.evaluate('document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth')).toBe(true)
    for (const other of NAMES.filter((each) => each !== name)) expect(await phone.page.getByText(other).count()).toBe(0)
    await phone.close()
  }

  async function publish(sitting: Sitting): Promise<void> {
    const { page, hand } = sitting
    await press(hand, page.getByRole('button', { name: 'Publish', exact: true }))
    await page.getByText('What you see is published.').waitFor()
    await press(hand, page.getByRole('button', { name: 'Make new links' }))
    await lookAtPhone(sitting)
  }
})

/** A hand that counts what it does: a press, a field, a choice are a step each. */
interface CountingHand extends Hand {
  readonly steps: number
  /** Counts one that is done elsewhere. */
  step(): void
}

interface Sitting {
  readonly stay: Visit
  readonly page: Page
  readonly hand: CountingHand
  readonly byKeys: boolean
}

const NAMES = [...PEOPLE.split('\n').slice(1), 'Lars Lund'].map((line) => line.split('\t')[0]!)

function countSteps(hand: Hand): CountingHand {
  let steps = 0
  const counted =
    <Given extends readonly unknown[]>(act: (...given: Given) => Promise<void>) =>
    (...given: Given): Promise<void> => {
      steps += 1
      return act(...given)
    }
  return {
    name: hand.name,
    press: counted(hand.press),
    write: counted(hand.write),
    writeDay: counted(hand.writeDay),
    choose: counted(hand.choose),
    openCell: counted(hand.openCell),
    step: () => void (steps += 1),
    get steps() {
      return steps
    },
  }
}

/** Presses a button once it can be pressed: Tab passes over it before. */
async function press(hand: Hand, button: Locator): Promise<void> {
  await button.and(button.page().locator(':enabled')).waitFor()
  await hand.press(button)
}

async function makePlan({ page, hand }: Sitting): Promise<void> {
  await press(hand, page.getByRole('button', { name: 'New plan' }))
  await hand.write(page.getByLabel('Name', { exact: true }), `February with ${hand.name}`)
  await press(hand, page.getByRole('button', { name: 'Make the plan' }))
  await page.getByRole('heading', { level: 1, name: `February with ${hand.name}` }).waitFor()
}

/** Eleven out of a spreadsheet, one into the fields. */
async function enterPeople({ page, hand }: Sitting): Promise<void> {
  await hand.press(page.getByText('Paste people from a spreadsheet'))
  const lines = page.locator('details', { hasText: 'Paste people' }).getByLabel('Lines', { exact: true })
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(PEOPLE)})`)
  await hand.write(lines, '')
  await page.keyboard.press('Control+v')
  expect(await lines.inputValue()).toBe(PEOPLE)
  await press(hand, page.getByRole('button', { name: 'Add these people' }))
  await page.getByText('11 people').waitFor()
  await hand.write(page.getByLabel('Name of the person'), 'Lars Lund')
  await hand.choose(page.getByLabel('Contract', { exact: true }), 'Part time')
  await hand.write(page.getByLabel('Skills', { exact: true }), 'nurse')
  await press(hand, page.getByRole('button', { name: 'Add the person' }))
  await page.getByText('12 people').waitFor()
  const lars = page.getByRole('row', { name: /^Lars Lund/ }).first()
  expect((await lars.getByRole('cell').allInnerTexts()).slice(0, 2)).toEqual(['Part time', 'nurse'])
  for (const name of NAMES) await page.getByRole('rowheader', { name }).first().waitFor()
}

/** Two shifts of a week by fields, and that of the weekend out of a workbook. */
async function enterShifts({ page, hand }: Sitting): Promise<void> {
  await hand.writeDay(page.getByLabel('First day'), FIRST)
  await hand.writeDay(page.getByLabel('Last day'), LAST)
  const add = page.getByRole('button', { name: 'Add these shifts' })
  await hand.write(page.getByLabel('Where', { exact: true }), 'Ward')
  await hand.write(page.getByLabel('People at a time'), '3')
  await press(hand, add)
  await page.getByText('Ward, 07:00–15:00: 30 shifts').waitFor()
  await hand.write(page.getByLabel('From', { exact: true }), '15:00')
  await hand.write(page.getByLabel('Until', { exact: true }), '23:00')
  await hand.write(page.getByLabel('People at a time'), '2')
  await press(hand, add)
  await page.getByText('Ward, 15:00–23:00: 20 shifts').waitFor()
  await hand.press(page.getByText('Paste shifts from a spreadsheet'))
  const folded = page.locator('details', { hasText: 'Paste shifts' })
  const buffer = Buffer.from(await (await writeWorkbook([{ name: 'Shifts', rows: WEEKEND }])).arrayBuffer())
  // The field is pressed, and the file chosen in a window of the machine.
  hand.step()
  hand.step()
  await folded.locator('input[type=file]').setInputFiles({ name: 'weekend.xlsx', mimeType: WORKBOOK_TYPE, buffer })
  await expect.poll(() => folded.getByLabel('Lines', { exact: true }).inputValue()).toContain('Weekend')
  await press(hand, page.getByRole('button', { name: 'Add these lines' }))
  await page.getByText('Weekend, 08:00–16:00: 8 shifts').waitFor()
  await page.getByRole('heading', { name: `${SHIFTS} shifts` }).waitFor()
}

async function noteAbsence({ page, hand }: Sitting): Promise<void> {
  await hand.choose(page.getByLabel('Who', { exact: true }), 'Dina Dahl')
  await hand.writeDay(page.getByLabel('First of these days'), '2027-02-02')
  await hand.writeDay(page.getByLabel('Last of these days'), '2027-02-03')
  await press(hand, page.getByRole('button', { name: 'Add these days' }))
  await page.getByText('Dina Dahl is away, Tue 2 Feb to Wed 3 Feb').waitFor()
}

/** The roster that was taken over, beside what there was before. */
async function compareVersions({ page, hand }: Sitting): Promise<void> {
  await hand.press(page.getByText('Versions', { exact: true }))
  await press(hand, page.getByRole('button', { name: /^Compare version \d+ / }).first())
  await page.getByRole('region', { name: 'Both versions side by side' }).waitFor()
  await page.getByRole('heading', { name: 'Who is affected' }).waitFor()
}

async function saveRoster({ page, hand }: Sitting): Promise<void> {
  const [download]: [Download, void] = await Promise.all([
    page.waitForEvent('download'),
    press(hand, page.getByRole('button', { name: 'Save as Excel: Roster' })),
  ])
  const workbook = await openWorkbook(await readFile(await download.path()), parse)
  const rows = await workbook.read(workbook.sheets[0]!)
  expect(rows.map(([name]) => name)).toEqual(['Name', ...NAMES, 'Nobody'])
  const cells = rows.slice(1, -1).flatMap(([, ...days]) => days.filter((day) => day))
  expect(cells.flatMap((cell) => String(cell).split(', ')).length).toBe(SHIFTS)
}

/** Somebody who works on the first Monday is ill for the first week. Gives the presses. */
async function takeSickCall({ stay, page, hand, byKeys }: Sitting): Promise<number> {
  const { name } = await somebodyAtWork(page)
  const sick = page.getByRole('button', { name: `Sick: ${name}` })
  const readPresses = await countPresses(page, sick)
  if (byKeys) await press(hand, sick)
  else {
    hand.step()
    await rowOf(page, name).getByRole('rowheader').click({ button: 'right' })
  }
  const dialog = page.getByRole('dialog', { name: `${name} is sick` })
  const last = dialog.getByLabel('Sick up to and including')
  await last.and(page.locator(':focus')).waitFor()
  hand.step()
  await last.fill('2027-02-07')
  if (byKeys) {
    hand.step()
    await page.keyboard.press('Enter')
  } else await press(hand, dialog.getByRole('button', { name: 'Show answers' }))
  const accept = dialog.getByRole('button', { name: /^Accept/ }).first()
  await accept.and(page.locator(':focus')).waitFor()
  await dialog.getByRole('button', { name: 'Show answers' }).and(page.locator(':enabled')).waitFor()
  await press(hand, accept)
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(`${name} is away, Mon 1 Feb to Sun 7 Feb`).waitFor()
  expect((await workOf(page, name)).slice(0, 7)).toEqual(Array.from({ length: 7 }, () => ''))
  await page.getByText(/^Saved as version \d+/).waitFor()
  expect(await stay.findBarriers()).toEqual([])
  return (await readPresses()) + KEYS_OF_DAY
}

/** Counts how often a key or a button of the pointer is pressed, from the button of the sick call on: how many times Tab is pressed on the way is up to where somebody was. */
async function countPresses(page: Page, from: Locator): Promise<() => Promise<number>> {
  await from.focus()
  await page.evaluate(
    `for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => (window.presses = (window.presses ?? 0) + 1), true)`,
  )
  return () => page.evaluate<number>('window.presses ?? 0')
}

/** Somebody of the roster who works on its first day, and how many shifts that person has. */
async function somebodyAtWork(page: Page): Promise<{ readonly name: string; readonly shifts: number }> {
  for (const name of NAMES) {
    const days = await workOf(page, name)
    if (days[0] !== '') return { name, shifts: days.reduce((sum, text) => sum + (text.match(/\d\d:\d\d/g) ?? []).length, 0) }
  }
  throw new Error('Nobody works on the first day.')
}

/** What somebody works on each day of the plan, '' = nothing. */
async function workOf(page: Page, name: string): Promise<readonly string[]> {
  return (await rowOf(page, name).getByRole('cell').allInnerTexts()).map((text) => text.trim())
}

/** Of the roster: the tables of people and of links have one too. */
function rowOf(page: Page, name: string): Locator {
  return page
    .getByRole('region', { name: 'Roster by day' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
}

async function newestScore({ address, token }: Hospital): Promise<readonly number[] | null> {
  const answer = await fetch(`${address}/api/v1/gateway`, { headers: { authorization: `Bearer ${token}` } })
  const [newest] = (await answer.json()) as { readonly score: readonly number[] | null }[]
  return newest!.score
}
