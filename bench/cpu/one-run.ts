/** One search of one schedule with the engine of some checkout. Usage: one-run.ts FOLDER SCHEDULE.json|month SEED SECONDS. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { readSubmission } from '../../src/api/read-schedule.ts'
import type { solve } from '../../src/engine/index.ts'
import type { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import type { Score } from '../../src/model/score.ts'
import type { loadHighs } from '../../src/threads/load-highs.ts'
import type { loadLocalSearch } from '../../src/threads/load-local-search.ts'
import { threadMs } from '../../src/threads/clock.ts'
import { hospitalMonth } from '../documents.ts'

const [folder, file, seed, seconds] = process.argv.slice(2)
const from = async (path: string): Promise<Record<string, unknown>> => import(pathToFileURL(`${folder}/${path}`).href)
const read = (await from('src/api/read-schedule.ts'))['readSubmission'] as typeof readSubmission
const search = (await from('src/engine/index.ts'))['solve'] as typeof solve
const optionsOf = (await from('src/engine/solve-options.fixture.ts'))['solveOptions'] as typeof solveOptions
const load = (await from('src/threads/load-highs.ts'))['loadHighs'] as typeof loadHighs

const document: unknown = file === 'month' ? hospitalMonth() : JSON.parse(readFileSync(file!, 'utf8'))
const { submission, errors } = read(document, { callback: 'optional' })
if (submission === null) throw new Error(`${file} cannot be read: ${JSON.stringify(errors.slice(0, 3))}`)
const solver = await load()
/** A checkout may be older than its compiled local search. */
const LOCAL_SEARCH = 'src/threads/load-local-search.ts'
const localSearch = existsSync(join(folder!, LOCAL_SEARCH)) ? ((await from(LOCAL_SEARCH))['loadLocalSearch'] as typeof loadLocalSearch)() : null

/** The longest time without a better roster: from when, how long, and at what score. */
let idle: { from: number; seconds: number; score: Score | null } = { from: 0, seconds: 0, score: null }
let last: { at: number; score: Score | null } = { at: 0, score: null }
const begun = threadMs()
const { score, bound } = search(
  submission.schedule,
  optionsOf({
    seed: Number(seed),
    maxMs: 1000 * Number(seconds),
    clock: () => threadMs() - begun,
    solver,
    proves: true,
    localSearch,
    onIncumbent: (better) => {
      noteIdle()
      last = { at: secondsSoFar(), score: better.score }
    },
  }),
)
noteIdle()
process.stdout.write(`${JSON.stringify({ score, bound, took: rounded(secondsSoFar()), longestIdle: idle })}\n`)

function noteIdle(): void {
  const idleSeconds = secondsSoFar() - last.at
  if (idleSeconds > idle.seconds) idle = { from: rounded(last.at), seconds: rounded(idleSeconds), score: last.score }
}

function secondsSoFar(): number {
  return (threadMs() - begun) / 1000
}

function rounded(value: number): number {
  return Math.round(10 * value) / 10
}
