/** docs/schedule.md from the schemas of a submission: every field with its type, its default and its meaning. */
import { ScheduleSubmission } from '../src/api/schemas/submission.ts'
import { SETTING_NAMES } from '../src/model/settings.ts'

/** JSON Schema, as far as our schemas use it. */
interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** One kind of object, and every place of a submission in which it stands. */
interface Part {
  readonly schema: JsonSchema
  readonly paths: string[]
}

const ROOT_TITLE = 'The submission'
const MARK = '<!-- made by npm run docs:schedule from src/api/schemas -->'
const WEIGHTS_TITLE = 'settings.{rule}'
const SETTINGS: ReadonlySet<string> = new Set(SETTING_NAMES)
/** Beyond this a limit is that of the number itself, and says nothing. */
const UNLIMITED = 2 ** 53 - 1

/** The page with its tables made anew; what stands before the mark stays. Throws when the page has no mark. */
export function withScheduleTables(page: string): string {
  const at = page.indexOf(MARK)
  if (at < 0) throw new Error(`docs/schedule.md has no line "${MARK}".`)
  const parts = [...listParts().values()]
  return `${page.slice(0, at)}${MARK}\n\n${parts.map((part) => partText(part, parts)).join('\n')}`
}

/** Every kind of object below a submission, in the order in which it is met; equal ones once. */
function listParts(): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>()
  const visit = (schema: JsonSchema, path: string): void => {
    if (schema.items !== undefined) return visit(schema.items, `${path}[]`)
    for (const one of schema.anyOf ?? []) visit(one, path)
    for (const one of Object.values(schema.patternProperties ?? {})) visit(one, `${path}.{tag}`)
    if (schema.properties === undefined) return
    const key = keyOf(schema)
    const known = parts.get(key)
    if (known !== undefined) {
      if (!known.paths.includes(path)) known.paths.push(path)
      return
    }
    parts.set(key, { schema, paths: [path] })
    for (const [name, value] of Object.entries(schema.properties)) {
      const isWeights = path === 'settings' && SETTINGS.has(name)
      visit(value, isWeights ? WEIGHTS_TITLE : path === '' ? name : `${path}.${name}`)
    }
  }
  visit(ScheduleSubmission as unknown as JsonSchema, '')
  return parts
}

/** The same for objects with the same fields: what their descriptions say of the place does not make them different. */
function keyOf({ properties }: JsonSchema): string {
  return JSON.stringify(properties)
}

function partText(part: Part, parts: readonly Part[]): string {
  const { schema } = part
  const rows = Object.entries(schema.properties!).map(([name, value]) => {
    const isNeeded = schema.required?.includes(name) === true
    const otherwise = value.default === undefined ? 'no' : `no; ${wordOf(value.default)}`
    return `| ${nameOf(part, name)} | ${typeOf(value, parts)} | ${isNeeded ? 'yes' : otherwise} | ${meaningOf(value)} |`
  })
  const title = titleOf(part)
  const description = title === WEIGHTS_TITLE ? 'Of one rule. A weight that is left out is 0.' : (schema.description ?? '')
  const head = ['| Field | Type | Needed; otherwise | Meaning |', '|---|---|---|---|']
  return [`## ${title}`, '', ...(description === '' ? [] : [description, '']), ...head, ...rows, ''].join('\n')
}

/** The paths; of several objects at one place also the word by which they are told apart. */
function titleOf({ schema, paths }: Part): string {
  if (paths[0] === '') return ROOT_TITLE
  const kind = schema.properties!.kind?.enum
  const isOneOfSeveral = paths[0]!.endsWith('.rules[]') && kind !== undefined
  return `${paths.join(', ')}${isOneOfSeveral ? ` of kind ${String(kind[0])}` : ''}`
}

function nameOf(part: Part, name: string): string {
  return part.paths[0] === 'settings' && SETTINGS.has(name) ? `[\`${name}\`](constraints/${name}.md)` : `\`${name}\``
}

function typeOf(schema: JsonSchema, parts: readonly Part[]): string {
  if (schema.items !== undefined) return `list of: ${typeOf(schema.items, parts)}`
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, parts)).join(' or ')
  if (schema.enum !== undefined) return schema.enum.map(wordOf).join(' or ')
  if (schema.patternProperties !== undefined) return `object: a name to ${typeOf(Object.values(schema.patternProperties)[0]!, parts)}`
  if (schema.properties !== undefined) {
    const part = parts.find((one) => keyOf(one.schema) === keyOf(schema))!
    return `[object](#${anchorOf(titleOf(part))})`
  }
  if (schema.type === 'integer' || schema.type === 'number') return `${schema.type === 'integer' ? 'whole number' : 'number'}${rangeOf(schema)}`
  return { string: 'text', boolean: 'true or false', null: 'null' }[schema.type ?? ''] ?? 'anything'
}

function rangeOf({ minimum, maximum }: JsonSchema): string {
  const from = minimum !== undefined && Math.abs(minimum) < UNLIMITED ? minimum.toLocaleString('en-US') : null
  const to = maximum !== undefined && Math.abs(maximum) < UNLIMITED ? maximum.toLocaleString('en-US') : null
  if (from !== null && to !== null) return `, ${from} to ${to}`
  return from !== null ? `, ${from} or more` : to !== null ? `, at most ${to}` : ''
}

function meaningOf({ description, items }: JsonSchema): string {
  const inner = items?.type !== undefined && items.properties === undefined && items.description !== 'A tag.' ? ` ${items.description ?? ''}` : ''
  return `${description ?? ''}${inner}`
    .trim()
    .replaceAll('|', '\\|')
    .replaceAll(/\bSetting: (\w+)\./g, 'Rule: [$1](constraints/$1.md).')
}

function wordOf(value: unknown): string {
  return value === '' ? 'empty' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
