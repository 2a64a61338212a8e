/** A longest stretch of neighbours that are all alike; positions, both inclusive. */
export interface Run {
  readonly first: number
  readonly last: number
  readonly length: number
}

/** What is known around runs: how many positions there are, and how many of the first of them are history. */
export interface RunEdges {
  readonly count: number
  readonly historic: number
  /** True where a run at the edge ends there; absent = it may go on outside. */
  readonly isClosed?: boolean
}

/** Every longest run of true. */
export function runsOf(flags: readonly boolean[]): Run[] {
  const runs: Run[] = []
  for (let position = 0; position < flags.length; position += 1) {
    if (!flags[position]) continue
    const first = position
    while (flags[position + 1]) position += 1
    runs.push({ first, last: position, length: position - first + 1 })
  }
  return runs
}

/** How much too long a run is, at the edge too; what was too long within history alone is taken off. */
export function tooMany(run: Run, most: number, { historic }: RunEdges): number {
  const historicLength = Math.max(0, Math.min(run.last, historic - 1) - run.first + 1)
  return Math.max(0, run.length - most) - Math.max(0, historicLength - most)
}

/** How much too short a run is: one at an edge that is not closed may go on outside, and one that ended within history can no longer be mended. */
export function tooFew(run: Run, least: number, { count, historic, isClosed = false }: RunEdges): number {
  const touchesEdge = run.first === 0 || run.last === count - 1
  const endedInHistory = run.last + 1 < historic
  return (touchesEdge && !isClosed) || endedInHistory ? 0 : Math.max(0, least - run.length)
}
