import { lookup } from 'node:dns/promises'
import type { Resolve } from './guard.ts'

const lookupBySystem: Resolve = (hostname) => lookup(hostname, { all: true })

/**
 * A resolver that asks once for all who want the same name at the same time. The system's resolver holds a thread until the name server answers or
 * is given up, which takes many seconds, and the threads are few: without this the calls to one name whose server is dead would use them up.
 */
export function shareLookups(resolve: Resolve = lookupBySystem): Resolve {
  const asked = new Map<string, ReturnType<Resolve>>()
  return (hostname) => {
    const shared = asked.get(hostname)
    if (shared !== undefined) return shared
    const asking = resolve(hostname).finally(() => asked.delete(hostname))
    asked.set(hostname, asking)
    return asking
  }
}
