import type { Page } from 'playwright-core'
import { COLOURS_HAVE_CHANGED, TWO_FRAMES } from '../browser.ts'

/** Pictures after which a page counts as one that never comes to rest. */
const MOST_PICTURES = 40

/** Text that changes from run to run, in the order in which it is looked for, and what stands in its place in a picture. */
const STAND_INS: readonly (readonly [RegExp, string])[] = [
  // The schedules are of 2031: any other year is now.
  [/\d{1,2} [A-Z][a-z]{2,3} (?!2031)20\d\d(, \d{1,2}:\d{2}(:\d{2})?)?/g, '1 Jan 2026, 12:00:00'],
  [/just now|\d+ (min|h) ago/g, '5 min ago'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:9000'],
  [/\b[0-9.,]+ ms\b/g, '10 ms'],
  [/\b([Jj]obs?|token|Token|user|plan) \d+/g, '$1 1'],
  [/^\d:\d{2}( of [0-9:]+( at most)?)?$/g, '0:01'],
  [/administrator-[0-9a-f]+@/g, 'administrator-1@'],
  [/^[a-z][\w.-]*:\d+$/g, 'node:1'],
  [/^\d+\.\d+\.\d+$/g, '1.0.0'],
]

/** Stands in every field for a date that is of now, such as the first day of a new plan. */
const DAY = '2026-01-01'

/** What goes away by itself, and what depends on how far a search came: its place stays empty. */
const HIDDEN = ['.announcements', 'canvas', 'progress', '[aria-labelledby="facts"] dd']

/** Takes the picture of a page that has come to rest: twice the same, with nothing in it that changes from run to run. */
export async function pictureOf(page: Page): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0)
  for (let taken = 0; taken < MOST_PICTURES; taken += 1) {
    await page.evaluate(COLOURS_HAVE_CHANGED)
    await page.evaluate(TWO_FRAMES)
    await page.evaluate(putStandIns())
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    if (last.equals(picture)) return picture
    last = picture
  }
  throw new Error(`${MOST_PICTURES} pictures of ${page.url()} were each another one.`)
}

/** Run in the page. The page does not know, and writes its own text again where that changes. */
const putStandIns = (): string => `((pairs, hidden, day) => {
  // The console's policy allows no style sheet but its own.
  for (const element of document.querySelectorAll(hidden)) element.style.visibility = 'hidden'
  // As many as there were sessions before.
  for (const row of document.querySelectorAll('tr')) if (/^\\d+ login/.test(row.innerText)) row.style.display = 'none'
  for (const field of document.querySelectorAll('input[type=date]')) if (field.value !== '' && !field.value.startsWith('2031')) field.value = day
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const patterns = pairs.map(([source, text]) => [new RegExp(source, 'g'), text])
  const steady = (text) => patterns.reduce((last, [pattern, standIn]) => last.replace(pattern, standIn), text)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (steady(node.data) !== node.data) node.data = steady(node.data)
})(${JSON.stringify(STAND_INS.map(([{ source }, text]) => [source, text]))}, ${JSON.stringify(HIDDEN.join(', '))}, ${JSON.stringify(DAY)})`
