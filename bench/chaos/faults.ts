/** What was found wrong during a run. */
export interface Faults {
  /** Notes a fault. The first forty are kept. */
  add(sentence: string): void
  readonly list: readonly string[]
}

/** A run that goes wrong at every turn is told by its beginning. */
const MOST = 40

/** An empty list of faults. */
export function createFaults(): Faults {
  const list: string[] = []
  return {
    list,
    add(sentence) {
      if (list.length < MOST) list.push(sentence)
      else if (list.length === MOST) list.push('… and more')
    },
  }
}
