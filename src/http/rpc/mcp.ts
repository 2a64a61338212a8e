import { isJsonObject, shown } from '../../api/fields.ts'
import { GatewayError } from '../../model/errors.ts'
import type { CallContext } from './calls.ts'
import { type Call, invalidCall, type Message, type Result } from './json-rpc.ts'
import { callTool, listTools } from './mcp-tools.ts'
import { SERVER } from './mcp-words.ts'

/** Revisions in which each request says its own revision, and there is no handshake; the newest first. */
const MODERN = ['2026-07-28'] as const
/** Revisions that begin with `initialize`; the newest first. */
const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26'] as const
/** What a request without a header speaks: the last revision before there was one. */
const WITHOUT_HEADER = '2025-03-26'
/** Every revision that is spoken, the newest first. */
export const REVISIONS: readonly string[] = [...MODERN, ...LEGACY]

const META_REVISION = 'io.modelcontextprotocol/protocolVersion'
const META_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const META_SERVER = 'io.modelcontextprotocol/serverInfo'
/** How long a list may be kept, in milliseconds: it changes with the version of Turnus only. */
const LIST_TTL_MS = 3_600_000

/** What a request says of itself beside its body. */
export interface McpHeaders {
  readonly revision: string | undefined
  /** `Mcp-Method` and `Mcp-Name`. */
  readonly method: string | undefined
  readonly name: string | undefined
}

/** A request that is refused as a whole, with the number that MCP has for it; answered 400, unless `status` says otherwise. */
export class McpRefusal extends Error {
  readonly number: number
  readonly status: number
  readonly extra: object | undefined

  constructor(number: number, detail: string, { status = 400, extra }: { readonly status?: number; readonly extra?: object } = {}) {
    super(detail)
    this.name = 'McpRefusal'
    this.number = number
    this.status = status
    this.extra = extra
  }
}

const HEADER_MISMATCH = -32020
const UNSUPPORTED_REVISION = -32022
const METHOD_NOT_FOUND = -32601
const INVALID_PARAMS = -32602

/** Which era a request belongs to. Throws `McpRefusal` for a revision that is not spoken, or that header and body say differently. */
export function eraOf(messages: readonly unknown[], { revision }: Pick<McpHeaders, 'revision'>): 'modern' | 'legacy' {
  const said = messages.map((message) => metaOf(isJsonObject(message) ? message['params'] : null)[META_REVISION]).find((value) => value !== undefined)
  const spoken = revision ?? (said === undefined ? WITHOUT_HEADER : undefined)
  if (spoken === undefined) throw new McpRefusal(HEADER_MISMATCH, 'The header MCP-Protocol-Version is missing.')
  if (!REVISIONS.includes(spoken)) {
    throw new McpRefusal(UNSUPPORTED_REVISION, 'Unsupported protocol version', { extra: { supported: REVISIONS, requested: spoken.slice(0, 100) } })
  }
  if (said !== undefined && said !== spoken) {
    throw new McpRefusal(HEADER_MISMATCH, `The header MCP-Protocol-Version says ${spoken}, and _meta says ${shown(said)}.`)
  }
  return (MODERN as readonly string[]).includes(spoken) ? 'modern' : 'legacy'
}

/** True for a revision in which several messages may be posted as one. */
export function takesBatches({ revision = WITHOUT_HEADER }: Pick<McpHeaders, 'revision'>): boolean {
  return revision === '2025-03-26'
}

/** Throws `call-invalid` for a call whose id is null, which MCP does not take. */
export function checkId(message: Message): void {
  if (message.kind === 'call' && message.call.id === null) throw invalidCall('The id of a call cannot be null.', 'Send a number or a text.')
}

/** Answers a call of the revisions that begin with `initialize`. Nothing is remembered of it: there are no sessions. */
export async function answerLegacy(call: Call, context: CallContext): Promise<Result> {
  switch (call.method) {
    case 'initialize':
      return write({ protocolVersion: negotiate(call.params), capabilities: { tools: {} }, ...SERVER })
    case 'ping':
      return write({})
    case 'tools/list':
      return write({ tools: listTools() })
    case 'tools/call':
      return write(await callTool(call, context))
    default:
      throw methodNotFound(call.method)
  }
}

/** Answers a call that carries its revision. Throws `McpRefusal` for one whose headers or `_meta` are not as they have to be. */
export async function answerModern(call: Call, context: CallContext, headers: McpHeaders): Promise<Result> {
  checkMetadata(call, headers)
  const _meta = { [META_SERVER]: SERVER.serverInfo }
  const kept = { ttlMs: LIST_TTL_MS, cacheScope: 'public' }
  switch (call.method) {
    case 'server/discover':
      return write({
        resultType: 'complete',
        supportedVersions: REVISIONS,
        capabilities: { tools: {} },
        instructions: SERVER.instructions,
        ...kept,
        _meta,
      })
    case 'tools/list':
      return write({ resultType: 'complete', tools: listTools(), ...kept, _meta })
    case 'tools/call':
      return write({ resultType: 'complete', ...(await callTool(call, context)), _meta })
    default:
      throw new McpRefusal(METHOD_NOT_FOUND, `There is no method ${shown(call.method)}.`, { status: 404 })
  }
}

function negotiate(params: unknown): string {
  const asked = isJsonObject(params) ? params['protocolVersion'] : undefined
  if (typeof asked !== 'string') {
    const issue = {
      pointer: '/protocolVersion',
      code: 'field-missing',
      detail: 'protocolVersion is required.',
      hint: `Send one of ${LEGACY.join(', ')}.`,
    }
    throw new GatewayError('request-invalid', 'initialize needs protocolVersion.', issue.hint, { issues: [issue] })
  }
  return LEGACY.find((revision) => revision === asked) ?? LEGACY[0]
}

function methodNotFound(method: string): GatewayError {
  return new GatewayError('method-unknown', `There is no method ${shown(method)}.`, 'This server has tools: tools/list and tools/call.')
}

/** Headers repeat what the body says, so that what stands between can decide by them: they have to be right. */
function checkMetadata({ method, params }: Call, headers: McpHeaders): void {
  const meta = metaOf(params)
  for (const field of [META_REVISION, META_CAPABILITIES]) {
    if (meta[field] === undefined) throw new McpRefusal(INVALID_PARAMS, `params._meta lacks ${field}.`)
  }
  if (!isJsonObject(meta[META_CAPABILITIES])) throw new McpRefusal(INVALID_PARAMS, `${META_CAPABILITIES} must be an object.`)
  checkHeader('Mcp-Method', headers.method, method)
  const name = isJsonObject(params) ? params['name'] : undefined
  if (method === 'tools/call') checkHeader('Mcp-Name', decodeHeader(headers.name), name)
}

function checkHeader(header: string, said: string | undefined, body: unknown): void {
  if (said === undefined) throw new McpRefusal(HEADER_MISMATCH, `The header ${header} is missing.`)
  if (said !== body) throw new McpRefusal(HEADER_MISMATCH, `The header ${header} says ${shown(said)}, and the body says ${shown(body)}.`)
}

/** What cannot stand in a header is there as base64 of its UTF-8. */
function decodeHeader(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value ?? '')?.[1]
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString()
}

function metaOf(params: unknown): Readonly<Record<string, unknown>> {
  const meta = isJsonObject(params) ? params['_meta'] : undefined
  return isJsonObject(meta) ? meta : {}
}

function write(value: unknown): Result {
  return Buffer.from(JSON.stringify(value))
}
