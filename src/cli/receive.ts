import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Command } from 'commander'
import { departmentSigningSecret } from '../access/organizations.ts'
import { verifyCallback } from '../client/client.ts'
import { GatewayError } from '../model/errors.ts'
import { administerExisting } from './administration.ts'
import { EXIT_NO, type SetExitCode } from './failure.ts'
import { type DatabaseFlags, integerBetween, withDatabaseFlags, withJsonFlag } from './flags.ts'
import { printable } from './printable.ts'
import { createPaint, type Terminal } from './terminal.ts'

interface ReceiveFlags extends DatabaseFlags {
  readonly host: string
  readonly port: number
  readonly secret?: string
  readonly organization?: string
  readonly department?: string
  readonly status: number
  readonly count?: number
  readonly save?: string
  readonly json?: boolean
}

/** One callback as it came in, and what was found. */
interface Arrival {
  readonly at: string
  readonly messageId: string | null
  readonly type: string | null
  readonly solverProblemId: string | null
  readonly status: string | null
  readonly score: string | null
  readonly bytes: number
  /** Null without a secret to verify with. */
  readonly genuine: boolean | null
  /** True when a callback with the same `webhook-id` came before. */
  readonly repeated: boolean
  /** What it was answered. */
  readonly answered: number
}

/** As large as the largest schedule that can be submitted, with some room for what the solution adds. */
const MAX_BODY_BYTES = 128 * 1024 * 1024
const UNAUTHORIZED = 401
const TOO_LARGE = 413
const METHOD_NOT_ALLOWED = 405
const INTERNAL_ERROR = 500

/** `turnus receive`: a consumer of callbacks to try things with. */
export function addReceiveCommand(program: Command, terminal: Terminal, setExitCode: SetExitCode): void {
  withJsonFlag(withDatabaseFlags(program.command('receive')), 'print a line of JSON for each callback')
    .description('listen for callbacks, verify and print them, until Ctrl-C; exit code 1 when one was not genuine')
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--port <number>', '0 = any free port', integerBetween(0, 65_535), 0)
    .option('--secret <whsec_…>', 'the signing secret of the department (TURNUS_SIGNING_SECRET)')
    .option('--organization <id or name>', 'with --department: read the secret from the database')
    .option('--department <id or name>', 'whose secret to verify with')
    .option('--status <code>', 'what to answer genuine callbacks, to see them repeated', integerBetween(200, 599), 204)
    .option('--count <n>', 'end after so many', integerBetween(1, 1_000_000))
    .option('--save <folder>', 'write headers and body of each into a file of this folder')
    .action(async (flags: ReceiveFlags) => {
      const secret = await findSecret(terminal, flags)
      if (flags.save !== undefined) await mkdir(flags.save, { recursive: true })
      const allGenuine = await receiveUntilInterrupted(terminal, flags, secret)
      if (!allGenuine) setExitCode(EXIT_NO)
    })
}

async function findSecret(terminal: Terminal, { organization, department, ...flags }: ReceiveFlags): Promise<string | null> {
  if ((organization === undefined) !== (department === undefined)) {
    throw new GatewayError('usage-wrong', 'One of --organization and --department is missing.', 'Give both, or --secret.')
  }
  if (organization === undefined || department === undefined) {
    const secret = flags.secret ?? terminal.env['TURNUS_SIGNING_SECRET']
    if (secret === undefined || /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return secret ?? null
    throw new GatewayError('usage-wrong', 'The signing secret does not begin with whsec_.', 'Copy it whole from `turnus department secret`.')
  }
  return administerExisting(terminal, flags, async ({ db, key }) => departmentSigningSecret({ db, key: await key() }, { organization, department }))
}

/** True unless a callback was not genuine. */
async function receiveUntilInterrupted(terminal: Terminal, flags: ReceiveFlags, secret: string | null): Promise<boolean> {
  const over = Promise.withResolvers<void>()
  const seen = new Set<string>()
  let received = 0
  let answered = 0
  let allGenuine = true
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { arrival, text } = await receive(request, { secret, seen, status: flags.status })
    received += 1
    allGenuine &&= arrival.genuine !== false
    const isKept = flags.save === undefined || (await isSaved(terminal, flags.save, received, text))
    const told = isKept ? arrival : { ...arrival, answered: INTERNAL_ERROR }
    print(terminal, told, flags)
    response.writeHead(told.answered).end()
    if (!isKept) return
    answered += 1
    if (flags.count !== undefined && answered >= flags.count) response.once('close', () => over.resolve())
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(error instanceof Refusal ? error.status : INTERNAL_ERROR).end())
  })
  const url = await listen(server, flags)
  const leaveInterrupt = terminal.onInterrupt(() => over.resolve())
  try {
    const how = secret === null ? 'without verifying: give --secret, or --organization and --department' : 'verifying each'
    terminal.stderr.write(`Listens on ${url} (${how}). Ctrl-C ends it.\n`)
    await over.promise
  } finally {
    leaveInterrupt()
    server.close()
    server.closeAllConnections()
  }
  return allGenuine
}

async function listen(server: Server, { host, port }: ReceiveFlags): Promise<string> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(new GatewayError('environment-unfit', `Nothing can listen on ${host}, port ${port}: ${error.code ?? error.message}.`, 'Choose another.')),
    )
    server.listen(port, host, done)
  })
  const { address, port: actual, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}/`
}

class Refusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(`answered ${status}`)
    this.status = status
  }
}

async function receive(
  request: IncomingMessage,
  { secret, seen, status }: { secret: string | null; seen: Set<string>; status: number },
): Promise<{ arrival: Arrival; text: string }> {
  if (request.method !== 'POST') throw new Refusal(METHOD_NOT_ALLOWED)
  const body = await readBody(request)
  const header = (name: string): string | null => [request.headers[name]].flat()[0] ?? null
  const genuine = secret === null ? null : isGenuine(body, request, secret)
  const messageId = header('webhook-id')
  const repeated = messageId !== null && seen.has(messageId)
  if (messageId !== null && genuine !== false) seen.add(messageId)
  const said = parse(body)
  const text = (field: unknown): string | null => (typeof field === 'string' ? field : null)
  const arrival = {
    at: new Date().toISOString(),
    messageId,
    type: text(said['type']),
    solverProblemId: text(said['solverProblemId']),
    status: text(said['status']),
    score: Array.isArray(said['score']) ? `[${said['score'].join(', ')}]` : null,
    bytes: body.length,
    genuine,
    repeated,
    answered: genuine === false ? UNAUTHORIZED : status,
  }
  const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
  return { arrival, text: `POST ${request.url} HTTP/1.1\n${lines.join('\n')}\n\n${body.toString()}\n` }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Refusal(TOO_LARGE)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isGenuine(body: Buffer, { headers }: IncomingMessage, secret: string): boolean {
  try {
    verifyCallback(body, headers, secret)
    return true
  } catch {
    return false
  }
}

function parse(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(body.toString()) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** False, with a line on stderr, when it could not be written: the folder was removed, the disk is full. */
async function isSaved(terminal: Terminal, folder: string, number: number, text: string): Promise<boolean> {
  try {
    await writeFile(path.join(folder, `callback-${String(number).padStart(4, '0')}.http`), text, { mode: 0o600 })
    return true
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    terminal.stderr.write(
      `A callback cannot be saved in ${folder}: ${code ?? message}. It was answered ${INTERNAL_ERROR}, so that it is sent again.\n`,
    )
    return false
  }
}

function print(terminal: Terminal, arrival: Arrival, { json }: ReceiveFlags): void {
  if (json === true) {
    terminal.stdout.write(`${JSON.stringify(arrival)}\n`)
    return
  }
  const paint = createPaint(terminal.stdout, terminal.env)
  const { at, type, solverProblemId, status, score, messageId, genuine, repeated, answered } = arrival
  const verdict = genuine === null ? paint('yellow', 'not verified') : genuine ? paint('green', 'genuine') : paint('red', 'NOT genuine')
  const said = [type, solverProblemId, status, score, messageId].map((text) => printable(text ?? '-'))
  terminal.stdout.write(`${at}  ${verdict}${repeated ? ', repeated' : ''}  ${said.join('  ')}  answered ${answered}\n`)
}
