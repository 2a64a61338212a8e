import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, createWriteStream, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Faults } from './faults.ts'

/** How a node is started. */
export interface NodeOptions {
  /** Such as `solver-2`; its log carries it. */
  readonly name: string
  /** Behind `turnus serve`. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Its output goes to `NAME.log` in here. */
  readonly logFolder: string
  readonly faults: Faults
  /** Whether the database was away at some time since `sinceMs`, of `performance.now()`: then a start may fail. */
  readonly wasAway: (sinceMs: number) => boolean
}

/** One process of `turnus serve` that is started again whenever it ends, as a supervisor of the system would. */
export interface ChaosNode {
  readonly name: string
  /** Where it listens; null while it does not, and always for one that is no gateway. */
  address(): string | null
  /** True from the moment at which it says that it works. */
  isUp(): boolean
  /** Process id; null for the moment between two. */
  pid(): number | null
  /** kill -9. Resolves once the process is gone; false when there was none at this moment. */
  kill(): Promise<boolean>
  /** Asks the process to end in order and starts it no more. A fault when it does not, or not with exit code 0. */
  stop(): Promise<void>
  /** Ends the process at once and starts it no more. */
  end(): Promise<void>
  /** Every start until it said that it works, in milliseconds. */
  readonly opened: readonly number[]
  counts(): NodeCounts
}

export interface NodeCounts {
  readonly starts: number
  /** Starts that ended by themselves because the database was away. */
  readonly failedStarts: number
  readonly kills: number
}

const COMMAND = fileURLToPath(new URL('../../bin/turnus.js', import.meta.url))
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** A start that takes longer has hung. */
const START_MS = 60_000
/** A stop in order that takes longer has hung: running requests 5 s, the queue 10 s, the database 30 s. */
const STOP_MS = 50_000
/** Between a start that failed and the next. */
const PAUSE_MS = 250

/** What is known of the process that runs now. */
interface Life {
  readonly child: ChildProcess
  readonly exited: Promise<string>
  readonly startedMs: number
  address: string | null
  isUp: boolean
  isKilled: boolean
}

/** Starts a node and keeps it running until `stop` or `end`. */
export function startNode(options: NodeOptions): ChaosNode {
  const opened: number[] = []
  const counts = { starts: 0, failedStarts: 0, kills: 0 }
  let life: Life | null = null
  let isWanted = true

  const liveOnce = async (): Promise<void> => {
    counts.starts += 1
    const current = spawnNode(options, (ms) => opened.push(ms))
    life = current
    const how = await current.exited
    life = null
    if (current.isKilled || !isWanted) return
    if (!current.isUp && options.wasAway(current.startedMs)) counts.failedStarts += 1
    else options.faults.add(`${options.name} ended by itself ${current.isUp ? 'while it worked' : 'at its start, with the database there'}: ${how}`)
    await sleep(PAUSE_MS)
  }
  const living = (async () => {
    while (isWanted) await liveOnce()
  })()

  const killNow = async (): Promise<boolean> => {
    if (life === null || life.isKilled) return false
    life.isKilled = true
    life.child.kill('SIGKILL')
    await life.exited
    return true
  }
  return {
    name: options.name,
    opened,
    address: () => life?.address ?? null,
    isUp: () => life?.isUp ?? false,
    pid: () => life?.child.pid ?? null,
    counts: () => ({ ...counts }),
    async kill() {
      const isKilled = await killNow()
      if (isKilled) counts.kills += 1
      return isKilled
    },
    async stop() {
      isWanted = false
      if (life !== null) await stopInOrder(life, options)
      await living
    },
    async end() {
      isWanted = false
      await killNow()
      await living
    },
  }
}

async function stopInOrder({ child, exited }: Life, { name, faults }: NodeOptions): Promise<void> {
  child.kill('SIGTERM')
  const impatience = setTimeout(() => {
    faults.add(`${name} did not stop within ${STOP_MS / 1000} s`)
    child.kill('SIGKILL')
  }, STOP_MS)
  const how = await exited
  clearTimeout(impatience)
  if (how !== 'exit code 0') faults.add(`${name} did not stop in order: ${how}`)
}

function spawnNode(options: NodeOptions, onUp: (ms: number) => void): Life {
  const { name, args, env, logFolder, faults } = options
  const file = join(logFolder, `${name}.log`)
  const errors = openSync(file, 'a')
  const startedMs = performance.now()
  const { PATH, NODE_COMPILE_CACHE } = process.env
  // TURNUS_LAUNCHER makes the process watch this one, so that none stays behind should this one be killed.
  const child = spawn(process.execPath, [COMMAND, 'serve', ...args], {
    cwd: ROOT,
    env: { PATH, NODE_COMPILE_CACHE, TURNUS_LAUNCHER: String(process.pid), TURNUS_LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', errors],
  })
  closeSync(errors)
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`))
  })
  const life: Life = { child, exited, startedMs, address: null, isUp: false, isKilled: false }
  const impatience = setTimeout(() => {
    faults.add(`${name} did not work within ${START_MS / 1000} s of its start, and did not end either`)
    life.isKilled = true
    child.kill('SIGKILL')
  }, START_MS)
  void exited.then(() => clearTimeout(impatience))
  readGreeting(child, (greeting) => {
    clearTimeout(impatience)
    life.address = /listens on (http:\/\/\S+)/.exec(greeting)?.[1] ?? null
    life.isUp = true
    onUp(performance.now() - startedMs)
  })
  child.stdout!.pipe(createWriteStream(file, { flags: 'a' }))
  return life
}

/** Calls `onUp` once the process has printed what it does, which it does when it works. */
function readGreeting(child: ChildProcess, onUp: (greeting: string) => void): void {
  let greeting = ''
  let isTold = false
  child.stdout!.on('data', (chunk: Buffer) => {
    greeting += chunk.toString()
    if (isTold || !/listens on http:\S+|runs as [a-z]+/.test(greeting) || !greeting.endsWith('\n')) return
    isTold = true
    onUp(greeting)
  })
}
