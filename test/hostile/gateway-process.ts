import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createToken } from '../../src/access/tokens.ts'
import { createTestDatabase } from '../database.ts'
import { expectNoSecrets, noteSecret } from '../e2e/secrets.ts'
import { HANG_MS } from '../patience.ts'
import { ROOT } from '../source-files.ts'

const SECRET_KEY = randomBytes(32).toString('hex')

/** A gateway as a process of its own, so that its memory can be measured and its end noticed. */
export interface GatewayProcess {
  readonly port: number
  /** May do everything in its department. */
  readonly token: string
  /** What it keeps in memory now, in MiB. */
  residentMib(): Promise<number>
  /** True while it runs. */
  isAlive(): boolean
  /** What it logged so far. */
  log(): string
  close(): Promise<void>
}

/** Limits that are short enough to be met in a test; the rates are not what is tested. */
const LIMITS = {
  TURNUS_CALLBACK_ALLOW: '127.0.0.0/8',
  TURNUS_HEADER_SECONDS: '2',
  TURNUS_REQUEST_SECONDS: '4',
  TURNUS_REQUESTS_PER_MINUTE: '1000000',
  TURNUS_MAX_QUEUED_PER_DEPARTMENT: '1000000',
}

/** Starts one on a database of its own, with nobody to solve what it accepts. */
export async function startGateway(env: Record<string, string> = {}): Promise<GatewayProcess> {
  const database = await createTestDatabase()
  const { DATABASE_URL: _url, TURNUS_DATA: _data, NODE_OPTIONS: _options, ...outside } = process.env
  const child = spawn(process.execPath, [join(ROOT, 'src/cli/main.ts'), 'serve', '--role', 'gateway', '--port', '0'], {
    cwd: ROOT,
    env: { ...outside, DATABASE_URL: database.url, TURNUS_SECRET_KEY: SECRET_KEY, TURNUS_LOG_LEVEL: 'warn', ...LIMITS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The gateway did not listen within ${HANG_MS} ms.`)), HANG_MS)
    let greeting = ''
    child.stdout.on('data', (chunk: Buffer) => {
      greeting += chunk.toString()
      const found = /listens on http:\/\/[^:]+:(\d+)\n[^]*openapi.json/.exec(greeting)
      if (found === null) return
      clearTimeout(timer)
      resolve(Number(found[1]))
    })
    void exited.then(() => reject(new Error(`The gateway ended: ${log}`)))
  })
  const { token } = await createToken(database, { organization: 'Turnus', department: 'main' })
  noteSecret('a token', token)
  noteSecret('the secret key', SECRET_KEY)
  return {
    port,
    token,
    log: () => log,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async residentMib() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024
    },
    async close() {
      child.kill('SIGTERM')
      await exited
      await database.close()
      expectNoSecrets(log)
    },
  }
}
