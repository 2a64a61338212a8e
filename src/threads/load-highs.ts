import * as module from 'highs'
import { keepCompiledCode } from './keep-compiled.ts'

/** The solver of linear programmes, ready for use in this thread. Compiled WebAssembly is kept in all of this process from then on. */
export async function loadHighs(): Promise<module.Highs> {
  keepCompiledCode()
  // The package describes an ES module as if it were CommonJS: its default export is the function itself.
  const load = module.default as unknown as () => Promise<module.Highs>
  return load()
}
