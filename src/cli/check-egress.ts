import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { checkCallbackUrl, REFUSAL_REMEDY } from '../callbacks/guard.ts'
import type { Config } from '../config.ts'
import { failed, type Finding, ok, skipped } from './finding.ts'

const CONNECT_MS = 5000

/** Whether the host of a callback can be reached from here: it is permitted, has an address, takes a connection, and, of https, shows a good certificate. Nothing is sent. */
export async function checkEgress({ callbackAllow: allow }: Pick<Config, 'callbackAllow'>, url: string | undefined): Promise<Finding> {
  if (url === undefined) return skipped('egress', 'Name an address that callbacks go to with --callback URL.')
  const refusal = await checkCallbackUrl(url, { allow })
  if (refusal !== null) return failed('egress', refusal, REFUSAL_REMEDY)
  const { hostname, port, protocol, origin } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isTls = protocol === 'https:'
  const failure = await tryConnection({ host, port: Number(port === '' ? (isTls ? 443 : 80) : port), isTls })
  if (failure === null) return ok('egress', `${origin} takes connections${isTls ? ', with a certificate that is trusted' : ''}.`)
  return failed('egress', `${origin} cannot be reached from here: ${failure}.`, remedyOf(failure))
}

/** Null once the connection stands; else the code of what went wrong. */
function tryConnection({ host, port, isTls }: { host: string; port: number; isTls: boolean }): Promise<string | null> {
  return new Promise((resolve) => {
    const socket: Socket = isTls ? connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) }) : connectPlain({ host, port })
    const end = (failure: string | null): void => {
      socket.destroy()
      resolve(failure)
    }
    socket.setTimeout(CONNECT_MS, () => end('ETIMEDOUT'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    socket.once(isTls ? 'secureConnect' : 'connect', () => end(null))
  })
}

function remedyOf(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Look whether the name is right, and whether this host can ask a name server.'
  if (code === 'ECONNREFUSED') return 'Look whether the receiver runs, and listens on this port.'
  if (code === 'ETIMEDOUT' || code.endsWith('UNREACH'))
    return 'Let the firewall pass connections from this host to it; dispatchers make the callbacks.'
  return 'Let the receiver show a certificate for this name that a public authority signed, or name its authority in NODE_EXTRA_CA_CERTS.'
}
