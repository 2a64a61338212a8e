import { isJsonObject } from '../../api/fields.ts'

/** Longest text of an outline, in characters; longer than any that is looked at. */
const LONGEST_TEXT = 2000

/** Members of params, and of what they hold, that decide what a call is about; all others are for the thread that answers it. */
const OUTLINED: ReadonlySet<string> = new Set([
  'solverProblemId',
  'schedule',
  'solution',
  'before',
  'after',
  'maxSeconds',
  'name',
  'arguments',
  'protocolVersion',
  '_meta',
  'io.modelcontextprotocol/protocolVersion',
  'io.modelcontextprotocol/clientCapabilities',
])
/** Members that are looked into. */
const OPENED: ReadonlySet<string> = new Set(['arguments', '_meta'])

/**
 * A message with what its answering is decided by, and without what may be large: of `params` and of `arguments` and `_meta` in it a few members
 * remain, objects and lists in them are empty, and texts are cut.
 */
export function outlineOf(message: unknown): unknown {
  if (!isJsonObject(message)) return emptied(message)
  const { jsonrpc, id, method, params } = message
  return {
    ...(Object.hasOwn(message, 'jsonrpc') ? { jsonrpc: emptied(jsonrpc) } : {}),
    ...(Object.hasOwn(message, 'id') ? { id: emptied(id) } : {}),
    ...(Object.hasOwn(message, 'method') ? { method: emptied(method) } : {}),
    ...(Object.hasOwn(message, 'params') ? { params: isJsonObject(params) ? outlineOfParams(params) : emptied(params) } : {}),
  }
}

function outlineOfParams(params: Readonly<Record<string, unknown>>): object {
  const entries = [...OUTLINED].filter((name) => Object.hasOwn(params, name)).map((name) => [name, params[name]] as const)
  return Object.fromEntries(entries.map(([name, value]) => [name, OPENED.has(name) && isJsonObject(value) ? outlineOfParams(value) : emptied(value)]))
}

function emptied(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, LONGEST_TEXT)
  if (Array.isArray(value)) return []
  return typeof value === 'object' && value !== null ? {} : value
}
