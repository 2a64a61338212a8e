import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const START_MS = 60_000
const STOP_MS = 20_000

/** Starts programs, and ends those that still run. */
export interface Programs {
  /** Starts a Node program, waits until it says that it is ready, and answers what it said. Its stderr is ours. */
  start(program: Program): Promise<string>
  /** Starts `turnus serve` in one of its roles, or in all of them when that is null; answers the address of one that listens, else ''. */
  startTurnus(options: { readonly role: string | null; readonly threads?: number; readonly env?: Readonly<Record<string, string>> }): Promise<string>
  /** Ends all that were started, in order, and waits; by force after 20 s. */
  stopAll(): Promise<void>
}

export interface Program {
  /** Script, from the root of the project, and its arguments. */
  readonly args: readonly string[]
  /** Matches the line on stdout that says that it works; what its brackets match is the answer. */
  readonly ready: RegExp
  /** Beside the environment of every program. */
  readonly env?: Readonly<Record<string, string>>
}

/** The peer. */
export const BARE_SERVER: Program = { args: ['bench/gateway/bare-server.ts'], ready: /listens on (\S+)/ }

/** `env` is added to the environment of every program. */
export function createPrograms(env: Readonly<Record<string, string>>): Programs {
  const running: ChildProcess[] = []
  const start = async ({ args, ready, env: own = {} }: Program): Promise<string> => {
    const child = spawn(process.execPath, [...args], { cwd: ROOT, env: { ...process.env, ...env, ...own }, stdio: ['ignore', 'pipe', 'inherit'] })
    running.push(child)
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const timer = setTimeout(() => reject(new Error(`${args.join(' ')} does not start.`)), START_MS)
    child.once('exit', () => reject(new Error(`${args.join(' ')} ended before it was ready.`)))
    // Read to the end, so that a full pipe never holds the program up.
    createInterface(child.stdout).on('line', (line) => {
      const match = ready.exec(line)
      if (match !== null) resolve(match[1] ?? '')
    })
    return promise.finally(() => clearTimeout(timer))
  }
  return {
    start,
    startTurnus({ role, threads = 1, env: own = {} }) {
      const args = ['src/cli/main.ts', 'serve', '--port', '0', '--threads', String(threads), ...(role === null ? [] : ['--role', role])]
      return start({ args, ready: /gateway/.test(role ?? 'gateway') ? /^Turnus listens on (\S+)/ : /^Turnus runs as /, env: own })
    },
    async stopAll() {
      await Promise.all(running.splice(0).map(stop))
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await exited
  clearTimeout(force)
}
