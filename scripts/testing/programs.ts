import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A long test that cannot be carried out on this machine ends with it; nothing is recorded then. */
export const CANNOT_RUN = 77

/** How a program ended. `output` holds both streams in the order in which they came, empty when they went to the terminal. */
export interface Ended {
  /** 1 when it was killed or could not be started. */
  readonly status: number
  readonly output: string
}

export interface RunOptions {
  /** More of the environment. */
  readonly env?: Readonly<Record<string, string>>
  /** `show` sends both streams to the terminal, `keep` collects them. */
  readonly streams: 'show' | 'keep'
  /** In milliseconds; then the program is killed. No limit when absent. */
  readonly limitMs?: number
}

/** Runs a program in the root of the repository, those of node_modules first, and waits for its end. Never rejects. */
export function run(command: string, args: readonly string[], { env = {}, streams, limitMs }: RunOptions): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const path = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, PATH: path, ...env },
    stdio: streams === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    killSignal: 'SIGKILL',
    ...(limitMs === undefined ? {} : { timeout: limitMs }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.once('error', (error) => resolve({ status: 1, output: `${output}${error.message}\n` }))
  child.once('close', (status) => resolve({ status: status ?? 1, output }))
  return promise
}
