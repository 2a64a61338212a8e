/** Builds the documentation site: files that any static host can serve, and that work offline and from a disk. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'
import MiniSearch from 'minisearch'
import { escapeHtml } from './escape-html.ts'
import { type Framed, framePage } from './frame.ts'
import { listGroups, ROOT, type SitePage } from './pages.ts'
import { fileAddress, type Rendered, renderPage } from './render.ts'

/** Fields of the search, and how the client script has to open it; written into the index, so that both sides agree. */
const SEARCH_OPTIONS = { fields: ['title', 'words', 'page', 'text'], storeFields: ['title', 'page', 'address', 'start', 'worth'] }
/** How much a hit on a page counts beside one on a page that explains what to do; each has many words, so it would be found first by any of them. */
const WORTH: Readonly<Record<string, number>> = { Project: 0.2, Decisions: 0.2, Experiments: 0.2 }
/** Characters of a section that a result shows. */
const START_LENGTH = 140
const MINISEARCH = join(dirname(createRequire(import.meta.url).resolve('minisearch')), '..', 'umd', 'index.js')

/** What was written. */
export interface BuiltSite {
  readonly pages: number
  readonly sections: number
  readonly bytes: number
}

/** Writes the whole site into `folder`, which is emptied first. Throws when a page links to nothing or is in no group. */
export function buildSite(folder: string): BuiltSite {
  rmSync(folder, { recursive: true, force: true })
  const groups = listGroups()
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string }
  const rendered = groups.flatMap(({ title, pages }) => pages.map((page) => ({ page, worth: WORTH[title] ?? 1, ...renderPage(page) })))
  const write = (framed: Framed): void => writeInto(folder, framed.address, framePage(framed, groups, version))
  for (const { page, html, sections } of rendered) write({ ...page, html, sections })
  for (const path of new Set(rendered.flatMap(({ files }) => files))) copyLinked(folder, path, write)
  cpSync(join(ROOT, 'scripts', 'site', 'assets'), join(folder, 'assets'), { recursive: true })
  copyFileSync(MINISEARCH, join(folder, 'assets', 'minisearch.js'))
  writeInto(folder, 'assets/search-index.js', searchIndex(rendered))
  const sections = rendered.reduce((sum, one) => sum + one.sections.length, 0)
  return { pages: rendered.length, sections, bytes: bytesOf(folder) }
}

function writeInto(folder: string, address: string, text: string): void {
  const file = join(folder, address)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** A file as it is; of a folder its files, and a page that lists them. */
function copyLinked(folder: string, path: string, write: (framed: Framed) => void): void {
  const to = join(folder, fileAddress(path))
  if (!statSync(`${ROOT}${path}`).isDirectory()) {
    mkdirSync(dirname(to), { recursive: true })
    return copyFileSync(`${ROOT}${path}`, to)
  }
  cpSync(`${ROOT}${path}`, to, { recursive: true })
  const items = readdirSync(`${ROOT}${path}`).map((name) => `<li><a href="${escapeHtml(encodeURI(name))}">${escapeHtml(name)}</a></li>`)
  write({
    title: path,
    address: posix.join(fileAddress(path), 'index.html'),
    html: `<h1>${escapeHtml(path)}</h1>\n<ul>\n${items.join('\n')}\n</ul>`,
    sections: [],
  })
}

/** A script, because a page that lies on a disk may load scripts and fetch nothing. It sets `turnusSearch`. */
function searchIndex(rendered: readonly (Rendered & { readonly page: SitePage; readonly worth: number })[]): string {
  const index = new MiniSearch<Record<string, string | number>>(SEARCH_OPTIONS)
  index.addAll(
    rendered
      .flatMap(({ page, worth, sections }) => sections.map((section) => ({ page, worth, section })))
      .map(({ page, worth, section: { level, id, title, text } }, i) => ({
        id: i,
        title,
        words: wordsOf(title),
        page: page.title,
        text,
        start: text.slice(0, START_LENGTH),
        worth,
        address: level === 1 ? page.address : `${page.address}#${encodeURI(id)}`,
      })),
  )
  // Text within text: JSON of a string is a string of JavaScript.
  return `globalThis.turnusSearch = ${JSON.stringify({ options: SEARCH_OPTIONS, index: JSON.stringify(index) })}\n`
}

/** What a name such as `minRestBetweenShifts` is made of; empty for other titles. */
function wordsOf(title: string): string {
  return /^[a-z]+(?:[A-Z][a-z]+)+$/.test(title) ? title.replaceAll(/[A-Z]/g, ' $&') : ''
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
