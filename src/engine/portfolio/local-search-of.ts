import { PlainLocalSearch, type LocalSearch } from '../local-search/local-search.ts'
import { CompiledLocalSearch } from '../local-search/compiled/compiled-local-search.ts'
import type { Search } from './search.ts'

/** The local search of a search: compiled, where the state lies in a memory for it. */
export function localSearchOf(search: Search): LocalSearch {
  return search.space === null ? new PlainLocalSearch(search) : new CompiledLocalSearch(search, search.space)
}
