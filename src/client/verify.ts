import { Webhook } from 'standardwebhooks'
import { GatewayError } from '../model/errors.ts'
import type { Callback } from './documents.ts'

/**
 * Checks that a callback comes from Turnus and is not older than five minutes, and answers what it says. `body` is what arrived, byte for
 * byte; `secret` is the department's, `whsec_…`. Throws `not-authenticated` for anything else.
 */
export function verifyCallback(
  body: string | Uint8Array,
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
): Callback {
  // An empty key is one that everybody has; a variable that is not set comes to it.
  if (Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length === 0)
    throw new GatewayError(
      'not-authenticated',
      'There is no secret to check the callback with.',
      'Give the signing secret of the department, whsec_ and a text in base64.',
    )
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers
  const flat = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, [value].flat()[0] ?? '']))
  try {
    return new Webhook(secret).verify(typeof body === 'string' ? body : Buffer.from(body), flat) as Callback
  } catch (cause) {
    throw new GatewayError(
      'not-authenticated',
      'The callback is not signed with this secret, or is too old.',
      'Do not trust it. Check the secret and the clock.',
      { cause },
    )
  }
}
