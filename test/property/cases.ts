/**
 * How many times as many cases every property is tried on. `npm test` takes half of them, of which every mutant of the engine dies; TURNUS_TIMES_CASES=16 is what a long
 * run takes, and many times that makes a night of it.
 */
const TIMES = Number(process.env.TURNUS_TIMES_CASES ?? 0.5)
// Of NaN cases none is tried, and a property that tries none is green whatever is true.
if (!(TIMES > 0)) throw new Error(`TURNUS_TIMES_CASES is ${process.env.TURNUS_TIMES_CASES}, which is no factor above 0.`)

/** The first seed: TURNUS_SEED repeats a run that began elsewhere. Chance is never left to chance, so that a test that is green stays green. */
export const FIRST_SEED = Number(process.env.TURNUS_SEED ?? 1)

/** How many cases to try where so many do usually. */
export function casesOf(usual: number): number {
  return Math.max(1, Math.round(usual * TIMES))
}

/** The same for properties of fast-check. */
export function runsOf(usual: number): { numRuns: number; seed: number } {
  return { numRuns: casesOf(usual), seed: FIRST_SEED }
}
