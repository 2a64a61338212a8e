/**
 * One run of local search on the hospital month with the engine of some checkout: prints moves a second of processor time. A process of its own, so that no run finds code that another
 * one has warmed up. Usage: one-run.ts FOLDER ITERATIONS SEED.
 */
import { pathToFileURL } from 'node:url'
import type { readSubmission } from '../../src/api/read-schedule.ts'
import type { solve } from '../../src/engine/index.ts'
import type { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { hospitalMonth } from '../documents.ts'
import { cpuSeconds } from './cpu-seconds.ts'

type Solve = typeof solve
type Read = typeof readSubmission
type Options = typeof solveOptions

const [folder, iterations, seed] = process.argv.slice(2)
const from = async (path: string): Promise<Record<string, unknown>> => import(pathToFileURL(`${folder}/${path}`).href)
const read = (await from('src/api/read-schedule.ts'))['readSubmission'] as Read
const search = (await from('src/engine/index.ts'))['solve'] as Solve
const optionsOf = (await from('src/engine/solve-options.fixture.ts'))['solveOptions'] as Options

const { submission } = read(hospitalMonth(), { callback: 'optional' })
const options = { seed: Number(seed), maxIterations: Number(iterations), clock: () => 1000 * cpuSeconds() }
const { moves, movesMs } = search(submission!.schedule, optionsOf(options))
process.stdout.write(`${(1000 * moves) / movesMs}\n`)
