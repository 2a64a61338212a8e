import { readFileSync } from 'node:fs'

/** The most memory that this process has held so far, all its threads together, in bytes. */
export function peakMemoryBytes(): number {
  // On Linux `maxRSS` begins with what the parent held when it started us; the high water mark does not.
  const highWater = process.platform === 'linux' ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) : null
  return 1024 * (highWater === null ? process.resourceUsage().maxRSS : Number(highWater[1]))
}
