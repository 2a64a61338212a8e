import { readFileSync } from 'node:fs'
import type { SolveRequest } from './pool.ts'

const example = (name: string): Buffer => readFileSync(new URL(`../../examples/${name}`, import.meta.url))

export const CLINIC = example('clinic-week.json')
export const WARD = example('hospital-month.json')

/** No search of a test comes to it: what ends, is ended by its iterations, a proof or the test. */
export const LONG_SECONDS = 3600

/** One thread that searches the clinic until it is stopped, but for what `changes` say. */
export function solveRequest(changes: Partial<SolveRequest> = {}): SolveRequest {
  return { document: CLINIC, maxSeconds: LONG_SECONDS, seed: 7, threads: 1, maxIterations: null, start: null, memoryMib: 1024, ...changes }
}
