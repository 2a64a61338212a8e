import { describe, expect, test } from 'vitest'
import { listVariables, readConfig } from '../../src/config.ts'
import { GatewayError } from '../../src/model/errors.ts'
import { readText } from '../source-files.ts'

const rows = [...readText('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` \|(.*?)\|(.*?)\|(.*?)\|(.*)\|$/gm)].map((cells) => {
  const [name, flag, fallback, range, text] = cells.slice(1).map((cell) => cell.trim())
  return { name: name!, flag: flag!, fallback: fallback!, range: range!, text: text! }
})

/** What the code says to whoever writes nonsense into a variable; null when anything goes. */
function remedyFor(name: string): string | null {
  try {
    readConfig({}, { [name]: 'x y', TURNUS_METRICS_PORT: '0', ...(name === 'TURNUS_METRICS_PORT' ? { [name]: 'x y' } : {}) }, 8)
    return null
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'usage-wrong') return error.remedy
    throw error
  }
}

describe('docs/configuration.md', () => {
  test('has one row for every variable that is read, and none for another', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(listVariables())
  })

  for (const { name, fallback, range } of rows) {
    test(`tells the least, the most and the default of ${name} as the code has them`, () => {
      const [, min, max, usual] = /^Give an integer from (\d+) to (\d+), such as (\d+)\.$/.exec(remedyFor(name) ?? '') ?? []
      if (min === undefined) return expect(range).toBe('')
      expect(range).toBe(`${Number(min).toLocaleString('en-US')}, ${Number(max).toLocaleString('en-US')}`)
      if (name === 'TURNUS_THREADS') expect([fallback, usual]).toEqual(['cores − 1', '7'])
      else if (name === 'TURNUS_METRICS_PORT') expect([fallback, readConfig({}, {}).metrics]).toEqual(['none', null])
      else expect(fallback).toBe(Number(usual).toLocaleString('en-US').replace('8,080', '8080'))
    })
  }

  test('names the flags that serve has', () => {
    const serve = readText('src/cli/serve.ts') + readText('src/cli/flags.ts')
    const flags = rows.filter(({ flag }) => flag !== '').map(({ name, flag }) => ({ name, flag: flag.replaceAll('`', '') }))
    expect(flags.length).toBeGreaterThan(5)
    expect(flags.filter(({ name, flag }) => !new RegExp(`'${flag} <\\w+>'[^\\n]*\\b${name}\\b`).test(serve))).toEqual([])
  })
})

describe('every other page', () => {
  test('names no variable of ours that nothing reads', () => {
    const known = new Set([...listVariables(), 'TURNUS_SIGNING_SECRET', 'TURNUS_BENCHMARKS', 'TURNUS_TOKEN'])
    const pages = [
      'README.md',
      'docs/operations.md',
      'docs/limits.md',
      'docs/metrics.md',
      'docs/access.md',
      'docs/callbacks.md',
      'docs/security.md',
      'docs/errors.md',
    ]
    const unknown = pages
      .flatMap((page) => [...readText(page).matchAll(/\bTURNUS_[A-Z_]*[A-Z]\b/g)].map(([name]) => `${page}: ${name}`))
      .filter((at) => !known.has(at.split(': ')[1]!))
    expect(unknown).toEqual([])
  })
})
