import { createPaint, type Terminal } from './terminal.ts'

const TITLE_WIDTH = 72

/** Prints what the demonstration does, step by step, with what came of it and how long it took. */
export interface DemoJournal {
  step<Result>(title: string, work: () => Promise<{ result: Result; note: string }>): Promise<Result>
}

/** Starts a journal on stdout; every step is a line of its own. */
export function startDemoJournal(terminal: Terminal): DemoJournal {
  const paint = createPaint(terminal.stdout, terminal.env)
  let number = 0
  return {
    async step(title, work) {
      number += 1
      terminal.stdout.write(`${paint('bold', String(number).padStart(2))}  ${title}\n`)
      const startedAt = performance.now()
      const { result, note } = await work()
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      terminal.stdout.write(`    ${paint('green', note.padEnd(TITLE_WIDTH))} ${paint('dim', `${seconds} s`)}\n`)
      return result
    },
  }
}
