/**
 * `npm run sbom`: writes sbom.cdx.json, a list of everything that an installation can bring, in the form of CycloneDX, and the table of
 * docs/licences.md. Exits with 1 when a licence is not allowed.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isAllowed, listLicences, type Lock, withLicenceTable } from './licences.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ARGS = ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
const MAX_BYTES = 64 * 1024 * 1024

const { name } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { name: string }
const { status, stdout, stderr } = spawnSync('npm', ARGS, { cwd: ROOT, encoding: 'utf8', maxBuffer: MAX_BYTES, shell: process.platform === 'win32' })
if (status !== 0) throw new Error(stderr)
const sbom = JSON.parse(stdout) as { metadata: { component: { name: string } }; components: readonly unknown[] }
// npm takes the name of the folder for the name of the program.
sbom.metadata.component.name = name
writeFileSync(`${ROOT}sbom.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`)

const page = `${ROOT}docs/licences.md`
const packages = listLicences(JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as Lock)
writeFileSync(page, withLicenceTable(readFileSync(page, 'utf8'), packages))
process.stdout.write(`sbom.cdx.json: ${sbom.components.length} components\ndocs/licences.md: ${packages.length} packages\n`)
for (const { name: one, licence } of packages.filter((listed) => !isAllowed(listed.licence))) {
  process.stdout.write(`not allowed: ${one}, ${licence ?? 'which names no licence'}\n`)
  process.exitCode = 1
}
