/** A place in a text, both from 1, as editors count. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** What is looked for below one value: the pointers that end at it, and what is wanted of its members. */
interface Wanted {
  readonly pointers: string[]
  readonly members: Map<string, Wanted>
}

/**
 * Where the values of RFC 6901 pointers begin in the text of a JSON document. What a pointer names and is not there, such as a field that is missing,
 * is placed at the nearest value around it. `text` has to be JSON. Values that nobody asks for are passed over without being read.
 */
export function findPlaces(text: string, pointers: readonly string[]): ReadonlyMap<string, TextPlace> {
  const offsets = new Map<string, number>()
  const root = wantedOf(pointers)
  walk(text, endOfBlank(text, 0), root, offsets)
  return placesOf(text, offsets)
}

function wantedOf(pointers: readonly string[]): Wanted {
  const root: Wanted = { pointers: [], members: new Map() }
  for (const pointer of pointers) {
    let wanted = root
    for (const part of pointer.split('/').slice(1)) {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
      let member = wanted.members.get(name)
      if (member === undefined) {
        member = { pointers: [], members: new Map() }
        wanted.members.set(name, member)
      }
      wanted = member
    }
    wanted.pointers.push(pointer)
  }
  return root
}

/** Notes where everything wanted of the value at `at` begins; gives where the value ends. Goes as deep as the longest pointer and no deeper. */
function walk(text: string, at: number, wanted: Wanted, offsets: Map<string, number>): number {
  noteAll(wanted, at, offsets)
  const open = text[at]
  if (wanted.members.size === 0 || (open !== '{' && open !== '[')) return endOfValue(text, at)
  let next = endOfBlank(text, at + 1)
  for (let index = 0; next < text.length && text[next] !== '}' && text[next] !== ']'; index += 1) {
    let name = String(index)
    if (open === '{') {
      const end = endOfString(text, next)
      name = JSON.parse(text.slice(next, end)) as string
      // Past the colon.
      next = endOfBlank(text, endOfBlank(text, end) + 1)
    }
    const member = wanted.members.get(name)
    next = endOfBlank(text, member === undefined ? endOfValue(text, next) : walk(text, next, member, offsets))
    if (text[next] === ',') next = endOfBlank(text, next + 1)
  }
  return next + 1
}

/** Everything below is at the value itself until its own place is found. */
function noteAll(wanted: Wanted, at: number, offsets: Map<string, number>): void {
  for (const pointer of wanted.pointers) offsets.set(pointer, at)
  for (const member of wanted.members.values()) noteAll(member, at, offsets)
}

function endOfValue(text: string, at: number): number {
  let depth = 0
  let next = at
  do {
    const char = text[next]
    if (char === '"') next = endOfString(text, next)
    else {
      if (char === '{' || char === '[') depth += 1
      else if (char === '}' || char === ']') depth -= 1
      next += 1
    }
    // A number or a literal goes on to whatever ends it.
    if (depth === 0) while (next < text.length && !/[\s,\]}]/.test(text[next]!) && !/["\]}]/.test(text[next - 1]!)) next += 1
  } while (depth > 0 && next < text.length)
  return next
}

function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end + 1
}

function isEscaped(text: string, at: number): boolean {
  let strokes = 0
  while (text[at - 1 - strokes] === '\\') strokes += 1
  return strokes % 2 === 1
}

function endOfBlank(text: string, at: number): number {
  let next = at
  while (next < text.length && ' \t\r\n'.includes(text[next]!)) next += 1
  return next
}

/** Counts lines once through the text, however many places there are. */
function placesOf(text: string, offsets: ReadonlyMap<string, number>): ReadonlyMap<string, TextPlace> {
  const places = new Map<string, TextPlace>()
  let line = 1
  let lineStart = 0
  for (const [pointer, offset] of [...offsets].toSorted(([, one], [, other]) => one - other)) {
    for (let feed = text.indexOf('\n', lineStart); feed >= 0 && feed < offset; feed = text.indexOf('\n', lineStart)) {
      line += 1
      lineStart = feed + 1
    }
    places.set(pointer, { line, column: offset - lineStart + 1 })
  }
  return places
}
