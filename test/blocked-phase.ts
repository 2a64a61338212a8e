import { registerHooks } from 'node:module'
import { BroadcastChannel, threadId } from 'node:worker_threads'

/** Phases of a search, and the line of the source after which each has begun. */
export const PHASES = {
  read: { file: 'src/api/read-schedule.ts', line: 'export function readSubmission(document: unknown, options: ReadOptions): ReadResult {' },
  compile: {
    file: 'src/engine/instance/compile.ts',
    line: 'function makeInstance(schedule: Schedule, between: () => void, kinds: readonly RuleKind[]): Instance {',
  },
  construct: {
    file: 'src/engine/construct/construct.ts',
    line: 'export function construct(state: State, random: Random, params: SearchParams, isOver: () => boolean): void {',
  },
  search: { file: 'src/engine/portfolio/strategies/annealing.ts', line: '  run({ from, cooling, paused = 0 }: Turn): Outcome {' },
  judge: { file: 'src/checker/check.ts', line: 'export function scoreOf(schedule: Schedule, roster: Roster): Score {' },
  explain: {
    file: 'src/engine/explain/unassigned.ts',
    line: "function explainShift(probe: Probe, shift: number, isOver: () => boolean): UnassignedShift['employees'] | null {",
  },
  write: {
    file: 'src/answers/write-roster.ts',
    line: 'export function writeRoster(posted: unknown, schedule: Schedule, roster: Roster, found: Found): SolutionDocument {',
  },
} as const

export type Phase = keyof typeof PHASES

export const ALL_PHASES = Object.keys(PHASES) as readonly Phase[]

export interface Blocking {
  /** An expression over the `workerData` `start` of a thread of a search, which blocks unless it is true; null = the main thread blocks, and no other. */
  readonly unless: string | null
  /** For ever when absent, in milliseconds. */
  readonly forMs?: number
  /** The name of the channel on which threads tell that they are blocked; absent = on none. Every test has one of its own: all files run in one process, whose threads hear them all. */
  readonly channel?: string
}

/** Tells, and waits for so long. */
function blocking(phase: Phase, { unless, forMs = Infinity, channel }: Blocking): string {
  return `{
    const { workerData: start, isMainThread, BroadcastChannel } = process.getBuiltinModule('node:worker_threads')
    if (${unless === null ? 'isMainThread' : `!isMainThread && start?.stopSign !== undefined && !(${unless})`}) {
      if (process.env.TEST_TELLS_BLOCKED) process.getBuiltinModule('node:fs').writeSync(2, 'blocked: ${phase}\\n')
      ${channel === undefined ? '' : `new BroadcastChannel('${channel}').postMessage('${phase}')`}
      for (let waited = 0; waited < ${forMs}; waited += 100) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }`
}

/** From now on whoever loads the code of this phase, in this thread, blocks each time that it begins. */
export function blockPhase(phase: Phase, how: Blocking): void {
  const { file, line } = PHASES[phase]
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(`/${file}`)) return loaded
      const source = String(loaded.source)
      if (!source.includes(line)) throw new Error(`${file} has no line: ${line}`)
      return { ...loaded, source: source.replace(line, () => `${line}\n${blocking(phase, how)}`) }
    },
  })
}

/** Which channel the next one is. */
let channels = 0

/** A thread of a search that blocks. */
export interface BlockingThread {
  readonly threadFile: URL
  /** Resolves when a thread has blocked. */
  readonly blocked: Promise<void>
  close(): void
}

/** A thread of a search that blocks in a phase, on its own channel. Close it. */
export function blockingThread(phase: Phase, how: Omit<Blocking, 'channel'>): BlockingThread {
  channels += 1
  const channel = `turnus-test-blocked-${threadId}-${channels}`
  const file = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)
  const given = `{ unless: ${JSON.stringify(how.unless)}, forMs: ${how.forMs ?? 'Infinity'}, channel: '${channel}' }`
  const program = `import { blockPhase } from ${file('./blocked-phase.ts')}
    blockPhase('${phase}', ${given})
    await import(${file('../src/threads/solve-thread.ts')})`
  const hearing = new BroadcastChannel(channel)
  const { promise, resolve } = Promise.withResolvers<void>()
  hearing.onmessage = () => resolve()
  return {
    threadFile: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    blocked: promise,
    close: () => hearing.close(),
  }
}
