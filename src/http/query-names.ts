import type { FastifyRequest } from 'fastify'
import { shown } from '../api/fields.ts'
import { didYouMean } from '../api/suggest.ts'
import { GatewayError } from '../model/errors.ts'
import type { Issue } from '../model/issue.ts'

/** Names of one request that are told. */
const MOST_NAMES = 20

/** The query parameters of a request that its route does not have. What comes of them is for the caller to say. */
export function unknownParameters(request: FastifyRequest): readonly Issue[] {
  const { schema } = request.routeOptions
  const { properties = {} } = (schema?.querystring ?? {}) as { readonly properties?: object }
  const known = Object.keys(properties)
  return Object.keys(request.query as object)
    .filter((name) => !known.includes(name))
    .slice(0, MOST_NAMES)
    .map((name) => ({
      pointer: `/${name}`,
      code: 'parameter-unknown',
      detail: `${request.method} ${request.routeOptions.url} has no parameter ${shown(name)}.`,
      hint: hintFor(name, known),
    }))
}

function hintFor(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'Leave it out: no parameter is taken here.'
  const taken = known.length === 1 ? `${known[0]!} is` : `${known.slice(0, -1).join(', ')} and ${known.at(-1)!} are`
  const pages = /^(?:page|offset|start|skip)/i.test(name) && known.includes('cursor')
  const otherwise = `Leave it out; ${taken} taken.`
  return pages ? `There are no page numbers: follow the header Link; rel="next". ${otherwise}` : didYouMean(name, known, otherwise)
}

/** Throws `request-invalid` for a parameter that the route does not have: whoever asks for page 2 must not be answered page 1 for ever. */
export function refuseUnknownParameters(request: FastifyRequest): void {
  const issues = unknownParameters(request)
  if (issues.length > 0)
    throw new GatewayError('request-invalid', 'The query is not as documented.', 'Correct what errors lists and send it again.', { issues })
}
