import { expect } from 'vitest'
import { readText } from '../source-files.ts'

/** A block of code in a page. */
export interface Block {
  readonly heading: string
  readonly language: string
  readonly text: string
}

/** All blocks of code of a page, in its order. `heading`: the nearest one above, without its signs. */
export function blocksOf(file: string): readonly Block[] {
  const blocks: Block[] = []
  let heading = ''
  for (const [, title, language, text] of readText(file).matchAll(/^#+ (.+)$|^ *```(\w*)[^\n]*\n([\s\S]*?)^ *```$/gm)) {
    if (title !== undefined) heading = title
    else blocks.push({ heading, language: language!, text: text! })
  }
  return blocks
}

/** The blocks of a page for a test that executes them one after the other and wants to have had all. */
export interface Page {
  /** The next block below a heading in a language that was not taken yet. Fails when there is none. */
  take(heading: string, language: string): string
  /** Fails when a block in one of these languages was not taken. */
  expectAllTaken(...languages: readonly string[]): void
}

export function openPage(file: string): Page {
  const left = new Set(blocksOf(file))
  return {
    take(heading, language) {
      const block = [...left].find((one) => one.heading === heading && one.language === language)
      if (block === undefined) throw new Error(`${file} has no more block of ${language} below "${heading}".`)
      left.delete(block)
      return block.text
    },
    expectAllTaken(...languages) {
      expect([...left].filter(({ language }) => languages.includes(language))).toEqual([])
    },
  }
}

/** The commands of a block of shell, one after the other: lines joined where one ends in a backslash or within quotes; comments and blank lines left out. */
export function commandsOf(block: string): readonly string[] {
  const commands: string[] = []
  let open = ''
  for (const line of block.split('\n')) {
    open += open === '' ? line : `\n${line}`
    if (open.endsWith('\\') || isWithinQuotes(open)) continue
    if (open.trim() !== '' && !open.trimStart().startsWith('#')) commands.push(open)
    open = ''
  }
  return commands
}

/** True where a quote is left when all that is quoted, escaped or a comment is taken out. */
function isWithinQuotes(command: string): boolean {
  return /['"]/.test(command.replaceAll(/\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|(?<=^|\s)#.*/gm, ''))
}
