import ipaddr from 'ipaddr.js'
import { GatewayError } from '../model/errors.ts'
import type { Queryable } from '../storage/db.ts'
import { countLoginAttempt, forgiveLoginAttempt, isKnownLogin, rememberLogin } from '../storage/login-windows.ts'
import type { LoginWindow } from '../storage/login-windows.ts'
import { keyedDigests } from '../storage/seal.ts'
import type { SecretKey } from '../storage/seal.ts'

/** Failed logins within 15 minutes. */
export interface LoginLimits {
  /** With an e-mail from one address; from all of them together `TIMES_ANYWHERE` as many. */
  readonly loginsPerEmail: number
  /** From one address, whatever the e-mails. */
  readonly loginsPerAddress: number
}

export interface ThrottleDeps {
  readonly db: Queryable
  readonly key: SecretKey
  readonly limits: LoginLimits
}

/** One attempt to log in, counted. */
export interface CountedAttempt {
  /** Takes it back: nobody looked at the password, and only failures count. */
  forgive(): Promise<void>
  /** Takes it back, and knows the address as one of the owner's from now on. */
  succeed(): Promise<void>
}

/**
 * How many times as many failures an e-mail may have from all addresses together before addresses are refused from which its owner has not logged in lately: whoever has many addresses
 * can try no more passwords than that, and keeps the owner out only of new ones.
 */
const TIMES_ANYWHERE = 10

// Who has one address of IPv6 has the 2⁶⁴ beside it.
const IPV6_PREFIX_BYTES = 8

/**
 * Counts an attempt to log in, before any work is done for it. Throws `too-many-requests`, with the seconds to wait, beyond the limits: the
 * same for an e-mail that exists and one that does not. `email` is in its normal form, `address` the one that the request came from.
 */
export async function countAttempt(deps: ThrottleDeps, { email, address }: { email: string; address: string }): Promise<CountedAttempt> {
  const { loginsPerEmail, loginsPerAddress } = deps.limits
  const network = networkOf(address)
  // Under each key, so that nodes count together while the key is being changed.
  const digestsOf = (subject: string): readonly Buffer[] => keyedDigests(deps.key, Buffer.from(subject))
  const anywhere = digestsOf(`login email ${email}`)
  const limited = [
    { subjects: digestsOf(`login email ${email} address ${network}`), limit: loginsPerEmail },
    { subjects: digestsOf(`login address ${network}`), limit: loginsPerAddress },
    { subjects: anywhere, limit: TIMES_ANYWHERE * loginsPerEmail },
  ]
  const known = digestsOf(`login known ${email} address ${network}`)
  const subjects = limited.flatMap((each) => each.subjects)
  const windows = await countLoginAttempt(deps.db, subjects)
  const limitOf = (subject: Buffer): number => limited.find((each) => each.subjects.some((digest) => digest.equals(subject)))!.limit
  const full = windows.filter(({ subject, attempts }) => attempts > limitOf(subject))
  const isAnywhere = ({ subject }: LoginWindow): boolean => anywhere.some((digest) => digest.equals(subject))
  if (full.length === 0 || (full.every(isAnywhere) && (await isKnownLogin(deps.db, known)))) {
    const forgive = (): Promise<void> => forgiveLoginAttempt(deps.db, subjects)
    return {
      forgive,
      async succeed() {
        await forgive()
        await rememberLogin(deps.db, known)
      },
    }
  }
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
