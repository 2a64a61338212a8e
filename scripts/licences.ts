/** Licences of everything that an installation of Turnus can bring, from the lock file, for scripts/write-sbom.ts and its test. */

/** SPDX terms that may be combined with ours and given on with it, in programs whose sources are closed too. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
])

/** What a lock file of npm (version 3) says of one package. */
interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
}

/** A lock file of npm, as far as it is read here. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** One package in one version, with its licence as an SPDX expression; null when the package names none. */
export interface LicensedPackage {
  readonly name: string
  readonly version: string
  readonly licence: string | null
  /** Only on some platforms. */
  readonly isOptional: boolean
}

/** The packages that are installed beside Turnus, by name: those of all platforms, none that is for development only. */
export function listLicences({ packages }: Lock): readonly LicensedPackage[] {
  const listed = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version, license, optional }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: version ?? 'unknown',
      licence: license ?? null,
      isOptional: optional === true,
    }))
  const once = new Map(listed.map((one) => [`${one.name}@${one.version}`, one]))
  return [...once.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1))
}

/** Whether a licence is one of those allowed, or offers one of them: `MIT`, `(MIT OR CC0-1.0)`; of terms joined by AND all must be. */
export function isAllowed(licence: string | null): boolean {
  if (licence === null) return false
  const alternatives = licence.replaceAll(/[()]/g, '').split(' OR ')
  return alternatives.some((terms) => terms.split(' AND ').every((term) => ALLOWED.has(term.trim())))
}

/** The table of docs/licences.md. */
export function licenceTable(packages: readonly LicensedPackage[]): string {
  const rows = packages.map(
    ({ name, version, licence, isOptional }) => `| \`${name}\` | ${version} | ${licence ?? 'none'} | ${isOptional ? 'where it fits' : 'always'} |`,
  )
  return ['| Package | Version | Licence | Installed |', '|---|---|---|---|', ...rows].join('\n')
}

/** The page with its table made anew; what stands before and after the table stays. Throws when the page has no table. */
export function withLicenceTable(page: string, packages: readonly LicensedPackage[]): string {
  const table = /^\| Package \| Version \| Licence \|[^\n]*\n(?:\|[^\n]*(?:\n|$))*/m
  if (!table.test(page)) throw new Error('docs/licences.md has no table of packages.')
  return page.replace(table, () => `${licenceTable(packages)}\n`)
}
