import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runToEnd } from '../sets/program.ts'

const LIMIT_MS = 240_000
const run = (...args: readonly string[]) => runToEnd(process.execPath, [join(import.meta.dirname, 'run.ts'), ...args], LIMIT_MS)

test.each(['true', 'false'])('measures nothing, and says why, where there are no instances (ortools: %s)', async (python) => {
  const { code, stdout } = await run('--folder', import.meta.dirname, '--python', python)
  expect(stdout).toMatch(/^Nothing was measured\. .* has no file of /)
  expect(code).toBe(0)
})

test('names the sets that have a model', async () => {
  const { code, stderr } = await run('--set', 'large')
  expect(stderr).toBe('There is no model of the set large; there is one of demand and of nrp.\n')
  expect(code).toBe(2)
})

test('names the peers that there are', async () => {
  const { code, stderr } = await run('--peers', 'cpsat,gurobi')
  expect(stderr).toBe('--peers names some of cpsat, timefold.\n')
  expect(code).toBe(2)
})
