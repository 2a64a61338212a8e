import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { networkOf } from '../access/throttle.ts'
import type { Limits } from '../config.ts'
import { PROBLEM_TYPE } from './problem-details.ts'
import { inTurn } from './turns.ts'

/** What a connection may cost before there is a request. */
export type ConnectionLimits = Pick<Limits, 'headerMs' | 'requestMs' | 'stallMs' | 'connections' | 'connectionsPerAddress'>

/** More headers than fit into the 16 KiB that they may have together, so that none is dropped in silence. */
const MORE_HEADERS_THAN_FIT = 8192
/** Idle connections are closed after this; longer than the usual 60 s of a proxy, which would else meet closed ones. */
const KEEP_ALIVE_MS = 72_000
/** How often connections are looked at that send or take nothing; a time limit is kept within this. */
const CHECK_MS = 5_000
/** The log does not say more often that connections were refused. */
const QUIET_MS = 10_000

export interface ServerOptions {
  readonly limits: ConnectionLimits
  /** Addresses and CIDRs; they may have as many connections as the node holds, because they stand for many clients. */
  readonly trustedProxies: readonly string[]
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>
  /** Told why connections are refused, once in ten seconds. */
  readonly onRefused: (reason: string) => void
}

/** The server below the framework, and what it answers to those that speak no HTTP. */
export interface LimitedServer {
  /** Makes it; nothing listens yet. */
  create(handle: RequestListener): Server
  /**
   * Answers bytes that are not HTTP, or that come too slowly: there is no request yet, so the answer is written by hand, and the connection
   * closed.
   */
  answerUnreadable(error: Error & { code?: string }, socket: Socket): void
}

/** A server with limits on its connections. */
export function limitServer(options: ServerOptions): LimitedServer {
  const { limits } = options
  const { answer, note } = createUnreadableAnswer(options.headers)
  return {
    answerUnreadable: answer,
    create(handle) {
      const server = createServer({
        headersTimeout: Math.min(limits.headerMs, limits.requestMs),
        requestTimeout: limits.requestMs,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: CHECK_MS,
        // Refused below: Node would do it by itself, without our headers.
        requireHostHeader: false,
      })
      server.setTimeout(limits.stallMs)
      server.maxHeadersCount = MORE_HEADERS_THAN_FIT
      limitConnections(server, options)
      const handleInTurn = inTurn((request, response) => {
        note(request.socket, response)
        const fault = faultOf(request)
        if (fault === null) handle(request, response)
        else answer(Object.assign(new Error('A request that is none of HTTP/1.1.'), { code: fault }), request.socket)
      })
      server.on('request', handleInTurn)
      // Told to go on where its body is wanted: src/http/expectation.ts. Node would do it before anybody looked at the token.
      server.on('checkContinue', handleInTurn)
      // An expectation that we do not know may be ignored (RFC 9110, 10.1.1); Node would refuse it by itself.
      server.on('checkExpectation', handleInTurn)
      return server
    },
  }
}

/** What is wrong with the head of a request that Node lets pass; null when nothing is. */
function faultOf({ headers, httpVersion, rawHeaders }: IncomingMessage): string | null {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  // RFC 9112, 3.2. Of two, others on the way may have read the other one.
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return 'NOT_ONE_HOST'
  // RFC 9112, 6.1. Node takes the chunks apart, and what is in them would still be coded.
  const coding = headers['transfer-encoding']
  return coding === undefined || /^\s*chunked\s*$/i.test(coding) ? null : 'TRANSFER_CODING'
}

function limitConnections(server: Server, { limits, trustedProxies, onRefused }: ServerOptions): void {
  server.maxConnections = limits.connections
  const tell = createQuietly(onRefused)
  server.on('drop', () => tell('this node has as many connections as it holds'))
  const proxies = blockListOf(trustedProxies)
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    // Gone already.
    if (address === undefined || isListed(proxies, address)) return
    const network = networkOf(address)
    const open = (counts.get(network) ?? 0) + 1
    if (open > limits.connectionsPerAddress) {
      socket.destroy()
      tell('an address has as many connections as it may')
      return
    }
    counts.set(network, open)
    socket.once('close', () => {
      const left = counts.get(network)! - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
  })
}

function createQuietly(tell: (reason: string) => void): (reason: string) => void {
  let quietUntil = -Infinity
  return (reason) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + QUIET_MS
    tell(reason)
  }
}

function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

function isListed(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

interface Unreadable {
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly hint: string
}

const BAD_REQUEST: Unreadable = {
  status: 400,
  title: 'Bad Request',
  detail: 'The request could not be read as HTTP.',
  hint: 'Send a request of HTTP/1.1, with headers of at most 16 KB.',
}
const UNREADABLE: Readonly<Record<string, Unreadable>> = {
  HPE_HEADER_OVERFLOW: { ...BAD_REQUEST, status: 431, title: 'Request Header Fields Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { ...BAD_REQUEST, status: 408, title: 'Request Timeout' },
  NOT_ONE_HOST: { ...BAD_REQUEST, detail: 'The request does not have exactly one Host.', hint: 'Send one header Host.' },
  TRANSFER_CODING: {
    status: 501,
    title: 'Not Implemented',
    detail: 'The body is in a transfer coding other than chunked.',
    hint: 'Send Transfer-Encoding: chunked alone, or Content-Length; a body in gzip has Content-Encoding: gzip.',
  },
}

function createUnreadableAnswer(headers: Readonly<Record<string, string>>): {
  readonly answer: (error: Error & { code?: string }, socket: Socket) => void
  /** Notes what is being answered on a connection. */
  readonly note: (socket: Socket, response: ServerResponse) => void
} {
  const responses = new WeakMap<Socket, ServerResponse>()
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    note: (socket, response) => void responses.set(socket, response),
    answer(error, socket) {
      const response = responses.get(socket)
      // What was begun is not continued by another answer.
      const isAnswering = response !== undefined && response.headersSent && !response.writableFinished
      if (!socket.writable || error.code === 'ECONNRESET' || isAnswering) {
        socket.destroy()
        return
      }
      const { status, title, detail, hint } = UNREADABLE[error.code ?? ''] ?? BAD_REQUEST
      const body = JSON.stringify({
        type: 'urn:turnus:error:request-invalid',
        title,
        status,
        detail,
        code: 'request-invalid',
        hint,
        errors: [],
      })
      const head = `HTTP/1.1 ${status} ${title}\r\nContent-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n`
      socket.end(`${head}${lines.join('')}\r\n${body}`)
    },
  }
}
