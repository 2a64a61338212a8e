import { GatewayError } from '../model/errors.ts'
import type { Organization } from '../model/organization.ts'
import { inTransaction, storableText } from '../storage/db.ts'
import type { Queryable } from '../storage/db.ts'
import {
  findDepartment,
  findDepartmentByName,
  findSealedSigningSecret,
  insertDepartment,
  listDepartments as selectDepartments,
} from '../storage/departments.ts'
import type { Department } from '../storage/departments.ts'
import { findOrganization, findOrganizationByName, insertOrganization, listOrganizations as selectOrganizations } from '../storage/organizations.ts'
import { openSecret, sealSecret } from '../storage/seal.ts'
import type { SecretKey } from '../storage/seal.ts'
import { recordChange } from './audit.ts'
import type { ChangeDeps } from './audit.ts'
import { checkName, readId } from './names.ts'
import { makeSigningSecret } from './secret-text.ts'

/** Makes an organization and answers its id. Throws `name-taken`. */
export async function createOrganization(deps: ChangeDeps, name: string): Promise<number> {
  const checked = checkName('organization', name)
  return inTransaction(deps.db, async (tx) => {
    const id = await insertOrganization(tx, checked)
    if (id === null) {
      throw new GatewayError('name-taken', `There is an organization named "${checked}" already.`, 'Choose another name, or use the one there is.')
    }
    const target = { type: 'organization', id, name: checked }
    await recordChange(tx, deps, { action: 'organization.created', organizationId: id, departmentId: null, target })
    return id
  })
}

/** All organizations, oldest first. */
export function listOrganizations(deps: { db: Queryable }): Promise<readonly Organization[]> {
  return selectOrganizations(deps.db)
}

/** The organization that an id or a name means. Throws `not-found`. */
export async function resolveOrganization(deps: { db: Queryable }, idOrName: string | number): Promise<Organization> {
  const id = readId(idOrName)
  const found = id === null ? await findOrganizationByName(deps.db, storableText(String(idOrName))) : await findOrganization(deps.db, id)
  if (found) return found
  throw new GatewayError('not-found', `There is no organization "${idOrName}".`, 'List them: turnus organization list')
}

/** Makes a department, with a signing secret of its own for callbacks, and answers its id. Throws `not-found` and `name-taken`. */
export async function createDepartment(
  deps: ChangeDeps & { readonly key: SecretKey },
  department: { organization: string | number; name: string },
): Promise<number> {
  const organization = await resolveOrganization(deps, department.organization)
  const name = checkName('department', department.name)
  const sealedSigningSecret = sealSecret(deps.key, 'signing-secret', makeSigningSecret())
  return inTransaction(deps.db, async (tx) => {
    const id = await insertDepartment(tx, { organizationId: organization.id, name, sealedSigningSecret })
    if (id === null) {
      throw new GatewayError(
        'name-taken',
        `Organization "${organization.name}" has a department named "${name}" already.`,
        'Choose another name, or use the one there is.',
      )
    }
    const target = { type: 'department', id, name }
    await recordChange(tx, deps, { action: 'department.created', organizationId: organization.id, departmentId: id, target })
    return id
  })
}

/** Departments of an organization, or of all when none is named; oldest first. Throws `not-found`. */
export async function listDepartments(
  deps: { db: Queryable },
  of: { organization?: string | number | undefined } = {},
): Promise<readonly Department[]> {
  const organization = of.organization === undefined ? null : await resolveOrganization(deps, of.organization)
  return selectDepartments(deps.db, organization?.id ?? null)
}

/** The department that an id or a name means within an organization. Throws `not-found`. */
export async function resolveDepartment(
  deps: { db: Queryable },
  key: { organization: string | number; department: string | number },
): Promise<Department> {
  const organization = await resolveOrganization(deps, key.organization)
  const id = readId(key.department)
  const found =
    id === null
      ? await findDepartmentByName(deps.db, { organizationId: organization.id, name: storableText(String(key.department)) })
      : await findDepartment(deps.db, { organizationId: organization.id, id })
  if (found) return found
  throw new GatewayError(
    'not-found',
    `Organization "${organization.name}" has no department "${key.department}".`,
    `List them: GET /api/v1/departments, or turnus department list --organization "${organization.name}"`,
  )
}

/** The Standard Webhooks secret, `whsec_…`, that signs a department's callbacks. Throws `not-found`. */
export async function departmentSigningSecret(
  deps: { db: Queryable; key: SecretKey },
  of: { organization: string | number; department: string | number },
): Promise<string> {
  const department = await resolveDepartment(deps, of)
  const sealed = await findSealedSigningSecret(deps.db, department.id)
  if (sealed) return openSecret(deps.key, 'signing-secret', sealed).toString()
  throw new GatewayError('not-found', `There is no department "${of.department}".`, 'It was removed a moment ago; list the departments.')
}
