import { randomBytes } from 'node:crypto'

const SIGNING_SECRET_BYTES = 32

/** A fresh secret as Standard Webhooks writes it: `whsec_` and base64. */
export function makeSigningSecret(): string {
  return `whsec_${randomBytes(SIGNING_SECRET_BYTES).toString('base64')}`
}
