const FIRST_CAPACITY = 64

/** States that were met on one day, each with what the cheapest path to it costs. States are vectors of `width` whole numbers. */
export class LabelTable {
  readonly #width: number
  #slots = new Int32Array(4 * FIRST_CAPACITY)
  #states: Int32Array
  count = 0
  cost = new Float64Array(FIRST_CAPACITY)
  /** Position of the label of the day before that it goes on from. */
  parent = new Int32Array(FIRST_CAPACITY)
  duty = new Int32Array(FIRST_CAPACITY)

  constructor(width: number) {
    this.#width = width
    this.#states = new Int32Array(width * FIRST_CAPACITY)
  }

  /** Notes a path to a state: the label that is new or bettered; −1 when there is a cheaper path to it. */
  offer(state: Int32Array, cost: number, parent: number, duty: number): number {
    let slot = this.#hash(state)
    const mask = this.#slots.length - 1
    for (let label = this.#slots[slot & mask]! - 1; label >= 0; label = this.#slots[slot & mask]! - 1) {
      if (this.#isAt(label, state)) {
        if (cost >= this.cost[label]!) return -1
        this.#write(label, cost, parent, duty)
        return label
      }
      slot += 1
    }
    const label = this.count
    if (label === this.cost.length) this.#grow()
    this.count += 1
    this.#states.set(state, label * this.#width)
    this.#write(label, cost, parent, duty)
    this.#slots[slot & mask] = label + 1
    if (2 * this.count > this.#slots.length) this.#rehash()
    return label
  }

  /** One number of the state of a label. */
  at(label: number, position: number): number {
    return this.#states[label * this.#width + position]!
  }

  #write(label: number, cost: number, parent: number, duty: number): void {
    this.cost[label] = cost
    this.parent[label] = parent
    this.duty[label] = duty
  }

  #hash(state: Int32Array): number {
    let hash = 0x811c9dc5
    for (let i = 0; i < this.#width; i += 1) {
      hash = Math.imul(hash ^ state[i]!, 0x01000193)
      hash ^= hash >>> 15
    }
    return hash >>> 1
  }

  #isAt(label: number, state: Int32Array): boolean {
    const base = label * this.#width
    for (let i = 0; i < this.#width; i += 1) if (this.#states[base + i] !== state[i]) return false
    return true
  }

  #grow(): void {
    const capacity = 2 * this.cost.length
    this.cost = grown(this.cost, new Float64Array(capacity))
    this.parent = grown(this.parent, new Int32Array(capacity))
    this.duty = grown(this.duty, new Int32Array(capacity))
    this.#states = grown(this.#states, new Int32Array(capacity * this.#width))
  }

  #rehash(): void {
    this.#slots = new Int32Array(2 * this.#slots.length)
    const mask = this.#slots.length - 1
    for (let label = 0; label < this.count; label += 1) {
      let slot = this.#hash(this.#states.subarray(label * this.#width, (label + 1) * this.#width))
      while (this.#slots[slot & mask] !== 0) slot += 1
      this.#slots[slot & mask] = label + 1
    }
  }
}

function grown<T extends Float64Array | Int32Array>(column: T, larger: T): T {
  larger.set(column)
  return larger
}
