/**
 * Compiles src/ to dist/, which is what an installed package runs: Node strips no types below node_modules. Run by npm before it packs
 * (`prepack`); a clone never looks into dist/.
 *
 * `tsc` renames imports to what it emits. What it leaves alone is done here: the files of worker threads, which are named by URL, the imports
 * in declarations, and the files that are read while Turnus runs.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const THREAD_URL = /\bnew URL\((['"])(\.[^'"]+)\.ts\1, import\.meta\.url\)/g
const DECLARED_IMPORT = /(\bfrom |\bimport\()(['"])(\.[^'"]+)\.ts\2/g
/** In declarations `tsc` leaves out what Node wants of such an import. */
const DECLARED_JSON = /^(import \w+ from (['"])\.[^'"]+\.json\2);$/gm

rmSync(join(root, 'dist'), { recursive: true, force: true })
const { status } = spawnSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
})
if (status !== 0) process.exit(status ?? 1)
rewrite('dist/**/*.js', THREAD_URL, "new URL('$2.js', import.meta.url)")
rewrite('dist/**/*.d.ts', DECLARED_IMPORT, "$1'$3.js'")
rewrite('dist/**/*.d.ts', DECLARED_JSON, "$1 with { type: 'json' };")
copyAssets()

/**
 * @param {string} files
 * @param {RegExp} pattern
 * @param {string} replacement
 */
function rewrite(files, pattern, replacement) {
  for (const file of globSync(files, { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8')
    const rewritten = text.replaceAll(pattern, replacement)
    if (rewritten !== text) writeFileSync(join(root, file), rewritten)
  }
}

/** Everything in src/ that is no code, such as the list of passwords; the console has a build of its own. */
function copyAssets() {
  const assets = globSync('src/**/*.*', { cwd: root }).filter((path) => !/\.tsx?$/.test(path) && !path.startsWith(join('src', 'console')))
  for (const asset of assets) {
    const copy = join(root, asset.replace(/^src/, 'dist'))
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(join(root, asset), copy)
  }
}
