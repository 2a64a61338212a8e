import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { House } from '../house.ts'
import { comparePictures, halve } from './compare.ts'
import { type Measures, measureText, otherFaces } from './measures.ts'
import { pictureOf } from './settle.ts'

const FOLDER = fileURLToPath(new URL('./', import.meta.url))
/** What is another one, and where; of no commit. */
const OTHERS = fileURLToPath(new URL('../../../build/pictures/', import.meta.url))
const MEASURES = join(FOLDER, 'measures.json')
const ACCEPT = 'TURNUS_PICTURES=write TEST_LONG=1 npx vitest run test/console/pictures.long.test.ts'
const { TURNUS_PICTURES: mode } = process.env

/** The pictures that the console is compared with. */
export interface Album {
  /** Compares a page with its picture, or takes that anew where it was asked for. Null = as it was; else one sentence about what is not. */
  look(page: Page, name: string): Promise<string | null>
  /** Pictures that nobody looked at. */
  unseen(): Promise<readonly string[]>
  close(): Promise<void>
}

/** Opens it. With `TURNUS_PICTURES=write` what is looked at is accepted. */
export async function openAlbum(house: House): Promise<Album> {
  await rm(OTHERS, { recursive: true, force: true })
  const stay = await house.visit()
  const desk = stay.page
  const seen = new Set<string>()
  let isComparable: boolean | null = null
  const judge = async (page: Page): Promise<boolean> => {
    const here = await measureText(page)
    if (mode === 'write') await writeFile(MEASURES, `${JSON.stringify(here, null, 2)}\n`)
    const recorded = existsSync(MEASURES) ? (JSON.parse(await readFile(MEASURES, 'utf8')) as Measures) : here
    const why = otherFaces(recorded, here)
    if (why !== null) process.stdout.write(`${why}\n`)
    return why === null
  }
  return {
    async look(page, name) {
      seen.add(`${name}.webp`)
      isComparable ??= await judge(page)
      const whole = await pictureOf(page)
      if (!isComparable) return null
      await keepWhole(name, whole)
      const picture = await halve(desk, whole)
      const path = join(FOLDER, `${name}.webp`)
      if (mode === 'write') await writeFile(path, picture)
      if (!existsSync(path)) return `${name}: there is no picture of it yet. Take it: ${ACCEPT}`
      return compareWith(desk, path, picture)
    },
    async unseen() {
      return (await readdir(FOLDER)).filter((file) => file.endsWith('.webp') && !seen.has(file))
    },
    close: () => stay.close(),
  }
}

async function compareWith(desk: Page, path: string, picture: Buffer): Promise<string | null> {
  const { tiles, others, largest, isSame, shown } = await comparePictures(desk, [await readFile(path), picture])
  if (isSame) return null
  await mkdir(OTHERS, { recursive: true })
  const name = path.slice(FOLDER.length, -'.webp'.length)
  const [now, where] = [join(OTHERS, `${name}.webp`), join(OTHERS, `${name}.differs.png`)]
  await writeFile(now, picture)
  await writeFile(where, shown)
  return `${name}: ${others} of ${tiles} tiles differ, by up to ${largest.toFixed(1)}. Now: ${now}; where: ${where}. Accept: ${ACCEPT}`
}

/** With TEST_PICTURES also in full size, for somebody to look at. */
async function keepWhole(name: string, picture: Buffer): Promise<void> {
  const { TEST_PICTURES: wholes } = process.env
  if (wholes) await writeFile(join(wholes, `${name}.png`), picture)
}
