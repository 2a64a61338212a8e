import { parseSync } from 'vite'
import type { Language, Text } from '../../src/model/language.ts'
import { readText } from '../source-files.ts'

/** The texts of the page in one language, by name. */
export function readTexts(language: Language): Readonly<Record<string, Text>> {
  return JSON.parse(readText(`src/console/texts/${language}.json`)) as Readonly<Record<string, Text>>
}

/** All forms of a text. */
export function formsOf(text: Text): readonly string[] {
  return typeof text === 'string' ? [text] : Object.values(text)
}

/** The names of values in a text, sorted: `{count} of {all}` has `all` and `count`. */
export function valuesOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort()
}

/** A node of a syntax tree, as the parser gives it. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [name: string]: unknown
}

/** Something found in a source. */
interface Found {
  readonly line: number
  readonly text: string
}

/** Attributes and properties whose text people read. */
const READ = new Set([
  'title',
  'aria-label',
  'placeholder',
  'alt',
  'label',
  'hint',
  'caption',
  'head',
  'text',
  'action',
  'leave',
  'word',
  'empty',
  'problem',
])
/** Of these attributes nobody reads the text, however many words it has. */
const UNREAD = new Set(['class', 'className', 'autocomplete', 'd', 'viewBox', 'name', 'type', 'accept'])
const LETTERS = /\p{L}{2}/u
/** Two words with a space between them, or one that begins as headings do. */
const WORDS = /\p{L}{2}[,.:;]? \p{L}|^\p{Lu}\p{Ll}+$/u

/**
 * Texts of a source that stand there and not in the files of texts: whatever stands between tags, is given to what people read, has two words, or is one with a capital letter. Names of programs and
 * other words that are no language are in `except`.
 */
export function findLiteralTexts(file: string, source: string, except: ReadonlySet<string>): readonly Found[] {
  const found: Found[] = []
  const visit = (node: Node, isRead: boolean): void => {
    if (isSkipped(node)) return
    const text = node.type === 'JSXText' || node.type === 'Literal' ? node['value'] : node.type === 'TemplateElement' ? templateText(node) : null
    if (typeof text === 'string' && !except.has(text.trim())) {
      const pattern = isRead || node.type === 'JSXText' ? LETTERS : WORDS
      if (pattern.test(text)) found.push({ line: lineOf(source, node.start), text: text.trim() })
    }
    for (const child of childrenOf(node)) visit(child, isReadBelow(node, child, isRead))
  }
  visit(parse(file, source), false)
  return found
}

/** One use of a text: its name and the values that it is given; null when they are not written out there. */
export interface Use extends Found {
  readonly values: readonly string[] | null
}

/** Every `t(…)` of a source whose name is written out. */
export function findUses(file: string, source: string): readonly Use[] {
  const found: Use[] = []
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 't') {
      const [key, values] = node['arguments'] as readonly Node[]
      for (const name of key === undefined ? [] : namesIn(key)) found.push({ line: lineOf(source, node.start), text: name, values: givenIn(values) })
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parse(file, source))
  return found
}

/** The names that a key may be: one, one of two by a condition, or by a pattern such as `status.*`. */
function namesIn(key: Node): readonly string[] {
  if (key.type === 'Literal') return [String(key['value'])]
  if (key.type === 'ConditionalExpression') return [...namesIn(key['consequent'] as Node), ...namesIn(key['alternate'] as Node)]
  if (key.type === 'TemplateLiteral') return [(key['quasis'] as readonly Node[]).map(templateText).join('*')]
  return []
}

function givenIn(values: Node | undefined): readonly string[] | null {
  if (values === undefined) return []
  if (values.type !== 'ObjectExpression') return null
  const names = (values['properties'] as readonly Node[]).map((property) => (property['key'] as Node | undefined)?.['name'])
  return names.every((name) => typeof name === 'string') ? [...names].sort() : null
}

function parse(file: string, source: string): Node {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  return program as unknown as Node
}

/** Imports and types have no texts, and neither has what is thrown at whoever changes the page. */
function isSkipped({ type, ...node }: Node): boolean {
  if (type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)Expression$/.test(type)) return true
  if (type === 'ImportDeclaration' || type === 'ImportExpression') return true
  return type === 'ThrowStatement' && ((node['argument'] as Node)['callee'] as Node | undefined)?.['name'] === 'Error'
}

function isReadBelow(node: Node, child: Node, isRead: boolean): boolean {
  if (node.type === 'JSXAttribute') {
    return child === node['value'] && READ.has(String((node['name'] as Node)['name']))
  }
  if (node.type === 'Property') return child === node['value'] && READ.has(String((node['key'] as Node)['name']))
  if (node.type === 'JSXExpressionContainer' || node.type === 'TemplateLiteral') return isRead
  if (node.type === 'ConditionalExpression') return isRead && child !== node['test']
  if (node.type === 'LogicalExpression') return isRead && child === node['right']
  return false
}

function childrenOf(node: Node): readonly Node[] {
  if (node.type === 'JSXAttribute' && UNREAD.has(String((node['name'] as Node)['name']))) return []
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string')
}

function templateText(node: Node): string {
  return (node['value'] as { readonly cooked: string }).cooked
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}
