// Slow: each run is a process of its own, whose memory is read.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HANG_MS } from '../../test/patience.ts'
import type { Score } from '../../src/model/score.ts'
import { readKnown } from './known.ts'
import { LARGE } from './large.ts'
import { boundOf, judgeRun, measureRun } from './measure.ts'
import { NRP } from './nrp.ts'
import { readRequest } from './options.ts'
import { ROOT, runToEnd } from './program.ts'
import { readReport, writeReport } from './report.ts'
import { report, row } from './rows.fixture.ts'
import { isPythonThere } from './scorer.ts'

/** Ends a hang; starting the program alone takes ten seconds on a busy machine. */
const SPAWN_MS = 2 * HANG_MS

let work = ''
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'turnus-sets-'))
})
afterAll(() => rm(work, { recursive: true, force: true }))

describe('engine and scorer', () => {
  for (const { score, penalty, hardViolations, verdict } of [
    { score: [0, 607, 0, 0], penalty: 607, hardViolations: 0, verdict: 'pass' },
    { score: [0, 607, 0, 0], penalty: 608, hardViolations: 0, verdict: 'mismatch' },
    { score: [0, 607, 0, 0], penalty: 606, hardViolations: 0, verdict: 'mismatch' },
    { score: [0, 607, 0, 0], penalty: 607, hardViolations: 1, verdict: 'mismatch' },
    { score: [20, 607, 0, 0], penalty: 607, hardViolations: 0, verdict: 'mismatch' },
    { score: [20, 607, 0, 0], penalty: 607, hardViolations: 2, verdict: 'infeasible' },
    { score: [20, 607, 0, 0], penalty: 600, hardViolations: 2, verdict: 'mismatch' },
  ] satisfies { score: Score; penalty: number; hardViolations: number; verdict: string }[]) {
    test(`${score.join(' / ')} against ${penalty} with ${hardViolations} hard violations is: ${verdict}`, () => {
      const judged = judgeRun(score, { penalty, hardViolations }, 1)
      expect(judged.verdict).toBe(verdict)
      expect(judged.detail === '').toBe(verdict === 'pass')
    })
  }
})

test('a scorer that knows all four priorities has to say the same of each', () => {
  expect(judgeRun([0, 607, 3, 4], { penalty: 607, hardViolations: 0, score: [0, 607, 3, 4] }, 1).verdict).toBe('pass')
  expect(judgeRun([0, 607, 3, 4], { penalty: 607, hardViolations: 0, score: [0, 607, 3, 5] }, 1).verdict).toBe('mismatch')
})

for (const { penalty, verdict, detail } of [
  { penalty: 1670, verdict: 'pass', detail: '' },
  { penalty: 1675, verdict: 'mismatch', detail: 'the scorer says 1675, the engine 1670' },
  { penalty: 334, verdict: 'mismatch', detail: 'the scorer says 334, the engine 1670' },
]) {
  test(`334 units of 5 points against ${penalty} points is: ${verdict}`, () => {
    expect(judgeRun([0, 334, 0, 0], { penalty, hardViolations: 0 }, 5)).toEqual({ verdict, detail })
  })
}

for (const { bound, expected } of [
  { bound: [0, 300, 0, 0], expected: 1500 },
  { bound: [20, 300, 0, 0], expected: null },
  { bound: null, expected: null },
] satisfies { bound: Score | null; expected: number | null }[]) {
  test(`a bound of ${bound?.join(' / ') ?? 'nothing'} in units of 5 points is ${expected ?? 'none'}`, () => {
    expect(boundOf(bound, 5)).toBe(expected)
  })
}

test('published values are read by the titles of their columns; empty cells are not known', async () => {
  const path = join(work, 'best-known.csv')
  await writeFile(path, 'instance,days,best_known,best_published_10min\n1,14,607,\n22,364,30241,130107\n24,364,,\n')
  expect([...(await readKnown(path))]).toEqual([
    ['1', { best: 607, bestInTenMinutes: null }],
    ['22', { best: 30241, bestInTenMinutes: 130107 }],
  ])
})

test('a run whose instance cannot be read is broken, and says why', async () => {
  const broken = await measureRun(NRP, { folder: work, instance: '99', seed: 1, seconds: 1, threads: 1 })
  expect(broken).toMatchObject({ instance: '99', verdict: 'broken', detail: expect.stringContaining('ENOENT'), penalty: null, peakMemoryBytes: null })
})

describe('npm run bench', () => {
  const bench = (...args: string[]): ReturnType<typeof runToEnd> => runToEnd(process.execPath, ['bench/sets/run.ts', ...args], SPAWN_MS)

  test('without the folder says so, measures nothing and exits 0', async () => {
    const { code, stdout } = await bench('--folder', join(work, 'none'))
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Nothing was measured\. There is no folder/) })
  })

  test('wrongly called says what is wrong and exits 2', async () => {
    const { code, stderr } = await bench('--seconds', 'ten')
    expect({ code, stderr }).toEqual({ code: 2, stderr: '--seconds is an integer from 1 to 3600.\n' })
  })

  test('--compare reads two files that --json wrote', async () => {
    const [a, b] = [join(work, 'a.json'), join(work, 'b.json')]
    await writeReport(a, report([row('1', 1, 200)]))
    await writeReport(b, report([row('1', 1, 100)]))
    expect(await readReport(a)).toEqual(report([row('1', 1, 200)]))
    const { code, stdout } = await bench('--compare', a, b)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ +1 +200 +100 +0\.500$/m)
  })

  test('--set large needs no folder, and the checker scores', async () => {
    const json = join(work, 'large.json')
    const { stdout } = await bench('--set', 'large', '--folder', join(work, 'none'), '--instances', '30', '--seconds', '1', '--json', json)
    const { rows } = await readReport(json)
    // On a machine that is busy enough, a second may leave a hard rule broken.
    expect(rows).toMatchObject([{ instance: '30', verdict: expect.stringMatching(/^pass$|^infeasible$/), movesPerSecond: expect.any(Number) }])
    expect(stdout).toContain('first feasible s')
  })

  test('by the time of a processor a roster is scored as by the clock on the wall', async () => {
    const run = { folder: join(work, 'none'), instance: '30', seed: 1, seconds: 1, threads: 1, clock: 'processor' } as const
    const { verdict, moves, peakMemoryBytes } = await measureRun(LARGE, run)
    expect(['pass', 'infeasible']).toContain(verdict)
    expect(moves).toBeGreaterThan(0)
    expect(peakMemoryBytes).toEqual(expect.any(Number))
  })

  for (const { set, instance, file } of [
    { set: 'nrp', instance: '1', file: 'nrp/Instance1.txt' },
    { set: 'inrc1', instance: 'sprint01', file: 'inrc1/sprint01.xml' },
    { set: 'inrc2', instance: 'n005w4_1_6-2-9-1', file: 'inrc2/n005w4/Sc-n005w4.txt' },
  ]) {
    test(`imports, solves, exports and scores an instance of ${set}, and scorer and engine agree`, async ({ skip }) => {
      const wanted = readRequest([], process.env)
      const folder = wanted.what === 'measure' ? wanted.folder : ''
      if (!existsSync(join(folder, file))) return skip('the folder of benchmarks is not on this machine')
      if (!(await isPythonThere())) return skip('python3 is not on this machine')
      const [json, page] = [join(work, `${set}.json`), join(work, `${set}.md`)]
      const named = ['--set', set, '--folder', folder, '--instances', instance]
      const { code, stdout } = await bench(...named, '--seconds', '1', '--json', json, '--page', page)
      const { rows, known, machine } = await readReport(json)
      expect(rows).toHaveLength(1)
      // On a machine that is busy enough, a second may leave a hard rule broken, or end before the first move; then both have to say so.
      expect(['pass', 'infeasible']).toContain(rows[0]!.verdict)
      expect(code).toBe(rows[0]!.verdict === 'pass' ? 0 : 1)
      expect(rows[0]!.penalty).toBeGreaterThanOrEqual(rows[0]!.verdict === 'pass' ? known[instance]!.best : 0)
      expect(rows[0]!.movesPerSecond! > 0).toBe(rows[0]!.moves! > 0)
      expect(machine.node).toBe(process.versions.node)
      expect(stdout).toContain('best known')
      for (const path of [json, page]) {
        const text = await readFile(path, 'utf8')
        for (const place of [folder, ROOT, work]) expect(text).not.toContain(place)
      }
    })
  }
})
