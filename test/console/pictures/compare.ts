import type { Page } from 'playwright-core'

/** Edge of a tile, in pixels of a picture that is half as wide as the page. */
const TILE = 8
/** Mean difference of red, green and blue of a tile's pixels, 0 to 255, above which the tile counts as another one. */
export const MOST_DIFFERENCE = 0.5
/** Share of a picture's tiles that may be others. */
export const MOST_TILES = 0.0002

/** Of WebP, 0 to 1: without loss, since a loss spreads a difference of two levels in one corner over tiles far from there. */
const QUALITY = 1
/** Of red, green and blue each, from dark to light: a picture with more takes half as much room again. */
const LEVELS = 32

/** What two pictures are to each other. */
export interface Difference {
  /** How many tiles there are, and in how many the pictures differ. */
  readonly tiles: number
  readonly others: number
  /** The largest mean difference of a tile, 0 to 255. */
  readonly largest: number
  readonly isSame: boolean
  /** The first picture, pale, with the differing tiles as the second has them in a red frame; PNG. */
  readonly shown: Buffer
}

/** Compares two pictures, each PNG or WebP, tile by tile. `page`: an empty one, in which they are decoded. Pictures of different sizes differ in every tile. */
export async function comparePictures(page: Page, [first, second]: readonly [Buffer, Buffer]): Promise<Difference> {
  const asked = { urls: [urlOf(first), urlOf(second)], tile: TILE, most: MOST_DIFFERENCE }
  const { tiles, others, largest, shown } = await page.evaluate<Compared>(`(${COMPARE})(${JSON.stringify(asked)})`)
  return { tiles, others, largest, isSame: others <= MOST_TILES * tiles, shown: bytesOf(shown) }
}

/** A picture half as wide and half as high, in fewer colours; WebP. */
export async function halve(page: Page, picture: Buffer): Promise<Buffer> {
  return bytesOf(await page.evaluate<string>(`(${HALVE})(${JSON.stringify(urlOf(picture))})`))
}

interface Compared {
  readonly tiles: number
  readonly others: number
  readonly largest: number
  readonly shown: string
}

function urlOf(picture: Buffer): string {
  return `data:image/*;base64,${picture.toString('base64')}`
}

function bytesOf(url: string): Buffer {
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** Run in the page: a picture from its address, and a surface to draw on. */
const DRAWING = `
  const decode = async (url) => createImageBitmap(await (await fetch(url)).blob())
  const surface = (width, height) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    return canvas.getContext('2d', { willReadFrequently: true })
  }`

const HALVE = `async (url) => {
  ${DRAWING}
  const image = await decode(url)
  const half = surface(Math.round(image.width / 2), Math.round(image.height / 2))
  half.drawImage(image, 0, 0, half.canvas.width, half.canvas.height)
  const pixels = half.getImageData(0, 0, half.canvas.width, half.canvas.height)
  const step = 255 / ${LEVELS - 1}
  for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = Math.round(Math.round(pixels.data[at] / step) * step)
  half.putImageData(pixels, 0, 0)
  return half.canvas.toDataURL('image/webp', ${QUALITY})
}`

const COMPARE = `async ({ urls, tile, most }) => {
  ${DRAWING}
  const [first, second] = await Promise.all(urls.map(decode))
  const { width, height } = first
  const isSized = second.width === width && second.height === height
  const drawn = [first, second].map((image) => {
    const context = surface(width, height)
    context.drawImage(image, 0, 0)
    return context
  })
  const [a, b] = drawn.map((context) => context.getImageData(0, 0, width, height).data)
  const differenceAt = (left, top) => {
    let sum = 0
    let count = 0
    for (let y = top; y < Math.min(top + tile, height); y += 1)
      for (let x = left; x < Math.min(left + tile, width); x += 1)
        for (let colour = 0; colour < 3; colour += 1, count += 1) sum += Math.abs(a[4 * (y * width + x) + colour] - b[4 * (y * width + x) + colour])
    return sum / count
  }
  const shown = surface(width, height)
  shown.globalAlpha = 0.3
  shown.drawImage(first, 0, 0)
  shown.globalAlpha = 1
  shown.strokeStyle = 'red'
  let [tiles, others, largest] = [0, 0, 0]
  for (let top = 0; top < height; top += tile)
    for (let left = 0; left < width; left += tile, tiles += 1) {
      const difference = isSized ? differenceAt(left, top) : 255
      largest = Math.max(largest, difference)
      if (difference <= most) continue
      others += 1
      shown.drawImage(second, left, top, tile, tile, left, top, tile, tile)
      shown.strokeRect(left + 0.5, top + 0.5, tile - 1, tile - 1)
    }
  return { tiles, others, largest, shown: shown.canvas.toDataURL('image/png') }
}`
