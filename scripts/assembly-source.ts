import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Where the sources lie, the code that is compiled from them, and the hashes of both. */
export const ASSEMBLY = join(ROOT, 'assembly')
export const COMPILED = join(ROOT, 'src', 'engine', 'local-search', 'compiled', 'local-search.wasm')
export const HASHES = join(ASSEMBLY, 'code.sha256')

/** How the compiler is called on `step.ts`, but for where it writes to. The memory comes from outside; nothing is allocated, and nothing checked twice. */
export const COMPILER_OPTIONS: readonly string[] = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '--initialMemory',
  '1',
]

/** SHA-256 of the sources, with the compiler's version and options, and of the compiled code, in hexadecimal. */
export function hashAssembly(): { readonly sources: string; readonly code: string } {
  const sources = createHash('sha256')
  for (const name of [...globSync('*.ts', { cwd: ASSEMBLY }).sort(), 'package-lock.json']) {
    sources.update(`${name}\n${readFileSync(join(ASSEMBLY, name), 'utf8').replaceAll('\r\n', '\n')}\n`)
  }
  sources.update(COMPILER_OPTIONS.join(' '))
  return { sources: sources.digest('hex'), code: createHash('sha256').update(readFileSync(COMPILED)).digest('hex') }
}

/** The text of the file of hashes. */
export function hashesText({ sources, code }: ReturnType<typeof hashAssembly>): string {
  return `sources ${sources}\ncode ${code}\n`
}
