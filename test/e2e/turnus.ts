import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HANG_MS, PATIENT } from '../patience.ts'
import { ROOT } from '../source-files.ts'
import { expectNoSecrets, noteSecret, noteSecretsIn } from './secrets.ts'

/** What a command that has ended said. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const COMMAND = join(ROOT, 'bin', 'turnus.js')

/** Runs `turnus` as a process of its own, as a person would, and waits for its end. */
export async function turnus(args: readonly string[], options: { stdin?: string; env?: Record<string, string> } = {}): Promise<Ended> {
  const child = start(args, options.env)
  child.stdin!.end(options.stdin ?? '')
  const [stdout, stderr, code] = await Promise.all([textOf(child.stdout!), textOf(child.stderr!), exitOf(child)])
  noteSecret('what was given on stdin', (options.stdin ?? '').trim())
  noteSecretsIn(stdout)
  return { code, stdout, stderr }
}

/** A command that runs, and what it has said so far. */
export interface RunningCommand {
  said(): string
  signal(name: 'SIGTERM' | 'SIGINT'): void
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>
}

/** Runs `turnus` as a process of its own, and does not wait for its end. */
export function startTurnus(args: readonly string[], env: Record<string, string>): RunningCommand {
  const child = start(args, env)
  child.stdin!.end()
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
    })
  }
  const ended = new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ?? code))
  })
  return { said: () => said, signal: (name) => void child.kill(name), ended }
}

/** A gateway that runs as a process of its own. */
export interface ServeProcess {
  readonly address: string
  /** Everything that it printed until it listened. */
  readonly greeting: string
  /** Everything that it logged, once it has ended. */
  readonly log: Promise<string>
  /** What it has logged so far. */
  logged(): string
  /** Asks it to stop in order, and answers its exit code. Fails when a secret of these tests stands in its log. */
  stop(): Promise<number | null>
  /** As a power cut would. Fails as `stop` does. */
  kill(): Promise<void>
}

/** Starts `turnus serve` on a free port, patient with who asks often, with receivers on this machine allowed, and waits until it listens. `options`: more flags, more of the environment. */
export async function startServe(
  data: string,
  options: { readonly args?: readonly string[]; readonly env?: Record<string, string> } = {},
): Promise<ServeProcess> {
  const args = ['serve', '--port', '0', '--data', data, '--threads', '1', ...(options.args ?? [])]
  const child = start(args, { ...PATIENT, TURNUS_LOG_LEVEL: 'trace', TURNUS_CALLBACK_ALLOW: '127.0.0.0/8', ...options.env })
  const exited = exitOf(child)
  let logged = ''
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    logged += chunk
  })
  const errors = once(child.stderr!, 'close').then(() => logged)
  let greeting = ''
  const address = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The gateway did not listen within ${HANG_MS} ms.`)), HANG_MS)
    child.stdout!.on('data', (chunk: Buffer) => {
      greeting += chunk.toString()
      const found = /listens on (http:\/\/\S+)/.exec(greeting)
      if (found && greeting.includes('openapi.json')) {
        clearTimeout(timer)
        resolve(found[1]!)
      }
    })
    void exited.then(async (code) => reject(new Error(`The gateway ended with code ${code}: ${await errors}`)))
  })
  noteSecretsIn(greeting)
  return {
    address,
    greeting,
    log: errors,
    logged: () => logged,
    async stop() {
      child.kill('SIGTERM')
      expectNoSecrets(await errors)
      return exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
      expectNoSecrets(await errors)
    },
  }
}

/** Starts `turnus serve --role dispatcher` on a database and waits until it works. */
export async function startDispatcher(databaseUrl: string, env: Record<string, string>): Promise<Pick<ServeProcess, 'stop' | 'kill'>> {
  const child = start(['serve', '--role', 'dispatcher'], { TURNUS_LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl, ...env })
  const exited = exitOf(child)
  const errors = textOf(child.stderr!)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The dispatcher did not work within ${HANG_MS} ms.`)), HANG_MS)
    child.stdout!.once('data', () => {
      clearTimeout(timer)
      resolve()
    })
    void exited.then(async (code) => reject(new Error(`The dispatcher ended with code ${code}: ${await errors}`)))
  })
  return {
    stop() {
      child.kill('SIGTERM')
      return exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Runs `work` with a folder of its own, which is removed afterwards. */
export async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'turnus-e2e-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  // Nothing of the outside may decide which database is meant.
  const { DATABASE_URL: _url, TURNUS_DATA: _data, NODE_OPTIONS: _options, ...outside } = process.env
  return spawn(process.execPath, [COMMAND, ...args], { cwd: ROOT, env: { ...outside, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}
