import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { blocksOf } from './pages/page.ts'
import { ROOT } from './source-files.ts'

export const SETTING = 'A setting of a known kind'
export const KIND = 'A new kind of rule'

/** A step of the page: a file, and what becomes of it. A file that is new has no old text. */
export interface Step {
  readonly file: string
  readonly changes: readonly { readonly old: string; readonly now: string }[]
}

/** The steps of CONTRIBUTING.md under a heading, in order. */
export function stepsOf(heading: string): Step[] {
  return blocksOf('CONTRIBUTING.md')
    .filter((block) => block.heading === heading && block.language === 'diff')
    .map(({ text }) => {
      const [first, ...lines] = text.split('\n').map((line) => line.replace(/^ {3}/, ''))
      const hunks = lines.join('\n').split(/^@@$/m)
      return { file: first!.replace(/^\+\+\+ /, ''), changes: hunks.map((hunk) => ({ old: side(hunk, '-'), now: side(hunk, '+') })) }
    })
}

/** The lines of a hunk that stand on one side. */
function side(hunk: string, sign: '-' | '+'): string {
  return hunk
    .split('\n')
    .filter((line) => line.startsWith(' ') || line.startsWith(sign))
    .map((line) => line.slice(1))
    .join('\n')
}

/** By file: what becomes of it by all steps of the page. Fails where a step does not find its place exactly once. */
export function applySteps(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { file, changes } of [...stepsOf(SETTING), ...stepsOf(KIND)]) {
    for (const { old, now } of changes) {
      const text = texts.get(file) ?? (existsSync(`${ROOT}${file}`) ? readFileSync(`${ROOT}${file}`, 'utf8') : '')
      if (old !== '') expect(text.split(old), `${file} has once: ${old}`).toHaveLength(2)
      texts.set(file, old === '' ? `${now}\n` : text.replace(old, () => now))
    }
  }
  return texts
}
