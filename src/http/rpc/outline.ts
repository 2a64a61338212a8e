import { isJsonObject } from '../../api/fields.ts'

/** Longest text of an outline, in characters; longer than any that is looked at. */
const LONGEST_TEXT = 2000

/** Members of params, and of what they hold, that decide what a call is about, wherever they stand. */
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
/** Members beside them that are told, cut as well: more than any method has parameters, so that one too many is seen. */
const MOST_OTHERS = 20
/** Members that are looked into. */
const OPENED: ReadonlySet<string> = new Set(['arguments', '_meta'])

/**
 * A message with what its answering is decided by, and without what may be large: of `params` and of `arguments` and `_meta` in it a few members
 * remain, objects and lists in them are empty, and texts are cut. Of `params` that are a list the first entry remains.
 */
export function outlineOf(message: unknown): unknown {
  if (!isJsonObject(message)) return emptied(message)
  const { jsonrpc, id, method, params } = message
  return {
    ...(Object.hasOwn(message, 'jsonrpc') ? { jsonrpc: emptied(jsonrpc) } : {}),
    ...(Object.hasOwn(message, 'id') ? { id: emptied(id) } : {}),
    ...(Object.hasOwn(message, 'method') ? { method: emptied(method) } : {}),
    ...(Object.hasOwn(message, 'params') ? { params: outlineOfParams(params) } : {}),
  }
}

function outlineOfParams(params: unknown): unknown {
  if (Array.isArray(params)) return params.slice(0, 1).map(emptied)
  if (!isJsonObject(params)) return emptied(params)
  const names = Object.keys(params)
  const others = names.filter((name) => !OUTLINED.has(name)).slice(0, MOST_OTHERS)
  const kept = [...names.filter((name) => OUTLINED.has(name)), ...others]
  return Object.fromEntries(
    kept.map((name) => [name.slice(0, LONGEST_TEXT), OPENED.has(name) ? outlineOfParams(params[name]) : emptied(params[name])]),
  )
}

function emptied(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, LONGEST_TEXT)
  if (Array.isArray(value)) return []
  return typeof value === 'object' && value !== null ? {} : value
}
