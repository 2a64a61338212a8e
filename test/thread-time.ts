/** So many ticks of the kernel, 4 ms each, that what is missed at both ends is small beside them. */
const LEAST_MS = 200

/**
 * Processor time of one call of `run` in this thread, in milliseconds: the mean of as many calls as take `LEAST_MS` together. The kernel counts a thread's time
 * at its ticks, so that a single call of 7 ms has been counted as 0.8.
 */
export function threadMsOf(run: () => unknown): number {
  const before = process.threadCpuUsage()
  for (let calls = 1; ; calls += 1) {
    run()
    const { user, system } = process.threadCpuUsage(before)
    const ms = (user + system) / 1000
    if (ms >= LEAST_MS) return ms / calls
  }
}
