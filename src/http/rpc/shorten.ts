/** How many entries lists may keep, tried one after the other. */
const STEPS = [100, 50, 30, 20, 10, 5, 3, 1] as const

/**
 * The JSON of an answer in at most `mostBytes` bytes of UTF-8. Where it is longer, every list keeps only its first entries, as many as fit, and a
 * member `shortened` in front says so. Null when one entry of each is still too long.
 */
export function writeShort(answer: object, mostBytes: number): Uint8Array | null {
  const whole = encode(answer)
  if (whole.length <= mostBytes) return whole
  for (const entries of STEPS) {
    const shortened = `Too long for a tool: of every list only the first ${entries === 1 ? 'entry is' : `${entries} entries are`} shown. Ask for less to see the rest.`
    const short = encode({ shortened, ...(cut(answer, entries) as object) })
    if (short.length <= mostBytes) return short
  }
  return null
}

/** A copy in which no list has more than `entries` entries. Lists of numbers stay: a score has four. */
function cut(value: unknown, entries: number): unknown {
  if (Array.isArray(value)) return (isNumbers(value) ? value : value.slice(0, entries)).map((entry) => cut(entry, entries))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member, entries)]))
}

const SCORE_LENGTH = 4

function isNumbers(list: readonly unknown[]): boolean {
  return list.length <= SCORE_LENGTH && list.every((entry) => typeof entry === 'number')
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}
