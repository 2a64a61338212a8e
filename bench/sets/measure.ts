import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { countOf } from '../../src/checker/words.ts'
import { compareScores, formatScore, type Score } from '../../src/model/score.ts'
import { runToEnd } from './program.ts'
import type { Clock, Row } from './report.ts'
import type { BenchmarkSet, Scored, SolvedDocument } from './set.ts'

/** Reading, explaining and writing the largest schedules, on a busy machine. */
const BESIDE_SEARCH_MS = 600_000

/** A machine may be so busy that a second of processor time takes this many. */
const MOST_TIMES_AS_LONG = 30

/** What is run. */
export interface Run {
  readonly folder: string
  readonly instance: string
  readonly seed: number
  /** Of search. */
  readonly seconds: number
  readonly threads: number
  /** Absent = the wall. */
  readonly clock?: Clock
  /** File with what steers the search; null = the default. */
  readonly params?: string | null
}

/** What `turnus solve --json` prints, as far as it is read here. */
interface SolveReport {
  readonly score: Score
  readonly bound: Score | null
  readonly statistics: {
    readonly moves: number
    readonly movesPerSecond: number
    readonly firstFeasibleSeconds: number | null
    readonly peakMemoryBytes: number
  }
}

/** The opinion of a run, as its row has it. */
type Judged = Pick<Row, 'verdict' | 'detail'>

/** One instance with one seed, from its file to the opinion of its scorer. Whatever goes wrong on the way is the row's failure. */
export async function measureRun(set: BenchmarkSet, run: Run): Promise<Row> {
  const load = Math.round(10 * loadavg()[0]!) / 10
  const work = await mkdtemp(join(tmpdir(), 'turnus-bench-sets-'))
  const ran = { instance: run.instance, seed: run.seed, load }
  try {
    const { report, scored } = await solveAndScore(set, run, work)
    const { moves, movesPerSecond, firstFeasibleSeconds, peakMemoryBytes } = report.statistics
    return {
      ...ran,
      ...judgeRun(report.score, scored, set.pointsPerUnit),
      penalty: scored.penalty,
      bound: boundOf(report.bound, set.pointsPerUnit),
      scores: { score: report.score, bound: report.bound },
      firstFeasibleSeconds,
      moves,
      movesPerSecond,
      peakMemoryBytes,
    }
  } catch (failure) {
    const detail = failure instanceof Error ? failure.message : String(failure)
    return { ...ran, verdict: 'broken', detail, ...NOTHING }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const NOTHING = { penalty: null, bound: null, firstFeasibleSeconds: null, moves: null, movesPerSecond: null, peakMemoryBytes: null }

async function solveAndScore(set: BenchmarkSet, run: Run, work: string): Promise<{ report: SolveReport; scored: Scored }> {
  const { folder, instance } = run
  const schedule = await set.loadSchedule(folder, instance)
  const [schedulePath, solutionPath] = [join(work, 'schedule.json'), join(work, 'solution.json')]
  await writeFile(schedulePath, JSON.stringify(schedule))
  const report = await solve(run, schedulePath, solutionPath)
  const solved = JSON.parse(await readFile(solutionPath, 'utf8')) as SolvedDocument
  const paths = []
  for (const { name, text } of set.exportRoster(schedule, solved, instance)) {
    const path = join(work, name)
    await writeFile(path, text)
    paths.push(path)
  }
  return { report, scored: await set.scoreRoster({ folder, instance, paths }) }
}

async function solve(
  { seconds, threads, seed, clock = 'wall', params = null }: Run,
  schedulePath: string,
  solutionPath: string,
): Promise<SolveReport> {
  const numbers = Object.entries({ 'max-seconds': seconds, threads, seed }).flatMap(([name, value]) => [`--${name}`, String(value)])
  const bySolver = [
    'src/cli/main.ts',
    'solve',
    schedulePath,
    ...numbers,
    ...(params === null ? [] : ['--params', params]),
    '--out',
    solutionPath,
    '--json',
  ]
  const [args, most] =
    clock === 'wall' ? [bySolver, 1] : [['bench/sets/solve-once.ts', schedulePath, solutionPath, String(seconds), String(seed)], MOST_TIMES_AS_LONG]
  const { code, stdout, stderr } = await runToEnd(process.execPath, args, most * 1000 * seconds + BESIDE_SEARCH_MS)
  if (code !== 0) throw new Error(`the search ended with ${code}: ${stderr.trim()}`)
  return JSON.parse(stdout) as SolveReport
}

/**
 * What is wrong with a run: the engine and the scorer have to say the same, and no hard rule may be broken. `score` is the engine's, whose second
 * priority counts units of `pointsPerUnit`.
 */
export function judgeRun(score: Score, { penalty, hardViolations, score: scored }: Scored, pointsPerUnit: number): Judged {
  if (scored !== undefined && compareScores(score, scored) !== 0)
    return { verdict: 'mismatch', detail: `the scorer says ${formatScore(scored)}, the engine ${formatScore(score)}` }
  const points = score[1] * pointsPerUnit
  const violations = countOf(hardViolations, 'hard violation')
  if (points !== penalty) return { verdict: 'mismatch', detail: `the scorer says ${penalty}, the engine ${points}` }
  if (score[0] === 0 && hardViolations > 0) return { verdict: 'mismatch', detail: `the scorer finds ${violations}, the engine none` }
  if (score[0] > 0 && hardViolations === 0)
    return { verdict: 'mismatch', detail: `the engine has a first priority of ${score[0]}, the scorer finds no hard violation` }
  if (hardViolations > 0) return { verdict: 'infeasible', detail: `the roster has ${violations}` }
  return { verdict: 'pass', detail: '' }
}

/** In points of the set. A bound says something about the objective only where no hard rule has to be broken; null where it does not. */
export function boundOf(bound: Score | null, pointsPerUnit: number): number | null {
  return bound === null || bound[0] > 0 ? null : bound[1] * pointsPerUnit
}
