import { readFileSync } from 'node:fs'
import type { Asked, CompiledLocalSearch, LocalSearchCode, SharedMemory } from '../engine/local-search/compiled/code.ts'
import { invariant } from '../model/errors.ts'
import { keepCompiledCode } from './keep-compiled.ts'

/** As much of the standard interface as is used: the types of Node.js have none of it. */
interface Assembly {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (pages: { readonly initial: number }) => SharedMemory
  readonly Instance: new (code: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> }
}

declare const WebAssembly: Assembly

/** Of a memory of WebAssembly. */
const PAGE_BYTES = 65_536

/** A variable of the code that is set from outside. */
interface Variable {
  value: number
}

/** The step of local search in WebAssembly (`assembly/`), compiled for this thread. */
export function loadLocalSearch(): LocalSearchCode {
  keepCompiledCode()
  const code = new WebAssembly.Module(readFileSync(new URL('../engine/local-search/compiled/local-search.wasm', import.meta.url)))
  return {
    createMemory(bytes) {
      try {
        return new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) })
      } catch (error) {
        if (error instanceof RangeError) return null
        throw error
      }
    },
    start: (memory, variables, asked) => start(code, memory, variables, asked),
  }
}

function start(code: object, memory: SharedMemory, variables: ReadonlyMap<string, number>, asked: Asked): CompiledLocalSearch {
  const { exports } = new WebAssembly.Instance(code, { env: { memory }, asked })
  const { step, refreshAll, clearChanged, ...known } = exports as unknown as CompiledLocalSearch & Readonly<Record<string, Variable>>
  for (const [name, variable] of Object.entries(known)) {
    const value = variables.get(name)
    invariant(value !== undefined, `the engine says where ${name} lies`)
    variable.value = value
  }
  for (const name of variables.keys()) invariant(name in known, `the code has a variable ${name}`)
  return { step, refreshAll, clearChanged }
}
