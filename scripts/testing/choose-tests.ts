import { posix } from 'node:path'

/** A test file that depends on what changed. */
export interface Candidate {
  /** Relative to the root, with forward slashes. */
  readonly file: string
  /** As committed; what was never measured counts as one second. */
  readonly seconds: number
}

export interface Choice {
  readonly chosen: readonly string[]
  readonly leftOut: readonly Candidate[]
}

/** In seconds of recorded time. */
export interface Budget {
  /** For changed tests and those beside a changed file. */
  readonly own: number
  /** For all others that depend on the change: what the own ones leave of it. */
  readonly others: number
}

/** What a file takes beside its tests: its modules are read and compiled anew. */
const START_SECONDS = 0.3

/**
 * Chooses among the tests that depend on `changed` files those that fit into the budget: first changed tests and the tests beside a changed file,
 * then the nearest by folder, of those the quickest.
 */
export function chooseTests(candidates: readonly Candidate[], changed: readonly string[], budget: Budget): Choice {
  const own = new Set(changed.flatMap((file) => [file, file.replace(/\.tsx?$/, '.test.ts')]))
  const distances = new Map(candidates.map(({ file }) => [file, Math.min(...changed.map((other) => distanceBetween(file, other)))]))
  const byNearness = candidates.toSorted((a, b) => distances.get(a.file)! - distances.get(b.file)! || a.seconds - b.seconds)
  const ofChange = takeWithin(
    byNearness.filter(({ file }) => own.has(file)),
    budget.own,
  )
  const others = takeWithin(
    byNearness.filter(({ file }) => !own.has(file)),
    budget.others - ofChange.seconds,
  )
  return { chosen: [...ofChange.chosen, ...others.chosen], leftOut: [...ofChange.leftOut, ...others.leftOut] }
}

function takeWithin(candidates: readonly Candidate[], most: number): Choice & { readonly seconds: number } {
  const chosen: string[] = []
  const leftOut: Candidate[] = []
  let seconds = 0
  for (const candidate of candidates) {
    const more = candidate.seconds + START_SECONDS
    if (seconds + more > most) {
      leftOut.push(candidate)
      continue
    }
    seconds += more
    chosen.push(candidate.file)
  }
  return { chosen, leftOut, seconds }
}

/** Seconds of all of them together. */
export function sumOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { seconds }) => sum + seconds, 0)
}

/** Folders to go up from one file and down to the other. */
function distanceBetween(a: string, b: string): number {
  const steps = posix.relative(posix.dirname(a), posix.dirname(b))
  return steps === '' ? 0 : steps.split('/').length
}
