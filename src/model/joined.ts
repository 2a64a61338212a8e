/** Numbers from 0 on that are joined into groups, one pair after the other. */
export class Joined {
  readonly #parent: Int32Array

  /** `count` numbers, each a group of its own. */
  constructor(count: number) {
    this.#parent = Int32Array.from({ length: count }, (_, one) => one)
  }

  /** Makes one group of those of two numbers. */
  join(a: number, b: number): void {
    this.#parent[this.groupOf(a)] = this.groupOf(b)
  }

  /** The number by which a group is known: the same for all that are in it. */
  groupOf(one: number): number {
    const parent = this.#parent
    let root = one
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!
    return root
  }
}
