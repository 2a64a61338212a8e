/** A memory that both sides read and write. */
export interface SharedMemory {
  readonly buffer: ArrayBuffer
}

/** What the compiled step asks of the engine (`assembly/asked.ts`). */
export interface Asked {
  readonly propose: (neighbourhood: number) => number
  readonly extended: (duty: number, demand: number) => number
  readonly reduced: (duty: number, demand: number) => number
  readonly rowRest: (i: number) => void
  readonly ties: (rows: number, breakDay: number) => number
  readonly shapes: (i: number, isBroken: number) => void
  readonly plain: (i: number) => void
  readonly applyTies: () => void
  readonly refreshRow: (employee: number) => void
  readonly shapesOf: (employee: number) => number
  readonly plainOf: (employee: number) => number
  readonly better: (changed: number) => void
}

/** What it answers (`assembly/step.ts`). */
export interface CompiledLocalSearch {
  readonly step: (iterations: number, temperature: number) => void
  readonly refreshAll: () => void
  readonly clearChanged: () => void
}

/** The step of local search in WebAssembly, compiled, as whoever loads it hands it over: the engine reads no files. */
export interface LocalSearchCode {
  /** A memory of at least so many bytes, all zero; null where there is none as large. */
  createMemory(bytes: number): SharedMemory | null
  /** The step over a memory, with the value of each of its variables (`assembly/tables.ts`) by name; throws where one is missing or not known. */
  start(memory: SharedMemory, variables: ReadonlyMap<string, number>, asked: Asked): CompiledLocalSearch
}
