import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { GatewayError } from './model/errors.ts'
import { NODE_ROLES, type NodeRole } from './model/node.ts'

/** Everything that an operator can set, checked and with its defaults filled in. */
export interface Config {
  /** What this process does; at least one, each once, in the order of `NODE_ROLES`. */
  readonly roles: readonly NodeRole[]
  /** Address to listen on. */
  readonly host: string
  /** Port to listen on; 0 = any free one. */
  readonly port: number
  /** Absolute path of the folder of the embedded database and its keys. */
  readonly data: string
  /** PostgreSQL to use; null = the embedded one, in `data`. */
  readonly databaseUrl: string | null
  /** The 32 bytes that seal secrets at rest; null = the key in the data folder, made when absent (embedded only). */
  readonly secretKey: Buffer | null
  /** Another key that may open what is sealed: the one before `secretKey`, or the one that comes after it; null = none. */
  readonly previousSecretKey: Buffer | null
  /** Host names, addresses and CIDRs that callbacks may reach although they are not public; empty = nothing beyond public addresses. */
  readonly callbackAllow: readonly string[]
  /** Addresses and CIDRs of proxies whose `X-Forwarded-For` says where a request comes from; empty = nobody's. */
  readonly trustedProxies: readonly string[]
  /** Origins whose pages may call from a browser, such as `https://plan.example`; empty = none. */
  readonly corsOrigins: readonly string[]
  /** True when a gateway serves the console at `/`. */
  readonly servesConsole: boolean
  /** How long browsers shall insist on TLS, in seconds; 0 = nothing is said, for nobody told us that TLS is in front. */
  readonly hstsSeconds: number
  /** Solver threads of this node, at least 1 and never more than there are cores. */
  readonly threads: number
  /** How many threads may search on this node at a time, those included that no job wants and that are lent to another: as many as were asked for, or else all cores. */
  readonly lendableThreads: number
  /** Solver threads that were asked for; more than `threads` when there are fewer cores. */
  readonly threadsAsked: number
  readonly logLevel: LogLevel
  /** Where metrics and the health of this process are read; null = nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null
  /** Address of the OpenTelemetry collector that traces are sent to, without `/v1/traces`; null = none are made. */
  readonly tracesEndpoint: string | null
  readonly limits: Limits
  /** Variables of the environment whose names begin as ours and that nothing reads: mistyped ones, as a rule. */
  readonly unknownVariables: readonly string[]
}

/** What one client can cost us at most; docs/limits.md. */
export interface Limits {
  /** Longest request body, in bytes after decompression. */
  readonly bodyBytes: number
  /** Deepest nesting of arrays and objects in a body. */
  readonly bodyDepth: number
  /** Entries of all arrays and objects of a body together; one that is itself an array or object counts twice. */
  readonly bodyValues: number
  /** Bytes of all bodies together that one node holds in memory at a time; at least `bodyBytes`. */
  readonly heldBodyBytes: number
  /** Longest time for the headers of a request to arrive, in milliseconds. */
  readonly headerMs: number
  /** Longest time in which nothing moves on a connection that has a request, in milliseconds. */
  readonly stallMs: number
  /** Connections that one node holds. */
  readonly connections: number
  /** Of these, connections from one address; of IPv6, from one /64. */
  readonly connectionsPerAddress: number
  /** Longest time for a request to arrive whole, in milliseconds. */
  readonly requestMs: number
  /** Longest time for one try of a callback, answer included, in milliseconds. */
  readonly callbackMs: number
  /** Callbacks that one node makes at a time; those that wait for a receiver need memory only. */
  readonly callsAtATime: number
  /** Of those, callbacks to one origin: scheme, host and port. */
  readonly callsPerOrigin: number
  /** Longest time that the calls of one request to `POST /v1` or `/mcp` may take together, in milliseconds. */
  readonly callMs: number
  /** Threads of this node in which calls are answered. */
  readonly callThreads: number
  /** Requests with calls that may wait for such a thread. */
  readonly waitingCalls: number
  /** Requests with calls of one department that may wait and run at a time, on one node. */
  readonly callsPerDepartment: number
  /** Event streams that one token may have open on one node. */
  readonly streamsPerToken: number
  /** Event streams that one node holds open. */
  readonly streams: number
  /** Failed logins with one e-mail within 15 minutes. */
  readonly loginsPerEmail: number
  /** Failed logins from one address within 15 minutes. */
  readonly loginsPerAddress: number
  /** Requests of one token within a minute, on one node. */
  readonly requestsPerMinute: number
  /** Jobs of one department that may wait. */
  readonly queuedPerDepartment: number
  /** Jobs of one department that may run at a time, on all nodes together. */
  readonly runningPerDepartment: number
  /** Plans of one department, those that are archived included. */
  readonly plansPerDepartment: number
  /** What all versions of the plans of one department may take, as they are stored, in MiB. */
  readonly planMibPerDepartment: number
  /** Versions of a plan that nobody named, published or accepted, of which the newest are kept. */
  readonly planVersions: number
  /** Days for which results are kept after the end of a job. */
  readonly retentionDays: number
  /** Memory that the search of one job may take, in MiB; and the writing of solutions so far. */
  readonly jobMemoryMib: number
  /** Days for which the audit log is kept; the database itself refuses to delete what is younger than 30. */
  readonly auditDays: number
}

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Command line flags as they were written; a flag beats its environment variable. */
export interface ConfigFlags {
  readonly role?: string | undefined
  readonly port?: string | number | undefined
  readonly host?: string | undefined
  readonly data?: string | undefined
  readonly databaseUrl?: string | undefined
  readonly callbackAllow?: string | undefined
  readonly threads?: string | number | undefined
}

/** Environment variables, by name. */
type Env = Readonly<Record<string, string | undefined>>

/** Solver threads that can be asked for. */
export const MAX_THREADS = 256
const MIB = 1024 * 1024
/** Says of callbacks: nothing beyond public addresses. */
const NOTHING = 'none'
const SECRET_KEY_BYTES = 32

/**
 * Reads the configuration: flags beat environment beats defaults. An empty variable counts as absent. `cores`: of this host, for the process.
 * Throws `usage-wrong`, naming the variable, its value (never a secret one) and the remedy.
 */
export function readConfig(flags: ConfigFlags, env: Env, cores = availableParallelism()): Config {
  const databaseUrl = readDatabaseUrl(given(flags.databaseUrl, env.DATABASE_URL))
  const threadsAsked = readInteger('--threads/TURNUS_THREADS', given(flags.threads, env.TURNUS_THREADS), {
    // One core stays free for requests, or a long search makes reading slow.
    fallback: Math.max(1, cores - 1),
    min: 1,
    max: MAX_THREADS,
  })
  return {
    roles: readRoles(given(flags.role, env.TURNUS_ROLE)),
    host: given(flags.host, env.TURNUS_HOST) ?? '127.0.0.1',
    port: readInteger('--port/TURNUS_PORT', given(flags.port, env.TURNUS_PORT), { fallback: 8080, min: 0, max: 65_535 }),
    data: resolve(given(flags.data, env.TURNUS_DATA) ?? '.turnus'),
    databaseUrl,
    secretKey: readSecretKey(env, 'TURNUS_SECRET_KEY'),
    previousSecretKey: readSecretKey(env, 'TURNUS_SECRET_KEY_PREVIOUS'),
    callbackAllow: readAllowList(given(flags.callbackAllow, env.TURNUS_CALLBACK_ALLOW) ?? NOTHING),
    trustedProxies: readProxies(given(env.TURNUS_TRUSTED_PROXIES)),
    corsOrigins: readOrigins(given(env.TURNUS_CORS_ORIGINS)),
    servesConsole: readSwitch('TURNUS_CONSOLE', given(env.TURNUS_CONSOLE)),
    hstsSeconds: readInteger('TURNUS_HSTS_SECONDS', given(env.TURNUS_HSTS_SECONDS), { fallback: 0, min: 0, max: 63_072_000 }),
    // Not refused: one setting serves hosts of different sizes, and a host may shrink.
    threads: Math.min(threadsAsked, cores),
    lendableThreads: given(flags.threads, env.TURNUS_THREADS) === undefined ? cores : Math.min(threadsAsked, cores),
    threadsAsked,
    logLevel: readLogLevel(given(env.TURNUS_LOG_LEVEL)),
    metrics: readMetrics(env),
    tracesEndpoint: readTracesEndpoint(given(env.OTEL_EXPORTER_OTLP_ENDPOINT)),
    limits: readLimits(env),
    unknownVariables: findUnknownVariables(env),
  }
}

/** The name of every environment variable that `readConfig` reads. */
export function listVariables(): readonly string[] {
  const names = new Set<string>()
  const absent = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_env, name) {
        if (typeof name === 'string') names.add(name)
        return undefined
      },
    },
  )
  readConfig({}, absent)
  return [...names].sort()
}

/** Variables of the program that are no settings: bin/turnus.js, src/cli/receive.ts, and those of tests and benchmarks. */
const OTHER_VARIABLES = /^TURNUS_(?:LAUNCHER|SIGNING_SECRET|BENCHMARKS|CASES|CI_.*|WALKS|SIMULATION.*|HOSTILE_.*)$/

function findUnknownVariables(env: Env): readonly string[] {
  const ours = Object.keys(env).filter((name) => name.startsWith('TURNUS_') && !OTHER_VARIABLES.test(name))
  if (ours.length === 0) return []
  const known = new Set(listVariables())
  return ours.filter((name) => !known.has(name))
}

function readMetrics(env: Env): Config['metrics'] {
  const host = given(env.TURNUS_METRICS_HOST) ?? '127.0.0.1'
  const port = given(env.TURNUS_METRICS_PORT)
  if (port === undefined) return null
  return { host, port: readInteger('TURNUS_METRICS_PORT', port, { fallback: 9464, min: 0, max: 65_535 }) }
}

function readTracesEndpoint(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.parse(text)
  // The value is not repeated: it may hold a password.
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return text.replace(/\/+$/, '')
  throw new GatewayError(
    'usage-wrong',
    'OTEL_EXPORTER_OTLP_ENDPOINT is not an address of a collector.',
    'Give it without /v1/traces, such as http://127.0.0.1:4318, or leave it out.',
  )
}

function readLimits(env: Env): Limits {
  const read = (name: string, range: { fallback: number; min: number; max: number }): number => readInteger(name, given(env[name]), range)
  const callSeconds = read('TURNUS_CALL_SECONDS', { fallback: 30, min: 1, max: 600 })
  // Calls may wait for as long as they may take, and nothing moves on their connection meanwhile.
  const silentSeconds = 2 * callSeconds + 10
  const bodyBytes = read('TURNUS_MAX_BODY_BYTES', { fallback: 64 * MIB, min: 1024, max: 512 * MIB })
  return {
    bodyBytes,
    bodyDepth: read('TURNUS_MAX_BODY_DEPTH', { fallback: 64, min: 8, max: 1000 }),
    bodyValues: read('TURNUS_MAX_BODY_VALUES', { fallback: 5_000_000, min: 1000, max: 100_000_000 }),
    // Less than one body could never take it.
    heldBodyBytes: read('TURNUS_MAX_HELD_BODY_BYTES', { fallback: 512 * MIB, min: bodyBytes, max: 65_536 * MIB }),
    headerMs: 1000 * read('TURNUS_HEADER_SECONDS', { fallback: 20, min: 1, max: 3600 }),
    requestMs: 1000 * read('TURNUS_REQUEST_SECONDS', { fallback: 120, min: 1, max: 3600 }),
    stallMs: 1000 * read('TURNUS_STALL_SECONDS', { fallback: Math.max(90, silentSeconds), min: Math.max(30, silentSeconds), max: 3600 }),
    connections: read('TURNUS_MAX_CONNECTIONS', { fallback: 5000, min: 1, max: 1_000_000 }),
    connectionsPerAddress: read('TURNUS_MAX_CONNECTIONS_PER_ADDRESS', { fallback: 1000, min: 1, max: 1_000_000 }),
    callbackMs: 1000 * read('TURNUS_CALLBACK_SECONDS', { fallback: 15, min: 1, max: 300 }),
    callsAtATime: read('TURNUS_CALLBACKS_AT_A_TIME', { fallback: 200, min: 1, max: 2000 }),
    callsPerOrigin: read('TURNUS_CALLBACKS_PER_ORIGIN', { fallback: 4, min: 1, max: 2000 }),
    callMs: 1000 * callSeconds,
    callThreads: read('TURNUS_CALL_THREADS', { fallback: 2, min: 1, max: MAX_THREADS }),
    waitingCalls: read('TURNUS_MAX_WAITING_CALLS', { fallback: 100, min: 0, max: 10_000 }),
    callsPerDepartment: read('TURNUS_MAX_CALLS_PER_DEPARTMENT', { fallback: 20, min: 1, max: 10_000 }),
    streamsPerToken: read('TURNUS_MAX_STREAMS_PER_TOKEN', { fallback: 20, min: 1, max: 10_000 }),
    streams: read('TURNUS_MAX_STREAMS', { fallback: 1000, min: 1, max: 100_000 }),
    loginsPerEmail: read('TURNUS_LOGINS_PER_EMAIL', { fallback: 10, min: 1, max: 10_000 }),
    loginsPerAddress: read('TURNUS_LOGINS_PER_ADDRESS', { fallback: 10, min: 1, max: 1_000_000 }),
    requestsPerMinute: read('TURNUS_REQUESTS_PER_MINUTE', { fallback: 600, min: 1, max: 1_000_000 }),
    queuedPerDepartment: read('TURNUS_MAX_QUEUED_PER_DEPARTMENT', { fallback: 1000, min: 1, max: 1_000_000 }),
    runningPerDepartment: read('TURNUS_MAX_RUNNING_PER_DEPARTMENT', { fallback: 100, min: 1, max: 10_000 }),
    plansPerDepartment: read('TURNUS_MAX_PLANS_PER_DEPARTMENT', { fallback: 500, min: 1, max: 100_000 }),
    planMibPerDepartment: read('TURNUS_MAX_PLAN_MIB_PER_DEPARTMENT', { fallback: 1024, min: 1, max: 1_048_576 }),
    planVersions: read('TURNUS_MAX_PLAN_VERSIONS', { fallback: 200, min: 1, max: 10_000 }),
    retentionDays: read('TURNUS_RETENTION_DAYS', { fallback: 30, min: 1, max: 3650 }),
    // Measured: 42 MiB for a hospital month, 320 for 1,000 employees and 20,000 shifts, 1,450 for 5,000 and 100,000.
    jobMemoryMib: read('TURNUS_JOB_MEMORY_MIB', { fallback: 2048, min: 128, max: 1_048_576 }),
    auditDays: read('TURNUS_AUDIT_DAYS', { fallback: 400, min: 30, max: 36_500 }),
  }
}

/** The version of this program, as package.json has it. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return version
}

/** The first that is neither absent nor blank, as text. */
function given(...values: (string | number | undefined)[]): string | undefined {
  return values.map((value) => value?.toString().trim()).find((value) => value !== undefined && value !== '')
}

function readInteger(name: string, text: string | undefined, range: { fallback: number; min: number; max: number }): number {
  if (text === undefined) return range.fallback
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= range.min && value <= range.max) return value
  throw new GatewayError('usage-wrong', `${name} is "${text}".`, `Give an integer from ${range.min} to ${range.max}, such as ${range.fallback}.`)
}

/** On unless it says otherwise. */
function readSwitch(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'on') return true
  if (text === 'off') return false
  throw new GatewayError('usage-wrong', `${name} is "${text}".`, 'Give on or off.')
}

function readDatabaseUrl(text: string | undefined): string | null {
  if (text === undefined) return null
  const protocol = URL.parse(text)?.protocol
  if (protocol === 'postgres:' || protocol === 'postgresql:') return text
  // The value is not repeated: it usually holds a password.
  throw new GatewayError(
    'usage-wrong',
    '--database-url/DATABASE_URL is not an address of PostgreSQL.',
    'Give it as postgres://user:password@host:5432/database, or leave it out for the embedded database.',
  )
}

/** Role names, separated by commas; all of them when absent. A name given twice is refused: it was probably meant to be another. */
function readRoles(text: string | undefined): readonly NodeRole[] {
  if (text === undefined) return NODE_ROLES
  const names = text.split(',').map((name) => name.trim())
  const isWrong = names.some((name, i) => !(NODE_ROLES as readonly string[]).includes(name) || names.indexOf(name) !== i)
  if (!isWrong) return NODE_ROLES.filter((role) => names.includes(role))
  throw new GatewayError(
    'usage-wrong',
    `--role/TURNUS_ROLE is "${text}".`,
    `Give one or more of ${NODE_ROLES.join(', ')}, each once, separated by commas, such as gateway,dispatcher; or leave it out for all.`,
  )
}

function readLogLevel(text: string | undefined): LogLevel {
  const level = LOG_LEVELS.find((known) => known === (text ?? 'info'))
  if (level !== undefined) return level
  throw new GatewayError('usage-wrong', `TURNUS_LOG_LEVEL is "${text}".`, `Give one of ${LOG_LEVELS.join(', ')}.`)
}

/** Host names, addresses and CIDRs, separated by commas or blanks, or `none` alone. What could never match a callback's host, such as one with a port, is refused. */
function readAllowList(text: string): readonly string[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  if (entries.length === 1 && entries[0]!.toLowerCase() === NOTHING) return []
  const wrong = entries.find((entry) => entry.toLowerCase() === NOTHING || !(isHostName(entry) || isNetwork(unbracketed(entry))))
  if (wrong === undefined) return entries
  throw new GatewayError(
    'usage-wrong',
    `--callback-allow/TURNUS_CALLBACK_ALLOW holds "${wrong}".`,
    'Give host names, addresses and CIDRs without ports, separated by commas, such as hooks.example,10.1.0.0/16; or none alone, for public addresses only.',
  )
}

/** Addresses and CIDRs, separated by commas or blanks. A name is refused: it could come to mean another machine. */
function readProxies(text: string | undefined): readonly string[] {
  const entries = (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
  const wrong = entries.find((entry) => !isNetwork(entry))
  if (wrong === undefined) return entries
  throw new GatewayError(
    'usage-wrong',
    `TURNUS_TRUSTED_PROXIES holds "${wrong}".`,
    'Give addresses and CIDRs, separated by commas, such as 10.0.0.1,10.1.0.0/16.',
  )
}

/** An address, or a CIDR. */
function isNetwork(entry: string): boolean {
  const [address, bits = '0', ...rest] = entry.split('/')
  const widest = isIP(address!) === 4 ? 32 : 128
  return isIP(address!) !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= widest
}

/** A name as URLs have it. One whose last part is a number would be an address, and a wrong one. */
function isHostName(entry: string): boolean {
  return /^(?:[\da-z_-]+\.)*[\da-z_-]*[a-z_-][\da-z_-]*$/i.test(entry)
}

/** The address of `[::1]`; everything else as it is. */
function unbracketed(entry: string): string {
  return entry.startsWith('[') && entry.endsWith(']') ? entry.slice(1, -1) : entry
}

/** Origins as browsers write them, separated by commas or blanks: a scheme, a host in lower case, a port unless it is the usual one. */
function readOrigins(text: string | undefined): readonly string[] {
  const entries = (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
  for (const entry of entries) {
    const url = URL.parse(entry)
    if (url !== null && /^https?:$/.test(url.protocol) && url.origin === entry && !entry.includes('*')) continue
    throw new GatewayError(
      'usage-wrong',
      `TURNUS_CORS_ORIGINS holds "${entry}".`,
      'Give origins as browsers send them, without a path or a star, separated by commas, such as https://plan.example,http://localhost:3000.',
    )
  }
  return entries
}

/** The key that a variable holds, or the file that the variable with `_FILE` behind it names. */
function readSecretKey(env: Env, name: string): Buffer | null {
  const text = given(env[name])
  if (text !== undefined) return parseSecretKey(name, text)
  const file = given(env[`${name}_FILE`])
  if (file === undefined) return null
  try {
    return parseSecretKey(`${name}_FILE`, readFileSync(file, 'utf8').trim())
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    throw new GatewayError('usage-wrong', `${name}_FILE is "${file}", which cannot be read.`, 'Name a file that this user may read.', { cause })
  }
}

/** 32 bytes as 64 hexadecimal digits or as base64. */
function parseSecretKey(name: string, text: string): Buffer {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  if (key.length === SECRET_KEY_BYTES) return key
  throw new GatewayError('usage-wrong', `${name} does not hold a key of 32 bytes.`, 'Make one with: openssl rand -base64 32')
}
