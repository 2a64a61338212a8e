import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { TProperties } from 'typebox'
import type { PageOf } from '../api/cursor.ts'
import { textHeaders } from './schemas.ts'

const MAX_PAGE = 1000
const DEFAULT_PAGE = 100

/** What the description of a paged list says. */
export const NEXT_PAGE = 'Newest first. When there are more, `Link: <…>; rel="next"` leads to the next page (RFC 8288).'

/** The query of a paged list, with the filters that it takes beside. */
export function pageQuery<Filters extends TProperties>(filters: Filters) {
  const limit = Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: DEFAULT_PAGE, description: `Entries of a page; ${DEFAULT_PAGE} when absent.` })
  const cursor = Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$', description: 'From the `next` link of the page before.' })
  return Type.Object({ limit: Type.Optional(limit), cursor: Type.Optional(cursor), ...filters })
}

/** The page that a query asks for. */
export function pageAsked(query: { readonly limit?: number; readonly cursor?: string }): PageOf {
  return { limit: query.limit ?? DEFAULT_PAGE, cursor: query.cursor ?? null }
}

/** An answer that is a list of a shared schema. */
export function pageAnswer(schema: string, description: string) {
  return Type.Array(Type.Ref(schema), { description, headers: textHeaders({ Link: 'Leads to the next page, when there is one.' }) })
}

/** Says where the next page is: the same request with another cursor. Nothing on the last one. */
export function linkNextPage(request: FastifyRequest, reply: FastifyReply, nextCursor: string | null): void {
  if (nextCursor === null) return
  const asked = Object.entries(request.query as Record<string, string | number | readonly string[]>)
  const next = new URLSearchParams(asked.flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, String(each)])))
  next.set('cursor', nextCursor)
  reply.header('link', `<${request.url.split('?', 1)[0]!}?${next}>; rel="next"`)
}
