/** Which pages the documentation site has, in which order, and where each of them lies. */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** One page of the site. */
export interface SitePage {
  /** The Markdown file, relative to the repository. */
  readonly source: string
  /** The HTML file, relative to the site. */
  readonly address: string
  /** Its first heading. */
  readonly title: string
  readonly markdown: string
}

/** Pages that stand together in the navigation. */
export interface SiteGroup {
  readonly title: string
  readonly pages: readonly SitePage[]
}

/** The reading order; a pattern stands for all it matches that no other line names. A page that no line covers fails the build. */
const ORDER: readonly (readonly [title: string, sources: readonly string[]])[] = [
  [
    'Start',
    [
      'README.md',
      'docs/getting-started.md',
      'docs/concepts.md',
      'docs/recipes.md',
      'docs/migrating.md',
      'docs/coming-from/*.md',
      'docs/console.md',
      'examples/README.md',
    ],
  ],
  ['Schedules', ['docs/schedule.md', 'docs/formats.md', 'docs/limits.md']],
  ['Rules', ['docs/constraints/README.md', 'docs/design/defaults.md', 'docs/constraints/*.md']],
  [
    'Answers',
    ['docs/questions.md', 'docs/answers.md', 'docs/replanning.md', 'docs/bounds.md', 'docs/solver.md', 'docs/design/search.md', 'docs/benchmarks.md'],
  ],
  [
    'Integrating',
    [
      'docs/integrating.md',
      'docs/callbacks.md',
      'docs/receivers.md',
      'docs/plans.md',
      'docs/json-rpc.md',
      'docs/mcp.md',
      'docs/fake.md',
      'docs/package.md',
      'docs/errors.md',
      'docs/versioning.md',
    ],
  ],
  [
    'Operating',
    ['docs/operations.md', 'docs/configuration.md', 'docs/metrics.md', 'docs/access.md', 'docs/access-matrix.md', 'docs/security.md', 'SECURITY.md'],
  ],
  [
    'Project',
    ['ARCHITECTURE.md', 'docs/glossary.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'STYLE.md', 'docs/licences.md', 'docs/releasing.md', 'docs/*.md'],
  ],
  ['Decisions', ['docs/decisions/*.md']],
  ['Experiments', ['docs/experiments/*.md']],
]
const COVERED = ['*.md', 'docs/**/*.md', 'examples/*.md']

/** Every page of the site in reading order. Throws when a Markdown file of the repository is in no group. */
export function listGroups(): readonly SiteGroup[] {
  const named = new Set(ORDER.flatMap(([, sources]) => sources.filter((source) => !source.includes('*'))))
  const groups = ORDER.map(([title, sources]) => ({
    title,
    pages: sources.flatMap((source) => filesOf(source).filter((file) => file === source || !named.has(file))).map(readPage),
  }))
  const placed = new Set(groups.flatMap(({ pages }) => pages.map(({ source }) => source)))
  const left = COVERED.flatMap(filesOf).filter((file) => !placed.has(file))
  if (left.length > 0) throw new Error(`scripts/site/pages.ts puts these pages in no group: ${left.join(', ')}`)
  return groups
}

/**
 * `docs/constraints/README.md` → `constraints/index.html`, `README.md` → `index.html`, `SECURITY.md` → `project/security.html`, which is not
 * docs/security.md.
 */
export function addressOf(source: string): string {
  const path = source
    .replace(/^docs\//, '')
    .replace(/\bREADME\.md$/, 'index.md')
    .replace(/\.md$/, '.html')
  return source.includes('/') || path === 'index.html' ? path : posix.join('project', path.toLowerCase())
}

function filesOf(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: ROOT, exclude: (path) => path.startsWith('node_modules') })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

function readPage(source: string): SitePage {
  const markdown = readFileSync(`${ROOT}${source}`, 'utf8')
  const title = /^# (.+)$/m.exec(markdown)?.[1]
  if (title === undefined) throw new Error(`${source} has no heading "# …".`)
  return { source, address: addressOf(source), title: title.replaceAll('`', ''), markdown }
}
