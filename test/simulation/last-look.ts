import { MAX_ATTEMPTS } from '../../src/model/job.ts'
import type { SimulatedClient } from './client.ts'
import type { Connections } from './connections.ts'
import type { Received } from './fake-receivers.ts'

interface JobRow {
  readonly id: number
  readonly state: string
  readonly erased: boolean
  /** Attempts that count. */
  readonly counted: number
  readonly solution: Buffer | null
}

interface DeliveryRow {
  readonly id: number
  readonly jobId: number
  readonly state: string
  readonly type: string
  readonly messageId: string
  readonly tries: number
  readonly attempts: number
  readonly lastStatus: number | null
}

/** What was seen outside of the database. */
interface Witnesses {
  readonly clients: readonly SimulatedClient[]
  readonly received: readonly Received[]
}

const MAX_TRIES = 10

/** What is not as it has to be once everything has come to its end, in one sentence; null when all is well. */
export async function findUnfinished(connections: Connections, witnesses: Witnesses): Promise<string | null> {
  const { rows: jobs } = await connections.read<JobRow>(
    `select id, state, erased_at is not null as erased, attempt - handed_back as counted, solution from jobs order by id`,
  )
  const { rows: deliveries } = await connections.read<DeliveryRow>(
    `select id, job_id as "jobId", state, type, message_id as "messageId", tries,
            (select count(*) from delivery_attempts where delivery_id = deliveries.id) as attempts,
            (select status from delivery_attempts where delivery_id = deliveries.id order by number desc limit 1) as "lastStatus"
       from deliveries order by id`,
  )
  return (
    jobs.map(judgeJob).find(isSaid) ??
    witnesses.clients.map((client) => judgeClient(client, jobs)).find(isSaid) ??
    deliveries.map((delivery) => judgeDelivery(delivery, witnesses.received)).find(isSaid) ??
    null
  )
}

function isSaid(text: string | null): text is string {
  return text !== null
}

function judgeJob({ id, state, erased, counted, solution }: JobRow): string | null {
  if (state === 'FAILED' && counted !== MAX_ATTEMPTS) return `job ${id} failed after ${counted} attempts`
  if (state !== 'SOLVED' || erased) return null
  if (solution === null) return `job ${id} is SOLVED without a solution`
  return null
}

function judgeClient({ name, ids, isPromisedOneId, withdrawnId }: SimulatedClient, jobs: readonly JobRow[]): string | null {
  if (isPromisedOneId && ids.size > 1) return `${name} posted with one key and was answered the jobs ${[...ids].join(', ')}`
  if (jobs.some(({ id, erased }) => id === withdrawnId && !erased)) return `${name} withdrew job ${withdrawnId}, which is still there`
  return null
}

function judgeDelivery(
  { id, jobId, state, type, messageId, tries, attempts, lastStatus }: DeliveryRow,
  received: readonly Received[],
): string | null {
  if (tries !== attempts) return `delivery ${id} counts ${tries} tries and has a record of ${attempts}`
  const arrived = received.filter((callback) => callback.messageId === messageId)
  const wrong = arrived.find(({ body }) => !body.startsWith(`{"type":"${type}","solverProblemId":"${jobId}",`))
  if (wrong) return `delivery ${id} of job ${jobId} arrived as ${wrong.body}`
  if (state === 'DELIVERED' && !arrived.some(({ status }) => status >= 200 && status < 300))
    return `delivery ${id} is DELIVERED and nobody received it`
  if (state === 'GIVEN_UP' && lastStatus !== 410 && tries < MAX_TRIES)
    return `delivery ${id} was given up after ${tries} tries and the answer ${lastStatus}`
  return null
}
