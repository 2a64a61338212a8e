import type { Worker } from 'node:worker_threads'

/** Milliseconds on a steady clock that is the same in all threads of this process. */
export function clockMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000
}

/** Processor time that a thread has taken, in milliseconds; infinite when it is gone. */
export async function processorMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return Infinity
  }
}

/** Processor time that this thread has taken, in milliseconds: what collects garbage and compiles runs beside it. The time that passes where Node does not tell it. */
export function threadMs(): number {
  if (typeof process.threadCpuUsage !== 'function') return clockMs()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
