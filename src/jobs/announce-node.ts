import { checkSpace } from '../storage/check-space.ts'
import type { Db } from '../storage/db.ts'
import type { Log } from '../storage/log.ts'
import { deleteNode, recordHeartbeat } from '../storage/nodes.ts'
import type { NodeSelf } from '../storage/nodes.ts'
import { createFailureLog } from '../storage/outage.ts'
import type { StoringRecord } from './storing.ts'

const HEARTBEAT_MS = 2000

/**
 * Registers this process among the nodes of its database, and says every two seconds that it lives, until `stop`, which takes it off the
 * list. A heartbeat that fails is logged and nothing else: leases decide about jobs, this list is for people. With each it looks whether the
 * database finds room, and tells `storing`.
 */
export async function announceNode(deps: { db: Db; log: Log; storing: StoringRecord }, node: NodeSelf): Promise<{ stop(): Promise<void> }> {
  const startedMs = performance.now()
  const beat = async (): Promise<void> => {
    await recordHeartbeat(deps.db, { ...node, uptimeMs: performance.now() - startedMs })
    await checkSpace(deps.db)
    deps.storing.noteStored()
  }
  await beat()
  const tell = createFailureLog(deps.log, 'warn', 'heartbeat failed')
  let beating: Promise<void> | null = null
  const pass = async (): Promise<void> => {
    try {
      await beat()
    } catch (error) {
      deps.storing.noteFailed(error)
      tell(error)
    } finally {
      beating = null
    }
  }
  const timer = setInterval(() => {
    beating ??= pass()
  }, HEARTBEAT_MS)
  return {
    async stop() {
      clearInterval(timer)
      // A heartbeat that is still on its way would bring the row back.
      await beating
      await deleteNode(deps.db, node.id)
    },
  }
}
