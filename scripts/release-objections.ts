/** What speaks against a release of the clone as it stands, for scripts/check-release.ts and its test. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { objectionsOf, readRecord } from './testing/long-record.ts'

/** A three-part version, with a pre-release after a hyphen or without. */
const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?$/
/** The interface that docs/versioning.md promises; a second one would come beside it. */
const INTERFACE_VERSION = '1'

interface Clone {
  readonly root: string
  readonly version: string
  /** The day of the release, as YYYY-MM-DD in UTC. */
  readonly today: string
}

/** One sentence for each thing that is not as a release needs it, with what to do; none when all is well. `today` is YYYY-MM-DD in UTC. */
export function objectionsToRelease(root: string, today: string): readonly string[] {
  const manifest = readJson(root, 'package.json') as { version: string; repository?: unknown }
  const clone: Clone = { root, version: manifest.version, today }
  return [
    ...(VERSION.test(manifest.version) ? [] : [`package.json: "${manifest.version}" is no version. Give three numbers.`]),
    ...(manifest.repository === undefined
      ? ['package.json names no repository, without which npm takes no provenance. Name the one that releases are built from.']
      : []),
    ...aboutLock(clone),
    ...aboutChangeLog(clone),
    ...aboutInterface(clone),
    ...aboutGit(clone),
    ...objectionsOf(readRecord(root), root),
  ]
}

function aboutLock({ root, version }: Clone): readonly string[] {
  const lock = readJson(root, 'package-lock.json') as { version: string; packages: Readonly<Record<string, { version?: string }>> }
  const isSame = lock.version === version && lock.packages['']?.version === version
  return isSame ? [] : [`package-lock.json has version ${lock.version} and package.json ${version}. Run npm install --package-lock-only.`]
}

function aboutChangeLog({ root, version, today }: Clone): readonly string[] {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const sections = text.split(/^## /m).slice(1)
  const objections = (sections.find((section) => section.startsWith('Unreleased')) ?? '').includes('\n- ')
    ? ['CHANGELOG.md: lines stand under Unreleased. Move them below the heading of this version.']
    : []
  const own = sections.find((section) => section.startsWith(`${version} `))
  const date = own === undefined ? undefined : /^\S+ - (\d{4}-\d{2}-\d{2})$/m.exec(own.split('\n')[0]!)?.[1]
  if (date === undefined) return [...objections, `CHANGELOG.md has no heading "## ${version} - ${today}". Write one, with what changed below it.`]
  if (!isDay(date)) objections.push(`CHANGELOG.md: ${date} is no date.`)
  else if (date > today) objections.push(`CHANGELOG.md: version ${version} is dated ${date}, and today is ${today}.`)
  if (!own!.includes('\n- ')) objections.push(`CHANGELOG.md says nothing about version ${version}.`)
  return objections
}

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

function aboutInterface({ root }: Clone): readonly string[] {
  const { info } = readJson(root, 'openapi.json') as { info: { version: string } }
  const [major] = info.version.split('.')
  return major === INTERFACE_VERSION
    ? []
    : [`openapi.json is of interface version ${info.version}, and the paths are of ${INTERFACE_VERSION}. Run npm run openapi.`]
}

function aboutGit({ root, version }: Clone): readonly string[] {
  const tag = `v${version}`
  const changed = git(root, ['status', '--porcelain'])
  const tags = git(root, ['tag', '--points-at', 'HEAD']).split('\n')
  return [
    ...(changed === '' ? [] : [`The clone has changes that are not committed: ${changed.split('\n')[0]!.slice(3)}. Commit or remove them.`]),
    ...(tags.includes(tag) ? [] : [`The commit has no tag ${tag}. Run git tag -s ${tag}.`]),
  ]
}

function git(root: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.trimEnd()
}

function readJson(root: string, file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}
