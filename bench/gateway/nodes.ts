import { setTimeout as sleep } from 'node:timers/promises'
import { listNodes } from '../../src/storage/nodes.ts'
import { hospitalMonth } from '../documents.ts'
import type { Figure } from './figures.ts'
import type { Stage } from './stage.ts'
import { submitTo } from './ward.ts'

/** Part `nodes`: how long one and two solver nodes of one thread need for a queue of searches that take all the time they get. */
export async function measureNodes(stage: Stage, { jobs, seconds }: { readonly jobs: number; readonly seconds: number }): Promise<readonly Figure[]> {
  const one = await workOff(stage, { nodes: 1, jobs, seconds })
  await stage.programs.stopAll()
  await stage.clear()
  const two = await workOff(stage, { nodes: 2, jobs, seconds })
  return [{ measure: `two nodes beside one, ${jobs} jobs of ${seconds} s`, unit: 's', figure: two, peer: one, bar: { atMost: 0.55 } }]
}

/** Seconds from the first submission to the end of the last search. */
async function workOff(stage: Stage, { nodes, jobs, seconds }: { nodes: number; jobs: number; seconds: number }): Promise<number> {
  const origin = await stage.programs.startTurnus({ role: 'gateway,dispatcher' })
  for (let i = 0; i < nodes; i += 1) await stage.programs.startTurnus({ role: 'solver' })
  const alive = (await listNodes(stage.db)).filter(({ roles, state }) => roles.includes('solver') && state === 'alive')
  if (alive.length !== nodes) throw new Error(`${alive.length} solver nodes are alive in place of ${nodes}.`)
  // Nobody listens there; that a callback fails takes nothing from the searches.
  const document = { ...hospitalMonth(), callbackUrl: 'http://127.0.0.1:9/', termination: { maxSeconds: seconds } }
  const body = Buffer.from(JSON.stringify(document))
  const { departments } = stage
  await Promise.all(Array.from({ length: jobs }, (_, i) => submitTo(origin, departments[i % departments.length]!.token, body)))
  return waitForEnd(stage, { jobs, patienceMs: 3000 * jobs * seconds })
}

async function waitForEnd(stage: Stage, { jobs, patienceMs }: { jobs: number; patienceMs: number }): Promise<number> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(500)) {
    const { rows } = await stage.db.query<{ ended: number; timedOut: number; took: number }>(
      `select count(ended_at) as ended, count(*) filter (where stop_reason = 'TIME_LIMIT') as "timedOut",
              extract(epoch from max(ended_at) - min(created_at))::float as took
         from jobs`,
    )
    const { ended, timedOut, took } = rows[0]!
    if (ended < jobs) continue
    if (timedOut === jobs) return took
    throw new Error(`${jobs - timedOut} of ${jobs} searches ended before their time, so that they measure something else.`)
  }
  throw new Error(`The queue was not worked off within ${patienceMs} ms.`)
}
