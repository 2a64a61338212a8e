import { ANY_DAY, type PatternNode } from '../model/pattern.ts'

/** What is wrong with an expression, and at which of its characters, from 1. */
export interface PatternFault {
  readonly at: number
  readonly detail: string
  readonly hint: string
}

/** An expression taken apart: names are numbered in the order in which they are met. */
export interface ParsedPattern {
  readonly root: PatternNode
  readonly names: readonly string[]
  /** By name: the character, from 1, at which it stands first. */
  readonly placeOf: readonly number[]
}

interface Token {
  readonly text: string
  /** From 1. */
  readonly at: number
}

const TOKEN = /\s*(?:([\p{L}_][\p{L}\p{N}_]*)|(\{[^}]*\}?)|(\S))/uy
const NAME = /^[\p{L}_]/u
const TIMES = /^\{\s*(\d{1,6})\s*(?:(,)\s*(\d{1,6})?\s*)?\}$/
const REPEATS: Readonly<Record<string, { readonly min: number; readonly max: number | null }>> = {
  '?': { min: 0, max: 1 },
  '*': { min: 0, max: null },
  '+': { min: 1, max: null },
}
/** Most ( that may stand in one another: each takes room on the stack. */
const MAX_DEPTH = 50
const HINT = 'Write names of where with spaces between them, and . ( | ) ? * + {2} {2,3} ^ $, such as "N (N|D) o+".'

/** True for what an expression can name. */
export function isPatternName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)
}

/** Takes an expression apart, or says what is wrong with it. In a time that grows with its length. */
export function parsePattern(text: string): ParsedPattern | PatternFault {
  const parser = new Parser(tokensOf(text), text.length)
  const root = parser.whole()
  return 'kind' in root ? { root, names: [...parser.numbers.keys()], placeOf: parser.places } : root
}

/** True for a fault. */
export function isFault(parsed: ParsedPattern | PatternFault): parsed is PatternFault {
  return 'detail' in parsed
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const token = found[1] ?? found[2] ?? found[3]!
    tokens.push({ text: token, at: TOKEN.lastIndex - token.length + 1 })
  }
  return tokens
}

type Read = PatternNode | PatternFault

/** Reads tokens one by one; where one is wrong it answers the fault at once. */
class Parser {
  readonly numbers = new Map<string, number>()
  readonly places: number[] = []
  readonly #tokens: readonly Token[]
  readonly #end: number
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens
    this.#end = length + 1
  }

  whole(): Read {
    const read = this.#choice()
    const rest = this.#tokens[this.#next]
    if (rest === undefined || isWrong(read)) return read
    return { at: rest.at, detail: 'there is ) without a (', hint: 'Add the (, or leave out the ).' }
  }

  get #token(): string | undefined {
    return this.#tokens[this.#next]?.text
  }

  get #at(): number {
    return this.#tokens[this.#next]?.at ?? this.#end
  }

  #choice(): Read {
    const options: PatternNode[] = []
    for (;;) {
      const option = this.#sequence()
      if (isWrong(option)) return option
      options.push(option)
      if (this.#token !== '|') return options.length === 1 ? options[0]! : { kind: 'choice', options }
      this.#next += 1
    }
  }

  #sequence(): Read {
    const parts: PatternNode[] = []
    while (this.#token !== undefined && this.#token !== '|' && this.#token !== ')') {
      const part = this.#repeated()
      if (isWrong(part)) return part
      parts.push(part)
    }
    if (parts.length === 0) return { at: this.#at, detail: 'a day is missing', hint: `${HINT} What may be left out has a ? behind it.` }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts }
  }

  #repeated(): Read {
    const part = this.#one()
    const mark = this.#token
    if (isWrong(part) || mark === undefined || !isRepeat(mark)) return part
    const at = this.#at
    if (part.kind === 'edge') return { at, detail: `${mark} follows an edge, which takes no day`, hint: 'Leave it out.' }
    const times = REPEATS[mark] ?? timesOf(mark)
    if (times === null)
      return { at, detail: `${mark} does not say how often`, hint: 'Write {2}, {2,} or {2,3}: a most of at least 1, not below the least.' }
    this.#next += 1
    if (this.#token !== undefined && isRepeat(this.#token))
      return { at: this.#at, detail: `${this.#token} follows ${mark}`, hint: 'Put what is repeated in ( ).' }
    return { kind: 'repeat', part, ...times }
  }

  #one(): Read {
    const token = this.#token!
    const at = this.#at
    this.#next += 1
    if (token === '(') return this.#group(at)
    if (token === '.') return { kind: 'day', name: ANY_DAY }
    if (token === '^') return { kind: 'edge', of: 'first' }
    if (token === '$') return { kind: 'edge', of: 'last' }
    if (NAME.test(token)) return { kind: 'day', name: this.#numberOf(token, at) }
    if (isRepeat(token)) return { at, detail: `${token} stands behind nothing that it could repeat`, hint: HINT }
    return { at, detail: `${JSON.stringify(token)} means nothing in a pattern`, hint: HINT }
  }

  #group(at: number): Read {
    if (this.#depth === MAX_DEPTH)
      return { at, detail: `more than ${MAX_DEPTH} ( stand in one another`, hint: 'Leave out those that change nothing.' }
    this.#depth += 1
    const inside = this.#choice()
    this.#depth -= 1
    if (isWrong(inside)) return inside
    if (this.#token !== ')') return { at, detail: 'the ( is not closed', hint: 'Add the ).' }
    this.#next += 1
    // As it stands in ( ), an edge may be repeated.
    return inside.kind === 'edge' ? { kind: 'sequence', parts: [inside] } : inside
  }

  #numberOf(name: string, at: number): number {
    const number = this.numbers.get(name)
    if (number !== undefined) return number
    this.numbers.set(name, this.places.length)
    return this.places.push(at) - 1
  }
}

function isWrong(read: Read): read is PatternFault {
  return 'detail' in read
}

function isRepeat(token: string): boolean {
  return token.startsWith('{') || token in REPEATS
}

/** Null where the least is above the most, the most is 0, or it is written wrong. */
function timesOf(mark: string): { readonly min: number; readonly max: number | null } | null {
  const found = TIMES.exec(mark)
  if (found === null) return null
  const min = Number(found[1])
  const max = found[2] === undefined ? min : found[3] === undefined ? null : Number(found[3])
  return max !== null && (max === 0 || max < min) ? null : { min, max }
}
