/** How many tests there were of each kind. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Before anything ran. */
export const NO_COUNTS: Counts = { passed: 0, failed: 0, skipped: 0 }

/** All of them together. */
export function addCounts(...parts: readonly Counts[]): Counts {
  const sumOf = (kind: keyof Counts): number => parts.reduce((sum, part) => sum + part[kind], 0)
  return { passed: sumOf('passed'), failed: sumOf('failed'), skipped: sumOf('skipped') }
}

/** The line that every run ends with. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
