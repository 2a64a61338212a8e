/** Markdown to HTML, with anchors as other renderers make them and links as the site has them. */
import { statSync } from 'node:fs'
import { posix } from 'node:path'
import MarkdownIt, { type Token } from 'markdown-it'
import { escapeHtml } from './escape-html.ts'
import { addressOf, ROOT, type SitePage } from './pages.ts'

/** A heading of a page, and the text below it up to the next one. */
export interface Section {
  readonly level: number
  /** Its anchor. */
  readonly id: string
  readonly title: string
  /** Without marks, for the search. */
  readonly text: string
}

/** A page as HTML, without its frame. */
export interface Rendered {
  readonly html: string
  readonly sections: readonly Section[]
  /** Files of the repository that it links to and that are no pages, to be copied to `fileAddress` of each. */
  readonly files: readonly string[]
}

/** What is read and gathered while one page is rendered. */
interface Env {
  readonly page: SitePage
  readonly anchors: Map<string, number>
  readonly sections: Section[]
  readonly files: Set<string>
}

/** What is linked to and is no page keeps its path; docs/ is the root of the site. */
export function fileAddress(path: string): string {
  return path.replace(/^docs\//, '')
}

/** Renders one page. Throws when it links to a file that is not there. */
export function renderPage(page: SitePage): Rendered {
  const env: Env = { page, anchors: new Map(), sections: [], files: new Set() }
  const tokens = MARKDOWN.parse(page.markdown.replaceAll(/<!--[\s\S]*?-->/g, ''), {})
  prepareCells(tokens)
  pointLinks(tokens, env)
  nameHeadings(tokens, env)
  gatherText(tokens, env)
  const html = MARKDOWN.renderer.render(tokens, MARKDOWN.options)
  return { html, sections: env.sections, files: [...env.files] }
}

const MARKDOWN = createMarkdown()

function createMarkdown() {
  const markdown = new MarkdownIt({ html: false })
  const { rules } = markdown.renderer
  // What can be wider than the page scrolls by itself, and so must be reachable with the keyboard.
  rules.table_open = () => '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>'
  rules.table_close = () => '</table></div>'
  rules.fence = (tokens, i) => codeBlock(tokens[i]!)
  rules.code_block = (tokens, i) => codeBlock(tokens[i]!)
  return markdown
}

function codeBlock({ info, content }: Token): string {
  const language = info.trim().split(/\s+/)[0]!
  return `<pre tabindex="0" role="group" aria-label="${escapeHtml(language === '' ? 'Text' : language)}"><code>${escapeHtml(content)}</code></pre>\n`
}

/** Columns are aligned by class: a style within the page is what its policy forbids. */
function prepareCells(tokens: readonly Token[]): void {
  for (const token of tokens) {
    const side = /^text-align:(right|center)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
    token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null
    if (side !== undefined) token.attrJoin('class', side)
  }
  // A head without a word is no head, and a screen reader would announce one.
  tokens.forEach((token, i) => {
    if (token.type !== 'th_open' || tokens[i + 1]!.content !== '') return
    token.tag = 'td'
    tokens[i + 2]!.tag = 'td'
  })
}

function pointLinks(tokens: readonly Token[], env: Env): void {
  for (const token of tokens) {
    if (token.type === 'link_open') token.attrSet('href', linkFrom(env, String(token.attrGet('href'))))
    if (token.type === 'image') token.attrSet('src', linkFrom(env, String(token.attrGet('src'))))
    pointLinks(token.children ?? [], env)
  }
}

/** Gives headings their anchors, and the links by which they can be named. */
function nameHeadings(tokens: readonly Token[], { anchors, sections }: Env): void {
  tokens.forEach((token, i) => {
    if (token.type !== 'heading_open') return
    const title = plainText(tokens[i + 1]!)
    const id = anchorOf(title, anchors)
    token.attrSet('id', id)
    sections.push({ level: Number(token.tag.slice(1)), id, title, text: '' })
  })
}

/** As GitHub makes them: lower case, punctuation gone, spaces to hyphens; the second of the same name ends in -1. */
function anchorOf(title: string, used: Map<string, number>): string {
  const anchor = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
  const times = used.get(anchor) ?? 0
  used.set(anchor, times + 1)
  return times === 0 ? anchor : `${anchor}-${times}`
}

function gatherText(tokens: readonly Token[], { sections }: Env): void {
  let at = -1
  const texts: string[][] = sections.map(() => [])
  tokens.forEach((token, i) => {
    if (token.type === 'heading_open') at += 1
    else if (at >= 0 && tokens[i - 1]?.type !== 'heading_open' && (token.type === 'inline' || token.type === 'fence'))
      texts[at]!.push(token.type === 'inline' ? plainText(token) : token.content)
  })
  sections.forEach((section, i) => {
    sections[i] = { ...section, text: texts[i]!.join(' ').replaceAll(/\s+/g, ' ') }
  })
}

function plainText({ children }: Token): string {
  return (children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('')
}

/** A link of the Markdown as the site has it: pages become HTML, other files are copied, and addresses elsewhere stay. */
function linkFrom({ page, files }: Env, href: string): string {
  if (/^[a-z]+:/i.test(href) || href.startsWith('#')) return href
  const [path, anchor] = href.split('#') as [string, string?]
  const target = posix.normalize(posix.join(posix.dirname(page.source), decodeURI(path)))
  const stat = statSync(`${ROOT}${target}`, { throwIfNoEntry: false })
  if (stat === undefined) throw new Error(`${page.source} links to ${href}, which is not there.`)
  const isPage = target.endsWith('.md')
  if (!isPage) files.add(target)
  const to = isPage ? addressOf(target) : `${fileAddress(target)}${stat.isDirectory() ? '/index.html' : ''}`
  return `${posix.relative(posix.dirname(page.address), to)}${anchor === undefined ? '' : `#${anchor}`}`
}
