import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const solve = `
  const program = solver.createProgram()
  program.addRows(Array.from({ length: 60 }, () => ({ lower: 1, upper: Infinity })))
  for (let column = 0; column < 300; column += 1) {
    const rows = [...new Set([column % 60, (column * 7) % 60, (column * 13) % 60])].sort((a, b) => a - b)
    program.addColumns([{ cost: 1 + ((column * 7919) % 101) / 101, lower: 0, upper: 1, rows, values: rows.map(() => 1) }])
  }
  program.solve({ from: 'primal', maxIterations: 1e6, iterationsPerLook: 1, isOver: () => false })
`
const withPackage = `
  import * as module from 'highs'
  import { createHighsSolver } from './src/threads/highs-solver.ts'
  const solver = createHighsSolver(await module.default())
  ${solve}
`
const withLoadHighs = `import { loadHighs } from './src/threads/load-highs.ts'; const solver = await loadHighs(); ${solve}`

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
