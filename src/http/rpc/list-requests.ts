import { Type } from 'typebox'
import { integerOf, type Place } from '../../api/fields.ts'
import { toEntry } from '../entry.ts'
import { readRequest } from '../read-request.ts'
import type { CallContext } from './calls.ts'
import type { Result } from './json-rpc.ts'

const MOST_REQUESTS = 50
const DEFAULT_REQUESTS = 10

/** Parameters of the tool `requests_list`. */
export const ListRequestsParameters = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_REQUESTS, default: DEFAULT_REQUESTS, description: 'How many are listed at most, the newest first.' }),
  ),
})

/** Lists the newest requests of the caller's department, as `GET /api/v1/gateway` shows them. Throws `request-invalid`. */
export async function listRequests(given: unknown, { useCases, caller }: CallContext): Promise<Result> {
  const readLimit = (place: Place): number => integerOf(place, 'limit', { min: 1, max: MOST_REQUESTS }) ?? DEFAULT_REQUESTS
  const limit = readRequest(given, { name: 'the parameters', schema: ListRequestsParameters }, readLimit)
  const { jobs } = await useCases.listJobs(caller, { limit, cursor: null, status: null })
  return Buffer.from(JSON.stringify({ requests: jobs.map(toEntry) }))
}
