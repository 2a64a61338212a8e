/** As `make`, which is asked once for each pair: what it answers is remembered as long as both are there. */
export function rememberPairs<A extends object, B extends object, Made>(make: (a: A, b: B) => Made): (a: A, b: B) => Made {
  const known = new WeakMap<A, WeakMap<B, { readonly made: Made }>>()
  return (a, b) => {
    const ofA = known.get(a) ?? new WeakMap<B, { readonly made: Made }>()
    known.set(a, ofA)
    const remembered = ofA.get(b) ?? { made: make(a, b) }
    ofA.set(b, remembered)
    return remembered.made
  }
}
