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
