import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { describeGap, type Score } from '../../src/model/score.ts'
import { explainedScore } from '../explained-score.ts'
import { inTemporaryFolder, turnus } from './turnus.ts'

const SCHEDULE = 'examples/clinic-week.json'
const REPEATABLE = ['--seed', '7', '--threads', '1', '--max-iterations', '50000']

interface Payload {
  readonly score: Score
  readonly bound: Score
  readonly shifts: { id: number; employee: number | null; fixed?: boolean; historic?: boolean }[]
  readonly constraintRelease: Parameters<typeof explainedScore>[0]
  readonly [field: string]: unknown
}

describe('turnus solve and check', () => {
  test('solve writes the payload of a callback, and check agrees with it', () =>
    inTemporaryFolder(async (folder) => {
      const out = join(folder, 'solution.json')
      const solved = await turnus(['solve', SCHEDULE, ...REPEATABLE, '--out', out])
      expect(solved).toMatchObject({ code: 0, stdout: '' })
      expect(solved.stderr).toMatch(/^Score 0 \/ /m)

      const payload = JSON.parse(await readFile(out, 'utf8')) as Payload
      expect(payload).toMatchObject({ type: 'schedule.solved', solverProblemId: 'local', status: 'SOLVED' })
      for (const field of ['stopReason', 'score', 'bound', 'gap', 'shifts', 'constraintRelease', 'unassigned', 'statistics']) {
        expect(payload).toHaveProperty(field)
      }
      expect(explainedScore(payload.constraintRelease)).toEqual(payload.score)
      const { score, bound } = payload
      expect(solved.stderr).toContain(`\nProved bound ${bound.join(' / ')}: ${describeGap(score, bound)}.\n`)
      const checked = await turnus(['check', SCHEDULE, out])
      expect(checked).toMatchObject({ code: 0, stderr: '' })
      expect(checked.stdout).toContain('The solution stands')
    }))

  test('solve --json prints what the run was like, and the solution goes to its file', () =>
    inTemporaryFolder(async (folder) => {
      const out = join(folder, 'solution.json')
      const solved = await turnus(['solve', SCHEDULE, ...REPEATABLE, '--json', '--out', out])
      const payload = JSON.parse(await readFile(out, 'utf8')) as Payload
      const report = JSON.parse(solved.stdout)
      expect(report).toMatchObject({ score: payload.score, stopReason: 'TIME_LIMIT', statistics: { threads: 1 } })
      const { solveSeconds, moves, movesPerSecond, firstFeasibleSeconds, peakMemoryBytes } = report.statistics
      expect(payload.statistics).toMatchObject({ moves, solveMs: Math.round(1000 * solveSeconds) })
      expect(movesPerSecond).toBe(Math.round(moves / solveSeconds))
      expect(firstFeasibleSeconds).toBeGreaterThan(0)
      expect(peakMemoryBytes / 2 ** 20).toBeGreaterThan(30)
      expect(peakMemoryBytes / 2 ** 20).toBeLessThan(2000)
    }))

  test('the same seed, threads and iterations give the same roster', async () => {
    const [first, second] = await Promise.all([turnus(['solve', SCHEDULE, ...REPEATABLE]), turnus(['solve', SCHEDULE, ...REPEATABLE])])
    const roster = ({ stdout }: { stdout: string }): unknown => {
      const { score, shifts } = JSON.parse(stdout) as Payload
      return { score, shifts }
    }
    expect(roster(first)).toEqual(roster(second))
  })

  test('there are never more threads than cores, and solve says so', async () => {
    const cores = availableParallelism()
    const { code, stdout, stderr } = await turnus(['solve', SCHEDULE, '--max-iterations', '2048', '--threads', '256'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ statistics: { threads: cores } })
    expect(stderr).toContain(`Solver threads: ${cores} and not 256`)
  })

  test('check exits 1 for a score that is not the judged one, and for a first-priority rule that is broken', () =>
    inTemporaryFolder(async (folder) => {
      const { stdout } = await turnus(['solve', SCHEDULE, ...REPEATABLE])
      const payload = JSON.parse(stdout) as Payload
      const boastful = join(folder, 'boastful.json')
      await writeFile(boastful, JSON.stringify({ ...payload, score: [0, 0, 0, 0] }))
      const first = await turnus(['check', SCHEDULE, boastful])
      expect(first.code).toBe(1)
      expect(first.stdout).toContain('states the score 0 / 0 / 0 / 0, but it is')

      const empty = join(folder, 'empty.json')
      const schedule = JSON.parse(await readFile(SCHEDULE, 'utf8')) as Payload
      const decided = new Map(schedule.shifts.map((shift) => [shift.id, shift.fixed === true || shift.historic === true ? shift.employee : null]))
      await writeFile(empty, JSON.stringify({ shifts: payload.shifts.map((shift) => ({ ...shift, employee: decided.get(shift.id) ?? null })) }))
      const second = await turnus(['check', SCHEDULE, empty, '--json'])
      expect(second.code).toBe(1)
      expect(JSON.parse(second.stdout).objections).toEqual([expect.stringContaining('First-priority rules are broken')])
    }))
})
