// Slow: a browser draws pictures and compares them.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, openBrowser } from './browser.ts'
import { comparePictures, halve } from './pictures/compare.ts'
import { otherFaces } from './pictures/measures.ts'

const chromium = findChromium()

describe.skipIf(chromium === null)('pictures of a page', () => {
  let page: Page
  let desk: Page
  let plain: Buffer
  beforeAll(async () => {
    const browser = await openBrowser(chromium!)
    ;[page, desk] = [await browser.newPage({ viewport: { width: 1440, height: 900 } }), await browser.newPage()]
    plain = await pictureWith({})
  })
  afterAll(() => page?.context().browser()?.close())

  test('that are equal have no tile in which they differ', async () => {
    expect(await comparePictures(desk, [plain, await pictureWith({})])).toMatchObject({ tiles: 90 * 57, others: 0, largest: 0, isSame: true })
  })

  // By so little Chromium draws a round corner otherwise from one run to the next.
  test('are the same where the pixels of a line are three levels darker', async () => {
    expect(await comparePictures(desk, [plain, await pictureWith({ line: 'rgb(0 0 0 / 1.2%)' })])).toMatchObject({ others: 0, isSame: true })
  })

  // Tiles that differ: more than `few`, and no more than `most`, about twice those in which the change lies. A letter lies in two; one picture has 5,130.
  for (const [what, change, few, most] of [
    ['a box that moved by four pixels', { left: 104 }, 2, 30],
    ['a badge of another colour', { badge: '#fdf1d8' }, 2, 20],
    ['a button with another word', { label: 'Repeat' }, 2, 20],
    ['a letter more', { label: 'Publishe' }, 1, 10],
    ['a column that is 20 pixels wider', { column: 220 }, 2, 30],
  ] as const) {
    test(`find ${what}`, async () => {
      const { others, isSame, shown } = await comparePictures(desk, [plain, await pictureWith(change)])
      expect({ isSame, someTiles: others > few && others <= most }).toEqual({ isSame: false, someTiles: true })
      expect(shown.subarray(1, 4).toString()).toBe('PNG')
    })
  }

  test('of another size differ everywhere', async () => {
    const small = await halve(desk, await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } }))
    expect(await comparePictures(desk, [plain, small])).toMatchObject({ others: 90 * 57, isSame: false })
  })

  async function pictureWith({ left = 100, badge = '#e2f3e8', label = 'Publish', column = 200, line = 'transparent' }): Promise<Buffer> {
    await page.setContent(`<body style="margin: 0; font: 15px sans-serif; background: #f6f7f9; color: #1a1f26">
      <p style="position: absolute; left: ${left}px; top: 80px; width: 240px; height: 60px; border: 1px solid #77818e; background: white">A box</p>
      <span style="position: absolute; left: 500px; top: 90px; padding: 1px 9px; border-radius: 9px; background: ${badge}; color: #1a6b3c">active</span>
      <button style="position: absolute; left: 700px; top: 90px">${label}</button>
      <i style="position: absolute; left: 101px; top: 304px; width: 90px; height: 4px; background: ${line}"></i>
      <table style="position: absolute; left: 100px; top: 300px; border-collapse: collapse">
        <tr><td style="width: ${column}px">Name</td><td>Hours</td></tr><tr><td>Anna Andersen</td><td>96 of 70</td></tr>
      </table></body>`)
    return halve(desk, await page.screenshot())
  }
})

test('are not compared where text measures otherwise, which is said', () => {
  const there = { normal: 620.5, monospace: 700 }
  expect(otherFaces(there, { normal: 620.52, monospace: 700 })).toBe(null)
  expect(otherFaces(there, { normal: 640, monospace: 700 })).toMatch(/normal 620.5 px there, 640 px here\): the pages are opened and not compared\.$/)
})
