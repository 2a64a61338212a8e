import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, median, quantile } from './figures.ts'
import type { Stage } from './stage.ts'
import { submitTo, wardFortnight } from './ward.ts'

const JOBS = 40
const JOB_SECONDS = 1
/** As long as all of them may take, one after the other, on a machine that does other things too. */
const PATIENCE_MS = 1000 * JOBS * 4

/** Part `callback`: from the end of a search, as it is stored, to the arrival of its callback. One server with all roles and one thread. */
export async function measureCallbacks(stage: Stage): Promise<readonly Figure[]> {
  const arrivals = new Map<string, number>()
  const receiver = createServer((request, response) => {
    const arrivedAt = Date.now()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.end()
      const { solverProblemId } = JSON.parse(Buffer.concat(chunks).toString()) as { solverProblemId: string }
      if (!arrivals.has(solverProblemId)) arrivals.set(solverProblemId, arrivedAt)
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  try {
    const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/callback`
    const origin = await stage.programs.startTurnus({ role: null })
    const body = wardFortnight({ callbackUrl, termination: { maxSeconds: JOB_SECONDS } })
    for (let i = 0; i < JOBS; i += 1) await submitTo(origin, stage.departments[i % stage.departments.length]!.token, body)
    for (const deadline = performance.now() + PATIENCE_MS; arrivals.size < JOBS && performance.now() < deadline; ) await sleep(100)
    const delays = await delaysOf(stage, arrivals)
    const of = `callback after the end of a search, ${delays.length} jobs`
    return [
      { measure: `median of a ${of}`, unit: 'ms', figure: median(delays), peer: null, bar: { figureAtMost: 150 } },
      { measure: '  its p90', unit: 'ms', figure: quantile(delays, 0.9), peer: null, bar: null },
    ]
  } finally {
    receiver.close()
  }
}

async function delaysOf(stage: Stage, arrivals: ReadonlyMap<string, number>): Promise<number[]> {
  const { rows } = await stage.db.query<{ id: number; endedAt: Date }>('select id, ended_at as "endedAt" from jobs where ended_at is not null')
  if (rows.length !== JOBS || arrivals.size !== JOBS) throw new Error(`Of ${JOBS} jobs ${rows.length} ended, and ${arrivals.size} were called back.`)
  return rows.map(({ id, endedAt }) => arrivals.get(String(id))! - endedAt.getTime())
}
