import { randomBytes } from 'node:crypto'
import { GatewayError } from '../model/errors.ts'
import type { Db } from '../storage/db.ts'
import { keyedDigests, type SecretKey } from '../storage/seal.ts'
import type { Administrators } from './administrators.ts'
import { createDepartment, createOrganization, listOrganizations } from './organizations.ts'
import { createUser, listUsers } from './users.ts'

/** Nothing was made, and nothing is amiss. */
export const NO_ADMINISTRATOR: Administrators = { firstAdministrator: null, withoutAdministrator: null }
const FIRST_ORGANIZATION = 'Turnus'
const FIRST_DEPARTMENT = 'main'

/** The first start of an empty database makes an organization, a department and who administers them; every other makes nothing. */
export async function makeFirstAdministrator(deps: { readonly db: Db; readonly key: SecretKey }): Promise<Administrators> {
  const [organizations, users] = await Promise.all([listOrganizations(deps), listUsers(deps)])
  const isAdministered = users.some(({ role }) => role === 'administrator')
  // Ours may be there already without its user, when an earlier first start broke off in between.
  if (users.length > 0 || organizations.some(({ name }) => name !== FIRST_ORGANIZATION)) {
    return { firstAdministrator: null, withoutAdministrator: isAdministered ? null : (organizations[0] ?? null) }
  }
  const password = randomBytes(18).toString('base64url')
  const email = firstEmail(deps.key)
  try {
    await unlessTaken(createOrganization(deps, FIRST_ORGANIZATION))
    await unlessTaken(createDepartment(deps, { organization: FIRST_ORGANIZATION, name: FIRST_DEPARTMENT }))
    await createUser(deps, { organization: FIRST_ORGANIZATION, email, password, role: 'administrator', departments: [] })
  } catch (error) {
    // Another node was faster, and shows the password that counts.
    if (error instanceof GatewayError && error.code === 'name-taken') return NO_ADMINISTRATOR
    throw error
  }
  return { firstAdministrator: { email, password }, withoutAdministrator: null }
}

/** The e-mail of the first administrator: nobody else knows it, and nodes that start together, which share the key, have the same. */
function firstEmail(key: SecretKey): string {
  return `administrator-${keyedDigests(key, Buffer.from('first administrator'))[0]!.toString('hex').slice(0, 8)}@turnus.localhost`
}

async function unlessTaken(made: Promise<unknown>): Promise<void> {
  try {
    await made
  } catch (error) {
    if (!(error instanceof GatewayError && error.code === 'name-taken')) throw error
  }
}
