import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect } from 'vitest'
import { HANG_MS } from '../patience.ts'
import { ROOT } from '../source-files.ts'

const READY = Symbol('ready')
/** As the command of the package run by this Node, so that the commands of a page stay as they are written. */
const NPX = `#!/bin/sh\nshift\nexec '${process.execPath}' '${join(ROOT, 'bin', 'turnus.js')}' "$@"\n`

/**
 * Where the programs of all pages keep what they have compiled: a command begins with a third of the processor time (measured: 0.28 s for 0.86 s),
 * and a page has up to twenty of them.
 */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'turnus-pages')

/** What a command of a page runs in. */
export interface WorkbenchOptions {
  /** What stands in the page, and what is used in its place here: ports, addresses, paths. Longer ones first. */
  readonly moved?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** Programs that are not on this machine, or would change it: name and text of a script of `sh` each. */
  readonly programs?: Readonly<Record<string, string>>
}

/** A command that goes on. */
export interface Running {
  /** What it has printed so far. */
  readonly output: () => string
  /** Ends it in order, as a service manager would. */
  stop(): Promise<void>
}

/** A folder of its own with a shell in it, in which `npx turnus` is this clone's. For the blocks of a page, as somebody would paste them. */
export interface Workbench {
  readonly folder: string
  /** Uses something else from now on in the place of what stands in the page, such as the address that a server has printed. */
  move(moved: Readonly<Record<string, string>>): void
  /** Runs commands to their end, the first that fails being the last. Fails when their exit code is another than `code`, 0 when none is said. Answers what they printed. */
  run(commands: string, code?: number): Promise<string>
  /** Starts commands that go on, and waits until they have printed `ready`. */
  start(commands: string, ready: RegExp): Promise<Running>
  /** Ends what goes on, the newest first, and what was run and has not ended; removes the folder. */
  close(): Promise<void>
}

export function createWorkbench({ moved: movedAtFirst = {}, env = {}, programs = {} }: WorkbenchOptions = {}): Workbench {
  let moved = movedAtFirst
  const folder = mkdtempSync(join(tmpdir(), 'turnus-page-'))
  const bin = join(folder, '.bin')
  const running: Running[] = []
  /** Shells that have not ended. */
  const open = new Set<ChildProcess>()
  // As root, PostgreSQL runs as another user, who must be able to reach its store in here.
  chmodSync(folder, 0o711)
  mkdirSync(bin)
  for (const [name, text] of Object.entries({ npx: NPX, ...programs })) {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
  }

  function shell(commands: string): ChildProcess {
    const text = Object.entries(moved).reduce((all, [from, to]) => all.replaceAll(from, to), commands)
    // Nothing of the outside may decide which store is meant, or which package by npm.
    const outside = Object.entries(process.env).filter(([name]) => !/^(?:npm_|TURNUS_|DATABASE_URL$|NODE_OPTIONS$)/i.test(name))
    const path = `${bin}${delimiter}${process.env.PATH}`
    const child = spawn('sh', ['-e', '-c', text], {
      cwd: folder,
      env: { ...Object.fromEntries(outside), TURNUS_LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: COMPILED, PATH: path, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    open.add(child)
    child.on('close', () => open.delete(child))
    return child
  }

  return {
    folder,
    move(more) {
      moved = { ...moved, ...more }
    },
    async run(commands, code = 0) {
      const child = shell(commands)
      const output = collect(child)
      const ended = await closed(child)
      expect({ commands, code: ended, output: ended === code ? '' : output() }).toEqual({ commands, code, output: '' })
      return output()
    },
    async start(commands, ready) {
      const child = shell(commands)
      const output = collect(child)
      const end = closed(child)
      const one: Running = {
        output,
        async stop() {
          if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGTERM')
          await within(end, () => `It did not end: ${output()}`)
        },
      }
      running.push(one)
      const code = await within(Promise.race([end, printed(child, output, ready)]), () => `It did not print ${ready}: ${output()}`)
      if (code !== READY && !ready.test(output())) throw new Error(`It ended before it printed ${ready}, exit code ${code}: ${output()}`)
      return one
    },
    async close() {
      for (const one of running.toReversed()) await one.stop().catch(() => undefined)
      // What did not end, and what a test that ran out of time left.
      for (const { pid } of open) process.kill(-pid!, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A port on loopback that nobody listens on: now, but another may be quicker. Whoever can listens on port 0. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}

/** Answers once a process has printed `ready`; `output` has it by then. */
function printed(child: ChildProcess, output: () => string, ready: RegExp): Promise<typeof READY> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (ready.test(output())) resolve(READY)
    }
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', look)
    look()
  })
}

/** Waits for what only a hang keeps from coming, and then fails with `what`. */
async function within<Value>(coming: Promise<Value>, what: () => string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(what())), HANG_MS)
  })
  return Promise.race([coming, hang]).finally(() => clearTimeout(timer))
}

function closed(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('close', resolve))
}
