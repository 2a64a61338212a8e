import type { Caller } from '../access/authenticate.ts'
import type { Credentials, Login } from '../access/login.ts'
import type { TokenEntry } from '../access/administration.ts'
import { GatewayError } from '../model/errors.ts'

/** The tokens that the fake gateway knows, and what each opens. They are no secrets, and no real gateway takes them. */
export const FAKE_TOKENS = {
  tns_fake: { tokenId: 1, userId: null, organizationId: 1, departmentId: 1, scopes: ['gateway:read', 'gateway:write'] },
  tns_fake_reader: { tokenId: 2, userId: null, organizationId: 1, departmentId: 1, scopes: ['gateway:read'] },
  tns_fake_other: { tokenId: 3, userId: null, organizationId: 1, departmentId: 2, scopes: ['gateway:read', 'gateway:write'] },
} as const satisfies Record<string, Caller>

/** The password that opens the fake gateway, with any e-mail. */
export const FAKE_PASSWORD = 'fake'

const DEPARTMENTS: Readonly<Record<number, string>> = { 1: 'main', 2: 'other' }
const LOGIN_SECONDS = 43_200
const SECOND_MS = 1000

/** Who calls. Throws `not-authenticated` for every other token. */
export function fakeCaller(authorization: string | undefined): Caller {
  const text = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? ''
  const known: Readonly<Record<string, Caller>> = FAKE_TOKENS
  if (Object.hasOwn(known, text)) return known[text]!
  throw new GatewayError(
    'not-authenticated',
    authorization === undefined ? 'The request carries no Authorization header.' : 'The Authorization header holds no token of the fake gateway.',
    `Send "Authorization: Bearer ${Object.keys(FAKE_TOKENS)[0]}".`,
  )
}

/** Opens the department `main`. Throws `credentials-wrong` for any other password. */
export function fakeLogin({ password }: Credentials): Login {
  const [token] = Object.keys(FAKE_TOKENS)
  const department = { id: 1, name: DEPARTMENTS[1]! }
  checkFakePassword(password)
  return { access_token: token!, token_type: 'Bearer', expires_in: LOGIN_SECONDS, department, departments: [department] }
}

/** Throws `credentials-wrong` for another one than the password of everybody, which no change changes. */
export function checkFakePassword(password: string): void {
  if (password === FAKE_PASSWORD) return
  throw new GatewayError('credentials-wrong', 'The e-mail or the password is wrong.', `The password of the fake gateway is "${FAKE_PASSWORD}".`)
}

/** What there is to say of a caller's token. `startedAt`: when the gateway was started. */
export function fakeTokenEntry(caller: Caller, startedAt: Date): TokenEntry {
  return {
    id: caller.tokenId,
    organizationId: caller.organizationId,
    departmentId: caller.departmentId,
    departmentName: DEPARTMENTS[caller.departmentId]!,
    userId: null,
    name: 'fake',
    scopes: caller.scopes,
    createdAt: startedAt,
    expiresAt: new Date(startedAt.getTime() + LOGIN_SECONDS * SECOND_MS),
    lastUsedAt: null,
    revokedAt: null,
    replaces: null,
  }
}
