// Slow: a process of its own is interrupted in each phase of a search.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { ALL_PHASES, type Phase } from '../blocked-phase.ts'
import { until } from '../patience.ts'
import { ROOT } from '../source-files.ts'
import { createTestTerminal } from '../terminal.ts'
import { inTemporaryFolder, type RunningCommand, startTurnus } from './turnus.ts'

const MODULE = pathToFileURL(join(ROOT, 'test', 'blocked-phase.ts')).href

/** What makes a process block in a phase: in all threads of its search, or in the main one. */
function blockedIn(phase: Phase, where: 'threads' | 'main'): Record<string, string> {
  const program = `import { blockPhase } from ${JSON.stringify(MODULE)}; blockPhase('${phase}', { unless: ${where === 'main' ? 'null' : "'false'"} })`
  return { TEST_TELLS_BLOCKED: '1', NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(program)}"` }
}

interface Interrupted {
  readonly schedule: string
  readonly out: string
  readonly solving: RunningCommand
}

/** Starts `turnus solve` of a week in a clinic and waits until it is stuck. */
async function stuckIn(folder: string, phase: Phase, where: 'threads' | 'main'): Promise<Interrupted> {
  const clinic = JSON.parse(await readFile('examples/clinic-week.json', 'utf8')) as object
  const [schedule, out] = [join(folder, 'schedule.json'), join(folder, 'solution.json')]
  await writeFile(schedule, JSON.stringify({ ...clinic, termination: { maxSeconds: 3600, seed: 1 } }))
  const iterations = phase === 'explain' || phase === 'write' ? ['--max-iterations', '4096'] : []
  const solving = startTurnus(['solve', schedule, '--threads', '1', ...iterations, '--out', out], blockedIn(phase, where))
  await until(`it blocks: ${solving.said()}`, () => solving.said().includes(`blocked: ${phase}`))
  return { schedule, out, solving }
}

describe.concurrent('turnus solve, stuck', () => {
  for (const phase of ALL_PHASES) {
    test(`in ${phase}, writes the best roster at the first signal`, () =>
      inTemporaryFolder(async (folder) => {
        const { schedule, out, solving } = await stuckIn(folder, phase, 'threads')
        solving.signal('SIGTERM')
        expect(await solving.ended, solving.said()).toBe(0)
        const { stopReason, statistics } = JSON.parse(await readFile(out, 'utf8')) as { stopReason: string; statistics: { moves: number } }
        expect(stopReason).toBe('STOPPED')
        // What a search has found is not lost, and what it has not is the roster that was posted.
        if (phase === 'explain' || phase === 'write') expect(statistics.moves).toBeGreaterThan(0)
        const terminal = createTestTerminal()
        await runProgram(['check', schedule, out, '--json'], terminal)
        expect(terminal.out()).toContain('"score"')
        expect(terminal.out()).not.toContain('The solution states')
      }))
  }

  test('in this very thread, ends at the first signal with nothing written', () =>
    inTemporaryFolder(async (folder) => {
      const { out, solving } = await stuckIn(folder, 'read', 'main')
      solving.signal('SIGTERM')
      expect(await solving.ended).toBe('SIGTERM')
      await expect(readFile(out)).rejects.toMatchObject({ code: 'ENOENT' })
    }))
})
