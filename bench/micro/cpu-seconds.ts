/** Processor time of this process, in seconds: a busy machine does not count. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
