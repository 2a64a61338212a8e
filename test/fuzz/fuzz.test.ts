import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { runProgram } from '../clients/run-program.ts'

const isInstalled = spawnSync(process.env['TURNUS_SCHEMATHESIS'] ?? 'schemathesis', ['--version']).status === 0
if (!isInstalled) process.stdout.write('Skipped: there is no Schemathesis here, which makes requests out of openapi.json.\n')

test.skipIf(!isInstalled)(
  'a fuzzer that is not ours finds nothing in the gateway that openapi.json does not say',
  async () => {
    const limits = ['--max-examples', '5', '--max-time', '20', '--generation-deterministic']
    const { code, stdout, stderr } = await runProgram([process.execPath, 'test/fuzz/run.ts', ...limits], { timeoutMs: 280_000 })
    expect(code, `${stdout}\n${stderr}`).toBe(0)
    expect(stdout.match(/With the token of /g)).toHaveLength(4)
  },
  300_000,
)
