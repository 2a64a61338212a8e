import { describe, expect, test } from 'vitest'
import { withScheduleTables } from '../../scripts/schedule-page.ts'
import { readText } from '../source-files.ts'

describe('docs/schedule.md', () => {
  const page = readText('docs/schedule.md')

  test('is what npm run docs:schedule writes', () => {
    expect(page).toBe(withScheduleTables(page))
  })

  test('has every field that examples/every-field.json shows', () => {
    const rows = new Set([...page.matchAll(/^\| (?:\[)?`(\w+)`/gm)].map(([, name]) => name!))
    const names = fieldNames(JSON.parse(readText('examples/every-field.json')))
    expect(names.size).toBeGreaterThan(100)
    // Below byTag and where the names are the client's own.
    expect([...names].filter((name) => !rows.has(name))).toEqual([])
  })

  test('says of each field its range, default and place', () => {
    expect(page).toContain('| `weight` | whole number, 1 to 1,000,000 | no; `1` |')
    expect(page).toContain('## employees[].skills[]')
    expect(page).toContain('| `level` | whole number, 1 to 9 | no; `1` |')
    expect(page).toContain('| `type` | `UNAVAILABLE` or `UNDESIRED` or `DESIRED` or `AVAILABLE` | yes |')
  })

  test('cannot be made anew where its mark is gone', () => {
    expect(() => withScheduleTables('# Every field\n')).toThrow('npm run docs:schedule')
  })
})

/** Names of all fields, at any depth. */
function fieldNames(value: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const one of value) fieldNames(one, names)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      names.add(name)
      if (name === 'byTag' || name === 'where') for (const counts of Object.values(one as object)) fieldNames(counts, names)
      // Those of labels are the client's own.
      else if (name !== 'labels') fieldNames(one, names)
    }
  }
  return names
}
