import type { Score } from '../../model/score.ts'
import type { Ledger } from './ledger.ts'
import type { Facts, PolicyRow, Progress, View } from './view.ts'
import type { Outcome, Turn } from './strategy.ts'

/** The first line of a trace: what does not change. */
export interface TraceStart {
  readonly type: 'start'
  readonly facts: Facts
  readonly params: View['params']
}

/** What the search had when a turn began, or ended. */
export interface Stand {
  /** Milliseconds of the search's clock. */
  readonly atMs: number
  readonly share: number
  readonly score: Score
  readonly bound: Score | null
}

/** A turn, or several of a row that had one after the other: annealing has one between two looks at the clock. */
export interface TraceTurn {
  readonly type: 'turn'
  readonly turn: Turn
  readonly why: string
  /** What the first of them was decided by. */
  readonly ledger: Ledger
  readonly progress: Progress
  readonly turns: number
  /** Of these, those that won. */
  readonly wins: number
  readonly steps: number
  readonly before: Stand
  readonly after: Stand
}

export type TraceLine = TraceStart | TraceTurn

/** What a search tells of one turn. */
export interface TurnTold {
  readonly row: PolicyRow
  readonly turn: Turn
  readonly view: View
  readonly outcome: Outcome
  readonly before: Stand
  readonly after: Stand
}

/** Makes lines of turns. `flush` writes the last. */
export interface Tracer {
  note(told: TurnTold): void
  flush(): void
}

/** A tracer that calls `write` with each line, in order. */
export function createTracer(write: (line: TraceLine) => void): Tracer {
  let open: TraceTurn | null = null
  let hasStarted = false
  const flush = (): void => {
    if (open !== null) write(open)
    open = null
  }
  return {
    flush,
    note({ row, turn, view, outcome, before, after }) {
      if (!hasStarted) write({ type: 'start', facts: view.facts, params: paramsOf(view) })
      hasStarted = true
      const wins = outcome.hasWon ? 1 : 0
      if (open !== null && open.turn.row === row.name && row.repeats === true) {
        open = { ...open, turns: open.turns + 1, wins: open.wins + wins, steps: open.steps + outcome.steps, after }
        return
      }
      flush()
      const { ledger, progress } = view
      open = { type: 'turn', turn, why: row.why, ledger, progress, turns: 1, wins, steps: outcome.steps, before, after }
    },
  }
}

function paramsOf({ params: { policy, proving, polishing, neighbourhoods, replanning, rolling } }: View): View['params'] {
  return { policy, proving, polishing, neighbourhoods, replanning, rolling }
}
