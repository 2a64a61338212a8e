/**
 * `npm run package:check`: packs Turnus, installs it in an empty folder, and prints how large it is and what it brings along. Exits with 1 when
 * that is more than decision 22 allows.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, listInstalled, pack } from './packing.ts'

const MB = 1_000_000
/** As docs/decisions/0022-the-package-is-compiled.md has them. */
const LIMITS = { tarballMb: 2, installedMb: 160, packages: 160 }
const LARGEST_SHOWN = 8

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'turnus-package-'))
try {
  process.exitCode = check()
} finally {
  rmSync(folder, { recursive: true })
}

function check(): number {
  const packed = pack(folder)
  print('tarball', `${megabytes(packed.size)}, ${packed.paths.length} files, ${megabytes(packed.unpackedSize)} unpacked`)
  const obstacle = install(packed.file, join(folder, 'consumer'))
  if (obstacle !== null) {
    print('installed', `not measured: ${obstacle}`)
    return 1
  }
  const installed = listInstalled(join(folder, 'consumer'))
  const bytes = installed.reduce((sum, one) => sum + one.bytes, 0)
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Readonly<Record<string, string>> }
  print('installed', megabytes(bytes))
  print('dependencies', `${Object.keys(dependencies).length} of its own, ${installed.length - 1} packages in all`)
  for (const one of installed.slice(0, LARGEST_SHOWN)) print('', `${megabytes(one.bytes).padStart(8)}  ${one.path.replace('node_modules/', '')}`)
  const isTooMuch = packed.size > LIMITS.tarballMb * MB || bytes > LIMITS.installedMb * MB || installed.length - 1 > LIMITS.packages
  print('allowed', `${LIMITS.tarballMb} MB, ${LIMITS.installedMb} MB installed, ${LIMITS.packages} packages${isTooMuch ? ': TOO MUCH' : ''}`)
  return isTooMuch ? 1 : 0
}

function print(what: string, value: string): void {
  process.stdout.write(`${what.padEnd(14)}${value}\n`)
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`
}
