import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../source-files.ts'

/** Runs the harness as a person would, and answers its exit code with everything that it printed. */
function runChaos(args: readonly string[]): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'bench', 'chaos', 'run.ts'), ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, printed }))
  })
}

describe('a short run', () => {
  // Twenty seconds each where nothing else runs.
  test('of several processes that are killed, and a PostgreSQL that is, loses nothing', async () => {
    const { code, printed } = await runChaos(['--seed', '5', '--submissions', '10', '--kills', '3', '--restarts', '1'])
    expect({ code, printed }).toEqual({ code: 0, printed: expect.stringMatching(/\n +5 +10 +10 /) })
  })

  test('of one process with its embedded database loses nothing', async () => {
    const { code, printed } = await runChaos(['--seed', '5', '--embedded', '2', '--submissions', '4'])
    expect({ code, printed }).toEqual({ code: 0, printed: expect.stringMatching(/\n +5 +4 +4 [\s\S]*killed 1 times alone.*and 1 times together/) })
  })
})
