import type { Transaction } from '../../src/storage/db.ts'
import { explained } from '../../src/storage/db.ts'
import { GATEWAY_ROLE, settingsOf, withinIn } from '../../src/storage/guarded-db.ts'
import type { GuardedDb, Reach } from '../../src/storage/guarded-db.ts'
import { isOutage } from '../../src/storage/outage.ts'
import { openWire, poolOf } from './faulty-db.ts'
import type { Actor } from './scheduler.ts'
import type { World } from './world.ts'

/** The real pool connects with the role; here connections are everybody's. */
const AS_GATEWAY = `set local role ${GATEWAY_ROLE}`

/** What a node asks for its callers with: as src/storage/guarded-db.ts, over connections that may break. Row level security is the real one. */
export function openFaultyGuardedDb(world: World, node: Actor): Pick<GuardedDb, 'within' | 'transaction'> {
  const wire = openWire(world, node)
  const { bug, scheduler, tally } = world
  return {
    within: (reach) => poolOf(wire, `${AS_GATEWAY}; ${settingsOf(reach)}`),
    async transaction(run) {
      scheduler.note(node, 'stores a group')
      tally.groups += 1
      try {
        return await explained(wire.runTransaction(AS_GATEWAY, (tx) => run(bug.groupReach ? withinTheFirst(tx) : withinIn(tx))))
      } catch (error) {
        tally[isOutage(error) ? 'broken' : 'refused'] += 1
        throw bug.groupError?.(error) ?? error
      }
    },
  }
}

function withinTheFirst(tx: Transaction): (reach: Reach) => Transaction {
  const within = withinIn(tx)
  let first: Reach | null = null
  return (reach) => within((first ??= reach))
}
