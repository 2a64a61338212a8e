import { styleText } from 'node:util'

/** Where text goes: a terminal, a pipe or a test. */
export interface TextStream {
  write(text: string | Uint8Array): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** All that a command may touch of the process it runs in; a test hands in its own. */
export interface Terminal {
  readonly stdin: AsyncIterable<string | Uint8Array>
  readonly stdout: TextStream
  readonly stderr: TextStream
  readonly env: Readonly<Record<string, string | undefined>>
  /** Calls `react` at each Ctrl-C or request to end; the returned function stops that. */
  onInterrupt(react: () => void): () => void
  /** Ends the process in `ms` milliseconds when something keeps it until then, such as a connection that does not close. */
  endWithin(ms: number): void
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    onInterrupt(react) {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
      for (const signal of signals) process.on(signal, react)
      return () => {
        for (const signal of signals) process.off(signal, react)
      }
    },
    endWithin: (ms) => void setTimeout(() => process.exit(), ms).unref(),
  }
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Paints text for one stream: plain text unless it is a terminal that wants colours (https://no-color.org). */
export function createPaint(stream: TextStream, env: Terminal['env']): (style: Style, text: string) => string {
  const isPlain = stream.isTTY !== true || (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  return (style, text) => (isPlain ? text : styleText(style, text, { validateStream: false }))
}
