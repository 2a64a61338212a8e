import type { Page } from 'playwright-core'

/** Widths of a sentence in CSS pixels, by the face that it is set in. */
export type Measures = Readonly<Record<string, number>>

/** What text measures in the console's own faces. `page`: one that shows the console. */
export function measureText(page: Page): Promise<Measures> {
  return page.evaluate<Measures>(MEASURE)
}

/** One sentence where the faces of two machines differ, so that their pictures do; else null. */
export function otherFaces(recorded: Measures, here: Measures): string | null {
  const others = Object.keys(recorded).filter((face) => Math.abs(recorded[face]! - (here[face] ?? 0)) > MOST_PIXELS)
  if (others.length === 0) return null
  const told = others.map((face) => `${face} ${recorded[face]} px there, ${here[face]} px here`).join('; ')
  return `Text measures otherwise than where the pictures were taken (${told}): the pages are opened and not compared.`
}

const MOST_PIXELS = 0.05

/** Run in the page. */
const MEASURE = `(async () => {
  await document.fonts.ready
  const root = getComputedStyle(document.documentElement)
  const [font, mono] = ['--font', '--mono'].map((name) => root.getPropertyValue(name).trim())
  const faces = { normal: '15px ' + font, bold: '600 15px ' + font, large: '600 24px ' + font, monospace: '14px ' + mono }
  const context = document.createElement('canvas').getContext('2d')
  const widthIn = (face) => {
    context.font = face
    return Math.round(100 * context.measureText('Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich: 07:00–15:00, “å æ ø”.').width) / 100
  }
  return Object.fromEntries(Object.entries(faces).map(([name, face]) => [name, widthIn(face)]))
})()`
