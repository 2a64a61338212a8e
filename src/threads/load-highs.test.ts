import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const solve = `
  const model = highs.createModel()
  for (let row = 0; row < 60; row += 1) model.addRow(1, Infinity, { indices: [], values: [] })
  for (let column = 0; column < 300; column += 1) {
    const indices = [...new Set([column % 60, (column * 7) % 60, (column * 13) % 60])].sort((a, b) => a - b)
    model.addCol(1 + ((column * 7919) % 101) / 101, 0, 1, { indices, values: indices.map(() => 1) })
  }
  model.run()
`
const withPackage = `import * as module from 'highs'; const highs = await module.default(); ${solve}`
const withLoadHighs = `import { loadHighs } from './src/threads/load-highs.ts'; const highs = await loadHighs(); ${solve}`

/** What the engine of JavaScript says about compiled code that it may free, which it looks for as often as it can. */
function freed(program: string): string {
  const flags = ['--trace-wasm-code-gc', '--stress-wasm-code-gc', '--no-warnings', '--input-type=module']
  const output = execFileSync(process.execPath, [...flags, '--eval', program], { encoding: 'utf8' })
  return output
    .split('\n')
    .filter((line) => line.startsWith('[wasm-gc]'))
    .join('\n')
}

test('compiled code of the solver is not freed while threads run it', () => {
  expect(freed(withPackage)).toContain('Triggering GC')
  expect(freed(withLoadHighs)).toBe('')
})
