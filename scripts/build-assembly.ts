/**
 * `npm run assembly:build`: compiles the step of local search (`assembly/`) to WebAssembly, which stands in the repository: a clone needs no compiler. Its packages are in
 * `assembly/package.json`, apart from those of the project. `--to FILE` writes the code there and leaves the repository as it is.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ASSEMBLY, COMPILER_OPTIONS, hashesText, hashAssembly, COMPILED, HASHES } from './assembly-source.ts'

const { values } = parseArgs({ options: { to: { type: 'string' } } })
run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
const to = values.to === undefined ? COMPILED : resolve(values.to)
run(process.execPath, [join(ASSEMBLY, 'node_modules', 'assemblyscript', 'bin', 'asc.js'), 'step.ts', '--outFile', to, ...COMPILER_OPTIONS])
if (values.to === undefined) writeFileSync(HASHES, hashesText(hashAssembly()))

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: ASSEMBLY, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' && program === 'npm' })
  if (status !== 0) process.exit(status ?? 1)
}
