import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltSite, buildSite } from '../../scripts/site/build.ts'
import { listGroups } from '../../scripts/site/pages.ts'
import { filesMatching } from '../source-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnus-site-'))
let built: BuiltSite

beforeAll(() => {
  built = buildSite(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the documentation site', () => {
  const pages = listGroups().flatMap((group) => group.pages)

  test('has one page for every Markdown file of the documentation, at an address of its own', () => {
    expect(pages.map(({ source }) => source).sort()).toEqual([...filesMatching('*.md', 'docs/**/*.md', 'examples/*.md')])
    expect(new Set(pages.map(({ address }) => address)).size).toBe(pages.length)
    expect(built.pages).toBe(pages.length)
  })

  test('every link and every anchor of every page resolves', () => {
    const broken = pages.flatMap(({ address }) =>
      linksOf(read(address))
        .filter((href) => !/^(?:https?|mailto):/.test(href))
        .filter((href) => !resolves(address, href))
        .map((href) => `${address}: ${href}`),
    )
    expect(broken).toEqual([])
  })

  test('no page loads anything from elsewhere, has a script or style within, or leaves out the policy that forbids it', () => {
    for (const { address } of pages) {
      const html = read(address)
      const loaded = [...html.matchAll(/<(?:script|link|img)\b[^>]*\b(?:src|href)="([^"]+)"/g)].map(([, url]) => url!)
      expect(loaded.filter((url) => /^(?:[a-z]+:|\/\/)/i.test(url))).toEqual([])
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son[a-z]+="|\sstyle="/)
      expect(html).toContain(`content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"`)
    }
  })

  test('every section can be searched for', () => {
    expect(built.sections).toBeGreaterThan(pages.length)
    const index = readFileSync(join(folder, 'assets', 'search-index.js'), 'utf8')
    for (const { address } of pages) expect(index).toContain(address)
  })
})

function read(address: string): string {
  return readFileSync(join(folder, address), 'utf8')
}

function linksOf(html: string): readonly string[] {
  return [...html.matchAll(/\b(?:href|src)="([^"]+)"/g)].map(([, url]) => url!.replaceAll('&amp;', '&'))
}

function resolves(from: string, href: string): boolean {
  const [path, anchor] = href.split('#') as [string, string?]
  const target = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), decodeURI(path)))
  if (!existsSync(join(folder, target))) return false
  return anchor === undefined || read(target).includes(` id="${decodeURI(anchor)}"`)
}
