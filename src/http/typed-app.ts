import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../access/authenticate.ts'
import type { Scope } from '../access/tokens.ts'
import type { AnswerType } from './accept.ts'

/** Our Fastify: routes are typed by their TypeBox schemas. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route: everybody, the holder of any token, or of one with this scope. No route goes without. */
    access?: 'everybody' | 'any token' | Scope
    /** Which pages may call it: those of permitted origins only, so that others do nothing at all; when absent others only cannot read the answer. */
    pages?: 'permitted'
    /** That a part of its address is a secret, which no log may hold. */
    secret?: 'in address'
    /** What it takes: a schedule, which may be large and is handed over as bytes; a small JSON document when absent. */
    takes?: 'schedule'
    /** What becomes of a query parameter that it does not have: a warning that its own code tells; a refusal when absent. */
    unknownParameters?: 'warned'
    /** The type of its answer; JSON when absent. */
    answers?: AnswerType
    /** That its answer may be compressed: it can be long, and holds no secret beside what others wrote. Left as it is when absent. */
    compressed?: 'where accepted'
  }
  interface FastifyRequest {
    /** Who calls; null on routes for everybody. */
    caller: Caller | null
  }
}
