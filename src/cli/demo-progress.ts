import type { Client, ClientEntry } from '../client/client.ts'
import { formatScore } from '../model/score.ts'
import { startProgressLine } from './progress-line.ts'
import type { Terminal } from './terminal.ts'

const POLL_MS = 250
/** Without a terminal to redraw, a line of progress is printed at most this often. */
const PRINT_MS = 3_000

/** Polls an entry until its job has ended, showing each better score, and answers the last one. */
export async function watchUntilEnd(
  terminal: Terminal,
  client: Client,
  job: { readonly solverProblemId: string; readonly maxSeconds: number; readonly signal: AbortSignal },
): Promise<ClientEntry> {
  const line = startProgressLine(terminal.stderr, job.maxSeconds)
  const printChange = createChangePrinter(terminal)
  try {
    return await client.waitForEnd(job.solverProblemId, {
      everyMs: POLL_MS,
      signal: job.signal,
      onEntry: (entry) => {
        line.show({ score: entry.score, moves: entry.progress.moves })
        if (terminal.stderr.isTTY !== true) printChange(entry)
      },
    })
  } finally {
    line.clear()
  }
}

/** Prints a line when the state or the score has changed, for a log that cannot be redrawn. */
function createChangePrinter(terminal: Terminal): (entry: ClientEntry) => void {
  const startedAt = performance.now()
  let printedAt = Number.NEGATIVE_INFINITY
  let printed = ''
  return ({ status, score }) => {
    const now = performance.now()
    const state = score === null ? status : `${status}  score ${formatScore(score)}`
    if (state === printed || now - printedAt < PRINT_MS) return
    terminal.stderr.write(`     ${((now - startedAt) / 1000).toFixed(0).padStart(2)} s  ${state}\n`)
    printedAt = now
    printed = state
  }
}
