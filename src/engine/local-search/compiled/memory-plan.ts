type Numbers = Int32Array | Uint8Array | Float64Array

/** The first address that is used: 0 means that there is nothing. */
const FIRST = 64
/** Every array begins at a multiple of so many bytes. */
const ALIGNMENT = 8

/** What is to lie where in a memory, planned before there is one: copies of arrays, each once, and room. */
export class MemoryPlan {
  #bytes = FIRST
  readonly #places = new Map<Numbers, number>()

  /** Bytes planned so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** Where a copy of an array will lie. */
  copyOf(array: Numbers): number {
    const known = this.#places.get(array)
    if (known !== undefined) return known
    const place = this.room(array.byteLength)
    this.#places.set(array, place)
    return place
  }

  /** The same of an array that there may not be: 0 where there is none. */
  copyOfAny(array: Numbers | null | undefined): number {
    return array === null || array === undefined ? 0 : this.copyOf(array)
  }

  /** Where so many bytes will be free. */
  room(bytes: number): number {
    const place = this.#bytes
    this.#bytes += ALIGNMENT * Math.ceil(bytes / ALIGNMENT)
    return place
  }

  /** Copies all arrays to their places. */
  fill(buffer: ArrayBuffer): void {
    for (const [array, place] of this.#places) {
      new Uint8Array(buffer, place, array.byteLength).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    }
  }
}

/** One field of a record: a whole number or an address of 32 bits, or a number of 64. */
type Field = { readonly int: number } | { readonly real: number }

/** Records one after the other, as a class of `assembly/` reads them: each field at a multiple of its size, the numbers of 64 bits first. */
export function recordsOf(plan: MemoryPlan, records: readonly (readonly Field[])[]): number {
  const sizes = (records[0] ?? []).map((field) => ('int' in field ? 4 : 8))
  const size = 8 * Math.ceil(sizes.reduce((sum, each) => sum + each, 0) / 8)
  const bytes = new DataView(new ArrayBuffer(size * records.length))
  for (const [r, record] of records.entries()) {
    let at = r * size
    for (const field of record) {
      if ('int' in field) bytes.setInt32(at, field.int, true)
      else bytes.setFloat64(at, field.real, true)
      at += 'int' in field ? 4 : 8
    }
  }
  return plan.copyOf(new Uint8Array(bytes.buffer))
}

/** Lists one after the other: where each begins, and behind them where the last one ends; and what they hold. */
export function listsOf(plan: MemoryPlan, lists: readonly (readonly number[] | Int32Array)[]): { readonly from: number; readonly all: number } {
  const from = new Int32Array(lists.length + 1)
  for (const [at, list] of lists.entries()) from[at + 1] = from[at]! + list.length
  const all = new Int32Array(from.at(-1)!)
  for (const [at, list] of lists.entries()) all.set(list, from[at])
  return { from: plan.copyOf(from), all: plan.copyOf(all) }
}
