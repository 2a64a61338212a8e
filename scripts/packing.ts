/** Packing Turnus and installing what was packed, for scripts/check-package.ts and test/package. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, lstatSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A tarball as `npm pack` writes it. */
export interface Packed {
  readonly file: string
  /** Bytes of the tarball, and of what it holds. */
  readonly size: number
  readonly unpackedSize: number
  /** Paths in the tarball, below its `package/`, with forward slashes. */
  readonly paths: readonly string[]
}

/** Compiles and packs this clone into `folder`. Throws what npm said when it cannot. */
export function pack(folder: string): Packed {
  mkdirSync(folder, { recursive: true })
  const { stdout } = orThrow(npm(['pack', '--json', '--pack-destination', folder], ROOT))
  // What prepack prints may stand before it.
  const [told] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [
    { filename: string; size: number; unpackedSize: number; files: readonly { path: string }[] },
  ]
  const { filename, size, unpackedSize, files } = told
  return { file: join(folder, filename), size, unpackedSize, paths: files.map(({ path }) => path).sort() }
}

/**
 * Installs a tarball into `folder`, which is made, as a user would: with what npm has in its cache, and from the registry what it has not.
 * Answers why it cannot be done when the registry is out of reach; null when it was done. Throws what npm said for any other failure.
 */
export function install(tarball: string, folder: string): string | null {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const installed = npm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', tarball], folder)
  if (installed.status === 0) return null
  if (npm(['ping', '--fetch-retries=0'], folder).status !== 0) return 'the registry cannot be reached and npm has not everything in its cache'
  throw new Error(installed.stderr)
}

/** One package that an installation holds. */
export interface Installed {
  /** Where, such as `node_modules/pg`. */
  readonly path: string
  readonly version: string
  /** Of its files without those of packages within it. */
  readonly bytes: number
}

/** Everything that was installed into `folder`, the largest first. */
export function listInstalled(folder: string): readonly Installed[] {
  const record = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { version: string }>>
  }
  return Object.entries(record.packages)
    .filter(([path]) => lstatSync(join(folder, path), { throwIfNoEntry: false }) !== undefined) // others are for other platforms
    .map(([path, { version }]) => ({ path, version, bytes: bytesOf(join(folder, path)) }))
    .sort((a, b) => b.bytes - a.bytes)
}

/** Runs npm in `folder`. */
function npm(args: readonly string[], folder: string): SpawnSyncReturns<string> {
  return spawnSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' })
}

function orThrow(ended: SpawnSyncReturns<string>): SpawnSyncReturns<string> {
  if (ended.status !== 0) throw new Error(ended.error?.message ?? `${ended.stdout}${ended.stderr}`)
  return ended
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => join(folder, entry.name))
    .reduce((sum, path) => {
      const stat = lstatSync(path, { throwIfNoEntry: false })
      return sum + (stat === undefined ? 0 : stat.isDirectory() ? bytesOf(path) : stat.size)
    }, 0)
}
