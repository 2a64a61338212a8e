/** Shares things out, each to the share that is the lightest by then: best when the heaviest come first. Every one is in just one share. */
export function shareOut<T>(things: readonly T[], count: number, weightOf: (thing: T) => number): readonly (readonly T[])[] {
  const shares = Array.from({ length: count }, () => ({ things: [] as T[], weight: 0 }))
  for (const thing of things) {
    const lightest = shares.reduce((least, share) => (share.weight < least.weight ? share : least))
    lightest.things.push(thing)
    lightest.weight += weightOf(thing)
  }
  return shares.map((share) => share.things)
}
