// Slow: three examples are solved and checked by processes of their own.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeGap, type Score } from '../../src/model/score.ts'
import { ROOT } from '../source-files.ts'
import { explainedScore } from '../explained-score.ts'
import { type Ended, turnus } from './turnus.ts'

const REPEATABLE = ['--seed', '7', '--threads', '1', '--max-iterations', '50000']

interface Payload {
  readonly boundLeavesOut: readonly string[]
  readonly score: Score
  readonly bound: Score
  readonly shifts: { id: number; employee: number | null; fixed?: boolean; historic?: boolean }[]
  readonly constraintRelease: Parameters<typeof explainedScore>[0]
  readonly [field: string]: unknown
}

/**
 * Runs Node with these arguments and answers what it printed. By way of a shell: Linux counts what the parent takes as the peak of the process that it
 * starts, and the parent is all of the tests.
 */
function runAlone(args: readonly string[]): string {
  return execFileSync('sh', ['-c', '"$0" "$@"; exit $?', process.execPath, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

/** What a process is that does nothing, in bytes at its peak. */
const IDLE = 'process.stdout.write(String(1024 * process.resourceUsage().maxRSS))'
/** A search may be so many times as large. Measured: four times. */
const MOST_TIMES = 40

describe('turnus solve and check', () => {
  let folder = ''
  let schedule = ''
  let out = ''
  let solved: Ended
  let payload: Payload

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turnus-e2e-'))
    schedule = join(folder, 'clinic-week.json')
    const clinic = JSON.parse(await readFile('examples/clinic-week.json', 'utf8')) as object
    // By moves alone: its own five seconds, and two without anything better, may be over before on a busy machine.
    await writeFile(schedule, JSON.stringify({ ...clinic, termination: { maxSeconds: 3600, seed: 1 } }))
    out = join(folder, 'solution.json')
    solved = await turnus(['solve', schedule, ...REPEATABLE, '--out', out])
    payload = JSON.parse(await readFile(out, 'utf8')) as Payload
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('--trace writes each turn of the search as a line of JSON, and changes nothing', async () => {
    const [trace, again] = [join(folder, 'trace.jsonl'), join(folder, 'traced.json')]
    expect(await turnus(['solve', schedule, ...REPEATABLE, '--out', again, '--trace', trace])).toMatchObject({ code: 0 })
    const lines = (await readFile(trace, 'utf8')).trim().split('\n')
    const told = lines.map((line) => JSON.parse(line) as { type: string; thread: number; after?: { score: Score } })
    expect(told.map(({ type }) => type)).toEqual(['start', ...told.slice(1).map(() => 'turn')])
    expect(told.at(-1)).toMatchObject({ thread: 0, after: { score: payload.score } })
    expect((JSON.parse(await readFile(again, 'utf8')) as Payload).shifts).toEqual(payload.shifts)
    const refused = await turnus(['solve', schedule, ...REPEATABLE, '--out', again, '--trace', join(folder, 'no', 'trace.jsonl')])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('trace.jsonl cannot be written')
  })

  test('solve writes the payload of a callback, and check agrees with it', async () => {
    expect(solved).toMatchObject({ code: 0, stdout: '' })
    expect(solved.stderr).toMatch(/^Score 0 \/ /m)
    expect(payload).toMatchObject({ type: 'schedule.solved', solverProblemId: 'local', status: 'SOLVED' })
    for (const field of ['stopReason', 'score', 'bound', 'gap', 'shifts', 'constraintRelease', 'unassigned', 'statistics']) {
      expect(payload).toHaveProperty(field)
    }
    expect(explainedScore(payload.constraintRelease)).toEqual(payload.score)
    const { score, bound, boundLeavesOut } = payload
    expect(boundLeavesOut).not.toEqual([])
    expect(solved.stderr).toContain(
      `\nProved bound ${bound.join(' / ')}: ${describeGap(score, bound)}. It leaves out ${boundLeavesOut.join(', ')}.\n`,
    )
    const checked = await turnus(['check', schedule, out])
    expect(checked).toMatchObject({ code: 0, stderr: '' })
    expect(checked.stdout).toContain('The solution stands')
  })

  test('solve --json prints what the run was like, and the solution goes to its file', async () => {
    const again = join(folder, 'again.json')
    const stdout = runAlone([join(ROOT, 'bin', 'turnus.js'), 'solve', schedule, ...REPEATABLE, '--json', '--out', again])
    const second = JSON.parse(await readFile(again, 'utf8')) as Payload
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ score: second.score, stopReason: 'STOPPED', statistics: { threads: 1 } })
    const { solveSeconds, moves, movesPerSecond, firstFeasibleSeconds, peakMemoryBytes } = report.statistics
    expect(second.statistics).toMatchObject({ moves, solveMs: Math.round(1000 * solveSeconds) })
    expect(movesPerSecond).toBe(Math.round(moves / solveSeconds))
    expect(firstFeasibleSeconds).toBeGreaterThan(0)
    const idleBytes = Number(runAlone(['--eval', IDLE]))
    expect(peakMemoryBytes / idleBytes).toBeGreaterThan(1)
    expect(peakMemoryBytes / idleBytes).toBeLessThan(MOST_TIMES)
  })

  test('solve without a file prints the payload; the same seed, threads and iterations give the same roster', async () => {
    const { stdout } = await turnus(['solve', schedule, ...REPEATABLE])
    const roster = ({ score, shifts }: Payload): unknown => ({ score, shifts })
    expect(roster(JSON.parse(stdout) as Payload)).toEqual(roster(payload))
  })

  test('there are never more threads than cores, and solve says so', async () => {
    const cores = availableParallelism()
    const { code, stdout, stderr } = await turnus(['solve', schedule, '--max-iterations', '2048', '--threads', '256'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ statistics: { threads: cores } })
    expect(stderr).toContain(`Solver threads: ${cores} and not 256`)
  })

  test('check exits 1 for a score that is not the judged one, and for mandatory shifts that are empty', async () => {
    const boastful = join(folder, 'boastful.json')
    await writeFile(boastful, JSON.stringify({ ...payload, score: [0, 0, 0, 0] }))
    const first = await turnus(['check', schedule, boastful])
    expect(first.code).toBe(1)
    expect(first.stdout).toContain('states the score 0 / 0 / 0 / 0, but it is')

    const empty = join(folder, 'empty.json')
    const { shifts } = JSON.parse(await readFile(schedule, 'utf8')) as Payload
    const decided = new Map(shifts.map((shift) => [shift.id, shift.fixed === true || shift.historic === true ? shift.employee : null]))
    await writeFile(empty, JSON.stringify({ shifts: payload.shifts.map((shift) => ({ ...shift, employee: decided.get(shift.id) ?? null })) }))
    const second = await turnus(['check', schedule, empty, '--json'])
    expect(second.code).toBe(1)
    expect(JSON.parse(second.stdout).objections).toEqual([expect.stringMatching(/^\d+ mandatory shifts are empty\.$/)])
  })
})
