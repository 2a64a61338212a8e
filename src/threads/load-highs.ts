import * as module from 'highs'

/** The solver of linear programmes, ready for use in this thread. */
export async function loadHighs(): Promise<module.Highs> {
  // The package describes an ES module as if it were CommonJS: its default export is the function itself.
  const load = module.default as unknown as () => Promise<module.Highs>
  return load()
}
