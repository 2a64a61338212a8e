import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where `scripts/build-console.mjs` puts the console, as an absolute path. */
export const CONSOLE_FOLDER = fileURLToPath(new URL('../../build/console', import.meta.url))

/** How the console comes there: a package and an image have it, a clone builds it. */
export const CONSOLE_REMEDY = 'Build it with: npm run setup'

/** Whether the console is in a folder. It may be built while a gateway runs. */
export function isConsoleBuilt(folder: string = CONSOLE_FOLDER): boolean {
  return existsSync(join(folder, 'index.html'))
}
