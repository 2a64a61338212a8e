import { registerHooks } from 'node:module'

/** Phases of a search, and the line of the source after which each has begun. */
const PHASES = {
  read: { file: 'src/api/read-schedule.ts', line: 'export function readSubmission(document: unknown, options: ReadOptions): ReadResult {' },
  compile: {
    file: 'src/engine/instance/compile.ts',
    line: 'function makeInstance(schedule: Schedule, between: () => void, kinds: readonly RuleKind[]): Instance {',
  },
  construct: {
    file: 'src/engine/construct/construct.ts',
    line: 'export function construct(state: State, random: Random, params: SearchParams, isOver: () => boolean): void {',
  },
  search: { file: 'src/engine/portfolio/strategies/annealing.ts', line: '  #step(temperature: number): void {' },
  judge: { file: 'src/checker/check.ts', line: 'export function scoreOf(schedule: Schedule, roster: Roster): Score {' },
  explain: {
    file: 'src/engine/explain/unassigned.ts',
    line: "function explainShift(probe: Probe, shift: number): UnassignedShift['employees'] {",
  },
  write: {
    file: 'src/answers/write-roster.ts',
    line: 'export function writeRoster(posted: unknown, schedule: Schedule, roster: Roster, found: Found): SolutionDocument {',
  },
} as const

export type Phase = keyof typeof PHASES

export const ALL_PHASES = Object.keys(PHASES) as readonly Phase[]

/** On which threads tell that they are blocked. */
export const BLOCKED_CHANNEL = 'turnus-test-blocked'

/**
 * Tells, and waits for so long: in every thread of a search but those for which `unless`, an expression over its `workerData` `start`, is true, or where that is
 * null in the main thread.
 */
function blocking(phase: Phase, unless: string | null, forMs: number): string {
  return `{
    const { workerData: start, isMainThread, BroadcastChannel } = process.getBuiltinModule('node:worker_threads')
    if (${unless === null ? 'isMainThread' : `!isMainThread && start?.stopSign !== undefined && !(${unless})`}) {
      if (process.env.TEST_TELLS_BLOCKED) process.getBuiltinModule('node:fs').writeSync(2, 'blocked: ${phase}\\n')
      new BroadcastChannel('${BLOCKED_CHANNEL}').postMessage('${phase}')
      for (let waited = 0; waited < ${forMs}; waited += 100) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }`
}

/** From now on whoever loads the code of this phase, in this thread, blocks each time that it begins: for ever, or for so many milliseconds. */
export function blockPhase(phase: Phase, unless: string | null, forMs = Infinity): void {
  const { file, line } = PHASES[phase]
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(`/${file}`)) return loaded
      const source = String(loaded.source)
      if (!source.includes(line)) throw new Error(`${file} has no line: ${line}`)
      return { ...loaded, source: source.replace(line, () => `${line}\n${blocking(phase, unless, forMs)}`) }
    },
  })
}
