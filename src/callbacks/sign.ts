import { createHmac } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'

/** The three headers of Standard Webhooks 1.0. */
export interface SignatureHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** Signs a body that passes by in pieces. */
export interface Signer {
  update(piece: Uint8Array): void
  /** Once, when the whole body has passed. */
  headers(): SignatureHeaders
}

/**
 * Signs one try of a delivery: HMAC-SHA256 over `id.timestamp.body`, as Standard Webhooks says.
 * Written here and not taken from the `standardwebhooks` package, whose HMAC is JavaScript and slow on large schedules; the tests compare the two.
 *
 * `secrets` are `whsec_…`, newest first: while a secret is being changed both sign, and a receiver may know either.
 * `sentAt` is the moment of this try, not of the delivery: receivers refuse a timestamp older than five minutes.
 */
export function createSigner(message: { readonly id: string; readonly sentAt: Date; readonly secrets: readonly string[] }): Signer {
  const timestamp = Math.floor(message.sentAt.getTime() / 1000).toString()
  const digests = message.secrets.map((secret) => {
    const key = Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64')
    return createHmac('sha256', key).update(`${message.id}.${timestamp}.`)
  })
  return {
    update(piece) {
      for (const digest of digests) digest.update(piece)
    },
    headers: () => ({
      'webhook-id': message.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': digests.map((digest) => `v1,${digest.digest('base64')}`).join(' '),
    }),
  }
}
