import type { FastifyRequest } from 'fastify'
import type { Administration } from '../access/administration.ts'
import type { Caller } from '../access/authenticate.ts'
import type { RefusedRequest } from '../access/refusals.ts'
import { invariant } from '../model/errors.ts'
import type { UseCases } from './use-cases.ts'

/** Who calls, on a route that is not for everybody. */
export function callerOf(request: FastifyRequest): Caller {
  invariant(request.caller !== null, 'the gate let nobody in without a token')
  return request.caller
}

/** Who was refused something, by the request alone. */
export function refusedOf(request: FastifyRequest): Pick<RefusedRequest, 'caller' | 'authorization' | 'address' | 'method'> {
  return { caller: request.caller, authorization: request.headers.authorization, address: request.ip, method: request.method }
}

/** What the caller may do as an administrator, on a route that asks for `tokens:admin`. */
export function administrationFor(request: FastifyRequest, useCases: Pick<UseCases, 'administration'>): Administration {
  invariant(request.routeOptions.config.access === 'tokens:admin', 'only the routes of administrators administer')
  return useCases.administration(callerOf(request), request.ip)
}
