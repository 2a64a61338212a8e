import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Asks for all addresses of a host name; rejects when there are none. */
export type Resolve = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

/** Which addresses callbacks may reach. */
export interface GuardOptions {
  /** Host names, addresses and CIDRs that may be reached although they are not public. */
  readonly allow: readonly string[]
  /** The resolver of names; the system's when absent. */
  readonly resolve?: Resolve
}

export const MAX_URL_LENGTH = 2048
/** What to do about an address that is refused; names the setting, for the one who posts and the one who operates may be two. */
export const REFUSAL_REMEDY =
  'Give a public address, or let the operator name the host or its network in TURNUS_CALLBACK_ALLOW or --callback-allow, such as 127.0.0.1 for a receiver on the machine of the gateway.'
/** Ports below this belong to services of the system; a schedule shall not make Turnus speak to them. */
const FIRST_FREE_PORT = 1024
const WEB_PORTS: readonly number[] = [80, 443]
/** Longest wait for the resolver when a submission arrives; a name that takes longer is judged when it is called. */
const RESOLVE_MS = 2000

/** Thrown inside a connect; deliveries record its text. */
export class AddressRefused extends Error {
  constructor(host: string, address: string) {
    super(`The callback address ${host} leads to ${address}, which is neither public nor named in TURNUS_CALLBACK_ALLOW.`)
    this.name = 'AddressRefused'
  }
}

const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true })

/**
 * Judges a `callbackUrl` when its submission arrives: null when it may be called, else what is wrong, in one sentence.
 * A name that cannot be resolved now passes: it may exist by the time the job ends, and every connect is judged again.
 */
export async function checkCallbackUrl(text: string, options: GuardOptions): Promise<string | null> {
  if (text.length > MAX_URL_LENGTH) return `The address is ${text.length} characters long; at most ${MAX_URL_LENGTH} are taken.`
  // The parser would drop them in silence, and what is called would not be what was posted.
  if (/[\p{Cc}\s]/u.test(text)) return 'The address holds a blank or a control character.'
  const url = URL.parse(text)
  if (url === null) return 'This is not an absolute URL.'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `The scheme is ${url.protocol.slice(0, 20)}; only https: and http: are called.`
  if (url.username !== '' || url.password !== '') return 'The address carries a user name or password.'
  if (url.port === '0') return 'Port 0 cannot be called.'

  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await resolveInTime(host, options.resolve ?? resolveBySystem) : [host]
  const refused = addresses.find((address) => !isPermitted(host, address, options.allow))
  if (refused !== undefined) return `The host ${host} leads to ${refused}, which is neither public nor allowed here.`
  const port = Number(url.port)
  if (port === 0 || port >= FIRST_FREE_PORT || WEB_PORTS.includes(port) || isNamed(host, addresses, options.allow)) return null
  return `Port ${port} is one of mail, files and other services; of those below ${FIRST_FREE_PORT} only 80 and 443 are called.`
}

/** Whether the operator allowed the name, or each of its addresses. */
function isNamed(host: string, addresses: readonly string[], allow: readonly string[]): boolean {
  const isHeld = (address: string): boolean => ipaddr.isValid(address) && allow.some((entry) => holds(entry, ipaddr.process(address)))
  return allow.some((entry) => sameHost(entry, host)) || (addresses.length > 0 && addresses.every(isHeld))
}

/**
 * True when `address` may be connected to for the sake of `host`: it is public, or the operator allowed the name, the address or a
 * network around it. IPv4 inside IPv6 counts as the IPv4 address that it is.
 */
export function isPermitted(host: string, address: string, allow: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  return isGlobal(ip) || allow.some((entry) => sameHost(entry, host) || holds(entry, ip))
}

/**
 * An HTTP client that connects to permitted addresses only. The answer of the resolver is filtered, so that a name cannot lead elsewhere on
 * a later try, and the address of the connected socket is looked at before a byte of the request is written. No redirects, no proxy.
 */
export function createGuardedAgent(options: GuardOptions & { readonly connectMs: number }): Agent {
  const connectRaw = buildConnector({
    timeout: options.connectMs,
    allowH2: false,
    lookup: guardedLookup(options),
  })
  return new Agent({
    // Tries are minutes apart: a connection kept open would only be one more that was not judged.
    pipelining: 0,
    connect(target, callback) {
      const host = unbracketed(target.hostname)
      if (isIP(host) !== 0 && !isPermitted(host, host, options.allow)) {
        callback(new AddressRefused(host, host), null)
        return
      }
      connectRaw(target, (error, socket) => {
        if (error !== null || socket === null) {
          callback(error ?? new Error('No connection.'), null)
          return
        }
        const reached = socket.remoteAddress ?? 'an unknown address'
        if (isPermitted(host, reached, options.allow)) {
          callback(null, socket)
          return
        }
        socket.destroy()
        callback(new AddressRefused(host, reached), null)
      })
    },
  })
}

function guardedLookup(options: GuardOptions): LookupFunction {
  const resolve = options.resolve ?? resolveBySystem
  return (hostname, lookupOptions, callback) => {
    resolve(hostname).then(
      (found) => {
        const refused = found.find(({ address }) => !isPermitted(hostname, address, options.allow))
        const first = found[0]
        if (refused !== undefined) callback(new AddressRefused(hostname, refused.address), '')
        else if (first === undefined) callback(new Error(`${hostname} has no address.`), '')
        else if (lookupOptions.all === true) callback(null, [...found])
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}

const GIVEN_OUT = ipaddr.parseCIDR('2000::/3')

/** Public, by an allow list rather than a deny list in IPv6: of it only 2000::/3 has been given out. */
function isGlobal(ip: Address): boolean {
  if (ip.range() !== 'unicast') return false
  return ip.kind() === 'ipv4' || ip.match(GIVEN_OUT)
}

function sameHost(entry: string, host: string): boolean {
  return entry.toLowerCase() === host.toLowerCase().replace(/\.$/, '')
}

/** True when the entry is this address or a network that holds it. */
function holds(entry: string, ip: Address): boolean {
  const text = unbracketed(entry)
  if (ipaddr.isValidCIDR(text)) {
    const [network, bits] = ipaddr.parseCIDR(text)
    return network.kind() === ip.kind() && ip.match(network, bits)
  }
  return isIP(text) !== 0 && ipaddr.process(text).toString() === ip.toString()
}

async function resolveInTime(host: string, resolve: Resolve): Promise<readonly string[]> {
  const timer = Promise.withResolvers<readonly { readonly address: string }[]>()
  const timeout = setTimeout(() => timer.resolve([]), RESOLVE_MS)
  try {
    const found = await Promise.race([resolve(host), timer.promise])
    return found.map(({ address }) => address)
  } catch {
    return []
  } finally {
    clearTimeout(timeout)
  }
}

function hostOf(url: URL): string {
  return unbracketed(url.hostname)
}

function unbracketed(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host
}
