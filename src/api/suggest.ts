/** Longer words are not compared: nobody mistypes a name into a thousand characters. */
const MAX_COMPARED = 64
/** More candidates than these are not looked at: a schedule may carry a million tags. */
const MAX_CANDIDATES = 1_000

/**
 * The candidate that somebody who wrote `word` most probably meant; null when none is near. Near: at most a third of the
 * letters inserted, left out, replaced or swapped with their neighbour; capitals, spaces, `_` and `-` do not count. Else the only one that says more than
 * the words of `word`: `evenNightDistribution` for `evenNights`. Never the opposite of what was written.
 */
export function suggest(word: string, candidates: Iterable<string>): string | null {
  if (word.length === 0 || word.length > MAX_COMPARED) return null
  const wanted = plainName(word)
  let best: string | null = null
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1
  let looked = 0
  const longer: string[] = []
  for (const candidate of candidates) {
    looked += 1
    if (looked > MAX_CANDIDATES) break
    if (isShortFor(word, candidate)) longer.push(candidate)
    if (candidate.length > MAX_COMPARED || Math.abs(candidate.length - word.length) > bestDistance + 2) continue
    const offered = plainName(candidate)
    const distance = editDistance(wanted, offered)
    if (distance < bestDistance && !isOpposite(wanted, offered, distance)) {
      best = candidate
      bestDistance = distance
    }
  }
  return best ?? (longer.length === 1 ? longer[0]! : null)
}

/** Whether a name has the words of a shorter one, of two at least, in their order and among others. */
function isShortFor(word: string, candidate: string): boolean {
  if (candidate.length > MAX_COMPARED) return false
  const [wanted, offered] = [wordsOf(word), wordsOf(candidate)]
  if (wanted.length < 2 || offered.length <= wanted.length) return false
  let next = 0
  for (const each of offered) {
    if (each === wanted[next]) next += 1
    else if (NEGATIONS.has(each)) return false
  }
  return next === wanted.length
}

const NEGATIONS: ReadonlySet<string> = new Set(['no', 'non', 'not', 'never', 'un', 'without'])

/** The words of a name, in singular: `even`, `night` of `evenNights`. */
function wordsOf(name: string): readonly string[] {
  return name
    .split(/(?=[A-Z])|[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase().replace(/s$/, ''))
}

/** `Did you mean "x"?`, or `otherwise` when nothing is near. */
export function didYouMean(word: string, candidates: Iterable<string>, otherwise: string): string {
  const meant = suggest(word, candidates)
  return meant === null ? otherwise : `Did you mean "${meant}"?`
}

/** A name without capitals, spaces, `_` and `-`. */
export function plainName(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, '')
}

/** In the middle too: `useDislikedEmployee`. A letter or two that only look so do no harm, for without them names must be nearer. */
const NEGATION = /un|dis|non|not/
const LIMIT = /^(?:min|max)/

/** True of two plain names where one is nearer to the contrary of the other: `available` and `unavailable`, `minHoursDay` and `maxHoursDay`. */
function isOpposite(wanted: string, offered: string, distance: number): boolean {
  const isContrary =
    NEGATION.test(wanted) !== NEGATION.test(offered) || (LIMIT.test(wanted) && LIMIT.test(offered) && !offered.startsWith(wanted.slice(0, 3)))
  const bare = (name: string): string => name.replace(NEGATION, '').replace(LIMIT, '')
  return isContrary && editDistance(bare(wanted), bare(offered)) < distance
}

/** Fewest single-letter insertions, omissions, replacements and swaps of neighbours that turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, beforeLast[j - 2]! + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
