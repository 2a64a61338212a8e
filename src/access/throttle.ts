import ipaddr from 'ipaddr.js'
import { GatewayError } from '../model/errors.ts'
import type { Queryable } from '../storage/db.ts'
import { countLoginAttempt, forgiveLoginAttempt } from '../storage/login-windows.ts'
import { keyedDigests } from '../storage/seal.ts'
import type { SecretKey } from '../storage/seal.ts'

/** Failed logins within 15 minutes. */
export interface LoginLimits {
  readonly loginsPerEmail: number
  readonly loginsPerAddress: number
}

export interface ThrottleDeps {
  readonly db: Queryable
  readonly key: SecretKey
  readonly limits: LoginLimits
}

/** One attempt to log in, counted. */
export interface CountedAttempt {
  /** Takes it back: it succeeded, and only failures count. */
  forgive(): Promise<void>
}

// Who has one address of IPv6 has the 2⁶⁴ beside it.
const IPV6_PREFIX_BYTES = 8

/**
 * Counts an attempt to log in, before any work is done for it. Throws `too-many-requests`, with the seconds to wait, beyond the limits: the
 * same for an e-mail that exists and one that does not. `email` is in its normal form, `address` the one that the request came from.
 */
export async function countAttempt(deps: ThrottleDeps, { email, address }: { email: string; address: string }): Promise<CountedAttempt> {
  // Under each key, so that nodes count together while the key is being changed.
  const byEmail = keyedDigests(deps.key, Buffer.from(`login email ${email}`))
  const byAddress = keyedDigests(deps.key, Buffer.from(`login address ${networkOf(address)}`))
  const subjects = [...byEmail, ...byAddress]
  const windows = await countLoginAttempt(deps.db, subjects)
  const limitOf = (subject: Buffer): number =>
    byEmail.some((digest) => digest.equals(subject)) ? deps.limits.loginsPerEmail : deps.limits.loginsPerAddress
  const full = windows.filter(({ subject, attempts }) => attempts > limitOf(subject))
  if (full.length === 0) return { forgive: () => forgiveLoginAttempt(deps.db, subjects) }
  const seconds = Math.max(...full.map(({ secondsLeft }) => secondsLeft))
  throw new GatewayError(
    'too-many-requests',
    'There were too many failed logins with this e-mail, or from this address.',
    `Try again in ${Math.ceil(seconds / 60)} minutes.`,
    { retryAfterSeconds: seconds },
  )
}

/** What counts as one address: of IPv6 the /64 around it. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, IPV6_PREFIX_BYTES).join('.')
}
