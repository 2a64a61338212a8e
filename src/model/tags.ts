/** Lists of tags that are looked through faster than a set of them is made. */
const FEW = 8
const SETS = new WeakMap<readonly string[], ReadonlySet<string>>()

/** A list of tags as a set, which is made once. */
export function setOfTags(tags: readonly string[]): ReadonlySet<string> {
  const set = SETS.get(tags) ?? new Set(tags)
  SETS.set(tags, set)
  return set
}

/** Whether one of the tags of a shift is among those that are wanted: goes through the fewer of the two, for both can be thousands. */
export function carriesOneOf(tags: readonly string[], wanted: ReadonlySet<string>): boolean {
  if (tags.length <= FEW || tags.length <= wanted.size) return tags.some((tag) => wanted.has(tag))
  const carried = setOfTags(tags)
  for (const tag of wanted) if (carried.has(tag)) return true
  return false
}

/** Whether a shift with these tags carries one of them; of a long list a set is made once. */
export function carries(tags: readonly string[], tag: string): boolean {
  return tags.length <= FEW ? tags.includes(tag) : setOfTags(tags).has(tag)
}

/** The keys of `wanted` that are among these tags, each once: goes through the fewer of the two. */
export function carriedAmong(tags: readonly string[], wanted: ReadonlyMap<string | null, unknown>): string[] {
  if (tags.length <= Math.max(FEW, wanted.size)) return [...new Set(tags)].filter((tag) => wanted.has(tag))
  const carried = setOfTags(tags)
  return [...wanted.keys()].filter((tag) => tag !== null && carried.has(tag)) as string[]
}

/** Numbers lists of tags from 0, equal ones alike. A list is looked through once, however many shifts share it. */
export class TagLists {
  /** By number. */
  readonly all: (readonly string[])[] = []
  readonly #byList = new Map<readonly string[], number>()
  readonly #byKey = new Map<string, number>()
  /** By the tag of a list of one: nearly all are such, and each shift has its own. */
  readonly #byTag = new Map<string, number>()

  numberOf(tags: readonly string[]): number {
    if (tags.length === 1) {
      const one = this.#byTag.get(tags[0]!) ?? this.all.push(tags) - 1
      this.#byTag.set(tags[0]!, one)
      return one
    }
    const known = this.#byList.get(tags)
    if (known !== undefined) return known
    const key = JSON.stringify(tags)
    const number = this.#byKey.get(key) ?? this.all.push(tags) - 1
    this.#byKey.set(key, number)
    this.#byList.set(tags, number)
    return number
  }
}

const NONE: readonly number[] = []
/** Looking for a tag in a set, in steps through a list of numbers. */
const LOOK_STEPS = 8

/** Finds which of some lists of tags carry one of others, where both can be many and long. */
export class TagIndex {
  readonly lists = new TagLists()
  /** By tag: the numbers of the lists that have it. */
  readonly #carriers = new Map<string, number[]>()

  /** Of the lists that it is of: others that are asked about get numbers behind them. */
  readonly #count: number

  constructor(all: Iterable<readonly string[]>) {
    for (const tags of all) this.lists.numberOf(tags)
    this.#count = this.lists.all.length
    this.lists.all.forEach((tags, number) => {
      for (const tag of new Set(tags)) if (this.#carriers.get(tag)?.push(number) === undefined) this.#carriers.set(tag, [number])
    })
  }

  /** Answers of a list whether one of the wanted tags is in it, at once of those that the index is of; `looks` = of about so many shifts. */
  carrying(wanted: ReadonlySet<string>, looks: number): (tags: readonly string[]) => boolean {
    const found = [...wanted].map((tag) => this.#carriers.get(tag) ?? NONE)
    const entries = found.reduce((sum, { length }) => sum + length, 0)
    if (entries > LOOK_STEPS * looks * wanted.size) return (tags) => carriesOneOf(tags, wanted)
    const has = new Uint8Array(this.#count)
    for (const numbers of found) for (const number of numbers) has[number] = 1
    return (tags) => {
      const number = this.lists.numberOf(tags)
      return number < this.#count ? has[number] === 1 : carriesOneOf(tags, wanted)
    }
  }
}

const INDEXES = new WeakMap<readonly { readonly tags: readonly string[] }[], TagIndex>()

/** The index of the tags of some shifts, which is made once. */
export function indexTags(shifts: readonly { readonly tags: readonly string[] }[]): TagIndex {
  const index = INDEXES.get(shifts) ?? new TagIndex(shifts.map(({ tags }) => tags))
  INDEXES.set(shifts, index)
  return index
}

/** A list of so many tags is long. */
const LONG = 64

/** Things by the tags that they carry, in their order. Long lists, which many can share, are looked through when a tag is asked for. */
export class ByTag<Thing extends { readonly tags: readonly string[] }> {
  readonly #things: readonly Thing[]
  /** By tag: positions of things with few tags. */
  readonly #few = new Map<string, number[]>()
  /** Positions of things with the same long list. */
  readonly #many = new Map<readonly string[], number[]>()
  readonly #known = new Map<string, readonly Thing[]>()

  constructor(things: readonly Thing[]) {
    this.#things = things
    const add = <Key>(to: Map<Key, number[]>, key: Key, position: number): void => {
      if (to.get(key)?.push(position) === undefined) to.set(key, [position])
    }
    for (const [position, { tags }] of things.entries()) {
      if (tags.length >= LONG) add(this.#many, tags, position)
      else for (const tag of new Set(tags)) add(this.#few, tag, position)
    }
  }

  of(tag: string): readonly Thing[] {
    const known = this.#known.get(tag)
    if (known !== undefined) return known
    const positions = [...(this.#few.get(tag) ?? NONE)]
    for (const [tags, own] of this.#many) if (carries(tags, tag)) for (const position of own) positions.push(position)
    if (this.#many.size > 0) positions.sort((a, b) => a - b)
    const found = positions.map((position) => this.#things[position]!)
    this.#known.set(tag, found)
    return found
  }
}
