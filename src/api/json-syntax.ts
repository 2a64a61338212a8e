/** Where a text stops being JSON. */
export interface SyntaxFault {
  /** From 1, as editors count. */
  readonly line: number
  /** From 1, in UTF-16 units, as editors count. */
  readonly column: number
  /** The character that stands there; null when the text ends. */
  readonly found: string | null
}

const LITERALS = ['true', 'false', 'null']
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** What a number may go on with, and then needs more digits. */
const UNFINISHED = /\.|[eE][+-]?/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const BLANK = /[ \t\n\r]*/y

/** Finds where a text that `JSON.parse` refuses stops being JSON. The parser itself does not always say. */
export function findSyntaxFault(text: string): SyntaxFault {
  const at = faultIn(text)
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - (before.lastIndexOf('\n') + 1) + 1
  const code = text.codePointAt(at)
  return { line, column, found: code === undefined ? null : String.fromCodePoint(code) }
}

/** What may come next: a value, one or the end of a list, a name, one or the end of an object, what follows a name, what follows a value. */
type Expected = 'value' | 'first-value' | 'name' | 'first-name' | 'colon' | 'separator'

function faultIn(text: string): number {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = endOf(BLANK, text, 0)
  while (at < text.length) {
    const start = at
    const char = text[at]!
    const next: Expected | null = step(char, expected, open)
    if (next === null) return start
    expected = next
    if (char === '"') at = endOfString(text, at)
    else if (/[-\d]/.test(char)) at = endOfNumber(text, at)
    else if (/[a-z]/.test(char)) at = endOfLiteral(text, at)
    else at += 1
    // A string, number or literal that breaks off: `at` is where, marked by being negative.
    if (at < 0) return -at - 1
    if (at === start) return start
    at = endOf(BLANK, text, at)
  }
  return text.length
}

/** What may follow a token that begins with `char`; null when it may not stand here. */
function step(char: string, expected: Expected, open: ('{' | '[')[]): Expected | null {
  const isClosing = char === '}' || char === ']'
  if (isClosing) {
    const isRightPlace = expected === 'separator' || expected === (char === '}' ? 'first-name' : 'first-value')
    return isRightPlace && open.pop() === (char === '}' ? '{' : '[') ? 'separator' : null
  }
  if (expected === 'separator') return char === ',' && open.length > 0 ? (open.at(-1) === '{' ? 'name' : 'value') : null
  if (expected === 'colon') return char === ':' ? 'value' : null
  if (expected === 'name' || expected === 'first-name') return char === '"' ? 'colon' : null
  if (char === '{' || char === '[') {
    open.push(char)
    return char === '{' ? 'first-name' : 'first-value'
  }
  return /["\-\dtfn]/.test(char) ? 'separator' : null
}

/** The end of the string that begins at `at`; −1 − position where it breaks off. Not by one expression: it may hold megabytes. */
function endOfString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i += 1) {
    const char = text[i]!
    if (char === '"') return i + 1
    if (char < ' ') return -i - 1
    if (char !== '\\') continue
    const end = endOf(ESCAPE, text, i)
    if (end === i) return -i - 1
    i = end - 1
  }
  return -text.length - 1
}

/** The end of the number that begins at `at`; −1 − position where it breaks off. */
function endOfNumber(text: string, at: number): number {
  const end = endOf(NUMBER, text, at)
  if (end === at) return -(at + 1) - 1
  const unfinished = endOf(UNFINISHED, text, end)
  return unfinished === end ? end : -unfinished - 1
}

/** The end of the literal that begins at `at`; −1 − position of its first wrong letter. */
function endOfLiteral(text: string, at: number): number {
  const literal = LITERALS.find((candidate) => candidate[0] === text[at])
  if (literal === undefined) return at
  for (let i = 0; i < literal.length; i += 1) if (text[at + i] !== literal[i]) return -(at + i) - 1
  return at + literal.length
}

/** The end of what a sticky expression matches at `at`; `at` when it does not. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
