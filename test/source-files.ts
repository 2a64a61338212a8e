import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** Paths relative to the root, with forward slashes, sorted; what was installed or made by running is left out. */
export function filesMatching(...patterns: readonly string[]): readonly string[] {
  const found = patterns.flatMap((pattern) =>
    globSync(pattern, { cwd: ROOT, exclude: (path) => path.includes('node_modules') || path.startsWith('.turnus') || path === 'build' }),
  )
  return [...new Set(found.map((path) => path.replaceAll('\\', '/')))].sort()
}

/** True for tests and for what only they use. */
export function isTest(path: string): boolean {
  return path.startsWith('test/') || /\.(?:test|fixture)\.tsx?$/.test(path)
}

/** The text of one file of the repository. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** `text` without comments, so that what is written about the code is not taken for code. Strings stay as they are. */
export function withoutComments(text: string): string {
  return text.replaceAll(
    /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_, string?: string) => string ?? '',
  )
}
