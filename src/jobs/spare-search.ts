import type { Log } from '../storage/log.ts'
import { createFailureLog } from '../storage/outage.ts'
import type { Ticket, TicketWorker } from '../storage/queue.ts'

/** Between two looks for a job, in milliseconds; one takes 3 ms where 10,000 wait. */
const LOOK_MS = 1000

/** Leave to take up a job without an entry of the queue: those are for the searches that take up whatever comes next. */
const WITHOUT_ENTRY: Ticket = { settle: () => Promise.resolve() }

/**
 * Runs one job more at a time, beside those that tickets let in. While `isNeeded` it looks every second for one of its kind, which `run` takes up, if there
 * is one, and works on. `stop` has it handed back and waits for that.
 */
export function startSpareSearch({ log }: { log: Log }, { isNeeded, run }: { isNeeded(): boolean; run: TicketWorker }): { stop(): Promise<void> } {
  const tell = createFailureLog(log, 'warn', 'a spare search could not take up a job')
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  const pass = async (): Promise<void> => {
    try {
      await run(WITHOUT_ENTRY, stopping.signal)
    } catch (error) {
      tell(error)
    } finally {
      running = null
    }
  }
  const timer = setInterval(() => {
    if (isNeeded()) running ??= pass()
  }, LOOK_MS)
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
