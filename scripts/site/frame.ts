/** The frame around every page: head, navigation, search, what is on this page. */
import { escapeHtml } from './escape-html.ts'
import { posix } from 'node:path'
import type { SiteGroup, SitePage } from './pages.ts'
import type { Section } from './render.ts'

/** Nothing but what lies beside the page: no script, style, picture or request from anywhere else. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
const LISTED_LEVELS = [2, 3]
/** A page with fewer headings is seen at a glance. */
const FEWEST_LISTED = 3

/** What is framed. */
export interface Framed {
  readonly title: string
  /** Where it will lie, relative to the site. */
  readonly address: string
  readonly html: string
  readonly sections: readonly Section[]
}

/** The whole HTML document of a page. */
export function framePage(framed: Framed, groups: readonly SiteGroup[], version: string): string {
  const root = posix.relative(posix.dirname(framed.address), '.') || '.'
  const pages = groups.flatMap((group) => group.pages)
  const at = pages.findIndex(({ address }) => address === framed.address)
  return `<!doctype html>
<html lang="en" data-root="${root}/">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${at === 0 ? 'Turnus' : `${escapeHtml(framed.title)} · Turnus`}</title>
<link rel="icon" href="${root}/assets/icon.svg">
<link rel="stylesheet" href="${root}/assets/site.css">
<script src="${root}/assets/site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="${root}/index.html">Turnus <small>${escapeHtml(version)}</small></a>
<div role="search" hidden><input id="search" type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false">
<div id="found" hidden><p id="count" role="status"></p><ol id="results"></ol></div></div>
</header>
<div class="columns">
<nav aria-label="Documentation">
<details class="menu"><summary>Contents</summary>
${groups.map((group) => navGroup(group, framed.address)).join('\n')}
</details>
</nav>
<main id="content" tabindex="-1">
${framed.html}
${neighbours(pages, at, framed.address)}
</main>
${onThisPage(framed.sections)}
</div>
</body>
</html>
`
}

function navGroup({ title, pages }: SiteGroup, current: string): string {
  const items = pages.map(({ address, title: name }) => {
    const mark = address === current ? ' aria-current="page"' : ''
    return `<li><a href="${hrefTo(address, current)}"${mark}>${escapeHtml(name)}</a></li>`
  })
  const isOpen = pages.some(({ address }) => address === current) || title === 'Start'
  return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>\n${items.join('\n')}\n</ul></details>`
}

function neighbours(pages: readonly SitePage[], at: number, current: string): string {
  const [before, after] = at < 0 ? [undefined, undefined] : [pages[at - 1], pages[at + 1]]
  const link = (page: SitePage | undefined, rel: string, word: string): string =>
    page === undefined ? '' : `<a rel="${rel}" href="${hrefTo(page.address, current)}"><span>${word}</span> ${escapeHtml(page.title)}</a>`
  return before === undefined && after === undefined
    ? ''
    : `<nav class="neighbours" aria-label="Before and after">${link(before, 'prev', 'Before:')}${link(after, 'next', 'Next:')}</nav>`
}

function onThisPage(sections: readonly Section[]): string {
  const listed = sections.filter(({ level }) => LISTED_LEVELS.includes(level))
  if (listed.length < FEWEST_LISTED) return ''
  const items = listed.map(
    ({ level, id, title }) => `<li class="level-${level}"><a href="#${escapeHtml(encodeURI(id))}">${escapeHtml(title)}</a></li>`,
  )
  return `<nav class="on-page" aria-label="On this page"><p>On this page</p><ul>\n${items.join('\n')}\n</ul></nav>`
}

function hrefTo(address: string, from: string): string {
  return posix.relative(posix.dirname(from), address)
}
