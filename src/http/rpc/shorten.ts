/** How many entries lists may keep, and lists within them, tried one after the other: many things in short are worth more than few in full. */
const STEPS = [
  [100, 100],
  [100, 20],
  [100, 10],
  [50, 5],
  [50, 3],
  [50, 2],
  [50, 1],
  [30, 1],
  [20, 1],
  [10, 1],
  [5, 1],
  [3, 1],
  [1, 1],
] as const

/**
 * The JSON of an answer in at most `mostBytes` bytes of UTF-8. Where it is longer, lists keep only their first entries, and lists within lists fewer, as
 * many as fit, and a member `shortened` in front says so. Null when one entry of each is still too long.
 */
export function writeShort(answer: object, mostBytes: number): Uint8Array | null {
  const whole = encode(answer)
  if (whole.length <= mostBytes) return whole
  for (const most of STEPS) {
    const [outer, inner] = most
    const shortened = `Too long for a tool: of each list at most ${outer} entries are shown, of lists within lists ${inner}. Ask for less to see the rest.`
    const short = encode({ shortened, ...(cut(answer, most) as object) })
    if (short.length <= mostBytes) return short
  }
  return null
}

/** A copy in which no list has more entries than the first of `most`, and no list within one more than the last. Four numbers stay: they are a score. */
function cut(value: unknown, most: readonly number[]): unknown {
  if (Array.isArray(value)) return (isScore(value) ? value : value.slice(0, most[0])).map((entry) => cut(entry, most.slice(-1)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member, most)]))
}

const SCORE_LENGTH = 4

function isScore(list: readonly unknown[]): boolean {
  return list.length <= SCORE_LENGTH && list.every((entry) => typeof entry === 'number')
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}
