/**
 * Where a Node that Turnus runs on is, when the one that started it is older. Plain JavaScript for any Node from 20 on.
 *
 * A clone has it in node_modules, as the package `node`. An installed Turnus does not depend on that package: it weighs 121 MB, and npm would
 * put it first on the PATH of every script of the project that Turnus is installed in. It is fetched when it is needed, once for each user.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** Has Argon2 in node:crypto, and runs TypeScript as it is, which a clone needs. */
const OLDEST = { major: 24, minor: 7 }
const PROGRAM = join('bin', process.platform === 'win32' ? 'node.exe' : 'node')
const REMEDY = 'Install Node 24.7 or newer, and run this again.'

/** There is no Node to run on; `remedy` says what to do. */
export class Unfit extends Error {
  /**
   * @param {string} message
   * @param {string} remedy
   */
  constructor(message, remedy) {
    super(message)
    this.remedy = remedy
  }
}

/**
 * Whether Turnus runs on this version, such as 20.19.2.
 *
 * @param {string} version
 */
export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)
}

/** The absolute path of a program `node` that is new enough: the package `node` beside Turnus, or the one fetched before, or fetched now. Throws `Unfit`. */
export function findNewerNode() {
  return findPackaged() ?? findFetched() ?? fetchNode()
}

function findPackaged() {
  try {
    const file = createRequire(import.meta.url).resolve('node/package.json')
    const program = join(dirname(file), PROGRAM)
    return isNewEnough(JSON.parse(readFileSync(file, 'utf8')).version) && existsSync(program) ? program : null
  } catch {
    return null
  }
}

function findFetched() {
  const program = join(fetchedFolder(), 'node_modules', 'node', PROGRAM)
  return existsSync(program) ? program : null
}

/** Has npm install the package `node` into a folder of its own beside its place, and moves that there: two that fetch at once do not meet. */
function fetchNode() {
  const folder = fetchedFolder()
  const version = pinnedVersion()
  process.stderr.write(`Turnus needs Node 24.7 or newer and this is ${process.versions.node}: fetching ${version} into ${folder} (once) …\n`)
  mkdirSync(dirname(folder), { recursive: true })
  const made = mkdtempSync(`${folder}.`)
  try {
    writeFileSync(
      join(made, 'package.json'),
      JSON.stringify({ private: true, dependencies: { node: version }, allowScripts: { [`node@${version}`]: true } }),
    )
    installIn(made)
    if (!existsSync(join(made, 'node_modules', 'node', PROGRAM))) throw new Unfit(`npm installed no Node ${version}.`, REMEDY)
    renameUnlessThere(made, folder)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return findFetched()
}

function installIn(folder) {
  const args = ['install', '--ignore-scripts=false', '--loglevel=error', '--no-audit', '--no-fund', '--no-package-lock']
  // What npx was told of its own package is not meant for this npm.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(?:prefix|local_prefix|global|package|call)$/i.test(name)),
  )
  const { status, error } = spawnSync('npm', args, { cwd: folder, env, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (status === 0) return
  throw new Unfit(error ? `npm could not be started: ${error.message}` : `npm could not fetch it (exit code ${status}).`, REMEDY)
}

function renameUnlessThere(from, to) {
  try {
    renameSync(from, to)
  } catch (failure) {
    if (findFetched() === null) throw failure
  }
}

/** The cache of this user, as the platform has it; one folder for each version and kind of machine. */
function fetchedFolder() {
  const cache = process.platform === 'win32' ? process.env.LOCALAPPDATA : process.env.XDG_CACHE_HOME
  return join(cache || join(homedir(), '.cache'), 'turnus', `node-${pinnedVersion()}-${process.platform}-${process.arch}`)
}

/** The version that Turnus is tested on: that of the package `node` in package.json. */
function pinnedVersion() {
  const { devDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return devDependencies.node.replace(/^\D+/, '')
}
