import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isStopping, runningPort, startServer, stopServer } from './embedded-cluster.ts'
import type { Cluster } from './embedded-cluster.ts'
import { connectGuard, endGuard, leave, tryService } from './embedded-guard.ts'
import type { Guard } from './embedded-guard.ts'
import type { Log } from './log.ts'

// Short at first, because most outages are over at the first start; then patient with a disk that is full, or with orphans of a
// killed server that still use its memory.
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5000
// A server that recovers for longer goes on recovering; the next try finds it. So short because closing waits for a start under way.
const START_SECONDS = 5
const STATUS_MS = 2000

/** What is kept running: a cluster, with the first guard of the process that serves it, and the port that its pools connect to. */
export interface KeptServer {
  readonly cluster: Cluster
  readonly guard: Guard
  readonly port: number
  readonly log: Log
}

/**
 * Starts the server of a cluster again, on its port, whenever it goes away while this process serves it, and takes its locks again. Tries as long as
 * this process runs, and says once that it went away and once that it is back. `stop` leaves it for good, also in the middle of an outage.
 */
export function keepEmbedded(kept: KeptServer): { stop(): Promise<void> } {
  const closing = new AbortController()
  const watching = watch(kept, closing.signal)
  return {
    async stop() {
      closing.abort()
      const { guard, started } = await watching
      if (guard !== null) return leave(kept.cluster, guard)
      // In an outage: a server that was started a moment ago must not stay behind alone.
      if (!started || (await runningPort(kept.cluster)) !== kept.port) return
      const late = await connectGuard(kept.cluster, kept.port).catch(() => null)
      // One that is not ready yet has nobody: who waits for it starts it anew.
      await (late === null ? stopServer(kept.cluster) : leave(kept.cluster, late))
    },
  }
}

/** How things stood at the end, and whether this process has started the server since it went away. */
interface Standing {
  readonly guard: Guard | null
  readonly started: boolean
}

async function watch(kept: KeptServer, closing: AbortSignal): Promise<Standing> {
  let { guard } = kept
  let pauseMs = 0
  while (true) {
    const heldMs = performance.now()
    await untilGone(kept.cluster, guard, closing)
    if (closing.aborted) return { guard, started: false }
    const goneMs = performance.now()
    kept.log.error({ log: path.join(kept.cluster.folder, 'log') }, 'the embedded database went away; it is being started again')
    await endGuard(guard)
    // One that dies as soon as it is there is not started in a storm.
    pauseMs = goneMs - heldMs < LONGEST_PAUSE_MS ? longer(pauseMs) : 0
    await pause(pauseMs, closing)
    const standing = await bringBack(kept, closing)
    if (standing.guard === null) return standing
    guard = standing.guard
    kept.log.warn({ awayMs: Math.round(performance.now() - goneMs) }, 'the embedded database is back')
  }
}

/** Waits until the server, or our connection to it, has gone. One that only waits for its connections to end takes no new ones: it is ended. */
async function untilGone(cluster: Cluster, guard: Guard, closing: AbortSignal): Promise<void> {
  const over = new AbortController()
  void guard.gone.then(() => over.abort())
  const signal = AbortSignal.any([over.signal, closing])
  while (!signal.aborted) {
    await pause(STATUS_MS, signal)
    if (!signal.aborted && (await isStopping(cluster))) await stopServer(cluster)
  }
}

async function bringBack(kept: KeptServer, closing: AbortSignal): Promise<Standing> {
  let started = false
  for (let pauseMs = FIRST_PAUSE_MS; !closing.aborted; pauseMs = longer(pauseMs)) {
    if ((await runningPort(kept.cluster)) === null) {
      started = true
      // Not looked at: whatever came of it, the guard tells.
      await startServer(kept.cluster, { port: kept.port, seconds: START_SECONDS }).catch(() => null)
    }
    const guard = await tryGuard(kept)
    if (guard !== null) return { guard, started }
    await pause(pauseMs, closing)
  }
  return { guard: null, started }
}

/** Both locks again; null when the server cannot be used yet, listens elsewhere for a command, or another process serves it now. */
async function tryGuard({ cluster, port }: KeptServer): Promise<Guard | null> {
  let guard: Guard | null = null
  try {
    if ((await runningPort(cluster)) !== port) return null
    guard = await connectGuard(cluster, port)
    if (guard !== null && (await tryService(guard))) return guard
  } catch {
    // It went away again, or something else listens on the port; the next try tells.
  }
  if (guard !== null) await endGuard(guard)
  return null
}

function longer(pauseMs: number): number {
  return Math.min(Math.max(2 * pauseMs, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}
