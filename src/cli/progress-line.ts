import { formatScore, type Score } from '../model/score.ts'
import type { TextStream } from './terminal.ts'

const BAR_CELLS = 24
const REDRAW_MS = 250

/** How far a search is. */
export interface SearchState {
  readonly elapsedMs: number
  readonly score: Score | null
  readonly moves: number
}

/** One line of progress: a bar over the time allowed, seconds, score and moves. `maxSeconds` null = not known. */
export function formatProgress(state: SearchState, maxSeconds: number | null): string {
  const seconds = state.elapsedMs / 1000
  const share = maxSeconds === null ? 0 : Math.min(1, seconds / maxSeconds)
  const filled = Math.round(share * BAR_CELLS)
  const bar = `[${'='.repeat(filled)}${' '.repeat(BAR_CELLS - filled)}]`
  const time = `${seconds.toFixed(1)}${maxSeconds === null ? '' : ` / ${maxSeconds}`} s`
  const score = state.score === null ? 'no roster yet' : `score ${formatScore(state.score)}`
  return [bar, time, score, ...(state.moves > 0 ? [`${state.moves.toLocaleString('en-US')} moves`] : [])].join('  ')
}

/** A line that redraws itself in place while something runs. On a stream that is no terminal it stays silent. */
export interface ProgressLine {
  /** What to show from now on; the clock goes on by itself in between. */
  show(state: { readonly score: Score | null; readonly moves: number }): void
  /** Removes the line. */
  clear(): void
}

/** Starts a progress line on `stream`; `clear` must be called. */
export function startProgressLine(stream: TextStream, maxSeconds: number | null): ProgressLine {
  if (stream.isTTY !== true) return { show() {}, clear() {} }
  const startedAt = performance.now()
  let shown: { readonly score: Score | null; readonly moves: number } = { score: null, moves: 0 }
  const draw = (): void => {
    const line = formatProgress({ ...shown, elapsedMs: performance.now() - startedAt }, maxSeconds)
    stream.write(`\r${line.slice(0, (stream.columns || 80) - 1)}\x1b[K`)
  }
  draw()
  const timer = setInterval(draw, REDRAW_MS)
  return {
    show(state) {
      shown = state
      draw()
    },
    clear() {
      clearInterval(timer)
      stream.write('\r\x1b[K')
    },
  }
}
