import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { failed, type Finding, ok, skipped } from './finding.ts'

const ANSWER_MS = 2000

/** Whether a gateway can listen where it is told to, or one does already. */
export async function checkPort({ roles, host, port }: Pick<Config, 'roles' | 'host' | 'port'>): Promise<Finding> {
  if (!roles.includes('gateway')) return skipped('port', 'This process takes no connections of clients.')
  const where = `port ${port} of ${host}`
  const refusal = await tryListening(host, port)
  if (refusal === null) return ok('port', port === 0 ? `A free port of ${host} is taken.` : `The ${where} is free.`)
  if (refusal !== 'EADDRINUSE') return failed('port', `Nothing can listen on ${where}: ${refusal}.`, remedyOf(refusal))
  if (await isGateway(host, port)) return ok('port', `A gateway of Turnus listens on ${where}.`)
  return failed('port', `Another program listens on ${where}.`, 'End it, or choose another port with --port or TURNUS_PORT.')
}

/** Null where a server can listen; else the code of what the system says. */
function tryListening(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

/** True when what listens there answers as a gateway does that lives. */
async function isGateway(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  try {
    const answer = await fetch(`http://${name}:${port}/health/live`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })
    return answer.ok && ((await answer.json()) as { status?: unknown }).status === 'live'
  } catch {
    return false
  }
}

function remedyOf(code: string): string {
  if (code === 'EACCES') return 'Choose a port from 1024 on, or permit this one (AmbientCapabilities=CAP_NET_BIND_SERVICE of systemd).'
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'Name an address of this host with --host or TURNUS_HOST.'
  return 'Choose another with --port or --host.'
}
