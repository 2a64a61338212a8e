import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { filesMatching, readText, ROOT } from '../source-files.ts'
import { createTestTerminal } from '../terminal.ts'

interface Block {
  readonly page: string
  readonly language: string
  readonly text: string
}

const blocks: readonly Block[] = filesMatching('*.md', 'docs/**/*.md', 'examples/*.md').flatMap((page) =>
  [...readText(page).matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```/gm)].map(([, language, text]) => ({ page, language: language!, text: text! })),
)

/** Lines of all blocks and all code within lines, those that end in a backslash joined with the next. */
const commandLines = filesMatching('*.md', 'docs/**/*.md', 'examples/*.md').flatMap((page) => {
  const inBlocks = blocks
    .filter((block) => block.page === page && block.language !== 'json')
    .flatMap(({ text }) => text.replaceAll(/\\\n\s*/g, ' ').split('\n'))
  const inText = [
    ...readText(page)
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, code]) => code!)
  return [...inBlocks, ...inText].map((line) => ({ page, line }))
})

describe('blocks of JSON in the pages', () => {
  for (const { page, text } of blocks.filter(({ language }) => language === 'json')) {
    test(`${page}: ${text.slice(0, 50).replaceAll(/\s+/g, ' ')}`, () => {
      // A piece of an object is shown without its braces.
      const whole = /^\s*[[{]/.test(text) ? text : `{${text}}`
      expect(() => void JSON.parse(whole)).not.toThrow()
    })
  }
})

describe('commands in the pages', () => {
  const used = commandLines.flatMap(({ page, line }) =>
    [...line.matchAll(/\b(?:npx )?turnus ([a-z][^|;)#"“]*)/g)]
      .filter(([whole]) => whole.startsWith('npx ') || line.startsWith('turnus '))
      .map(([, words]) => ({ page, words: words!.replace('FORMAT', 'csv').trim().split(/\s+/) })),
  )

  test('turnus has every command and every flag that a page uses', async () => {
    expect(used.length).toBeGreaterThan(60)
    const wrong: string[] = []
    for (const { page, words } of used) {
      const help = await helpOf(words)
      const flags = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/[=…,.].*$/, ''))
      wrong.push(
        ...flags
          .filter((flag) => !help.includes(`${flag} `) && !help.includes(`${flag}\n`))
          .map((flag) => `${page}: turnus ${words.join(' ')}: ${flag}`),
      )
      if (help === '') wrong.push(`${page}: turnus ${words.join(' ')}`)
    }
    expect(wrong).toEqual([])
  })

  test('files of the repository that commands read are there', () => {
    const read = used.flatMap(({ page, words }) => words.filter((word) => /^examples\/\S+\.\w+$/.test(word)).map((file) => ({ page, file })))
    expect(read.length).toBeGreaterThan(5)
    expect(read.filter(({ file }) => !existsSync(`${ROOT}${file}`))).toEqual([])
  })
})

describe('requests in the pages', () => {
  const { paths } = JSON.parse(readText('openapi.json')) as { paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
  const templates = Object.entries(paths).map(([path, methods]) => ({ pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), methods }))
  const requests = [
    ...commandLines.flatMap(({ page, line }) => (line.startsWith('curl ') ? curlRequest(page, line) : [])),
    ...blocks.flatMap(({ page, text }) =>
      [...text.matchAll(/^(GET|POST|PATCH|DELETE) (\/\S*) HTTP\/1\.1$/gm)].map(([, method, path]) => ({ page, method: method!, path: path! })),
    ),
  ]

  test('every path of the gateway is named on a page, with its method', () => {
    const pages = filesMatching('README.md', 'docs/*.md').map(readText).join('\n')
    const unnamed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => /^(?:get|put|post|patch|delete)$/.test(method))
        .map((method) => ({ method: method.toUpperCase(), path }))
        .filter(({ method, path: asked }) => !isNamed(pages, method, asked)),
    )
    expect(unnamed).toEqual([])
  })

  test('the gateway has every path and method that a page asks for', () => {
    expect(requests.length).toBeGreaterThan(20)
    const unknown = requests
      // The page that serves the description, and addresses on the receiver's side, are no routes of it.
      .filter(({ path }) => path !== '/openapi.json' && /^\/(?:api|v1|mcp|health)(?:\/|$)/.test(path))
      .filter(({ method, path }) => !templates.some(({ pattern, methods }) => pattern.test(path.split('?')[0]!) && method.toLowerCase() in methods))
    expect(unknown).toEqual([])
  })
})

/** `METHOD /path` in one piece of code, or in a row that names several; parameters may be written as values or as other names. */
function isNamed(pages: string, method: string, path: string): boolean {
  const written = path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '(?:\\{\\w+\\}|\\w+)')
  return new RegExp(`\\b${method}\\b[^\\n]*${written}(?![\\w/{])`).test(pages)
}

function curlRequest(page: string, line: string): readonly { page: string; method: string; path: string }[] {
  const url = /(?:https?:\/\/[^/\s'"]+|\$TURNUS)(\/[^\s'"]*)/.exec(line)?.[1]
  if (url === undefined) return []
  const method = /-X (\w+)/.exec(line)?.[1] ?? (/ (?:--data|-d)/.test(line) ? 'POST' : 'GET')
  return [{ page, method, path: url }]
}

const helps = new Map<string, string>()

/** The help of the command that these words begin with; empty when there is no such command. */
async function helpOf(words: readonly string[]): Promise<string> {
  const named = words.filter((word) => /^[a-z][a-z0-9-]*$/.test(word)).slice(0, 2)
  for (let length = named.length; length > 0; length -= 1) {
    const path = words.slice(0, length)
    const key = path.join(' ')
    if (!helps.has(key)) helps.set(key, await printedHelp(path))
    const help = helps.get(key)!
    if (help.startsWith(`Usage: turnus ${key}`)) return help
  }
  return ''
}

async function printedHelp(path: readonly string[]): Promise<string> {
  const terminal = createTestTerminal()
  await runProgram([...path, '--help'], terminal)
  return terminal.out()
}
