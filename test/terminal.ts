import type { Terminal } from '../src/cli/terminal.ts'

/** A terminal for tests: no TTY, what was written can be read. */
export interface TestTerminal extends Terminal {
  readonly out: () => string
  readonly err: () => string
  /** As if Ctrl-C was pressed. */
  readonly interrupt: () => void
}

/** Makes a terminal with this stdin and environment, and nothing of the process around it. */
export function createTestTerminal({
  stdin = '',
  env = {},
  isTTY = false,
}: {
  stdin?: string
  env?: Record<string, string>
  isTTY?: boolean
} = {}): TestTerminal {
  const written = { out: '', err: '' }
  const listeners = new Set<() => void>()
  return {
    stdin: (async function* () {
      yield stdin
    })(),
    stdout: { write: (text) => void (written.out += String(text)), isTTY, columns: 120 },
    stderr: { write: (text) => void (written.err += String(text)), isTTY, columns: 120 },
    env,
    onInterrupt(react) {
      listeners.add(react)
      return () => listeners.delete(react)
    },
    endWithin: () => undefined,
    out: () => written.out,
    err: () => written.err,
    interrupt: () => {
      for (const react of listeners) react()
    },
  }
}
