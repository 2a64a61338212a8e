/**
 * Builds the console, the page that people open, into build/console: static files, each text with a .gz beside it. Nothing is done when the last
 * build was made of the same sources and the same lock file, or where there are no sources.
 *
 * Plain JavaScript without imports from node_modules, for any Node from 20 on: `setup.mjs` calls it.
 */
import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = join(root, 'src', 'console')
const built = join(root, 'build', 'console')
const stampFile = join(root, 'build', 'console.stamp')

/** What the page may be made of beside its own folder: the layers that think only, and the schedules that it offers to try. */
const SHARED = ['src/model', 'src/api', 'src/formats', 'src/answers', 'src/checker', 'src/engine', 'examples']
const COMPRESSED = /\.(?:js|css|html|svg|json)$/

/**
 * @param {string} node the Node to build with
 * @returns {string | null} what went wrong in one sentence; null when the build is there, or there is nothing to build
 */
export function buildConsole(node) {
  if (!existsSync(sources)) return null
  const wanted = stampOf([sources, ...SHARED.map((folder) => join(root, folder))])
  if (existsSync(join(built, 'index.html')) && readIfThere(stampFile) === wanted) return null

  // Beside the old one, which a gateway may be serving: it is replaced whole.
  const fresh = `${built}-${randomUUID()}`
  const config = join(sources, 'vite.config.ts')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--config', config, '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
  // As it is served, whoever builds it: below a test runner each element would carry the line of its source.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, error } = spawnSync(node, args, { cwd: root, env, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    return error ? `vite could not be started: ${error.message}` : `vite build ended with exit code ${status}.`
  }
  compressTexts(fresh)
  replace(fresh)
  writeFileSync(stampFile, wanted)
  return null
}

/**
 * One name for what a build is made of.
 * @param {readonly string[]} folders
 */
function stampOf(folders) {
  const hash = createHash('sha256')
  for (const file of [join(root, 'package-lock.json'), fileURLToPath(import.meta.url), ...folders.flatMap(filesIn)]) {
    const contents = readFileSync(file)
    hash.update(`${relative(root, file)}\n${contents.length}\n`).update(contents)
  }
  return hash.digest('hex')
}

/** @param {string} folder */
function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** @param {string} folder */
function compressTexts(folder) {
  for (const file of filesIn(folder).filter((name) => COMPRESSED.test(name))) writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
}

/** @param {string} fresh */
function replace(fresh) {
  mkdirSync(join(root, 'build'), { recursive: true })
  rmSync(built, { recursive: true, force: true })
  try {
    renameSync(fresh, built)
  } catch (error) {
    // Another script built the same at the same moment, and was faster.
    if (!existsSync(join(built, 'index.html'))) throw error
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
