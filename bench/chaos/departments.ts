import { createDepartment, createOrganization, departmentSigningSecret } from '../../src/access/organizations.ts'
import { createToken } from '../../src/access/tokens.ts'
import type { Db } from '../../src/storage/db.ts'
import type { SecretKey } from '../../src/storage/seal.ts'
import { DEPARTMENTS } from './plan.ts'

/** What a client of a department has. */
export interface ChaosDepartment {
  readonly id: number
  readonly token: string
  /** Signs its callbacks. */
  readonly secret: string
}

const ORGANIZATION = 'Chaos Hospital'

/** Makes an organization with the departments of a run, in the order of their numbers. */
export async function makeDepartments(deps: { db: Db; key: SecretKey }): Promise<readonly ChaosDepartment[]> {
  await createOrganization(deps, ORGANIZATION)
  const departments: ChaosDepartment[] = []
  for (let number = 0; number < DEPARTMENTS; number += 1) {
    const of = { organization: ORGANIZATION, department: `Ward ${number}w` }
    const id = await createDepartment(deps, { organization: of.organization, name: of.department })
    const { token } = await createToken(deps, of)
    departments.push({ id, token, secret: await departmentSigningSecret(deps, of) })
  }
  return departments
}
