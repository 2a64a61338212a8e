/** Pairs that are remembered at most, each with `sizeOf` what was made of it on top: about 100 MB of them. */
const MOST_REMEMBERED = 1_000_000
/** Of a pair itself, beside entries of lists. */
const PAIR_SIZE = 10

/**
 * As `make`, which is asked once for each pair as long as few are asked about: what it answers is remembered until there is too much to remember, and then all of it is forgotten.
 * `sizeOf`: how many entries of lists what was made of a pair has.
 */
export function rememberPairs<A extends object, B extends object, Made>(
  make: (a: A, b: B) => Made,
  sizeOf: (made: Made) => number,
): (a: A, b: B) => Made {
  let known = new WeakMap<A, WeakMap<B, { readonly made: Made }>>()
  let size = 0
  return (a, b) => {
    const remembered = known.get(a)?.get(b)
    if (remembered !== undefined) return remembered.made
    const made = make(a, b)
    const own = PAIR_SIZE + sizeOf(made)
    if (size + own > MOST_REMEMBERED) {
      known = new WeakMap()
      size = 0
    }
    size += own
    const ofA = known.get(a) ?? new WeakMap<B, { readonly made: Made }>()
    known.set(a, ofA)
    ofA.set(b, { made })
    return made
  }
}
